// Queries of the integrations pages: the club or tournament, the user's role in it, and the channels that it offers. Also the lock
// that keeps changes of keys and apps apart from a data file.
import type { ISql, Sql } from './driver/sql.ts';
import { Problem } from '../ops/problem.ts';
import type { ResourceRef } from './audit.ts';

type ResourceRoleName =
  'owner' | 'moderator' | 'organizer' | 'host club owner' | 'host club moderator' | 'administrator';
export type Resource = ResourceRef & { readonly slug: string; readonly name: string };
export type ResourceRole = { readonly resource: Resource; readonly role: ResourceRoleName };

/** The user's current role in a club or tournament; null without access to its integrations, or for an unknown one. */
export async function findResourceRole(
  sql: Sql,
  kind: Resource['kind'],
  slug: string,
  userId: number,
): Promise<ResourceRole | null> {
  const [row] = kind === 'club' ? await clubRole(sql, slug, userId) : await tournamentRole(sql, slug, userId);
  if (!row?.role) return null;
  const { id, name, role } = row;
  return { resource: { kind, id, slug, name }, role };
}

type RoleRow = { readonly id: number; readonly name: string; readonly role: ResourceRoleName | null };

/** For an administrator who is also a moderator the administrator role counts. */
const clubRole = (sql: Sql, slug: string, userId: number) => sql<RoleRow[]>`
  select c.id, c.name, case when m.role = 'Owner' then 'owner' when u.is_admin then 'administrator'
    when m.role = 'Moderator' then 'moderator' end as role
  from club c
  left join club_member m on m.club_id = c.id and m.user_id = ${userId} and m.status = 'active'
  left join app_user u on u.id = ${userId}
  where c.slug = ${slug}`;

const tournamentRole = (sql: Sql, slug: string, userId: number) => sql<RoleRow[]>`
  select t.id, t.name, coalesce(
    (select 'organizer' from tournament_organizer o where o.tournament_id = t.id and o.user_id = ${userId}),
    (select 'host club ' || lower(m.role) from club_member m
      where m.club_id = t.host_club_id and m.user_id = ${userId} and m.status = 'active'
        and m.role in ('Owner', 'Moderator')),
    (select 'administrator' from app_user u where u.id = ${userId} and u.is_admin)) as role
  from tournament t where t.slug = ${slug}`;

/** Advisory lock held while a data file is applied (data-file/import.ts). Every version must use the same number. */
export const IMPORT_LOCK = 7_311_809_002;

/**
 * Call it first in a transaction that changes keys or apps: an import relies on the rows that it has read. Throws Problem
 * 503 while a data file is being applied.
 */
export async function requireNoImport(sql: ISql): Promise<void> {
  const [row] = await sql<{ isFree: boolean }[]>`
    select pg_try_advisory_xact_lock_shared(${IMPORT_LOCK}) as "isFree"`;
  if (row?.isFree === true) return;
  throw new Problem(503, 'A data file is being applied.', {
    hint: 'Try again when the import is done.',
    headers: { 'retry-after': '5' },
  });
}

/** Clubs that may record a match besides its tournament, per match. */
export type Authorized = Omit<Offer, 'path'> & { readonly clubs: readonly string[] };

/** Matches of a tournament with authorized clubs, by kick-off. */
export const readAuthorized = async (sql: Sql, tournamentId: number): Promise<readonly Authorized[]> =>
  sql<Authorized[]>`
    select 'match:' || m.id as channel, ${matchName(sql)} as title, m.scheduled_at as at, ${matchZone(sql)} as zone, ${openPlaces(sql)},
      jsonb_agg(c.name order by a.place) as clubs
    from tournament_match m
    join match_authorized_club a on a.match_id = m.id join club c on c.id = a.club_id
    left join tournament_team h on h.id = m.home_team_id left join tournament_team w on w.id = m.away_team_id
    where m.tournament_id = ${tournamentId} group by m.id, h.id, w.id order by m.scheduled_at nulls last, m.id`;

/** The time zone of the match `m`; null where its tournament did not say it. */
export const matchZone = (sql: ISql) =>
  sql`(select nullif(z.timezone, 'UTC') from tournament z where z.id = m.tournament_id)`;

/** The name of the match `m`, whose teams are joined as `h` (home) and `w` (away), as its title in the live channel. */
export const matchName = (sql: Sql) => sql`
  coalesce(h.name, m.home_placeholder, 'TBD') || ' vs ' || coalesce(w.name, m.away_placeholder, 'TBD')`;

/** The places of its sides without a team, as `homePlace` and `awayPlace`. */
export const openPlaces = (sql: Sql) => sql`
  case when h.id is null then m.home_placeholder end as "homePlace", case when w.id is null then m.away_placeholder end as "awayPlace"`;

/** A channel offered for a view token. */
export type Offer = {
  readonly channel: string;
  /** The path of its public page. */
  readonly path: string;
  readonly title: string;
  /** Kick-off, ms since 1970; null when it is not known. */
  readonly at: number | null;
  /** IANA time zone of the place; null when it is unknown. */
  readonly zone: string | null;
  /** The name of the place of each side without a team; null for a team, and for a game. */
  readonly homePlace: string | null;
  readonly awayPlace: string | null;
};

const OFFERED_MAX = 200;

/** Games of a club or matches of a tournament: upcoming ones first, then past ones, newest first. */
export const readOffers = async (sql: Sql, { kind, id, slug }: Resource, now: number): Promise<readonly Offer[]> =>
  kind === 'club'
    ? sql<Offer[]>`
        select 'game:' || g.id as channel, ${`/clubs/${slug}/games/`}::text || g.slug as path, g.title, g.date_time as at, nullif(g.timezone, 'UTC') as zone,
          null::text as "homePlace", null::text as "awayPlace" from game g where g.club_id = ${id}
        order by g.date_time < ${now - OFFERED_AS_NEXT_MS}, abs(g.date_time - ${now}), g.id limit ${OFFERED_MAX}`
    : sql<Offer[]>`
        select 'match:' || m.id as channel, ${`/tournaments/${slug}/matches/`}::text || m.id as path, ${matchName(sql)} as title, m.scheduled_at as at, ${matchZone(sql)} as zone,
          ${openPlaces(sql)}
        from tournament_match m
        left join tournament_team h on h.id = m.home_team_id left join tournament_team w on w.id = m.away_team_id
        where m.tournament_id = ${id}
        order by case when m.scheduled_at is null then 1 when m.scheduled_at < ${now - OFFERED_AS_NEXT_MS} then 2 else 0 end,
          abs(m.scheduled_at - ${now}), m.id
        limit ${OFFERED_MAX}`;
/** A game may still be running this long after its kick-off, ms. */
const OFFERED_AS_NEXT_MS = 4 * 3_600_000;

/** Whether a channel belongs to the club or tournament. */
export async function isChannelOf(sql: Sql, { kind, id, slug }: Resource, channel: string): Promise<boolean> {
  if (channel === `${kind}:${slug}`) return true;
  const [row] =
    kind === 'club'
      ? await sql`select from game g where g.club_id = ${id} and 'game:' || g.id = ${channel}`
      : await sql`select from tournament_match m where m.tournament_id = ${id} and 'match:' || m.id = ${channel}`;
  return row !== undefined;
}
