// Counts the changes that staff make one by one, by REST and on pages together (rule MANAGE-8).
import { MANAGED_OWNERS } from '../../protocol/rest/managed.ts';
import { Problem } from '../ops/problem.ts';
import { type BucketLimit, takeToken, type TokenBucket } from '../ops/token-bucket.ts';
import type { ManagedTarget } from './managed-changes.ts';

/** Changes of one club or tournament on this node (rule MANAGE-8): each makes all nodes read their lists again. */
const CHANGES: BucketLimit = { perSecond: 2, burst: 120 };
/** Clubs and tournaments whose changes are counted. The oldest are removed first. */
const COUNTED_MAX = 10_000;

/** Counts one change. Throws Problem 429 with `Retry-After`. */
export type CountChange = (target: Pick<ManagedTarget, 'kind' | 'owner'>) => void;

export function openChangeAllowance(): CountChange {
  const changes = new Map<string, TokenBucket>();
  return ({ kind, owner }) => {
    const key = `${MANAGED_OWNERS[kind]} ${owner}`;
    const at = performance.now();
    const bucket = changes.get(key) ?? { left: CHANGES.burst, at };
    changes.delete(key);
    changes.set(key, bucket);
    for (const oldest of changes.keys()) {
      if (changes.size <= COUNTED_MAX) break;
      changes.delete(oldest);
    }
    const left = takeToken(bucket, CHANGES, at);
    if (left >= 0) return;
    throw new Problem(429, 'There are too many changes of this club or tournament.', {
      hint: 'Send the same request again after Retry-After seconds. For many rows at once, use a data file.',
      headers: { 'retry-after': String(Math.max(1, Math.ceil(-left / CHANGES.perSecond))) },
    });
  };
}
