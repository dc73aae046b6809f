// Counts the changes that staff make one by one, by REST and on pages together (rule MANAGE-8).
import { MANAGED_OWNERS } from '../../protocol/rest/managed.ts';
import { openLimit } from '../ops/limit.ts';
import type { BucketLimit } from '../ops/token-bucket.ts';
import type { ManagedTarget } from './managed-changes.ts';

/** Changes of one club or tournament on this node (rule MANAGE-8): each makes all nodes read their lists again. */
const CHANGES: BucketLimit = { perSecond: 2, burst: 120 };

const TERMS = {
  name: 'changes',
  keys: 10_000,
  error: 'There are too many changes of this club or tournament.',
  hint: 'Send the same request again after Retry-After seconds. For many rows at once, use a data file.',
};

/** Counts one change, or `count` at once. Throws Problem 429 with `Retry-After`, and then counts none. */
type CountChange = (target: Pick<ManagedTarget, 'kind' | 'owner'>, count?: number) => void;

export function openChangeAllowance(): CountChange {
  const take = openLimit(CHANGES, TERMS);
  return ({ kind, owner }, count) => {
    const refusal = take(`${MANAGED_OWNERS[kind]} ${owner}`, count);
    if (refusal !== null) throw refusal;
  };
}
