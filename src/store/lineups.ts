// Reads the players of one game or match for its line-up, without what staff changed: the fixture has that.
import type { GameParticipants, MatchLineups } from '../../protocol/rest/lineups.ts';
import { type MatchRef, parseChannel } from '../../protocol/wire/ids.ts';
import type { Sql } from './driver/sql.ts';

export type LineupRow = MatchLineups['lineups']['home']['starters'][number] & {
  readonly side: 'home' | 'away';
  readonly part: 'starters' | 'substitutes' | 'squad';
};
type ParticipantRow = GameParticipants['participants'][number];

/** The players of a tournament match: line-ups in the order of the file, then the other players of both teams. */
const matchPlayers = (sql: Sql, id: number): PromiseLike<readonly LineupRow[]> => sql<LineupRow[]>`
  select u.id, u.name, coalesce(l.side, case when p.team_id = m.home_team_id then 'home' else 'away' end) as side,
    case when l.user_id is null then 'squad' when l.is_starter then 'starters' else 'substitutes' end as part,
    coalesce(l.jersey_number, p.jersey_number) as jersey_number, coalesce(l.captain, p.captain) as captain,
    coalesce(l.position, p.team_position, u.preferred_position) as position
  from tournament_match m
  cross join lateral (
    select l.user_id from match_lineup l where l.match_id = m.id
    union
    select r.user_id from tournament_player r
    where r.tournament_id = m.tournament_id and r.team_id in (m.home_team_id, m.away_team_id)) who
  join app_user u on u.id = who.user_id
  left join match_lineup l on l.match_id = m.id and l.user_id = u.id
  left join tournament_player p on p.tournament_id = m.tournament_id and p.user_id = u.id
  where m.id = ${id}::bigint
  order by l.place, coalesce(l.jersey_number, p.jersey_number), u.name collate "C", u.id`;

/** The confirmed participants of a club game in the order of the file. Shirt numbers are those of the club's squad. */
const gamePlayers = (sql: Sql, id: number): PromiseLike<readonly ParticipantRow[]> => sql<ParticipantRow[]>`
  select p.player_type, p.player_id as id, coalesce(u.name, j.name, p.name) as name, p.team,
    coalesce(s.jersey_number, y.jersey_number) as jersey_number, p.is_captain, p.is_substitute, p.pitch_role
  from game g join game_participant p on p.game_id = g.id
  left join app_user u on p.player_type = 'user' and u.id = p.player_id
  left join junior j on p.player_type = 'junior' and j.id = p.player_id
  left join club_member s on s.club_id = g.club_id and s.user_id = u.id and s.status = 'active'
  left join club_junior y on y.club_id = g.club_id and y.junior_id = j.id and y.status = 'active'
  where g.id = ${id}::bigint and p.rsvp = 'confirmed' order by p.place`;

export type LineupPlayers =
  | { readonly kind: 'match'; readonly players: readonly LineupRow[] }
  | { readonly kind: 'game'; readonly players: readonly ParticipantRow[] };

/** The players of a game or match. */
export async function readLineup(sql: Sql, ref: MatchRef): Promise<LineupPlayers> {
  const parsed = parseChannel(ref);
  if (parsed?.kind === 'match') return { kind: 'match', players: await matchPlayers(sql, parsed.id) };
  if (parsed?.kind === 'game') return { kind: 'game', players: await gamePlayers(sql, parsed.id) };
  throw new TypeError(`${ref} is no game or match.`);
}
