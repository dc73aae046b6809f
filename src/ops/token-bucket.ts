/** How fast a bucket refills, and how many tokens it holds at most. */
export type BucketLimit = { readonly perSecond: number; readonly burst: number };

/** A bucket as it stood at `at`, ms on a clock that never goes back. */
export type TokenBucket = { left: number; at: number };

/** The tokens in the bucket at `now`, fractions included. A bucket that was never used is full. */
export function tokensLeft(bucket: Readonly<TokenBucket> | undefined, limit: BucketLimit, now: number): number {
  if (bucket === undefined) return limit.burst;
  return Math.min(limit.burst, bucket.left + ((now - bucket.at) / 1_000) * limit.perSecond);
}
