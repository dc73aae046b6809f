// How many large forms a signed-in user, or the signed-out visitors of one network, may send (rule LIMIT-19). Reading one takes
// milliseconds, of a table more. It is counted before its body is read.
import { networkOf } from '../ops/address.ts';
import { rateLimited } from '../ops/problem.ts';
import { type BucketLimit, bucketPolicy, openBuckets } from '../ops/token-bucket.ts';

export const LARGE_FORMS: BucketLimit = { perSecond: 1, burst: 40 };

/** Users and networks remembered. */
const SENDERS_MAX = 20_000;

export type FormSender = { readonly session: { readonly userId: number } | null; readonly address: string };
export type FormLimit = (sender: FormSender) => void;

/** Counts a large form. Throws Problem 429 when its sender has none left. `now`: ms on a clock that never goes back. */
export function openFormLimit(now?: () => number): FormLimit {
  const take = openBuckets(LARGE_FORMS, SENDERS_MAX, now);
  return ({ session, address }) => {
    const seconds = take(session === null ? `network ${networkOf(address)}` : `user ${session.userId}`);
    if (seconds === 0) return;
    throw rateLimited('Too many large forms at once.', {
      hint: 'Wait a moment, then send the form again.',
      policy: bucketPolicy('large-forms', LARGE_FORMS),
      seconds,
    });
  };
}
