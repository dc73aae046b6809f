// A single live match: the order of its work.
import { expect, it } from 'vitest';
import { type LiveMatch, openLiveMatch } from '../../src/live/live-match.ts';
import type { LiveEvents } from '../../src/live/events.ts';
import { openFlushBudget } from '../../src/live/flush-budget.ts';
import { TIMING } from '../../src/live/timing.ts';
import { openCommitSlots } from '../../src/live/commit-slots.ts';
import { openMarkerTurns } from '../../src/live/marker-turns.ts';
import { openDeadlines } from '../../src/ops/deadline.ts';
import { openEvents } from '../../src/ops/events.ts';
import { createLogger } from '../../src/ops/logger.ts';
import type { LogEntry } from '../../src/store/log/read.ts';
import { game } from '../support/play.ts';
import { nextTurn } from '../support/next-turn.ts';

/** A live match on a store in memory. `beforeCommit` runs while a write is stored. */
function openOnMemory(
  beforeCommit: () => Promise<void>,
  { turns = openMarkerTurns(), shown = (): void => undefined } = {},
) {
  const log: LogEntry[] = [];
  let commits = 0;
  const events = openEvents<LiveEvents>();
  events.on('committed', shown);
  const live: LiveMatch = openLiveMatch(
    'game:100',
    { fixture: game(), id: 1, seq: 0, at: 0, epoch: 'e', hand: {}, markers: [] },
    {
      store: {
        load: () => Promise.resolve(null),
        readLog: (_, seq) => Promise.resolve(log.filter((entry) => entry.seq > seq)),
        readPosition: () => Promise.resolve(undefined),
        renewEpoch: (_, epoch) => Promise.resolve(epoch),
        async commit({ changes }) {
          commits += 1;
          await beforeCommit();
          log.push(...changes.map(({ change }) => ({ seq: change.seq, at: change.at, change })));
          return 'committed';
        },
        commitLocked: () => Promise.resolve('committed'),
      },
      races: { holes: 0, wentBack: 0, lost: 0 },
      slots: openCommitSlots(4),
      turns,
      events,
      deadlines: openDeadlines(4_000),
      publish: () => undefined,
      flushBudget: openFlushBudget(TIMING),
      current: () => Promise.resolve(null),
      isClosing: () => false,
      timing: TIMING,
      logger: createLogger('silent'),
    },
  );
  return { live, log, commits: () => commits };
}

it('rule TIME-4: commands are decided one after the other, in the order in which they arrive', async () => {
  // The clock stands still: on a busy machine ten decisions may take longer than a turn may.
  const { live, log, commits } = openOnMemory(nextTurn, { turns: openMarkerTurns(() => 0) });
  const record = (score: number) => live.record({ kind: 'scores', scores: { '1': score } }, null);
  const answers: ReturnType<typeof record>[] = [];
  // The second half arrives while the first is stored.
  for (let score = 1; score <= 10; score += 1) answers.push(record(score));
  await expect.poll(commits).toBe(1);
  for (let score = 11; score <= 20; score += 1) answers.push(record(score));
  await Promise.all(answers);
  expect(log.map(({ seq }) => seq)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
  expect(log.map(({ change }) => change?.hand?.scores)).toEqual(
    log.map(({ seq }) => ({ '1': [{ seq, offset: seq }] })),
  );
});

it('lets a read of the store have its turn although writes always wait', async () => {
  let isOver = false;
  const answers: Promise<unknown>[] = [];
  const { live, log, commits } = openOnMemory(async () => {
    await nextTurn();
    // Another write comes while this one is stored.
    if (!isOver && commits() < 1_000) write();
  });
  const write = (): void => {
    answers.push(live.record({ kind: 'scores', scores: { '1': commits() + 1 } }, null));
  };
  write();
  await live.catchUp();
  expect(commits()).toBeLessThan(10);
  expect(live.match().seq).toBe(log.length);
  isOver = true;
  // And every writer is answered.
  await Promise.all(answers);
  await expect.poll(() => live.isIdle()).toBe(true);
});

const record = ({ live }: { readonly live: LiveMatch }) => live.record({ kind: 'scores', scores: { '1': 1 } }, null);

it('rule OPS-18: markers of many matches that come at once, or are stored at once, take several turns of the event loop', async () => {
  let now = 0;
  const turns = openMarkerTurns(() => now);
  const decided: number[] = [];
  const shown: number[] = [];
  const answered: number[] = [];
  let store: () => void = () => undefined;
  const stored = new Promise<void>((resolve) => (store = resolve));
  const matches = Array.from({ length: 10 }, (_, nth) => {
    // To decide takes a quarter of the time of a turn, and so does to show.
    const step = (done: number[]) => (): void => {
      now += 0.25;
      done.push(nth);
    };
    const decide = step(decided);
    const beforeCommit = (): Promise<void> => {
      decide();
      return stored;
    };
    return openOnMemory(beforeCommit, { turns, shown: step(shown) });
  });
  const answers = matches.map(async (match, nth) => {
    await record(match);
    answered.push(nth);
  });
  const inOrder = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
  for (const count of [4, 8, 10]) {
    expect(decided).toEqual(inOrder.slice(0, count));
    await nextTurn();
  }
  store();
  await nextTurn();
  for (const count of [4, 8, 10]) {
    expect([shown, answered]).toEqual([inOrder.slice(0, count), inOrder.slice(0, count)]);
    await nextTurn();
  }
  await Promise.all(answers);
  expect([decided, shown, answered]).toEqual([inOrder, inOrder, inOrder]);
  expect(matches.map(({ log }) => log.length)).toEqual(inOrder.map(() => 1));
});

it('rules OPS-18, TIME-4: markers of one match that come at once are decided in several turns, for one commit', async () => {
  let now = 0;
  let turn = 0;
  // Each look at the clock takes a quarter of the time of a turn.
  const { live, log, commits } = openOnMemory(nextTurn, { turns: openMarkerTurns(() => (now += 0.25)) });
  const count = (): void => {
    turn += 1;
    counting = setImmediate(count);
  };
  let counting = setImmediate(count);
  const inOrder = Array.from({ length: 10 }, (_, nth) => nth + 1);
  const decidedIn = new Map<number, number>();
  const answers = inOrder.map((score) => {
    const command = {
      kind: 'scores' as const,
      get scores() {
        if (!decidedIn.has(score)) decidedIn.set(score, turn);
        return { '1': score };
      },
    };
    return live.record(command, null);
  });
  const recorded = await Promise.all(answers);
  clearImmediate(counting);
  expect(recorded.map(({ match }) => match.seq)).toEqual(inOrder);
  expect(log.map(({ change }) => change?.hand?.scores)).toEqual(
    inOrder.map((seq) => ({ '1': [{ seq, offset: seq }] })),
  );
  expect([...decidedIn.keys()]).toEqual(inOrder);
  const inTurn = (one: number): number => [...decidedIn.values()].filter((other) => other === one).length;
  for (const one of decidedIn.values()) expect(inTurn(one)).toBeLessThanOrEqual(4);
  // The first one was stored alone, because it came first.
  expect(commits()).toBe(2);
});

it('rule OPS-18: one marker waits for no turn of the event loop', async () => {
  let turnsTaken = 0;
  // The clock stands still: on a busy machine a decision may take longer than a turn may.
  const one = openOnMemory(() => Promise.resolve(), { turns: openMarkerTurns(() => 0) });
  const turn = setImmediate(() => (turnsTaken += 1));
  await record(one);
  expect([one.commits(), turnsTaken]).toEqual([1, 0]);
  clearImmediate(turn);
});
