// Links to a new password: made by staff and the operator, or mailed to the person who asks.
import { requireNoImport } from './integrations.ts';
import { type ResourceRef, writeAudit } from './audit.ts';
import type { ISql, Sql } from './driver/sql.ts';
import { transaction } from './driver/transaction.ts';
import { type FoundLink, insertLink, useLink } from './one-time-links.ts';
import type { Person } from './people.ts';

/** Open password links of one account; a newer one ends the oldest (rule ACCOUNT-1). */
const OPEN_MAX = 3;
const TERM_MS = 3_600_000;

type PasswordLink = {
  readonly secretHash: string;
  readonly userId: number;
  /** The user who makes it. `operator`: a command; `person`: the person asked for it and gets it by mail. */
  readonly madeBy: number | 'operator' | 'person';
  readonly isMailed: boolean;
  /** Where it was made; null outside of a club or tournament. */
  readonly resource: ResourceRef | null;
  /** ms since 1970 */
  readonly now: number;
};

/** Returns the id of the link. */
export const makePasswordLink = (sql: Sql, link: PasswordLink): Promise<string> =>
  transaction(sql, (tx) => insertPasswordLink(tx, link));

/** Returns the id of the link. */
export async function insertPasswordLink(tx: ISql, link: PasswordLink): Promise<string> {
  const { secretHash, userId, madeBy, isMailed, resource, now } = link;
  const [person] = await tx<{ name: string }[]>`select name from app_user where id = ${userId} for no key update`;
  const maker = typeof madeBy === 'number' ? madeBy : null;
  const id = await insertLink(
    tx,
    {
      secretHash,
      purpose: 'password',
      subject: `user ${userId}`,
      madeAt: now,
      expiresAt: now + TERM_MS,
      madeBy: maker,
      isMailed,
      userId,
      resource,
    },
    OPEN_MAX,
  );
  const deed = { action: 'password_link_made', subject: person?.name ?? '', resource, ownerId: userId } as const;
  await writeAudit(tx, { ...deed, userId: madeBy === 'person' ? userId : maker, otherwise: 'Operator' }, now);
  return id;
}

/** Sets the password that a link is for. Null when the link is not open, or may not set one. Throws Problem 503. */
export function usePasswordLink(
  sql: Sql,
  secretHash: string,
  passwordHash: string,
  now: number,
): Promise<Person | null> {
  return transaction(sql, async (tx) => {
    await requireNoImport(tx);
    const link = await useLink(tx, secretHash, now);
    return link?.purpose === 'password' ? setLinkedPassword(tx, link, passwordHash, now) : null;
  });
}

/** Sets the password of the link's person; null when it may not. A new password ends the person's sessions and other links. */
export async function setLinkedPassword(
  tx: ISql,
  { person, setsPassword }: FoundLink,
  passwordHash: string,
  now: number,
): Promise<Person | null> {
  if (person === null || !setsPassword) return null;
  const [changed] = await tx<Person[]>`
    update app_user set password_hash = ${passwordHash} where id = ${person.id}
    returning id, name, is_admin as "isAdmin", password_hash as "passwordHash"`;
  const deed = { action: 'password_set', subject: person.name, resource: null, ownerId: person.id } as const;
  await writeAudit(tx, { ...deed, userId: person.id }, now);
  return changed ?? null;
}
