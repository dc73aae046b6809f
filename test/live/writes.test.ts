// A single live match: the order of its work.
import { expect, it } from 'vitest';
import { openLiveMatch } from '../../src/live/live-match.ts';
import type { LiveEvents } from '../../src/live/events.ts';
import { openFlushBudget } from '../../src/live/flush-budget.ts';
import { TIMING } from '../../src/live/timing.ts';
import { openCommitSlots } from '../../src/live/commit-slots.ts';
import { openDeadlines } from '../../src/ops/deadline.ts';
import { openEvents } from '../../src/ops/events.ts';
import { createLogger } from '../../src/ops/logger.ts';
import type { Write } from '../../src/store/log/append.ts';
import type { LogEntry } from '../../src/store/log/read.ts';
import { game } from '../support/play.ts';

it('lets a read of the store have its turn although writes always wait', async () => {
  const log: LogEntry[] = [];
  let commits = 0;
  let isOver = false;
  const answers: Promise<unknown>[] = [];
  const write = (): void => {
    answers.push(live.record({ kind: 'scores', scores: { '1': commits + 1 } }, null));
  };
  const stored = ({ changes }: Write): 'committed' => {
    log.push(...changes.map(({ change }) => ({ seq: change.seq, at: change.at, change })));
    return 'committed';
  };
  const live = openLiveMatch(
    'game:100',
    { fixture: game(), id: 1, seq: 0, at: 0, epoch: 'e', hand: {}, markers: [] },
    {
      store: {
        load: () => Promise.resolve(null),
        readLog: (_, seq) => Promise.resolve(log.filter((entry) => entry.seq > seq)),
        readPosition: () => Promise.resolve(undefined),
        renewEpoch: (_, epoch) => Promise.resolve(epoch),
        async commit(given) {
          commits += 1;
          await new Promise(setImmediate);
          // Another write comes while this one is stored.
          if (!isOver && commits < 1_000) write();
          return stored(given);
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
      log: createLogger('silent'),
    },
  );
  write();
  await live.catchUp();
  expect(commits).toBeLessThan(10);
  expect(live.match().seq).toBe(log.length);
  isOver = true;
  // And every writer is answered.
  await Promise.all(answers);
  await expect.poll(() => live.isIdle()).toBe(true);
});
