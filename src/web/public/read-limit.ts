// How many reads of the database the signed-out readers of one network may cause (rules PUBLIC-3, PUBLIC-5).
import { openLimit } from '../../ops/limit.ts';
import type { BucketLimit } from '../../ops/token-bucket.ts';

/** Of pages, calendars and scores. */
export const PAGE_LIMIT: BucketLimit = { perSecond: 50, burst: 200 };
/** Of pictures; services that show shared links ask for few. */
export const PICTURE_LIMIT: BucketLimit = { perSecond: 1, burst: 20 };

const TERMS = {
  name: 'reads',
  keys: 20_000,
  error: 'Too many different pages at once.',
  hint: 'Wait a moment, then open the page again.',
};

/** Counts a read for a network. Throws Problem 429 when it has none left. `now`: ms on a clock that never goes back. */
export function openReadLimit(limit: BucketLimit, now?: () => number): (network: string) => void {
  const count = openLimit(limit, TERMS, now);
  return (network) => {
    const refusal = count(network);
    if (refusal !== null) throw refusal;
  };
}
