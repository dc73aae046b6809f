// Limits how fast one credential may call (rule LIMIT-1), with a token bucket per credential.
import { Problem } from '../ops/problem.ts';
import { type BucketLimit, type TokenBucket, tokensLeft } from '../ops/token-bucket.ts';
import { type Caller, credentialKey } from './caller.ts';

/** Rule LIMIT-1. */
export const RATE_LIMIT: BucketLimit = { perSecond: 1_000, burst: 2_000 };

/** At this number of buckets the full ones are deleted. */
const SWEEP_AT = 10_000;

export type Rate = {
  /** Counts one request. Throws Problem 429 with `Retry-After` when the credential has none left. */
  take(caller: Caller): void;
  /** Number of buckets in memory, for a metric. */
  size(): number;
};

/** `now`: ms from any start. It must not go back. */
export function openRate(limit: BucketLimit = RATE_LIMIT, now: () => number = () => performance.now()): Rate {
  const buckets = new Map<string, TokenBucket>();
  let sweepAt = SWEEP_AT;

  /** Deletes full buckets: a missing bucket counts as full. */
  function sweep(at: number): void {
    for (const [key, bucket] of buckets) if (tokensLeft(bucket, limit, at) >= limit.burst) buckets.delete(key);
    sweepAt = Math.max(SWEEP_AT, buckets.size * 2);
  }

  return {
    take(caller) {
      const key = credentialKey(caller);
      const at = now();
      const bucket = buckets.get(key);
      const left = tokensLeft(bucket, limit, at) - 1;
      if (left < 0) throw tooManyRequests(-left / limit.perSecond);
      if (bucket !== undefined) {
        bucket.left = left;
        bucket.at = at;
        return;
      }
      if (buckets.size >= sweepAt) sweep(at);
      buckets.set(key, { left, at });
    },
    size: () => buckets.size,
  };
}

/** 429 with `Retry-After` in whole seconds, at least one. */
export const tooManyRequests = (seconds: number): Problem =>
  new Problem(429, 'Too many requests.', {
    hint: 'Send the same request again after Retry-After seconds. A marker sent twice with the same id counts once.',
    headers: { 'retry-after': String(Math.max(1, Math.ceil(seconds))) },
  });
