// How many reads of the database the signed-out readers of one network may cause (rules PUBLIC-3, PUBLIC-5).
import { rateLimited } from '../../ops/problem.ts';
import { type BucketLimit, bucketPolicy, openBuckets } from '../../ops/token-bucket.ts';

/** Of pages, calendars and scores. */
export const PAGE_LIMIT: BucketLimit = { perSecond: 50, burst: 200 };
/** Of pictures; services that show shared links ask for few. */
export const PICTURE_LIMIT: BucketLimit = { perSecond: 1, burst: 20 };

/** Networks remembered. */
const NETWORKS_MAX = 20_000;

/** Counts a read for a network. Throws Problem 429 when it has none left. `now`: ms on a clock that never goes back. */
export function openReadLimit(limit: BucketLimit, now?: () => number): (network: string) => void {
  const take = openBuckets(limit, NETWORKS_MAX, now);
  return (network) => {
    const seconds = take(network);
    if (seconds === 0) return;
    throw rateLimited('Too many different pages at once.', {
      hint: 'Wait a moment, then open the page again.',
      policy: bucketPolicy('reads', limit),
      seconds,
    });
  };
}
