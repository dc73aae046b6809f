// The shared key of a club or a tournament: one at a time, its secret stored as a hash only.
import type { ISql, Sql } from './driver/sql.ts';
import { Problem } from '../ops/problem.ts';
import { type ResourceRef, writeAudit } from './audit.ts';
import { requireNoImport } from './integrations.ts';
import { transaction } from './driver/transaction.ts';

/** ms since 1970 */
export type SharedKey = { readonly id: number; readonly createdAt: number; readonly lastUsedAt: number | null };

export async function findKey(sql: ISql, { kind, id }: ResourceRef): Promise<SharedKey | null> {
  const [key] = await sql<SharedKey[]>`
    select id, created_at as "createdAt", last_used_at as "lastUsedAt" from api_token
    where kind = ${`${kind}_static`} and not revoked and ${kind === 'club' ? sql`club_id` : sql`tournament_id`} = ${id}`;
  return key ?? null;
}

export type KeyChange = {
  readonly resource: ResourceRef;
  /** Who does it. */
  readonly userId: number;
  /** Id of the key that he saw, null for none: what somebody else did meanwhile is not undone unseen. */
  readonly seen: number | null;
  /** ms since 1970 */
  readonly at: number;
};

/** Puts a key, by the hash of its secret, in the place of the one there is. Throws Problem 409 when that is another, 503. */
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

/** Takes the key away. Throws Problem 409 when it is not the one that was seen, 503. */
export async function revokeKey(sql: Sql, change: KeyChange & { readonly seen: number }): Promise<void> {
  const { resource, userId, at } = change;
  await transaction(sql, async (tx) => {
    await takeKey(tx, change);
    await writeAudit(tx, { userId, action: 'key_revoked', subject: '', resource }, at);
  });
}

/** Revokes the key there is, if it is the one that was seen. `replaced` stays false: no data file brings it back. */
async function takeKey(tx: ISql, { resource, seen }: KeyChange): Promise<void> {
  await requireNoImport(tx);
  // One after the other: two who press at once must not both be told that theirs is the key.
  await (resource.kind === 'club'
    ? tx`select from club where id = ${resource.id} for update`
    : tx`select from tournament where id = ${resource.id} for update`);
  const key = await findKey(tx, resource);
  if ((key?.id ?? null) !== seen) {
    throw new Problem(409, 'The key has changed meanwhile.', {
      hint: 'Somebody has generated, regenerated or revoked it since the page was opened: open the page again.',
    });
  }
  if (key) await tx`update api_token set revoked = true, replaced = false where id = ${key.id}`;
}
