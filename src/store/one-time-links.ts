// One-time links. A link holds a secret of 256 bits, of which only the hash is stored. It works once, until its term ends, and
// as long as its maker may still give what it gives (rule ACCOUNT-1).
import { randomUUID } from 'node:crypto';
import type { ResourceRef } from './audit.ts';
import type { ISql } from './driver/sql.ts';
import { mayGive, maySetPassword, type Role } from './role-ranks.ts';

type LinkPurpose = 'password' | 'invitation' | 'console';

/** Times in ms since 1970. */
type NewLink = {
  readonly secretHash: string;
  readonly purpose: LinkPurpose;
  /** The account, club or credential whose open links count together. */
  readonly subject: string;
  readonly madeAt: number;
  readonly expiresAt: number;
  /** The user who made it; null for the operator, for an API key, and for a link that a person asked for. */
  readonly madeBy: number | null;
  /** The API token that made it, where no user did. */
  readonly madeByToken?: number | null;
  /** Whether only the owner of the e-mail address sees the link. */
  readonly isMailed?: boolean;
  /** The person whose password it may set. */
  readonly userId?: number | null;
  /** The address that the maker typed; null for a person of the squad. */
  readonly email?: string | null;
  readonly resource?: ResourceRef | null;
  /** The role that it gives; null: none. */
  readonly role?: Role | null;
  readonly sealed?: string | null;
};

type LinkState = 'open' | 'used' | 'revoked' | 'expired';

/** A link as its page needs it. */
export type FoundLink = {
  readonly id: string;
  readonly purpose: LinkPurpose;
  readonly state: LinkState;
  readonly email: string | null;
  /** Only the owner of the e-mail address has seen it. */
  readonly isMailed: boolean;
  readonly role: Role | null;
  readonly makerName: string | null;
  readonly person: {
    readonly id: number;
    readonly name: string;
    readonly email: string | null;
    readonly hasPassword: boolean;
  } | null;
  readonly resource: (ResourceRef & { readonly name: string }) | null;
  /** Whether it may set the password of its person. */
  readonly setsPassword: boolean;
};

/** Expired links are kept for this long, so that their page can say what they were. */
const KEPT_MS = 30 * 86_400_000;
const CLEARED_AT_ONCE = 20;

/** Stores a link; of its subject only the newest `openMax` stay open. */
export async function insertLink(tx: ISql, link: NewLink, openMax: number): Promise<string> {
  const id = randomUUID();
  const { secretHash, purpose, subject, madeAt, expiresAt, madeBy, userId = null, resource = null } = link;
  await tx`
    delete from one_time_link where id in (
      select id from one_time_link where expires_at <= ${madeAt - KEPT_MS} limit ${CLEARED_AT_ONCE}
      for update skip locked)`;
  await tx`
    insert into one_time_link (id, secret_hash, purpose, subject, made_at, expires_at, made_by, made_by_token, is_mailed,
      user_id, password_salt, email, club_id, tournament_id, role, sealed)
    values (${id}, ${secretHash}, ${purpose}, ${subject}, ${madeAt}, ${expiresAt}, ${madeBy},
      ${link.madeByToken ?? null}, ${link.isMailed ?? false}, ${userId}, (select ${saltOf(tx)} from app_user u where u.id = ${userId}::bigint), ${link.email ?? null},
      ${resource?.kind === 'club' ? resource.id : null}, ${resource?.kind === 'tournament' ? resource.id : null},
      ${link.role ?? null}, ${link.sealed ?? null})`;
  await tx`
    update one_time_link set revoked_at = ${madeAt}, sealed = null where id in (
      select id from one_time_link where subject = ${subject} and purpose = ${purpose} and used_at is null
        and revoked_at is null and expires_at > ${madeAt}
      order by made_at desc, id = ${id}::uuid desc offset ${openMax})`;
  return id;
}

/** Open links of a subject. `now`: ms since 1970. */
export async function countOpen(tx: ISql, subject: string, now: number): Promise<number> {
  const [row] = await tx<{ count: number }[]>`
    select count(*)::integer as count from one_time_link
    where subject = ${subject} and used_at is null and revoked_at is null and expires_at > ${now}`;
  return row?.count ?? 0;
}

/** The salt of a password changes with the password, and not with a stronger hash of the same one. */
const saltOf = (sql: ISql) => sql`coalesce(split_part(u.password_hash, ':', 5), '')`;

/** Whether the maker may still set the password of the link's person, or the link has come by mail. A key may not. */
const setsPassword = (sql: ISql) => sql`
  l.user_id is not null and l.purpose <> 'console' and (l.made_by is null and l.purpose = 'password' or l.is_mailed
    or ${maySetPassword(sql, {
      maker: sql`l.made_by`,
      person: sql`l.user_id`,
      isFirst: sql`u.password_hash is null`,
      club: sql`l.club_id`,
      tournament: sql`l.tournament_id`,
    })})`;

/** Whether the maker may still give the role: a user by role, an API token until it is revoked. */
const givesRole = (sql: ISql) => sql`
  (l.role is null
    or l.made_by is null and not exists (select from api_token k where k.id = l.made_by_token and k.revoked)
    or ${mayGive(sql, { maker: sql`l.made_by`, club: sql`l.club_id`, tournament: sql`l.tournament_id`, role: sql`l.role` })})`;

/** The link with this secret; null when there is none. `now`: ms since 1970. */
export async function findLink(sql: ISql, secretHash: string, now: number): Promise<FoundLink | null> {
  const [row] = await sql<FoundLink[]>`
    select l.id, l.purpose, l.email, l.is_mailed as "isMailed", l.role, m.name as "makerName",
      case when l.used_at is not null then 'used'
        when l.revoked_at is not null or not ${givesRole(sql)}
          or l.purpose = 'password' and (l.password_salt is distinct from ${saltOf(sql)} or not (${setsPassword(sql)}))
          then 'revoked'
        when l.expires_at <= ${now} then 'expired' else 'open' end as state,
      case when u.id is null then null else jsonb_build_object('id', u.id, 'name', u.name, 'email', u.email,
        'hasPassword', u.password_hash is not null) end as person,
      case when c.id is not null then jsonb_build_object('kind', 'club', 'id', c.id, 'name', c.name)
        when t.id is not null then jsonb_build_object('kind', 'tournament', 'id', t.id, 'name', t.name)
        end as resource,
      (${setsPassword(sql)}) as "setsPassword"
    from one_time_link l left join app_user u on u.id = l.user_id left join app_user m on m.id = l.made_by
    left join club c on c.id = l.club_id left join tournament t on t.id = l.tournament_id
    where l.secret_hash = ${secretHash}`;
  return row ?? null;
}

/**
 * Uses the link up. Call it in the transaction of what the link does. Null when the link is not open any more: of two
 * simultaneous uses one gets it.
 */
export async function useLink(tx: ISql, secretHash: string, now: number): Promise<FoundLink | null> {
  const [taken] = await tx`select from one_time_link where secret_hash = ${secretHash} for update`;
  if (taken === undefined) return null;
  const link = await findLink(tx, secretHash, now);
  if (link?.state !== 'open') return null;
  await tx`update one_time_link set used_at = ${now} where id = ${link.id}`;
  return link;
}
