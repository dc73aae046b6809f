// A delayed match, without a browser: states, a clock that the test moves, and a storage.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Board, BoardEvent, MatchState } from '../../../protocol/wire/board.ts';
import type { Cause } from '../../../protocol/wire/down.ts';
import { type Delay, openDelay, type DelayStorage } from '../../../src/browser/shared/delay.ts';
import type { StateUpdate } from '../../../src/browser/shared/follow.ts';
import { showsCancelled } from '../../../src/browser/shared/cancelled-events.ts';
import { shownMatch } from '../../support/shown-state.ts';

const CHANNEL = 'match:701';
const DELAY_MS = 8_000;
/** The server's clock when a test begins. It differs from the browser's. */
const START = 1_800_000_000_000;

const base = shownMatch('before kick-off, names not known');
const goalOf = (team: 'home' | 'away', more: Partial<BoardEvent> = {}): BoardEvent => ({
  type: 'Goal',
  at: '2026-11-22T10:00:00.000Z',
  team,
  own_goal: false,
  ...more,
});
/** The match with these entries, and a score to match. */
function stateWith(events: Board['events'], more: Partial<Board> = {}): MatchState {
  const count = (side: string): number => Object.values(events).filter(({ team }) => team === side).length;
  const board = { ...base.matches['701'], score: { home: count('home'), away: count('away') }, events, ...more };
  return { ...base, matches: { '701': board as MatchState['matches'][string] } };
}

let serverNow = START;
let shown: StateUpdate[];
let delay: Delay;
let kept: Map<string, string>;
let storage: DelayStorage;

beforeEach(() => {
  vi.useFakeTimers();
  serverNow = START;
  shown = [];
  kept = new Map();
  storage = { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => void kept.set(key, value) };
  delay = open();
});
afterEach(() => {
  delay.stop();
  vi.useRealTimers();
});

const open = (delayMs = DELAY_MS): Delay =>
  openDelay({ channel: CHANNEL, delayMs, now: () => serverNow, show: (update) => shown.push(update), storage });
let seq = 100;
const update = (state: MatchState, at: number, cause: readonly Cause[] = []): StateUpdate => ({
  kind: 'state',
  channel: CHANNEL,
  epoch: 'e',
  seq: (seq += 1),
  at,
  state,
  cause,
});
async function pass(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 100) {
    serverNow += 100;
    await vi.advanceTimersByTimeAsync(100);
  }
}
const recorded = (id: string): Cause[] => [{ action: 'recorded', marker_id: id, type: 'Goal' }];
const deleted = (id: string): Cause[] => [{ action: 'deleted', marker_id: id, type: 'Goal' }];
const scores = (): unknown[] => shown.map(({ state }) => (state as MatchState).matches['701']?.score.home);

describe('a delayed match', () => {
  test('rule PAGE-8: shows each state when it is as old as the delay, not before', async () => {
    delay.add(update(stateWith({}), START - 60_000));
    expect(scores()).toEqual([0]);
    delay.add(update(stateWith({ a: goalOf('home') }), START, recorded('a')));
    await pass(7_900);
    expect(scores()).toEqual([0]);
    await pass(100);
    expect(scores()).toEqual([0, 1]);
    expect(shown[1]?.cause).toEqual(recorded('a'));
  });

  test('shows nothing at first when the newest state is too young, and reports the wait', async () => {
    delay.add(update(stateWith({ a: goalOf('home') }), START - 3_000));
    expect([shown.length, delay.waitMs()]).toEqual([0, 5_000]);
    await pass(4_900);
    expect(shown).toEqual([]);
    await pass(100);
    expect([scores(), delay.waitMs()]).toEqual([[1], null]);
  });

  test('rule PAGE-8: never shows a goal that was cancelled within the delay', async () => {
    delay.add(update(stateWith({}), START - 60_000));
    delay.add(update(stateWith({ a: goalOf('home') }), START, recorded('a')));
    await pass(3_000);
    delay.add(update(stateWith({}), START + 3_000, deleted('a')));
    await pass(30_000);
    expect(scores()).toEqual([0, 0]);
  });

  test('reports the causes of a dropped state with the next state', async () => {
    delay.add(update(stateWith({}), START - 60_000));
    delay.add(update(stateWith({ a: goalOf('away') }), START, recorded('a')));
    delay.add(update(stateWith({ a: goalOf('away'), b: goalOf('home') }), START + 500, recorded('b')));
    await pass(2_000);
    delay.add(update(stateWith({ b: goalOf('home') }), START + 2_000, deleted('a')));
    await pass(9_900);
    expect(shown.map(({ state }) => state.matches['701']?.score)).toEqual([
      { home: 0, away: 0 },
      { home: 1, away: 0 },
    ]);
    expect(shown[1]?.cause).toEqual([...recorded('a'), ...recorded('b'), ...deleted('a')]);
  });

  test('shows the cancellation of a goal that was already shown', async () => {
    delay.add(update(stateWith({}), START - 60_000));
    delay.add(update(stateWith({ a: goalOf('home') }), START, recorded('a')));
    await pass(9_000);
    delay.add(update(stateWith({}), START + 9_000, deleted('a')));
    await pass(8_000);
    expect(scores()).toEqual([0, 1, 0]);
  });

  test('starts again with a new epoch', async () => {
    delay.add(update(stateWith({}), START - 60_000));
    delay.add(update(stateWith({ a: goalOf('home') }), START, recorded('a')));
    delay.add({ ...update(stateWith({}), START + 1_000), epoch: 'another' });
    await pass(10_000);
    expect(scores()).toEqual([0, 0]);
  });

  test('without a delay is shown at once', () => {
    const live = open(0);
    live.add(update(stateWith({ a: goalOf('home') }), START));
    expect([scores(), live.waitMs()]).toEqual([[1], null]);
  });
});

describe('a page that is loaded again', () => {
  const reload = (): void => {
    delay.stop();
    shown = [];
    delay = open();
  };

  test('continues with the stored states while the newest state is too young', async () => {
    const [before, after] = [stateWith({}), stateWith({ a: goalOf('home') })];
    delay.add(update(before, START - 60_000));
    await pass(1_000);
    const goal = update(after, serverNow, recorded('a'));
    delay.add(goal);
    await pass(2_000);
    reload();
    serverNow += 1_000;
    delay.add({ ...goal, cause: [] });
    expect(scores()).toEqual([0]);
    await pass(4_900);
    expect(scores()).toEqual([0]);
    await pass(200);
    expect(scores()).toEqual([0, 1]);
    expect(shown[1]?.cause).toEqual([]);
  });

  test.each([
    ['was away for longer than the delay', 9_000],
    ['was away for a day', 86_400_000],
  ])('shows nothing too young and nothing outdated when it %s', async (_what, awayMs) => {
    delay.add(update(stateWith({}), START - 60_000));
    await pass(1_000);
    reload();
    serverNow += awayMs;
    delay.add(update(stateWith({ a: goalOf('home') }), serverNow - 1_000));
    expect(shown).toEqual([]);
    await pass(7_000);
    expect(scores()).toEqual([1]);
  });

  test.each(['nonsense', '{}', '["{}","x"]', '[1]'])('works with invalid stored data: %s', (text) => {
    kept.set(`touchline.shown:${CHANNEL}`, text);
    kept.set(`touchline.until:${CHANNEL}`, String(START));
    delay.add(update(stateWith({}), START - 1_000));
    expect(shown).toEqual([]);
  });

  test('works without storage', () => {
    storage = {
      getItem: () => null,
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError');
      },
    };
    delay = open();
    delay.add(update(stateWith({}), START - 60_000));
    expect(scores()).toEqual([0]);
  });
});

describe('cancelled entries', () => {
  const none = stateWith({});
  const one = stateWith({ a: goalOf('home') });
  const byHand = (home: number) => stateWith({}, { score: { home, away: 0 } });
  const kicks = (home: number) =>
    stateWith({}, { score: { home: 1, away: 1, home_penalties: home, away_penalties: 0 } });
  test.each([
    ['an entry that is gone', none, one, none, true],
    ['an entry that counts for the other side', none, one, stateWith({ a: goalOf('away') }), true],
    ['an entry of another type', none, one, stateWith({ a: goalOf('home', { type: 'Miss' }) }), true],
    ['an entry that was shown already', one, one, none, false],
    ['an entry that stays', none, one, one, false],
    ['a name that was put right', none, one, stateWith({ a: goalOf('home', { player: { name: 'Ana' } }) }), false],
    ['a manual score that goes down again', byHand(0), byHand(1), byHand(0), true],
    ['a score that goes on', byHand(0), byHand(1), byHand(2), false],
    ['a score that was shown too high already', byHand(3), byHand(3), byHand(2), false],
    ['a kick that did not count', kicks(1), kicks(2), kicks(1), true],
    ['at first sight, a goal that is gone', null, one, none, true],
    ['at first sight, nothing', null, none, one, false],
  ])('%s', (_what, before, state, later, expected) => {
    expect(showsCancelled(before, state, later)).toBe(expected);
  });
});
