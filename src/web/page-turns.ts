// How many pages of one signed-in user are made at the same time (rule LIMIT-23). Their reads share few connections of the database
// with those of all other readers: what one user asks for at once must not fill them.
import { type FairQueue, type FairQueueLimits, openFairQueue } from '../ops/fair-queue.ts';
import { Problem } from '../ops/problem.ts';

/** Of one user. As many may wait as the allowance lets one user ask for at once (rule LIMIT-1). */
export const USER_PAGES: FairQueueLimits = { atOnce: 8, waiting: 200, waitingOfOne: 200, waitMs: 5_000 };

/** Makes a page when fewer pages of its user are being made. Throws Problem 503 when too many wait. */
type PageTurns = <T>(userId: number, make: () => Promise<T>) => Promise<T>;

export function openPageTurns(): PageTurns {
  /** Of the users who have pages here. `pages`: those that are made and those that wait. */
  const users = new Map<number, { readonly queue: FairQueue; pages: number }>();
  return async (userId, make) => {
    const own = users.get(userId) ?? { queue: openFairQueue(USER_PAGES, tooMany), pages: 0 };
    users.set(userId, own);
    own.pages += 1;
    try {
      return await own.queue.run('', make);
    } finally {
      own.pages -= 1;
      if (own.pages === 0) users.delete(userId);
    }
  };
}

const tooMany = (): Problem =>
  new Problem(503, 'You have too many pages open at the moment.', {
    code: 'busy',
    hint: 'Wait a moment, then open the page again.',
    headers: { 'retry-after': '2' },
  });
