// The page of a player: clubs, tournaments and games that the visitor may see.
import type { Sql } from './driver/sql.ts';
import { listedGame, type ListedGame, type ListedGameRow, listedGameSql } from './game-list.ts';
import { isClubMember, isTournamentMember, isTournamentPublic } from './public-pages.ts';

type Named = { readonly slug: string; readonly name: string };

export type StoredPlayer = Named & {
  readonly id: number;
  readonly position: string | null;
  readonly clubs: readonly Named[];
  readonly tournaments: readonly Named[];
  /** The newest kick-off first. */
  readonly games: readonly ListedGame[];
};

/** Games on the page. */
const GAMES_MAX = 30;
/** Clubs and tournaments on the page, each. */
const NAMED_MAX = 50;

/** The player with all that the visitor (null: signed out) may see; null for an unknown id. One statement, so one snapshot. */
export async function loadPlayer(sql: Sql, id: number, visitorId: number | null): Promise<StoredPlayer | null> {
  const [row] = await sql<(Omit<StoredPlayer, 'games'> & { readonly games: readonly ListedGameRow[] })[]>`
    select u.id, u.slug, u.name, u.preferred_position as position,
      (
        select coalesce(json_agg(json_build_object('slug', c.slug, 'name', c.name) order by c.name collate "C", c.id), '[]')
        from (
          select c.* from club_member m join club c on c.id = m.club_id
          where m.user_id = u.id and m.status = 'active' and (not c.is_private or ${isClubMember(sql, visitorId)})
          order by c.id limit ${NAMED_MAX}) c) as clubs,
      (
        select coalesce(json_agg(json_build_object('slug', t.slug, 'name', t.name) order by t.name collate "C", t.id), '[]')
        from (
          select t.* from tournament_player r join tournament t on t.id = r.tournament_id
          where r.user_id = u.id and (${isTournamentPublic(sql)} or ${isTournamentMember(sql, visitorId)})
          order by t.id desc limit ${NAMED_MAX}) t) as tournaments,
      (
        select coalesce(json_agg(${listedGameSql(sql)} order by g.date_time desc, g.id desc), '[]')
        from (
          select g.* from game_participant q join game g on g.id = q.game_id join club c on c.id = g.club_id
          where q.player_type = 'user' and q.player_id = u.id and q.rsvp = 'confirmed'
            and (g.is_public or ${isClubMember(sql, visitorId)})
          order by g.date_time desc, g.id desc limit ${GAMES_MAX}) g
        join club c on c.id = g.club_id) as games
    from app_user u where u.id = ${id}`;
  return row === undefined ? null : { ...row, games: row.games.map(listedGame) };
}
