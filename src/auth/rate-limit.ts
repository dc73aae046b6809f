// Limits the request rate of each spender (rule LIMIT-1) with a token bucket. Nodes exchange their counts once a second, so
// that the limit holds for all nodes together.
import { Problem, rateLimitHeaders, waitHeaders } from '../ops/problem.ts';
import { type BucketLimit, bucketPolicy, takeToken, type TokenBucket, tokensLeft } from '../ops/token-bucket.ts';
import { type Spender, spenderKey } from './caller.ts';

/** Rule LIMIT-1. */
export const RATE_LIMIT: BucketLimit = { perSecond: 1_000, burst: 2_000 };

/** An answer counts as one more request for each full part of this length: a large one takes as long as many small ones. */
const ANSWER_BYTES = 64 * 1_024;
/** A body counts as one more request for each full part of this length: to read it takes time before it can be refused. */
const BODY_BYTES = 4 * 1_024;
/** A page that is made for a signed-in user counts as this many requests: it takes as long. */
export const PAGE_REQUESTS = 10;

/** At this number of buckets the full ones are deleted. */
const SWEEP_AT = 10_000;
/**
 * Nodes exchange the counts of spenders with at least this many requests since the last message. Smaller counts do not affect
 * the limit.
 */
const PUBLISH_FROM = 20;
/** Maximum number of spenders in one message. Those with the most requests come first. */
const PUBLISH_MAX = 500;

export type Rate = ReturnType<typeof openRate>;

/** `spent`: requests since the last message to other nodes. */
type Bucket = TokenBucket & { spent: number };

/** `now`: ms from any start. It must not go back. */
export function openRate(limit: BucketLimit = RATE_LIMIT, now: () => number = () => performance.now()) {
  const buckets = new Map<string, Bucket>();
  let sweepAt = SWEEP_AT;

  /** Deletes full buckets: a missing bucket counts as full. */
  function sweep(at: number): void {
    for (const [key, bucket] of buckets) if (tokensLeft(bucket, limit, at) >= limit.burst) buckets.delete(key);
    sweepAt = Math.max(SWEEP_AT, buckets.size * 2);
  }

  function bucketOf(key: string, at: number): Bucket {
    const known = buckets.get(key);
    if (known) return known;
    if (buckets.size >= sweepAt) sweep(at);
    const bucket = { left: limit.burst, at, spent: 0 };
    buckets.set(key, bucket);
    return bucket;
  }

  /** The debt is at most one burst, even if several nodes each spent a whole one. */
  function overdraw(key: string, count: number): Bucket {
    const at = now();
    const bucket = bucketOf(key, at);
    bucket.left = Math.max(-limit.burst, tokensLeft(bucket, limit, at) - count);
    bucket.at = at;
    return bucket;
  }

  function moreRequests(caller: Spender, count: number): number | null {
    if (count === 0) return null;
    const bucket = overdraw(spenderKey(caller), count);
    bucket.spent += count;
    return Math.max(0, Math.floor(bucket.left));
  }

  return {
    /**
     * Counts one request, or `count`. Returns how many more may follow at once, a whole number. Throws Problem 429 with
     * `Retry-After` when there are fewer.
     */
    take(caller: Spender, count = 1): number {
      const at = now();
      const bucket = bucketOf(spenderKey(caller), at);
      const left = takeToken(bucket, limit, at, count);
      if (left < 0) throw tooManyRequests(-left / limit.perSecond);
      bucket.spent += count;
      return Math.floor(left);
    },
    /**
     * Counts an answer of this length as further requests if it is large. It may overdraw the bucket, by a burst at most: the next
     * requests wait for it. Returns how many may follow at once; null for an answer that is not large.
     */
    answered: (caller: Spender, length: number): number | null =>
      moreRequests(caller, Math.floor(length / ANSWER_BYTES)),
    /** The same for a body that has arrived. */
    received: (caller: Spender, length: number): number | null => moreRequests(caller, Math.floor(length / BODY_BYTES)),
    /** The requests on this node since the last call, by spender; only counts that other nodes need. */
    spent(): Readonly<Record<string, number>> {
      const published: [string, number][] = [];
      for (const [key, bucket] of buckets) {
        if (bucket.spent >= PUBLISH_FROM) published.push([key, bucket.spent]);
        bucket.spent = 0;
      }
      if (published.length > PUBLISH_MAX) published.sort(([, a], [, b]) => b - a);
      return Object.fromEntries(published.slice(0, PUBLISH_MAX));
    },
    /** Counts requests on another node. */
    charge(spent: Readonly<Record<string, number>>): void {
      for (const [key, count] of Object.entries(spent)) overdraw(key, count);
    },
    /** Number of buckets in memory. */
    size: () => buckets.size,
  };
}

const REQUESTS = bucketPolicy('requests', RATE_LIMIT);

/** The `RateLimit` headers of a spender with `left` requests. The bucket is full again after the `t` seconds in them. */
export const requestLimitHeaders = (left: number) =>
  rateLimitHeaders(REQUESTS, left, Math.max(1, Math.ceil((RATE_LIMIT.burst - left) / RATE_LIMIT.perSecond)));

const tooManyRequests = (seconds: number): Problem =>
  new Problem(429, 'Too many requests.', {
    code: 'allowance_spent',
    hint: 'Send the same request again after Retry-After seconds. A marker sent twice with the same id counts once.',
    headers: { ...waitHeaders(REQUESTS, seconds), ...requestLimitHeaders(0) },
  });
