// Invitations to a club or a tournament: who may make them, which are open, and which people may get a link.
import type { LimitPolicy } from '../ops/problem.ts';
import { type ResourceRef, writeAudit } from './audit.ts';
import type { ISql, Sql } from './driver/sql.ts';
import { transaction } from './driver/transaction.ts';
import { countOpen, findLink, insertLink } from './one-time-links.ts';
import { insertPasswordLink } from './password-links.ts';
import type { Person } from './people.ts';
import { mayGive, maySetPassword, type Role } from './role-ranks.ts';

/** Open invitations of one club or tournament (rule ACCOUNT-6). */
const INVITATIONS_MAX = 100;
const MADE_IN_RESOURCE = 60;
/** The links that staff of one club or tournament make (rule ACCOUNT-6). */
export const MADE_LINKS: LimitPolicy = { name: 'links', quota: MADE_IN_RESOURCE, windowSeconds: 15 * 60 };
const TERM_MS = 7 * 86_400_000;

/** Who gets the link: a person of the squad, or the owner of an address. */
export type Invited = { readonly userId: number } | { readonly email: string };

type NewInvitation = {
  readonly secretHash: string;
  readonly resource: ResourceRef;
  /** Null: an API token of the club, `madeByToken`. */
  readonly madeBy: number | null;
  readonly madeByToken?: number | null;
  readonly to: Invited;
  /** Null: the person keeps the role. */
  readonly role: Role | null;
  /** Whether this server sends mail. */
  readonly hasMail: boolean;
  /** ms since 1970 */
  readonly now: number;
};

export type MadeLink = {
  readonly kind: 'made';
  /** False: the same secret was stored before. */
  readonly isNew: boolean;
  readonly id: string;
  readonly purpose: 'invitation' | 'password';
  /** Of the person, or the address. */
  readonly name: string;
  /** Where a mail can go. */
  readonly email: string | null;
  /** False when only the owner of the address may see the link. */
  readonly isShown: boolean;
};
export type InvitationOutcome =
  MadeLink | { readonly kind: 'too_many' | 'outranked' | 'role_too_high' | 'unknown' | 'ended' };

/** Who accepts: a signed-in user, the invited person with a first password, or a new user. */
export type Acceptor =
  | { readonly kind: 'user'; readonly userId: number }
  /** `email`: of a person who has none yet, in lower case. */
  | { readonly kind: 'first_password'; readonly passwordHash: string; readonly email: string | null }
  | { readonly kind: 'new_user'; readonly name: string; readonly passwordHash: string };

/** `taken`: the invited address has an account by now. `other`: the invitation is for another person. */
export type AcceptOutcome =
  { readonly kind: 'accepted'; readonly person: Person } | { readonly kind: 'not_open' | 'taken' | 'other' };

type Known = {
  readonly id: number;
  readonly name: string;
  readonly email: string | null;
  readonly hasPassword: boolean;
  readonly isBelow: boolean;
};

/** Makes a link for a person or an address. A person of the squad who has a password gets a link to a new one. */
export function makeInvitation(sql: Sql, invitation: NewInvitation): Promise<InvitationOutcome> {
  return transaction(sql, async (tx) => {
    const { resource, madeBy, to, role, now } = invitation;
    // Serialises invitations of a club or tournament, for the limit.
    await tx`select from ${tx(resource.kind)} where id = ${resource.id} for no key update`;
    const before = await findMade(tx, invitation);
    if (before !== null) return before;
    if (role !== null && madeBy !== null && !(await mayGiveRole(tx, resource, madeBy, role)))
      return { kind: 'role_too_high' };
    if ((await countOpen(tx, subjectOf(resource), now)) >= INVITATIONS_MAX) return { kind: 'too_many' };
    if ('email' in to) return invite(tx, invitation, await findByEmail(tx, invitation, to.email), to.email);
    const person = await findInSquad(tx, invitation, to.userId);
    if (person === null) return { kind: 'unknown' };
    const canMail = invitation.hasMail && person.email !== null;
    if (!person.isBelow && !canMail) return { kind: 'outranked' };
    if (!person.hasPassword) return invite(tx, invitation, person, null);
    const { secretHash } = invitation;
    const id = await insertPasswordLink(tx, {
      secretHash,
      userId: person.id,
      madeBy: madeBy ?? 'operator',
      isMailed: !person.isBelow,
      resource,
      now,
    });
    return {
      kind: 'made',
      isNew: true,
      id,
      purpose: 'password',
      name: person.name,
      email: person.email,
      isShown: person.isBelow,
    };
  });
}

/** The link with this secret: the same form, or a request with the same key, was sent before. */
async function findMade(tx: ISql, { secretHash, resource, now }: NewInvitation): Promise<InvitationOutcome | null> {
  const link = await findLink(tx, secretHash, now);
  if (link === null) return null;
  if (link.state !== 'open' || link.purpose === 'console' || link.resource?.id !== resource.id)
    return { kind: 'ended' };
  const { id, purpose, email, person, isMailed } = link;
  return {
    kind: 'made',
    isNew: false,
    id,
    purpose,
    isShown: !isMailed,
    name: email ?? person?.name ?? '',
    email: email ?? person?.email ?? null,
  };
}

/** `person`: null for an address that belongs to no user, or to several. */
async function invite(
  tx: ISql,
  { secretHash, resource, madeBy, madeByToken = null, role, hasMail, now }: NewInvitation,
  person: Known | null,
  email: string | null,
): Promise<InvitationOutcome> {
  // Only the person may see a link that gives the rights of the person. A person with a password must sign in anyway.
  const isShown =
    email !== null ? person === null || person.hasPassword || person.isBelow || !hasMail : person?.isBelow;
  const id = await insertLink(
    tx,
    {
      secretHash,
      purpose: 'invitation',
      subject: subjectOf(resource),
      madeAt: now,
      expiresAt: now + TERM_MS,
      madeBy,
      madeByToken,
      isMailed: isShown !== true,
      userId: person?.id ?? null,
      email,
      resource,
      role,
    },
    INVITATIONS_MAX,
  );
  const name = email ?? person?.name ?? '';
  await writeAudit(tx, { userId: madeBy, action: 'invitation_made', subject: invitedAs(name, role), resource }, now);
  return {
    kind: 'made',
    isNew: true,
    id,
    purpose: 'invitation',
    name,
    email: email ?? person?.email ?? null,
    isShown: isShown === true,
  };
}

export const invitedAs = (name: string, role: Role | null): string => (role === null ? name : `${name}, ${role}`);

const subjectOf = ({ kind, id }: ResourceRef): string => `${kind} ${id}`;

const placeOf = (sql: ISql, { kind, id }: ResourceRef) => ({
  club: sql`${kind === 'club' ? id : null}::bigint`,
  tournament: sql`${kind === 'tournament' ? id : null}::bigint`,
});

/** Whether the user may give this role there. */
async function mayGiveRole(tx: ISql, resource: ResourceRef, userId: number, role: Role): Promise<boolean> {
  const [row] = await tx<{ may: boolean }[]>`select ${mayGive(tx, {
    maker: tx`${userId}::bigint`,
    role: tx`${role}::text`,
    ...placeOf(tx, resource),
  })} as may`;
  return row?.may === true;
}

/** Whether the user may set the password of the person `p` with a link of the club or tournament. */
const mayBeSet = (sql: ISql, resource: ResourceRef, userId: number | null) =>
  maySetPassword(sql, {
    maker: sql`${userId}::bigint`,
    person: sql`p.id`,
    isFirst: sql`p.password_hash is null`,
    ...placeOf(sql, resource),
  });

type Making = Pick<NewInvitation, 'resource' | 'madeBy'>;

const knownColumns = (tx: ISql, { resource, madeBy }: Making) => tx`
  p.id, p.name, p.email, p.password_hash is not null as "hasPassword", ${mayBeSet(tx, resource, madeBy)} as "isBelow"`;

async function findByEmail(tx: ISql, making: Making, email: string): Promise<Known | null> {
  const people = await tx<Known[]>`
    select ${knownColumns(tx, making)} from app_user p where lower(p.email) = ${email} limit 2`;
  return people.length === 1 ? (people[0] ?? null) : null;
}

async function findInSquad(tx: ISql, making: Making, userId: number): Promise<Known | null> {
  const [person] = await tx<Known[]>`
    select ${knownColumns(tx, making)} from app_user p
    where p.id = ${userId} and p.id in (${squadOf(tx, making.resource)})`;
  return person ?? null;
}

const squadOf = (sql: ISql, { kind, id }: ResourceRef) =>
  kind === 'club'
    ? sql`select user_id from club_member where club_id = ${id} and status = 'active'`
    : sql`select user_id from tournament_player where tournament_id = ${id}
        union select user_id from tournament_organizer where tournament_id = ${id}`;

/** A person of the squad that a link can be made for. */
export type InvitablePerson = { readonly id: number; readonly name: string; readonly hasPassword: boolean };

/** The people of a club or tournament for whom the user may make a link, by name. `hasMail`: whether this server sends mail. */
export const listSquad = async (
  sql: Sql,
  resource: ResourceRef,
  userId: number,
  hasMail: boolean,
): Promise<readonly InvitablePerson[]> => sql<InvitablePerson[]>`
  select p.id, p.name, p.password_hash is not null as "hasPassword" from app_user p
  where p.id in (${squadOf(sql, resource)}) and p.id <> ${userId}
    and (${hasMail} and p.email is not null
      or ${mayBeSet(sql, resource, userId)})
  order by p.name, p.id`;

/** Times in ms since 1970. */
export type OpenInvitation = {
  readonly id: string;
  readonly name: string;
  readonly role: Role | null;
  readonly makerName: string;
  readonly expiresAt: number;
};

/** Open invitations of a club or tournament, newest first. */
export const listInvitations = async (
  sql: Sql,
  resource: ResourceRef,
  now: number,
): Promise<readonly OpenInvitation[]> => sql<OpenInvitation[]>`
  select l.id, coalesce(l.email, u.name, '') as name, l.role, coalesce(m.name, 'API key') as "makerName", l.expires_at as "expiresAt"
  from one_time_link l left join app_user m on m.id = l.made_by left join app_user u on u.id = l.user_id
  where l.subject = ${subjectOf(resource)} and l.purpose = 'invitation' and l.used_at is null and l.revoked_at is null
    and l.expires_at > ${now}
  order by l.made_at desc, l.id`;

export type Withdrawal = {
  readonly id: string;
  readonly resource: ResourceRef;
  /** Null: the API key of the club. */
  readonly userId: number | null;
  /** ms since 1970 */
  readonly now: number;
};

/** Ends an open invitation of this club or tournament. False when there is none. */
export function withdrawInvitation(sql: Sql, { id, resource, userId, now }: Withdrawal): Promise<boolean> {
  return transaction(sql, async (tx) => {
    const [ended] = await tx<{ email: string | null; user: number | null; role: Role | null }[]>`
      update one_time_link set revoked_at = ${now}
      where id = ${id}::uuid and subject = ${subjectOf(resource)} and purpose = 'invitation' and used_at is null
        and revoked_at is null and expires_at > ${now} returning email, user_id as user, role`;
    if (ended === undefined) return false;
    const [person] = await tx<{ name: string }[]>`select name from app_user where id = ${ended.user}::bigint`;
    const subject = invitedAs(ended.email ?? person?.name ?? '', ended.role);
    await writeAudit(tx, { userId, action: 'invitation_withdrawn', subject, resource }, now);
    return true;
  });
}
