// Users for sign-in, and the sessions that they ended.
import { writeAudit } from './audit.ts';
import type { Sql } from './driver/sql.ts';
import { transaction } from './driver/transaction.ts';
import { requireNoImport } from './integrations.ts';

export type Person = {
  readonly id: number;
  readonly name: string;
  /** Null: the user cannot sign in. */
  readonly passwordHash: string | null;
};

const columns = (sql: Sql) => sql`u.id, u.name, u.password_hash as "passwordHash"`;

/** All users with this e-mail address, in lower case. Two users may have the same address. */
export const findPeople = async (sql: Sql, email: string): Promise<readonly Person[]> => sql<Person[]>`
  select ${columns(sql)} from app_user u where lower(u.email) = ${email} order by u.id`;

/** The user of a session; null for an unknown user or an ended session. */
export async function findPerson(sql: Sql, userId: number, sessionId: string): Promise<Person | null> {
  const [row] = await sql<Person[]>`
    select ${columns(sql)} from app_user u
    where u.id = ${userId} and not exists (select from ended_session e where e.id = ${sessionId})`;
  return row ?? null;
}

/** The name of a user; null for an unknown one. */
export async function findName(sql: Sql, userId: number): Promise<string | null> {
  const [row] = await sql<{ name: string }[]>`select name from app_user where id = ${userId}`;
  return row?.name ?? null;
}

/**
 * Sets the password, as the operator does, and ends the user's sessions: each session is bound to the hash of its beginning. Throws
 * Problem 503.
 */
export function setPassword(sql: Sql, { id, name }: Pick<Person, 'id' | 'name'>, passwordHash: string): Promise<void> {
  return transaction(sql, async (tx) => {
    await requireNoImport(tx);
    await tx`update app_user set password_hash = ${passwordHash} where id = ${id}`;
    const deed = { action: 'password_set', subject: name, resource: null, ownerId: id } as const;
    await writeAudit(tx, { ...deed, userId: null, otherwise: 'Operator' }, Date.now());
  });
}

/** Stores a stronger hash of the same password. Does nothing if the password has changed since. */
export async function replaceHash(sql: Sql, { id, passwordHash }: Person, newHash: string): Promise<void> {
  await sql`update app_user set password_hash = ${newHash} where id = ${id} and password_hash = ${passwordHash}`;
}

/** Ends a session and deletes records of sessions that have expired. Times in ms since 1970. */
export async function endSession(sql: Sql, sessionId: string, expiresAt: number, now: number): Promise<void> {
  await sql`
    with forgotten as (delete from ended_session where expires_at < ${now} and id <> ${sessionId})
    insert into ended_session (id, expires_at) values (${sessionId}, ${expiresAt}) on conflict do nothing`;
}
