// Who may see the page of a club, game, tournament, match or player, looked up before anything is loaded (rule PUBLIC-1).
import type { Fragment, ISql, Sql } from './driver/sql.ts';

/** What a page is about, by the parts of its address. */
export type PageRef =
  | { readonly kind: 'club'; readonly slug: string }
  | { readonly kind: 'game'; readonly club: string; readonly slug: string }
  | { readonly kind: 'tournament'; readonly slug: string }
  | { readonly kind: 'match'; readonly tournament: string; readonly id: number }
  | { readonly kind: 'player'; readonly slug: string }
  /** The score of a game or match, by its id, for other sites. */
  | { readonly kind: 'score'; readonly of: 'game' | 'match'; readonly id: number };

export type PageAccess = {
  /** Id of the club, game, tournament, match or user. */
  readonly id: number;
  /** Version of all data-file data. */
  readonly version: string;
  readonly isPublic: boolean;
  /** Whether the page of the club or tournament around it is public. Of a club, tournament or player: as `isPublic`. */
  readonly isHomePublic: boolean;
  /** Whether the visitor belongs to the club or tournament; false without a visitor. */
  readonly isMember: boolean;
};

/** The access of a visitor, null without one, to a page. Null when there is no such page. One small query for each kind. */
export async function findPageAccess(sql: Sql, page: PageRef, userId: number | null): Promise<PageAccess | null> {
  const [row] = await sql<PageAccess[]>`
    select found.*, (select version::text from data_version) as version from (${accessSql(sql, page, userId)}) found`;
  return row ?? null;
}

function accessSql(sql: ISql, page: PageRef, userId: number | null): Fragment {
  switch (page.kind) {
    case 'club':
      return sql`
        select c.id, not c.is_private as "isPublic", not c.is_private as "isHomePublic",
          ${isClubMember(sql, userId)} as "isMember"
        from club c where c.slug = ${page.slug}`;
    case 'game':
      return gameAccessSql(sql, userId, sql`c.slug = ${page.club} and g.slug = ${page.slug}`);
    case 'tournament':
      return sql`
        select t.id, ${isTournamentPublic(sql)} as "isPublic", ${isTournamentPublic(sql)} as "isHomePublic",
          ${isTournamentMember(sql, userId)} as "isMember"
        from tournament t where t.slug = ${page.slug}`;
    case 'match':
      return matchAccessSql(sql, userId, sql`t.slug = ${page.tournament} and m.id = ${page.id}`);
    case 'score':
      return page.of === 'game'
        ? gameAccessSql(sql, userId, sql`g.id = ${page.id}`)
        : matchAccessSql(sql, userId, sql`m.id = ${page.id}`);
    case 'player':
      return sql`
        select u.id, ${isPlayerShown(sql, null)} as "isPublic", ${isPlayerShown(sql, null)} as "isHomePublic",
          ${userId === null ? sql`false` : isPlayerShown(sql, userId)} as "isMember"
        from app_user u where u.slug = ${page.slug}`;
  }
}

const gameAccessSql = (sql: ISql, userId: number | null, isAsked: Fragment): Fragment => sql`
  select g.id, g.is_public as "isPublic", not c.is_private as "isHomePublic", ${isClubMember(sql, userId)} as "isMember"
  from game g join club c on c.id = g.club_id where ${isAsked}`;

const matchAccessSql = (sql: ISql, userId: number | null, isAsked: Fragment): Fragment => sql`
  select m.id, ${isTournamentPublic(sql)} as "isPublic", ${isTournamentPublic(sql)} as "isHomePublic",
    ${isTournamentMember(sql, userId)} as "isMember"
  from tournament_match m join tournament t on t.id = m.tournament_id where ${isAsked}`;

/** SQL condition: the tournament `t` is shown to all. */
export const isTournamentPublic = (sql: ISql): Fragment => sql`not t.is_private`;

/** SQL condition: the user is an active member of the club `c`, or an administrator. */
export const isClubMember = (sql: ISql, userId: number | null): Fragment =>
  userId === null
    ? sql`false`
    : sql`(exists (select from club_member v where v.club_id = c.id and v.user_id = ${userId} and v.status = 'active')
        or ${isAdmin(sql, userId)})`;

/**
 * SQL condition: the user belongs to the tournament `t`: as an organizer, as a player, as an active member of the host club or
 * of a club that takes part, or as an administrator.
 */
export const isTournamentMember = (sql: ISql, userId: number | null): Fragment =>
  userId === null
    ? sql`false`
    : sql`(exists (select from tournament_organizer o where o.tournament_id = t.id and o.user_id = ${userId})
        or exists (select from tournament_player p where p.tournament_id = t.id and p.user_id = ${userId})
        or exists (
          select from club_member v where v.user_id = ${userId} and v.status = 'active' and (v.club_id = t.host_club_id
            or v.club_id in (select s.club_id from tournament_team s where s.tournament_id = t.id)))
        or ${isAdmin(sql, userId)})`;

const isAdmin = (sql: ISql, userId: number): Fragment =>
  sql`exists (select from app_user a where a.id = ${userId} and a.is_admin)`;

/** SQL condition: the user `u` plays in a club, game or tournament whose page the visitor may see. */
const isPlayerShown = (sql: ISql, userId: number | null): Fragment => sql`(
  exists (
    select from club_member m join club c on c.id = m.club_id
    where m.user_id = u.id and m.status = 'active' and (not c.is_private or ${isClubMember(sql, userId)}))
  or exists (
    select from tournament_player r join tournament t on t.id = r.tournament_id
    where r.user_id = u.id and (${isTournamentPublic(sql)} or ${isTournamentMember(sql, userId)}))
  or exists (
    select from game_participant q join game g on g.id = q.game_id join club c on c.id = g.club_id
    where q.player_type = 'user' and q.player_id = u.id and q.rsvp = 'confirmed'
      and (g.is_public or ${isClubMember(sql, userId)})))`;
