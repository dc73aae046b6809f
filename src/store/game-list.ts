// Club games for lists, many in one statement.
import type { Fragment, ISql, Sql } from './driver/sql.ts';
import type { Game } from '../../protocol/rest/game.ts';
import type { Match } from '../match/match.ts';
import { gameFixture, type GameFixtureRow } from './fixtures.ts';
import { type ResultRow, resultSql, shownMatch } from './results.ts';

export type Participant = {
  readonly type: 'user' | 'junior' | 'guest';
  /** null for guests. */
  readonly id: number | null;
  readonly name: string;
  readonly rsvp: 'confirmed' | 'maybe';
  /** Team number; null without a team. */
  readonly team: number | null;
  readonly isCaptain: boolean;
  readonly isSubstitute: boolean;
  readonly pitchRole: string | null;
  readonly checkedIn: boolean;
};

/** Data-file fields of a game that its fixture does not have. */
export type GameDetails = {
  readonly timezone: string;
  readonly location: string | null;
  readonly field: string | null;
  readonly pitch: string | null;
  readonly description: string | null;
  readonly notes: string | null;
  /** null: no limit but the number who joined. */
  readonly maxPlayers: number | null;
  readonly skillLevel: Game['skill_level'];
  readonly costPerPlayer: number | null;
  readonly isPublic: boolean;
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
  readonly head: Omit<GameDetails, 'participants'> &
    Pick<GameFixtureRow, 'id' | 'slug' | 'title' | 'clubId' | 'clubSlug' | 'gameMode' | 'kickOff'> &
    Pick<GameFixtureRow, 'halves' | 'half_minutes' | 'extra_half_minutes'>;
  readonly teams: readonly (readonly [number: number, name: string | null, color: string | null])[];
  readonly pairings: readonly (readonly [index: number, home: number, away: number | null])[];
  readonly participants: readonly ParticipantRow[];
  readonly result: ResultRow;
};
type ParticipantRow = readonly [
  type: Participant['type'],
  id: number | null,
  name: string,
  rsvp: Participant['rsvp'],
  team: number | null,
  isCaptain: boolean,
  isSubstitute: boolean,
  pitchRole: string | null,
  checkedIn: boolean,
];

/** SQL expression: the game `g` of the club `c` as json. */
export const listedGameSql = (sql: ISql): Fragment => sql`
  json_build_object(
    'head', json_build_object(
      'id', g.id, 'slug', g.slug, 'title', g.title, 'clubId', g.club_id, 'clubSlug', c.slug, 'gameMode', g.game_mode,
      'kickOff', g.date_time, 'halves', g.halves, 'half_minutes', g.half_minutes,
      'extra_half_minutes', g.extra_half_minutes,
      'timezone', g.timezone, 'location', g.location, 'field', g.field, 'pitch', g.pitch,
      'description', g.description, 'notes', g.notes, 'maxPlayers', g.max_players, 'skillLevel', g.skill_level,
      'costPerPlayer', g.cost_per_player, 'isPublic', g.is_public,
      'organizer', (select json_build_object('id', u.id, 'name', u.name) from app_user u where u.id = g.organizer_id)),
    'teams', (
      select coalesce(json_agg(json_build_array(t.number, t.name, t.jersey_color) order by t.number), '[]')
      from game_team t where t.game_id = g.id),
    'pairings', (
      select coalesce(json_agg(json_build_array(p.match_index, p.home_team, p.away_team) order by p.match_index), '[]')
      from game_matchup p where p.game_id = g.id),
    'participants', (
      select coalesce(json_agg(json_build_array(p.player_type, p.player_id, coalesce(u.name, j.name, p.name, ''), p.rsvp,
        p.team, p.is_captain, p.is_substitute, p.pitch_role, p.checked_in) order by p.place), '[]')
      from game_participant p
      left join app_user u on p.player_type = 'user' and u.id = p.player_id
      left join junior j on p.player_type = 'junior' and j.id = p.player_id
      where p.game_id = g.id),
    'result', ${resultSql(sql, sql`'game:' || g.id`)})`;

export function listedGame({ head, teams, pairings, participants, result }: ListedGameRow): ListedGame {
  const { id, slug, title, clubId, clubSlug, gameMode, kickOff, halves, half_minutes, extra_half_minutes } = head;
  const fixture = gameFixture({
    ...{ id, slug, title, clubId, clubSlug, gameMode, kickOff, halves, half_minutes, extra_half_minutes },
    teams: teams.map(([number, name, color]) => ({ number, name, color })),
    pairings: pairings.map(([index, home, away]) => ({ index, home, away })),
    players: participants.flatMap(([type, playerId, name, , team]) =>
      type === 'guest' || playerId === null ? [] : [{ type, id: playerId, name, team }],
    ),
  });
  return {
    id,
    details: { ...head, participants: participants.map(participant) },
    match: shownMatch(fixture, result),
    lastMarker: result.lastMarker,
  };
}

const participant = ([
  type,
  id,
  name,
  rsvp,
  team,
  isCaptain,
  isSubstitute,
  pitchRole,
  checkedIn,
]: ParticipantRow): Participant => ({ type, id, name, rsvp, team, isCaptain, isSubstitute, pitchRole, checkedIn });

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

/** One page of a club's past games, newest kick-off first (rule READ-4). */
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

/** SQL subquery: these ids. */
export const idsSql = (sql: ISql, ids: readonly number[]): Fragment =>
  sql`select value::bigint from jsonb_array_elements_text(${JSON.stringify(ids)}::text::jsonb)`;
