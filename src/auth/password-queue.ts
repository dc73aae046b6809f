// The queue for computing password hashes. Each takes 128 MiB and a core for about 0.3 s, so few run at once and few wait
// (rule LIMIT-11). The queue serves one address after the other.
import { type FairQueue, type FairQueueLimits, openFairQueue } from '../ops/fair-queue.ts';
import { Problem } from '../ops/problem.ts';

export const PASSWORD_QUEUE: FairQueueLimits = { atOnce: 2, waiting: 16, waitingOfOne: 8, waitMs: 5_000 };

export type PasswordQueue = FairQueue;

export const openPasswordQueue = (limits: FairQueueLimits = PASSWORD_QUEUE): PasswordQueue =>
  openFairQueue(limits, busy);

const busy = (): Problem =>
  new Problem(503, 'Too many people are signing in at the moment.', {
    hint: 'Wait a few seconds and try again. This try does not count.',
    headers: { 'retry-after': '5' },
  });
