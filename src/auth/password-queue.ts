// The queue for computing password hashes. Each takes 128 MiB and a core for about 0.3 s, so few run at once and few wait
// (rule LIMIT-11). The queue serves one address after the other: many attempts from one address do not delay another one.
import { Problem } from '../ops/problem.ts';

export type PasswordQueueLimits = {
  /** Computations at the same time. */
  readonly atOnce: number;
  /** Maximum number of waiting computations, in all and for one address. */
  readonly waiting: number;
  readonly waitingOfOne: number;
  /** A computation that has waited longer than this is refused, ms: its client may be gone. */
  readonly waitMs: number;
};
export const PASSWORD_QUEUE: PasswordQueueLimits = { atOnce: 2, waiting: 16, waitingOfOne: 8, waitMs: 5_000 };

export type PasswordQueue = ReturnType<typeof openPasswordQueue>;

export function openPasswordQueue(limits: PasswordQueueLimits = PASSWORD_QUEUE) {
  /** The waiting computations as functions that start them, by address. The first address is the next one. */
  const queues = new Map<string, (() => void)[]>();
  let running = 0;
  let waiting = 0;

  function enter(address: string): Promise<void> {
    if (running < limits.atOnce) {
      running += 1;
      return Promise.resolve();
    }
    const queue = queues.get(address) ?? [];
    if (waiting >= limits.waiting || queue.length >= limits.waitingOfOne) return Promise.reject(busy());
    waiting += 1;
    queues.set(address, queue);
    return new Promise((resolve) => queue.push(resolve));
  }

  /** Starts a computation of the next address, which then goes to the end. */
  function leave(): void {
    const [next] = queues;
    const start = next?.[1].shift();
    if (next === undefined || start === undefined) {
      running -= 1;
      return;
    }
    const [address, queue] = next;
    queues.delete(address);
    if (queue.length > 0) queues.set(address, queue);
    waiting -= 1;
    start();
  }

  return {
    /** Runs `work` when the queue reaches it. Throws Problem 503: at once if too many wait, and after a long wait. */
    async run<T>(address: string, work: () => Promise<T>): Promise<T> {
      const began = performance.now();
      await enter(address);
      try {
        if (performance.now() - began > limits.waitMs) throw busy();
        return await work();
      } finally {
        leave();
      }
    },
    /** Number of waiting computations. */
    waiting: () => waiting,
  };
}

const busy = (): Problem =>
  new Problem(503, 'Too many people are signing in at the moment.', {
    hint: 'Wait a few seconds and try again. This try does not count.',
    headers: { 'retry-after': '5' },
  });
