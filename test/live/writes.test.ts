// A single live match: the order of its work.
import { expect, it } from 'vitest';
import { type LiveMatch, openLiveMatch } from '../../src/live/live-match.ts';
import type { LiveEvents } from '../../src/live/events.ts';
import { openFlushBudget } from '../../src/live/flush-budget.ts';
import { TIMING } from '../../src/live/timing.ts';
import { openCommitSlots } from '../../src/live/commit-slots.ts';
import { openDeadlines } from '../../src/ops/deadline.ts';
import { openEvents } from '../../src/ops/events.ts';
import { createLogger } from '../../src/ops/logger.ts';
import type { LogEntry } from '../../src/store/log/read.ts';
import { game } from '../support/play.ts';
import { nextTurn } from '../support/next-turn.ts';

/** A live match on a store in memory. `beforeCommit` runs while a write is stored. */
function openOnMemory(beforeCommit: () => Promise<void>): { live: LiveMatch; log: LogEntry[]; commits: () => number } {
  const log: LogEntry[] = [];
  let commits = 0;
  const live = openLiveMatch(
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
      deadlines: openDeadlines(4_000),
      events: openEvents<LiveEvents>(),
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
  const { live, log, commits } = openOnMemory(nextTurn);
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
