// "Cancelled" is said of what stays away, not of what is recorded again a moment later.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ChannelState } from '../../../protocol/wire/board.ts';
import type { MatchEvent } from '../../../src/browser/shared/match-events.ts';
import { openCancelDebounce, CANCEL_DEBOUNCE_MS } from '../../../src/browser/shared/cancel-debounce.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const goal = { type: 'Goal', at: '2026-11-22T10:12:00.000Z', team: 'home', own_goal: false } as const;
const cancelled: MatchEvent = { kind: 'goal_cancelled', matchId: '701', key: 'a', side: 'home', event: goal };
const stateWith = (events: object): ChannelState =>
  ({ kind: 'match', id: 701, tournament: 'cup', title: '', matches: { 701: { events } } }) as unknown as ChannelState;

function scene() {
  let state: ChannelState = stateWith({});
  const told: string[] = [];
  const thoughts = openCancelDebounce(
    () => state,
    (events) => told.push(...events.map(({ kind }) => kind)),
  );
  return { thoughts, told, become: (next: ChannelState) => void (state = next) };
}

test('a goal that stays away is cancelled, after a moment', () => {
  const { thoughts, told } = scene();
  expect(thoughts.take([cancelled])).toEqual([]);
  vi.advanceTimersByTime(CANCEL_DEBOUNCE_MS - 1);
  expect(told).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(told).toEqual(['goal_cancelled']);
});

test('one that is recorded again for the same side was changed, and nothing is said', () => {
  const { thoughts, told, become } = scene();
  thoughts.take([cancelled]);
  become(stateWith({ a: { ...goal, player: { name: 'Ana' } } }));
  vi.advanceTimersByTime(CANCEL_DEBOUNCE_MS);
  expect(told).toEqual([]);
});

test('one that comes back for the other side is cancelled for this one', () => {
  const { thoughts, told, become } = scene();
  thoughts.take([cancelled]);
  become(stateWith({ a: { ...goal, team: 'away' } }));
  vi.advanceTimersByTime(CANCEL_DEBOUNCE_MS);
  expect(told).toEqual(['goal_cancelled']);
});

test('everything else is told at once, a score set by hand too, and nothing after the end', () => {
  const { thoughts, told } = scene();
  const scored: MatchEvent = { ...cancelled, kind: 'goal' };
  const byHand: MatchEvent = { ...cancelled, event: null };
  expect(thoughts.take([scored, byHand, cancelled])).toEqual([scored, byHand]);
  thoughts.stop();
  vi.advanceTimersByTime(CANCEL_DEBOUNCE_MS);
  expect(told).toEqual([]);
});
