// Who gives and takes the roles of owner and moderator (rules SQUAD-1 and SQUAD-2).
import type { ManagedKind } from '../../protocol/rest/managed.ts';
import { Problem } from '../ops/problem.ts';
import type { ISql } from '../store/driver/sql.ts';
import type { ManagedFields } from './managed-apply.ts';
import type { ManagedRow, Owner } from './managed-rows.ts';

/** `by`: the user who acts; null for the key of the club. */
type Actor = { readonly kind: ManagedKind; readonly by: number | null };

/**
 * Checks a new or changed membership: only owners, administrators and the key of the club give and take the roles of owner and
 * moderator, but everyone may give up their own; the last owner stays. `before`: null for a new member. Throws Problem 403 or 409.
 */
export async function requireRoleGiver(
  tx: ISql,
  { kind, by }: Actor,
  { id: club }: Owner,
  before: Pick<ManagedRow, 'id' | 'file'> | null,
  fields: ManagedFields,
): Promise<void> {
  if (kind !== 'member') return;
  const after = { ...before?.file, ...fields };
  const current = before === null ? 'Member' : roleOf(before.file);
  const next = roleOf(after);
  // A role that is stored with a pending or former member is in force as soon as the member becomes active.
  const isForLater = next !== storedRole(after) && storedRole(after) !== storedRole(before?.file ?? {});
  if (current === next && !isForLater) return;
  if (by !== null && (isForLater || !(by === before?.id && next === 'Member'))) {
    const [actor] = await tx<{ mayGive: boolean }[]>`
      select u.is_admin or exists (select from club_member m where m.club_id = ${club} and m.user_id = u.id
        and m.status = 'active' and m.role = 'Owner') as "mayGive" from app_user u where u.id = ${by}`;
    if (actor?.mayGive !== true) {
      throw new Problem(403, 'Only an owner of the club gives and takes the roles of owner and moderator.', {
        hint: 'Ask an owner of the club.',
      });
    }
  }
  if (current !== 'Owner') return;
  const [other] = await tx`
    select from club_member where club_id = ${club} and user_id <> ${before?.id ?? 0} and status = 'active' and role = 'Owner'`;
  if (other === undefined) {
    throw new Problem(409, 'This is the last owner of the club.', { hint: 'Make another member an owner first.' });
  }
}

/** The role in force: a former or pending member counts as a plain member. */
function roleOf(fields: ManagedFields): string {
  return (fields['status'] ?? 'active') === 'active' ? storedRole(fields) : 'Member';
}

const storedRole = ({ role }: ManagedFields): string => (typeof role === 'string' ? role : 'Member');
