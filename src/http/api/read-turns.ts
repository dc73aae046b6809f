// Reads that take the database and this node milliseconds: pages of logs and of past games, and the matches of a club. As many run as
// there are connections for them, and those who read take turns (rule LIMIT-23).
import { type Caller, spenderKey } from '../../auth/caller.ts';
import { type FairQueueLimits, openFairQueue } from '../../ops/fair-queue.ts';
import { Problem } from '../../ops/problem.ts';

/** One for each connection: what ends together is made in one turn of the event loop. */
export const READS: FairQueueLimits = { atOnce: 3, waiting: 2_000, waitingOfOne: 500, waitMs: 5_000 };

/** Runs a read when its caller has a turn. Throws Problem 503 when too many wait. */
export type ReadTurns = <T>(caller: Caller, read: () => Promise<T>) => Promise<T>;

export function openReadTurns(limits: FairQueueLimits = READS): ReadTurns {
  const queue = openFairQueue(limits, tooMany);
  return (caller, read) => queue.run(spenderKey(caller), read);
}

const tooMany = (): Problem =>
  new Problem(503, 'There are too many reads at the moment.', {
    code: 'busy',
    hint: 'Send the same request again after Retry-After seconds, with fewer requests at a time.',
    headers: { 'retry-after': '2' },
  });
