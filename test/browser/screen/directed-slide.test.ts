// The slide that a screen shows while the director has a panel on air.
import { describe, expect, test } from 'vitest';
import { NO_FACTS } from '../../../protocol/rest/facts.ts';
import { directedSlide } from '../../../src/browser/screen/scene.ts';
import { shownBoard } from '../../support/shown-state.ts';

describe('rule PAGE-22: the slide of the director’s panel', () => {
  const live = shownBoard('added time');
  const scheduled = { ...live, status: 'scheduled' } as const;
  const kickOff = Date.parse('2018-07-15T15:00:00Z');

  test('is the countdown until the match begins, where its kick-off is known', () => {
    const facts = { ...NO_FACTS, kick_off: kickOff };
    expect(directedSlide('countdown', scheduled, '701', facts)).toEqual({ kind: 'countdown', kickOff });
    expect(directedSlide('countdown', live, '701', facts).kind).toBe('entries');
    expect(directedSlide('countdown', scheduled, '701', NO_FACTS).kind).toBe('entries');
  });

  test('has the next matches, where there are any', () => {
    const sides = { home: 'Belgium', away: 'England' };
    const next = [{ kick_off: kickOff, zone: null, ...sides, group: null, round: null }];
    expect(directedSlide('fixtures', scheduled, '701', { ...NO_FACTS, next })).toEqual({ kind: 'fixtures', next });
    expect(directedSlide('fixtures', scheduled, '701', NO_FACTS).kind).toBe('entries');
  });
});
