// How fast one credential may call (rule LIMIT-1): a bucket that holds a burst and refills steadily.
import { Problem } from '../ops/problem.ts';
import { type Caller, credentialKey } from './caller.ts';

export type RateLimit = { readonly perSecond: number; readonly burst: number };
/** Rule LIMIT-1. */
export const RATE_LIMIT: RateLimit = { perSecond: 1_000, burst: 2_000 };

/** Buckets looked over for full ones when so many are held. */
const SWEEP_AT = 10_000;

type Bucket = { left: number; at: number };

export type Rate = {
  /** Counts one request. Throws Problem 429 with `Retry-After` when the credential has none left. */
  take(caller: Caller): void;
  /** Credentials remembered, for whoever watches the memory. */
  size(): number;
};

/** `now`: ms, from any start; it must not go back. */
export function openRate(limit: RateLimit = RATE_LIMIT, now: () => number = () => performance.now()): Rate {
  const buckets = new Map<string, Bucket>();
  let sweepAt = SWEEP_AT;

  function filled(bucket: Bucket, at: number): number {
    return Math.min(limit.burst, bucket.left + ((at - bucket.at) / 1_000) * limit.perSecond);
  }

  /** A full bucket says nothing: it is as good as none. */
  function sweep(at: number): void {
    for (const [key, bucket] of buckets) if (filled(bucket, at) >= limit.burst) buckets.delete(key);
    sweepAt = Math.max(SWEEP_AT, buckets.size * 2);
  }

  return {
    take(caller) {
      const key = credentialKey(caller);
      const at = now();
      const bucket = buckets.get(key);
      const left = (bucket === undefined ? limit.burst : filled(bucket, at)) - 1;
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

/** 429; `Retry-After` is in whole seconds, at least one. */
export const tooManyRequests = (seconds: number): Problem =>
  new Problem(429, 'Too many requests.', {
    hint: 'Send the same request again after Retry-After seconds; a marker sent twice with the same id counts once.',
    headers: { 'retry-after': String(Math.max(1, Math.ceil(seconds))) },
  });
