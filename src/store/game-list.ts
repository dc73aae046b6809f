// Club games as lists show them, many in one statement.
import type { Fragment, ISql, Sql } from 'postgres';
import type { GameDetails } from '../match/game-resource.ts';
import type { Match } from '../match/match.ts';
import { gameFixture, type GameFixtureRow, gameFixtureSql } from './fixtures.ts';
import { type ResultRow, resultSql, shownMatch } from './results.ts';

export type ListedGame = {
  readonly id: number;
  readonly details: GameDetails;
  /** As `shownMatch` says. */
  readonly match: Match;
  /** ms since 1970; null when there is none. */
  readonly lastMarker: number | null;
};

export type ListedGameRow = {
  readonly details: GameDetails;
  readonly fixture: GameFixtureRow;
  readonly result: ResultRow;
};

/** An expression: the game `g` of the club `c` as jsonb. */
export const listedGameSql = (sql: ISql): Fragment => sql`
  jsonb_build_object(
    'details', jsonb_build_object(
      'timezone', g.timezone, 'location', g.location, 'field', g.field, 'pitch', g.pitch,
      'description', g.description, 'notes', g.notes, 'maxPlayers', g.max_players, 'skillLevel', g.skill_level,
      'costPerPlayer', g.cost_per_player, 'isPublic', g.is_public, 'clubName', c.name,
      'organizer', (
        select jsonb_build_object('id', u.id, 'name', u.name) from app_user u
        where u.id = coalesce(g.organizer_id, (
          select m.user_id from club_member m where m.club_id = g.club_id and m.status = 'active'
          order by m.role = 'Owner' desc, m.role = 'Moderator' desc, m.joined_at, m.user_id limit 1))),
      'participants', (
        select coalesce(jsonb_agg(jsonb_build_object('type', p.player_type, 'id', p.player_id,
          'name', coalesce(u.name, j.name, p.name, ''), 'rsvp', p.rsvp, 'team', p.team, 'isCaptain', p.is_captain,
          'isSubstitute', p.is_substitute, 'pitchRole', p.pitch_role, 'checkedIn', p.checked_in) order by p.place), '[]')
        from game_participant p
        left join app_user u on p.player_type = 'user' and u.id = p.player_id
        left join junior j on p.player_type = 'junior' and j.id = p.player_id
        where p.game_id = g.id)),
    'fixture', ${gameFixtureSql(sql)},
    'result', ${resultSql(sql, sql`'game:' || g.id`)})`;

export function listedGame({ details, fixture, result }: ListedGameRow): ListedGame {
  return {
    id: fixture.id,
    details,
    match: shownMatch(gameFixture(fixture), result),
    lastMarker: result.lastMarker,
  };
}

export type PastQuery = {
  readonly clubId: number;
  /** ms since 1970 */
  readonly now: number;
  /** Games with a kick-off before `now` that are not past. */
  readonly notYet: readonly number[];
  /** Games with a kick-off after `now` that are. */
  readonly already: readonly number[];
  readonly limit: number;
  readonly offset: number;
};

/** One page of a club's past games, newest kick-off first (decision 23). */
export async function loadPastGames(sql: Sql, query: PastQuery): Promise<ListedGame[]> {
  const { clubId, now, notYet, already, limit, offset } = query;
  const rows = await sql<{ game: ListedGameRow }[]>`
    with chosen as (
      select g.id from game g
      where g.club_id = ${clubId}
        and (g.date_time <= ${now}::bigint or g.id in (${idsSql(sql, already)}))
        and g.id not in (${idsSql(sql, notYet)})
      order by g.date_time desc, g.id desc limit ${limit} offset ${offset}
    )
    select ${listedGameSql(sql)} as game
    from chosen join game g on g.id = chosen.id join club c on c.id = g.club_id
    order by g.date_time desc, g.id desc`;
  return rows.map(({ game }) => listedGame(game));
}

/** A subquery: these ids. */
export const idsSql = (sql: ISql, ids: readonly number[]): Fragment =>
  sql`select value::bigint from jsonb_array_elements_text(${JSON.stringify(ids)}::text::jsonb)`;
