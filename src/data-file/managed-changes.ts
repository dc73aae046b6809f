// Creates, changes and deletes one row for staff. A change is a data file with this one row: it has the same checks, moves the
// same live matches and gives the same errors (rule MANAGE-1).
import { MANAGED_NAMES, MANAGED_OWNERS, type ManagedKind } from '../../protocol/rest/managed.ts';
import type { MatchRef } from '../../protocol/wire/ids.ts';
import { notFound } from '../ops/not-found.ts';
import { Problem } from '../ops/problem.ts';
import { type Action, writeAudit } from '../store/audit.ts';
import type { ISql, Sql } from '../store/driver/sql.ts';
import { fillPlaces } from './fill-places.ts';
import { withImportLock } from './import-lock.ts';
import { applyEntries, changedEntry, type ManagedFields, newEntry, nextIds } from './managed-apply.ts';
import { deleteRow } from './managed-deletion.ts';
import { requireOwnClub, requireOwnName } from './managed-people.ts';
import { requireReason } from './managed-results.ts';
import { requireRoleGiver } from './managed-roles.ts';
import { etagOf, type ManagedRow, type Owner, readById, readManaged, requireOwner } from './managed-rows.ts';

/** A club or tournament by its slug, and who asks. `by`: the user; null for an API key. */
export type OwnerTarget = { readonly owner: string; readonly by: number | null };
/** Which kind of its rows. */
export type ManagedTarget = OwnerTarget & { readonly kind: ManagedKind };

/** The row after the work, whether it changed, and the stored matches that changed with it. */
export type Managed = {
  readonly row: ManagedRow;
  readonly isChanged: boolean;
  readonly affected: readonly MatchRef[];
};

/** How long an Idempotency-Key is kept. */
const KEY_MS = 86_400_000;

/**
 * Creates a row (rule MANAGE-4). The same `idempotencyKey` again gives the row of the first time, with `isNew` false (rule
 * MANAGE-5). Throws Problem 404, 422 or 503.
 */
export function createManaged(
  sql: Sql,
  target: ManagedTarget,
  fields: ManagedFields,
  idempotencyKey: string | null,
): Promise<Managed & { readonly isNew: boolean }> {
  const { kind } = target;
  return managing(sql, target, async (tx, owner) => {
    const scope = `${kind} ${owner.id}`;
    const known = await rowOfKey(tx, scope, idempotencyKey);
    if (known !== null) {
      const row = await readById(tx, kind, owner, known);
      if (row === null) {
        throw new Problem(404, `The ${kind} of this Idempotency-Key was deleted.`, {
          hint: 'Send another key to create a new one.',
        });
      }
      return { row, affected: [], isChanged: false, isNew: false };
    }
    await requireRoleGiver(tx, target, owner, null, fields);
    await requireOwnClub(tx, target, owner, null, fields);
    const id = await nextIds(tx);
    const affected = await applyEntries(tx, owner, [newEntry(kind, id, fields)]);
    await keepKey(tx, scope, idempotencyKey, id);
    const row = await readById(tx, kind, owner, id);
    if (row === null) throw new TypeError(`The new ${kind} ${id} is not stored.`);
    if (kind === 'match') await requireReason(tx, row, fields);
    await audit(tx, owner, target.by, 'row_created', `${kind} ${row.title}`);
    return { row, affected, isChanged: true, isNew: true };
  });
}

/**
 * Changes a row: a field that is left out stays (rule MANAGE-6). `ifMatch`: the ETag that the row must have, null for any.
 * Throws Problem 404, 412, 422 or 503.
 */
export function changeManaged(
  sql: Sql,
  target: ManagedTarget,
  key: string,
  fields: ManagedFields,
  ifMatch: string | null,
): Promise<Managed> {
  const { kind } = target;
  return managing(sql, target, async (tx, owner) => {
    const before = await requireRow(tx, kind, owner, key, ifMatch);
    await requireRoleGiver(tx, target, owner, before, fields);
    await requireOwnClub(tx, target, owner, before, fields);
    const slug = await requireOwnName(tx, kind, owner, before, fields);
    const affected = await applyEntries(tx, owner, [changedEntry(kind, before, fields, slug)]);
    const row = await readById(tx, kind, owner, before.id);
    if (row === null) throw new TypeError(`The ${kind} ${key} is no longer stored.`);
    if (kind === 'match') await requireReason(tx, row, fields);
    const isChanged = etagOf(row) !== etagOf(before);
    if (isChanged) await audit(tx, owner, target.by, 'row_changed', `${kind} ${row.title}`);
    return { row, affected, isChanged };
  });
}

/** Deletes a row (rule MANAGE-7). Throws Problem 404, 409, 412 or 503. */
export function deleteManaged(sql: Sql, target: ManagedTarget, key: string, ifMatch: string | null): Promise<Managed> {
  const { kind } = target;
  return managing(sql, target, async (tx, owner) => {
    const row = await requireRow(tx, kind, owner, key, ifMatch);
    const affected = await (kind === 'member' || kind === 'junior'
      ? leave(tx, target, owner, row)
      : deleteRow(tx, kind, owner, row));
    await audit(tx, owner, target.by, 'row_deleted', `${kind} ${row.title}`);
    // Without the match its group may be decided.
    const filled = owner.kind === 'tournament' ? await fillPlaces(tx, [owner.id]) : [];
    return { row, affected: [...affected, ...filled], isChanged: true };
  });
}

async function leave(tx: ISql, target: ManagedTarget, owner: Owner, row: ManagedRow): Promise<readonly MatchRef[]> {
  const fields = { status: 'former' };
  await requireRoleGiver(tx, target, owner, row, fields);
  return applyEntries(tx, owner, [changedEntry(target.kind, row, fields)]);
}

/** The row with this key. Throws Problem 404. */
export async function findManaged(sql: Sql, { kind, owner: slug }: ManagedTarget, key: string): Promise<Managed> {
  const owner = await requireOwner(sql, MANAGED_OWNERS[kind], slug);
  return { row: await requireRow(sql, kind, owner, key, null), affected: [], isChanged: false };
}

/** Runs `work` under the lock of imports. Throws Problem 404 or 503. */
export const managing = <T>(
  sql: Sql,
  { kind, owner: slug }: Pick<ManagedTarget, 'kind' | 'owner'>,
  work: (tx: ISql, owner: Owner) => Promise<T>,
): Promise<T> =>
  withImportLock(sql, `${MANAGED_OWNERS[kind]} ${slug}`, async (tx) =>
    work(tx, await requireOwner(tx, MANAGED_OWNERS[kind], slug)),
  );

/** Throws Problem 404 or 412. */
export async function requireRow(
  tx: ISql,
  kind: ManagedKind,
  owner: Owner,
  key: string,
  ifMatch: string | null,
): Promise<ManagedRow> {
  const row = await readManaged(tx, kind, owner, key);
  if (row === null) throw notFound(MANAGED_NAMES[kind]);
  requireVersion(kind, row, ifMatch);
  return row;
}

/** Throws Problem 412 unless the row has one of these ETags; null is any. `kind`: for the message. */
export function requireVersion(kind: string, row: Pick<ManagedRow, 'file'>, ifMatch: string | null): void {
  if (ifMatch === null || ifMatch === '*') return;
  if (ifMatch.split(',').some((tag) => tag.trim() === etagOf(row))) return;
  throw new Problem(412, `This ${kind} has changed since you read it.`, {
    hint: 'Read it again, apply your change to the new version, and send it with the new ETag as If-Match.',
  });
}

/** The row that this Idempotency-Key made; null for a new key, and without one. */
export async function rowOfKey(tx: ISql, scope: string, key: string | null): Promise<number | null> {
  if (key === null) return null;
  await tx`delete from creation_key where at < ${Date.now() - KEY_MS}`;
  const [row] = await tx<{ id: number }[]>`select id from creation_key where scope = ${scope} and key = ${key}`;
  return row?.id ?? null;
}

export async function keepKey(tx: ISql, scope: string, key: string | null, id: number): Promise<void> {
  if (key === null) return;
  await tx`insert into creation_key (scope, key, id, at) values (${scope}, ${key}, ${id}, ${Date.now()})`;
}

/** Notes in the trail what was done in a club or tournament. `by`: the user; null for an API key. */
export const audit = (
  tx: ISql,
  { kind, id }: Pick<Owner, 'kind' | 'id'>,
  by: number | null,
  action: Action,
  subject: string,
): Promise<void> => writeAudit(tx, { userId: by, action, subject, resource: { kind, id } }, Date.now());
