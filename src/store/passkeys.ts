// Passkeys of users. A challenge is marked as answered in the transaction of what its answer does (rule ACCOUNT-8).
import { writeAudit } from './audit.ts';
import type { ISql, Sql } from './driver/sql.ts';
import { transaction } from './driver/transaction.ts';
import type { Person } from './people.ts';

/** Times in ms since 1970. */
export type Passkey = {
  /** The credential id, base64url. */
  readonly id: string;
  readonly name: string;
  readonly createdAt: number;
  readonly lastUsedAt: number | null;
};

/** What checks a signature. */
export type PasskeyCredential = {
  readonly id: string;
  /** COSE, base64url. */
  readonly publicKey: string;
  readonly counter: number;
  readonly transports: readonly string[];
};

/** `hash`: SHA-256 of the challenge, hex. */
export type AnsweredChallenge = { readonly hash: string; readonly expiresAt: number };

/** Passkeys of one user. */
const PASSKEYS_MAX = 20;
const CLEARED_AT_ONCE = 20;

export const listPasskeys = async (sql: Sql, userId: number): Promise<readonly Passkey[]> => sql<Passkey[]>`
  select id, name, created_at as "createdAt", last_used_at as "lastUsedAt" from passkey
  where user_id = ${userId} order by created_at, id`;

/** The passkey and its user; null for an unknown one. */
export async function findPasskey(
  sql: Sql,
  id: string,
): Promise<{ readonly credential: PasskeyCredential; readonly person: Person } | null> {
  const [row] = await sql<{ credential: PasskeyCredential; person: Person }[]>`
    select jsonb_build_object('id', p.id, 'publicKey', p.public_key, 'counter', p.counter, 'transports', p.transports)
        as credential,
      jsonb_build_object('id', u.id, 'name', u.name, 'isAdmin', u.is_admin, 'passwordHash', u.password_hash) as person
    from passkey p join app_user u on u.id = p.user_id where p.id = ${id}`;
  return row ?? null;
}

export type NewPasskey = {
  readonly userId: number;
  readonly name: string;
  readonly credential: PasskeyCredential;
  readonly challenge: AnsweredChallenge;
  readonly now: number;
};

/** Stores a passkey. `answered`: the challenge was answered before; `known`: it is registered; `too_many`: of one user. */
export function addPasskey(sql: Sql, passkey: NewPasskey): Promise<'added' | 'answered' | 'known' | 'too_many'> {
  const { userId, name, credential, challenge, now } = passkey;
  const { id, publicKey, counter, transports } = credential;
  return transaction(sql, async (tx) => {
    if (!(await answer(tx, challenge, now))) return 'answered';
    await tx`select from app_user where id = ${userId} for no key update`;
    const [count] = await tx<{ n: number }[]>`select count(*)::integer as n from passkey where user_id = ${userId}`;
    if ((count?.n ?? 0) >= PASSKEYS_MAX) return 'too_many';
    const added = await tx`
      insert into passkey (id, user_id, name, public_key, counter, transports, created_at)
      values (${id}, ${userId}, ${name}, ${publicKey}, ${counter}, ${JSON.stringify(transports)}::text::jsonb, ${now})
      on conflict (id) do nothing returning id`;
    if (added.length === 0) return 'known';
    await writeAudit(tx, { userId, action: 'passkey_added', subject: name, resource: null, ownerId: userId }, now);
    return 'added';
  });
}

/** Notes a sign-in. False when the challenge was answered before, or another sign-in has counted further since then. */
export function usePasskey(
  sql: Sql,
  { id, counter, challenge, now }: { id: string; counter: number; challenge: AnsweredChallenge; now: number },
): Promise<boolean> {
  return transaction(sql, async (tx) => {
    if (!(await answer(tx, challenge, now))) return false;
    const used = await tx`
      update passkey set counter = ${counter}, last_used_at = ${now}
      where id = ${id} and (counter < ${counter} or counter = 0 and ${counter}::bigint = 0) returning id`;
    return used.length > 0;
  });
}

/** False when the user has no such passkey. */
export function deletePasskey(sql: Sql, userId: number, id: string, now: number): Promise<boolean> {
  return transaction(sql, async (tx) => {
    const [gone] = await tx<{ name: string }[]>`
      delete from passkey where id = ${id} and user_id = ${userId} returning name`;
    if (gone === undefined) return false;
    const deed = { action: 'passkey_deleted', subject: gone.name, resource: null, ownerId: userId } as const;
    await writeAudit(tx, { ...deed, userId }, now);
    return true;
  });
}

/** Marks a challenge as answered; false when it was before. */
async function answer(tx: ISql, { hash, expiresAt }: AnsweredChallenge, now: number): Promise<boolean> {
  await tx`
    delete from answered_challenge where id in (
      select id from answered_challenge where expires_at < ${now} limit ${CLEARED_AT_ONCE} for update skip locked)`;
  const marked = await tx`
    insert into answered_challenge (id, expires_at) values (${hash}, ${expiresAt}) on conflict do nothing returning id`;
  return marked.length > 0;
}
