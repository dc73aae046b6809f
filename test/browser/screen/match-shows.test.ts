// The shows of a screen: each match has its own.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { BoardEvent, MatchState } from '../../../protocol/wire/board.ts';
import type { MatchEvent } from '../../../src/browser/shared/match-events.ts';
import { openMatchShows, SHOW_MS } from '../../../src/browser/screen/match-shows.ts';
import { shownBoard, shownMatch } from '../../support/shown-state.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const entry = (type: BoardEvent['type']): BoardEvent => ({
  type,
  at: new Date(1.8e12).toISOString(),
  team: 'home',
  own_goal: false,
});
const events = { a: entry('Goal'), c: entry('YellowCard'), s: entry('Substitution') };

/** Two matches with the same entries. */
function twoMatches(): MatchState {
  const same = { ...shownBoard('added time'), events };
  return { ...shownMatch('added time'), matches: { '701': same, '702': same } };
}

test('they run side by side for each match, without cards', () => {
  const changes: (string | null)[] = [];
  const shows = openMatchShows(() => changes.push(shows.current('701')?.key ?? null));
  const news = (kind: 'goal' | 'card' | 'substitution', key: keyof typeof events, matchId = '701'): MatchEvent => ({
    kind,
    matchId,
    key,
    side: 'home',
    event: events[key],
  });
  const all = [news('goal', 'a'), news('card', 'c'), news('substitution', 's'), news('goal', 'a', '702')];
  shows.update(twoMatches(), [...all, { kind: 'edited' }]);
  expect(['701', '702', '703'].map((id) => shows.current(id)?.key ?? null)).toEqual(['a', 'a', null]);
  vi.advanceTimersByTime(SHOW_MS - 1);
  expect(shows.current('701')?.kind).toBe('goal');
  vi.advanceTimersByTime(1);
  expect(['701', '702'].map((id) => shows.current(id)?.kind ?? null)).toEqual(['substitution', null]);
  vi.advanceTimersByTime(3 * SHOW_MS);
  expect(changes).toEqual(['a', 'a', 's', 's', null]);
});
