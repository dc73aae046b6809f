// Changes that are announced before their answer, also those that are stored too late for it.
import { orStoreAway } from '../store/driver/with-deadline.ts';

/**
 * The result of `work`, after `announce`, which returns null where there is nothing to tell. Throws Problem 503 after `ms`. What is
 * stored later is announced then: a repeat of the request would change nothing, and a node with an embedded database does not poll it.
 */
export async function announced<T>(
  work: Promise<T>,
  announce: (done: T) => Promise<unknown> | null,
  ms: number,
): Promise<T> {
  const announcing = work.then(announce);
  announcing.catch(() => undefined);
  const done = await orStoreAway(work, ms);
  await announcing;
  return done;
}
