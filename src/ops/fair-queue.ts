// A queue for work that takes much memory or time, such as password hashes: few run at once and few wait. It serves one client after
// the other: many pieces of work of one client do not delay another one.
import type { Problem } from './problem.ts';

export type FairQueueLimits = {
  /** Pieces of work at the same time. */
  readonly atOnce: number;
  /** Maximum number of waiting pieces, in all and of one client. */
  readonly waiting: number;
  readonly waitingOfOne: number;
  /** What has waited longer than this is refused, ms: its client may be gone. */
  readonly waitMs: number;
};

export type FairQueue = ReturnType<typeof openFairQueue>;

/** `busy`: the refusal of what cannot wait. */
export function openFairQueue(limits: FairQueueLimits, busy: () => Problem) {
  /** The waiting work as functions that start it, by client. The first client is the next one. */
  const queues = new Map<string, (() => void)[]>();
  let running = 0;
  let waiting = 0;

  function enter(client: string): Promise<void> {
    if (running < limits.atOnce) {
      running += 1;
      return Promise.resolve();
    }
    if (!hasRoom(client)) return Promise.reject(busy());
    const queue = queues.get(client) ?? [];
    waiting += 1;
    queues.set(client, queue);
    return new Promise((resolve) => queue.push(resolve));
  }

  /** Whether one more piece of this client's work may wait. */
  const hasRoom = (client: string): boolean =>
    waiting < limits.waiting && (queues.get(client)?.length ?? 0) < limits.waitingOfOne;

  /** Starts the work of the next client, which then goes to the end. */
  function leave(): void {
    const [next] = queues;
    const start = next?.[1].shift();
    if (next === undefined || start === undefined) {
      running -= 1;
      return;
    }
    const [client, queue] = next;
    queues.delete(client);
    if (queue.length > 0) queues.set(client, queue);
    waiting -= 1;
    start();
  }

  return {
    /**
     * Runs `work` when the queue reaches it. Throws `busy`: at once if too many wait, and after a long wait. `began`: when the
     * wait of the client began, as `performance.now()`.
     */
    async run<T>(client: string, work: () => Promise<T>, began = performance.now()): Promise<T> {
      await enter(client);
      try {
        if (performance.now() - began > limits.waitMs) throw busy();
        return await work();
      } finally {
        leave();
      }
    },
    /** Throws `busy` when too many wait: for a client that has work to do before. */
    requireRoom(client: string): void {
      if (!hasRoom(client)) throw busy();
    },
    /** Number of waiting pieces. */
    waiting: () => waiting,
  };
}
