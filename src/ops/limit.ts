// A limit that counts by a key, such as a user, a network or a match, with the answer to one that is beyond it.
import { type Problem, type ProblemCode, rateLimited } from './problem.ts';
import { type BucketLimit, bucketPolicy, openBuckets } from './token-bucket.ts';

/** `name`: in the headers of the answer. `keys`: how many are remembered. `error`, `hint`: what the answer says. */
export type LimitTerms = {
  readonly name: string;
  readonly keys: number;
  readonly error: string;
  readonly hint: string;
  readonly code?: ProblemCode;
};

/**
 * Returns a function that counts one, or `count`, for a key and returns null. If the key has fewer left, it counts none and returns the
 * Problem 429. `now`: ms on a clock that never goes back.
 */
export function openLimit<K extends string>(
  limit: BucketLimit,
  { name, keys, error, hint, code }: LimitTerms,
  now?: () => number,
): (key: K, count?: number) => Problem | null {
  const take = openBuckets<K>(limit, keys, now);
  const policy = bucketPolicy(name, limit);
  return (key, count) => {
    const seconds = take(key, count);
    return seconds === 0 ? null : rateLimited(error, { policy, seconds, hint, code });
  };
}
