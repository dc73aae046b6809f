// Shows and banners: one after the other, and never against the newest state.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { MatchEvent } from '../../../src/browser/shared/match-events.ts';
import { NAMED_MS, NAMED_WITHIN_MS, openShowQueue, SCORER_MS } from '../../../src/browser/shared/shows.ts';
import {
  cancelled,
  entry,
  goal,
  HOLD_MS,
  named,
  news,
  openMatchWithShows as open,
  stateWith,
} from '../../support/match-with-shows.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('shows', () => {
  test('run one after the other, each for its time, and leave', () => {
    const { queue, current, record } = open(450);
    record({ a: goal(), b: named('Bo') });
    expect(current()).toBe('goal a');
    vi.advanceTimersByTime(HOLD_MS);
    expect(queue.current.get()).toMatchObject({ show: { key: 'a' }, isLeaving: true });
    vi.advanceTimersByTime(450);
    expect(current()).toBe('goal b Bo');
    vi.advanceTimersByTime(HOLD_MS + 450);
    expect(queue.current.get()).toBeNull();
  });

  test('without an exit the next one follows at once', () => {
    const { queue, record } = open();
    record({ a: goal(), b: goal() });
    vi.advanceTimersByTime(HOLD_MS);
    expect(queue.current.get()).toMatchObject({ show: { key: 'b' }, isLeaving: false });
  });

  test('of a long queue drop the oldest', () => {
    const { queue, record } = open();
    record(Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`g${index}`, named('Bo')])));
    const shown: string[] = [];
    for (let now = queue.current.get(); now !== null; now = queue.current.get()) {
      shown.push(now.show.key);
      vi.advanceTimersByTime(HOLD_MS);
    }
    expect(shown).toEqual(['g14', 'g15', 'g16', 'g17', 'g18', 'g19']);
  });

  test('end with a reset', () => {
    const { current, record, announce, remove } = open();
    record({ a: goal(), b: goal() });
    remove('a');
    expect(current()).toBe('goal b');
    announce({ kind: 'reset', matchId: '702' });
    expect(current(), 'a reset of another pairing').toBe('goal b');
    announce({ kind: 'reset', matchId: '701' });
    expect(current()).toBeNull();
  });
});

describe('rule PAGE-14: what the state contradicts', () => {
  test('ends at once, while the word waits', () => {
    const { current, record, remove, announce } = open(450);
    record({ a: goal() });
    remove('a');
    expect(current()).toBeNull();
    announce(cancelled('a'));
    expect(current()).toBe('goal_cancelled a');
  });

  test('ends while it leaves, too', () => {
    const { current, record, remove } = open(450);
    record({ a: goal() });
    vi.advanceTimersByTime(HOLD_MS + 1);
    remove('a');
    expect(current()).toBeNull();
  });

  test('is never shown when it waits, nor is its cancellation', () => {
    const { current, record, remove, announce } = open();
    record({ a: named('Ana'), b: goal() });
    remove('b');
    announce(cancelled('b'));
    remove('a');
    announce(cancelled('a'));
    expect(current()).toBe('goal_cancelled a');
    vi.advanceTimersByTime(HOLD_MS);
    expect(current()).toBeNull();
  });

  test('is cancelled aloud where the score is in view', () => {
    const { current, record, remove, announce } = open(0, true);
    record({ a: named('Ana'), b: goal(), c: entry('Substitution'), d: named('Bo') });
    remove('b');
    announce(cancelled('b'));
    // It goes before other news, after the show that is running.
    const shown: (string | null)[] = [];
    for (let turn = 0; turn < 4; turn += 1) {
      shown.push(current());
      vi.advanceTimersByTime(HOLD_MS);
    }
    expect(shown).toEqual(['goal a Ana', 'goal_cancelled b', 'substitution c', 'goal d Bo']);
  });

  test('is a goal that counts for the other side, and a goal that became a shot', () => {
    const { current, record, replace } = open();
    record({ a: goal() });
    replace({ a: goal({ team: 'away', own_goal: true }) });
    expect(current()).toBeNull();
    record({ b: goal() });
    replace({ b: entry('Shot') });
    expect(current()).toBeNull();
  });

  test('is a card and a substitution that were deleted', () => {
    const { current, record, remove } = open();
    record({ a: entry('YellowCard'), b: entry('Substitution') });
    remove('a');
    expect(current()).toBe('substitution b');
    remove('b');
    expect(current()).toBeNull();
  });

  test('is a score without markers that went down again, and no lower one', () => {
    const queue = openShowQueue({ holdMs: HOLD_MS, wants: () => true });
    const scored = (home: number): MatchEvent => ({
      kind: 'goal',
      matchId: '701',
      key: `score home ${home}`,
      side: 'home',
      event: null,
    });
    queue.update(stateWith({}, { home: 1, away: 0 }), [scored(1)]);
    queue.update(stateWith({}, { home: 2, away: 0 }), [scored(2)]);
    queue.update(stateWith({}, { home: 1, away: 0 }), []);
    expect(queue.current.get()?.show.key).toBe('score home 1');
    queue.update(stateWith({}, { home: 0, away: 0 }), []);
    expect(queue.current.get()).toBeNull();
  });

  test('is no goal that was corrected to a penalty', () => {
    const { queue, record, replace } = open();
    record({ a: goal() });
    replace({ a: entry('PenaltyScored') });
    expect(queue.current.get()?.show.event?.type).toBe('PenaltyScored');
  });

  test('is the cancellation of a goal that is back', () => {
    const { current, record, remove, replace, announce } = open();
    record({ a: goal() });
    remove('a');
    announce(cancelled('a'));
    replace({ a: goal() });
    expect(current()).toBeNull();
  });

  test('is a match that is not on air any more', () => {
    let onAir = true;
    const queue = openShowQueue({ holdMs: HOLD_MS, wants: () => onAir });
    queue.update(stateWith({ a: goal() }), [news('a', goal())]);
    onAir = false;
    queue.update(stateWith({ a: goal() }), []);
    expect(queue.current.get()).toBeNull();
  });
});

describe('rule PAGE-15: a name that comes after its goal', () => {
  test('joins the running show, which stays five seconds longer', () => {
    const { current, record, replace } = open();
    record({ a: goal() });
    vi.advanceTimersByTime(3_000);
    replace({ a: named('Ana') });
    expect(current()).toBe('goal a Ana');
    vi.advanceTimersByTime(HOLD_MS - 3_000 + NAMED_MS - 1);
    expect(current()).toBe('goal a Ana');
    vi.advanceTimersByTime(1);
    expect(current()).toBeNull();
  });

  test('joins the waiting show too; a corrected name is taken over without more time', () => {
    const { current, record, replace } = open();
    record({ a: named('Ana'), b: goal() });
    replace({ a: named('Eva'), b: named('Bo') });
    expect(current()).toBe('goal a Eva');
    vi.advanceTimersByTime(HOLD_MS);
    expect(current()).toBe('goal b Bo');
    vi.advanceTimersByTime(HOLD_MS);
    expect(current()).toBeNull();
  });

  test('has a short show of its own within a minute of the end, once', () => {
    const { current, record, replace } = open(450);
    record({ a: goal() });
    vi.advanceTimersByTime(HOLD_MS + 450 + NAMED_WITHIN_MS - 1_000);
    replace({ a: named('Ana') });
    expect(current()).toBe('scorer a Ana');
    replace({ a: goal() });
    expect(current()).toBeNull();
    replace({ a: named('Ana') });
    expect(current()).toBeNull();
  });

  test('that show is short', () => {
    const { queue, record, replace } = open();
    record({ a: goal() });
    vi.advanceTimersByTime(HOLD_MS);
    replace({ a: named('Ana') });
    vi.advanceTimersByTime(SCORER_MS - 1);
    expect(queue.current.get()).not.toBeNull();
    vi.advanceTimersByTime(1);
    expect(queue.current.get()).toBeNull();
  });

  test('is no news later, and none for a goal that was shown with its name', () => {
    const { current, record, replace } = open();
    record({ a: goal() });
    vi.advanceTimersByTime(HOLD_MS + NAMED_WITHIN_MS);
    replace({ a: named('Ana') });
    expect(current()).toBeNull();
    record({ b: named('Bo') });
    vi.advanceTimersByTime(HOLD_MS);
    replace({ b: named('Eva') });
    expect(current()).toBeNull();
  });

  test('is shown when the goal was deleted and recorded again with the name', () => {
    const { current, record, remove, replace } = open();
    record({ a: goal() });
    remove('a');
    replace({ a: named('Ana') });
    expect(current()).toBe('scorer a Ana');
  });
});
