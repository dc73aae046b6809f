// Token buckets: allowances that refill with time (rules LIMIT-1, LIMIT-2).
import { boundedMap } from './bounded-map.ts';
import type { LimitPolicy } from './problem.ts';

/** How fast a bucket refills, and how many tokens it holds at most. */
export type BucketLimit = { readonly perSecond: number; readonly burst: number };

/** An empty bucket is full again after its window. */
export const bucketPolicy = (name: string, { perSecond, burst }: BucketLimit): LimitPolicy => ({
  name,
  quota: burst,
  windowSeconds: Math.ceil(burst / perSecond),
});

/** The state of a bucket at `at`, ms on a clock that never goes back. */
export type TokenBucket = { left: number; at: number };

/** The tokens in the bucket at `now`, fractions included. A bucket that was never used is full. */
export function tokensLeft(bucket: Readonly<TokenBucket> | undefined, limit: BucketLimit, now: number): number {
  if (bucket === undefined) return limit.burst;
  return Math.min(limit.burst, bucket.left + ((now - bucket.at) / 1_000) * limit.perSecond);
}

/** Takes one token, or `count`. Returns how many are left; negative if there were too few, and then nothing is taken. */
export function takeToken(bucket: TokenBucket, limit: BucketLimit, now: number, count = 1): number {
  const left = tokensLeft(bucket, limit, now) - count;
  if (left < 0) return left;
  bucket.left = left;
  bucket.at = now;
  return left;
}

/**
 * A bucket for each key, at most `max`: the one that was used least recently is forgotten first. Returns a function that takes one
 * token, or `count`, from the bucket of a key and returns 0. If there are too few, it takes none and returns the seconds until there
 * are enough. `now`: ms on a clock that never goes back.
 */
export function openBuckets<K extends string>(
  limit: BucketLimit,
  max: number,
  now: () => number = () => performance.now(),
): (key: K, count?: number) => number {
  const buckets = boundedMap<K, TokenBucket>(max);
  return (key, count = 1) => {
    const at = now();
    const bucket = buckets.get(key) ?? { left: limit.burst, at };
    buckets.set(key, bucket);
    return Math.max(0, -takeToken(bucket, limit, at, count) / limit.perSecond);
  };
}
