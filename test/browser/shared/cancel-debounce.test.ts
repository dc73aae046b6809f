// "Cancelled" is announced for entries that stay deleted, not for entries recorded again a moment later.
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
  const announced: string[] = [];
  const debounce = openCancelDebounce(
    () => state,
    (events) => announced.push(...events.map(({ kind }) => kind)),
  );
  return { debounce, announced, become: (next: ChannelState) => void (state = next) };
}

test('rule PAGE-9: a goal that stays deleted is cancelled, after a moment', () => {
  const { debounce, announced } = scene();
  expect(debounce.filter([cancelled])).toEqual([]);
  vi.advanceTimersByTime(CANCEL_DEBOUNCE_MS - 1);
  expect(announced).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(announced).toEqual(['goal_cancelled']);
});

test('rule PAGE-9: one that is recorded again for the same side was edited, and nothing is announced', () => {
  const { debounce, announced, become } = scene();
  debounce.filter([cancelled]);
  become(stateWith({ a: { ...goal, player: { name: 'Ana' } } }));
  vi.advanceTimersByTime(CANCEL_DEBOUNCE_MS);
  expect(announced).toEqual([]);
});

test('one that returns for the other side is cancelled for this side', () => {
  const { debounce, announced, become } = scene();
  debounce.filter([cancelled]);
  become(stateWith({ a: { ...goal, team: 'away' } }));
  vi.advanceTimersByTime(CANCEL_DEBOUNCE_MS);
  expect(announced).toEqual(['goal_cancelled']);
});

test('all other events are announced at once, manual scores too, and none after stop', () => {
  const { debounce, announced } = scene();
  const scored: MatchEvent = { ...cancelled, kind: 'goal' };
  const byHand: MatchEvent = { ...cancelled, event: null };
  expect(debounce.filter([scored, byHand, cancelled])).toEqual([scored, byHand]);
  debounce.stop();
  vi.advanceTimersByTime(CANCEL_DEBOUNCE_MS);
  expect(announced).toEqual([]);
});
