// How many looks at the database the signed-out readers of one network may cause (rules PUBLIC-3, PUBLIC-5).
import { LRUCache } from 'lru-cache';
import { Problem } from '../../ops/problem.ts';
import { type BucketLimit, takeToken, type TokenBucket } from '../../ops/token-bucket.ts';

/** Of pages, calendars and scores. */
export const LOOK_LIMIT: BucketLimit = { perSecond: 50, burst: 200 };
/** Of pictures; services that show shared links ask for few. */
export const PICTURE_LIMIT: BucketLimit = { perSecond: 1, burst: 20 };

/** Networks remembered. The one that came least recently is forgotten first. */
const NETWORKS_MAX = 20_000;

/** Counts a look for a network. Throws Problem 429 when it has none left. `now`: ms on a clock that never goes back. */
export function openLookAllowance(
  limit: BucketLimit,
  now: () => number = () => performance.now(),
): (network: string) => void {
  const buckets = new LRUCache<string, TokenBucket>({ max: NETWORKS_MAX });
  return (network) => {
    const at = now();
    const bucket = buckets.get(network) ?? { left: limit.burst, at };
    buckets.set(network, bucket);
    const left = takeToken(bucket, limit, at);
    if (left < 0) throw tooManyLooks(-left / limit.perSecond);
  };
}

const tooManyLooks = (seconds: number): Problem =>
  new Problem(429, 'Too many different pages at once.', {
    hint: 'Wait a moment, then open the page again.',
    headers: { 'retry-after': String(Math.max(1, Math.ceil(seconds))) },
  });
