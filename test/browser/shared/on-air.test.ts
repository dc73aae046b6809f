// What a page shows of the director's channel: rules PAGE-22 and PAGE-23, and P60.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { AirState, OnAir } from '../../../protocol/wire/air.ts';
import type { AirUpdate } from '../../../src/browser/shared/follow.ts';
import { wordsOf } from '../../../src/browser/shared/languages.ts';
import { airedFor, openOnAir, rehearsalShow } from '../../../src/browser/shared/on-air.ts';
import { shownStates } from '../../support/shown-states.ts';
import type { BoardState } from '../../../protocol/wire/board.ts';

const START = Date.UTC(2020, 0, 1);
let seq = 0;

beforeEach(() => {
  vi.useFakeTimers({ now: START });
  seq = 0;
});
afterEach(() => {
  vi.useRealTimers();
});

const update = (items: OnAir, at = Date.now(), epoch = 'e'): AirUpdate => {
  const state: AirState = { kind: 'air', match: 'match:701', ...items };
  return { kind: 'state', channel: 'air:match:701', epoch, seq: (seq += 1), at, cause: [], state };
};
const panel = (since: number, seconds: number): OnAir['panel'] => ({
  kind: 'lineups',
  since,
  until: since + seconds * 1_000,
});
const text = (line: string, since: number): OnAir['text'] => ({ text: line, since, until: since + 3_600_000 });

function openView(delayMs: number) {
  const bannersOff: number[] = [];
  const view = openOnAir({
    delayMs,
    now: () => Date.now() - delayMs,
    onBannersOff: () => void bannersOff.push(Date.now() - START),
  });
  return { view, bannersOff };
}

describe('what is on air on a page', () => {
  test('P60 an item ends by itself, and the others stay', () => {
    const { view } = openView(0);
    view.add(update({ panel: panel(START, 20), text: text('Attendance 1,240', START) }));
    vi.advanceTimersByTime(19_990);
    expect(Object.keys(view.current.get())).toEqual(['panel', 'text']);
    vi.advanceTimersByTime(20);
    expect(Object.keys(view.current.get())).toEqual(['text']);
  });

  test('rule PAGE-22: a delayed page shows each change when it is as old as the delay', () => {
    const { view, bannersOff } = openView(8_000);
    view.add(update({}));
    vi.advanceTimersByTime(10_000);
    view.add(update({ panel: panel(Date.now(), 20) }));
    vi.advanceTimersByTime(3_000);
    view.add(update({ banners_off_at: Date.now() }));
    vi.advanceTimersByTime(4_990);
    expect(view.current.get()).toEqual({});
    vi.advanceTimersByTime(20);
    expect(view.current.get()).toHaveProperty('panel');
    expect(bannersOff).toEqual([]);
    vi.advanceTimersByTime(3_000);
    expect(view.current.get()).toEqual({});
    expect(bannersOff).toHaveLength(1);
    expect((bannersOff[0] ?? 0) - 21_000).toBeLessThan(1_000);
  });

  test('rule PAGE-22: a delayed page that was loaded just now shows only what is old enough', () => {
    const { view } = openView(8_000);
    view.add(update({ panel: panel(START - 30_000, 60), text: text('new', START - 1_000) }, START - 1_000));
    expect(Object.keys(view.current.get())).toEqual(['panel']);
    vi.advanceTimersByTime(7_000);
    expect(Object.keys(view.current.get())).toEqual(['panel', 'text']);
  });

  test('rule PAGE-22: a page that was loaded later takes off no banner, and another epoch replaces all', () => {
    const { view, bannersOff } = openView(0);
    view.add(update({ banners_off_at: START - 60_000, text: text('one', START) }));
    expect(bannersOff).toEqual([]);
    view.add(update({ banners_off_at: START }));
    view.add(update({ banners_off_at: START, text: text('two', START) }));
    expect(bannersOff).toHaveLength(1);
    view.add(update({ text: text('three', START) }, START - 90_000, 'another'));
    expect(view.current.get().text?.text).toBe('three');
  });

  test('rule PAGE-23: a rehearsal has made-up players, for the chosen pages and the current pairing', () => {
    const state = shownStates()['added time'] as BoardState;
    const [id = ''] = Object.keys(state.matches);
    const rehearsal: NonNullable<OnAir['rehearsal']> = {
      kind: 'substitution',
      side: 'away',
      pages: ['overlay'],
      since: START,
      until: START + 8_000,
    };
    const words = wordsOf('en');
    expect(rehearsalShow(airedFor({ rehearsal }, state, id), id, 'overlay', words)).toMatchObject({
      kind: 'substitution',
      side: 'away',
      matchId: id,
      event: { player: { name: 'Player A' }, second_player: { name: 'Player B' } },
    });
    expect(rehearsalShow({ rehearsal }, id, 'screen', words)).toBeNull();
    expect(airedFor({ rehearsal }, state, 'another')).toEqual({});
    expect(rehearsalShow({}, id, 'overlay', words)).toBeNull();
  });
});
