// The shared key of a club or tournament. There is at most one; only the hash of its secret is stored.
import type { ISql, Sql } from './driver/sql.ts';
import { Problem } from '../ops/problem.ts';
import { columnOf, type ResourceRef, writeAudit } from './audit.ts';
import { requireNoImport } from './integrations.ts';
import { transaction } from './driver/transaction.ts';

/** Times in ms since 1970. `lastUsedAt`: null before the first use. */
export type SharedKey = { readonly id: number; readonly createdAt: number; readonly lastUsedAt: number | null };

/** The key in use; null when there is none. */
export async function findKey(sql: ISql, resource: ResourceRef): Promise<SharedKey | null> {
  const [key] = await sql<SharedKey[]>`
    select id, created_at as "createdAt", last_used_at as "lastUsedAt" from api_token
    where kind = ${`${resource.kind}_static`} and not revoked and ${columnOf(sql, resource)} = ${resource.id}`;
  return key ?? null;
}

type KeyChange = {
  readonly resource: ResourceRef;
  /** The user who changes it. */
  readonly userId: number;
  /** Id of the key that the user saw, null for none: a change by another user in the meantime is a conflict. */
  readonly seen: number | null;
  /** ms since 1970 */
  readonly at: number;
};

/** Replaces the key with a new one, given by the hash of its secret. Throws Problem 409 if the key has changed, or 503. */
export async function replaceKey(sql: Sql, change: KeyChange, tokenHash: string): Promise<void> {
  const { resource, userId, seen, at } = change;
  const { kind, id } = resource;
  await transaction(sql, async (tx) => {
    await takeKey(tx, change);
    await tx`
      insert into api_token (kind, token_hash, club_id, tournament_id, created_at)
      values (${`${kind}_static`}, ${tokenHash}, ${kind === 'club' ? id : null}, ${kind === 'club' ? null : id}, ${at})`;
    const action = seen === null ? 'key_generated' : 'key_regenerated';
    await writeAudit(tx, { userId, action, subject: '', resource }, at);
  });
}

/** Revokes the key. Throws Problem 409 if it is not the key that the user saw, or 503. */
export async function revokeKey(sql: Sql, change: KeyChange & { readonly seen: number }): Promise<void> {
  const { resource, userId, at } = change;
  await transaction(sql, async (tx) => {
    await takeKey(tx, change);
    await writeAudit(tx, { userId, action: 'key_revoked', subject: '', resource }, at);
  });
}

/** Revokes the current key if it is the one that the user saw. `replaced` stays false: no data file restores it. */
async function takeKey(tx: ISql, { resource, seen }: KeyChange): Promise<void> {
  await requireNoImport(tx);
  // Serialises two simultaneous changes: only one of them may succeed.
  await tx`select from ${tx(resource.kind)} where id = ${resource.id} for update`;
  const key = await findKey(tx, resource);
  if ((key?.id ?? null) !== seen) {
    throw new Problem(409, 'The key has changed.', {
      hint: 'Another user generated, regenerated or revoked it after you opened the page. Open the page again.',
    });
  }
  if (key) await tx`update api_token set revoked = true, replaced = false where id = ${key.id}`;
}
