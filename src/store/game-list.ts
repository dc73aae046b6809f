// Club games for lists, many in one statement.
import type { Fragment, ISql, Sql } from './driver/sql.ts';
import type { Game, PlayerInGame } from '../../protocol/rest/game.ts';
import type { Match } from '../match/match.ts';
import type { GameFixture } from '../match/fixture.ts';
import { gameFixtureSql } from './fixtures.ts';
import { type ResultRow, resultSql, shownMatch } from './results.ts';

export type Participant = {
  readonly rsvp: 'confirmed' | 'maybe';
  /** Team number; null without a team. */
  readonly team: number | null;
  /** A junior's shirt number in the squad of the club; null without one, and for others. */
  readonly juniorNumber: number | null;
  readonly player: PlayerInGame;
};

/** Data-file fields of a game that its fixture does not have. */
export type GameDetails = {
  readonly place: Pick<Game, 'timezone' | 'location' | 'field' | 'pitch' | 'description' | 'notes'>;
  /** null: no limit but the number who joined. */
  readonly maxPlayers: number | null;
  readonly terms: Pick<Game, 'skill_level' | 'cost_per_player' | 'is_public'>;
  /** null: the club's owner organizes. */
  readonly organizer: Game['organizer'] | null;
  /** In the order of the file. */
  readonly participants: readonly Participant[];
};

export type ListedGame = {
  readonly id: number;
  readonly details: GameDetails;
  /** Limited as `shownMatch` says. */
  readonly match: Match;
  /** ms since 1970; null without markers. */
  readonly lastMarker: number | null;
};

export type ListedGameRow = {
  /** Without players. */
  readonly fixture: GameFixture;
  readonly details: GameDetails;
  readonly result: ResultRow;
};

/** SQL expression: the game `g` of the club `c` as json. */
export const listedGameSql = (sql: ISql): Fragment => sql`
  json_build_object(
    'fixture', ${gameFixtureSql(sql, sql`'[]'::json`)},
    'details', json_build_object(
      'place', json_build_object('timezone', g.timezone, 'location', g.location, 'field', g.field, 'pitch', g.pitch,
        'description', g.description, 'notes', g.notes), 'maxPlayers', g.max_players,
      'terms', json_build_object('skill_level', g.skill_level, 'cost_per_player', g.cost_per_player,
        'is_public', g.is_public),
      'organizer', (select json_build_object('id', u.id, 'name', u.name) from app_user u where u.id = g.organizer_id),
      'participants', (
        select coalesce(json_agg(json_build_object('rsvp', p.rsvp, 'team', p.team,
          'juniorNumber', s.jersey_number, 'player', json_build_object(
          'id', p.player_id, 'name', coalesce(u.name, j.name, p.name, ''), 'is_guest', p.player_type = 'guest',
          'player_type', p.player_type, 'is_captain', p.is_captain, 'is_substitute', p.is_substitute,
          'pitch_role', p.pitch_role, 'checked_in', p.checked_in)) order by p.place), '[]')
        from game_participant p
        left join app_user u on p.player_type = 'user' and u.id = p.player_id
        left join junior j on p.player_type = 'junior' and j.id = p.player_id
        left join club_junior s on s.club_id = g.club_id and s.junior_id = j.id and s.status = 'active'
        where p.game_id = g.id)),
    'result', ${resultSql(sql, sql`'game:' || g.id`)})`;

export function listedGame({ fixture, details, result }: ListedGameRow): ListedGame {
  const players = details.participants.flatMap(({ team, player: { player_type: type, id, name } }) =>
    type === 'guest' || id === null ? [] : [{ type, id, name, team }],
  );
  return { id: fixture.id, details, ...shownMatch({ ...fixture, players }, result) };
}

export type PastQuery = {
  readonly clubId: number;
  /** ms since 1970 */
  readonly now: number;
  /** Games with a kick-off before `now` that are not past. */
  readonly notYet: readonly number[];
  /** Games with a kick-off after `now` that are past. */
  readonly already: readonly number[];
  readonly limit: number;
  readonly offset: number;
};

const isPastSql = (sql: ISql, { clubId, now, notYet, already }: Omit<PastQuery, 'limit' | 'offset'>): Fragment => sql`
  g.club_id = ${clubId}
  and (g.date_time <= ${now}::bigint or g.id in (${idsSql(sql, already)}))
  and g.id not in (${idsSql(sql, notYet)})`;

/** The number of a club's past games, on all pages. */
export async function countPastGames(sql: Sql, query: Omit<PastQuery, 'limit' | 'offset'>): Promise<number> {
  const [row] = await sql<{ total: number }[]>`
    select count(*)::integer as total from game g where ${isPastSql(sql, query)}`;
  return row?.total ?? 0;
}

/** One page of a club's past games, newest kick-off first (rule READ-4). */
export async function loadPastGames(sql: Sql, query: PastQuery): Promise<ListedGame[]> {
  const { limit, offset } = query;
  const rows = await sql<{ game: ListedGameRow }[]>`
    with chosen as (
      select g.id from game g
      where ${isPastSql(sql, query)}
      order by g.date_time desc, g.id desc limit ${limit} offset ${offset}
    )
    select ${listedGameSql(sql)} as game
    from chosen join game g on g.id = chosen.id join club c on c.id = g.club_id
    order by g.date_time desc, g.id desc`;
  return rows.map(({ game }) => listedGame(game));
}

/** SQL subquery: these ids. */
export const idsSql = (sql: ISql, ids: readonly number[]): Fragment =>
  sql`select value::bigint from jsonb_array_elements_text(${JSON.stringify(ids)}::text::jsonb)`;

/** One game by its id; null if unknown. */
export async function loadListedGame(sql: Sql, id: number): Promise<ListedGame | null> {
  const [row] = await sql<{ game: ListedGameRow }[]>`
    select ${listedGameSql(sql)} as game from game g join club c on c.id = g.club_id where g.id = ${id}`;
  return row === undefined ? null : listedGame(row.game);
}

/** The id of a club's game by its slug; null if unknown. */
export async function findGame(sql: Sql, clubSlug: string, gameSlug: string): Promise<number | null> {
  const [row] = await sql<{ id: number }[]>`
    select g.id from game g join club c on c.id = g.club_id where c.slug = ${clubSlug} and g.slug = ${gameSlug}`;
  return row?.id ?? null;
}
