// Loads a tournament for reading: teams, players, matches with line-ups and results, and a mark that tells later whether
// the data is still current.
import { inTurns } from '../ops/turns.ts';
import type { Fragment, ISql, Sql } from './driver/sql.ts';
import type { PublicNames, TieBreak } from '../../protocol/data-file/fields.ts';
import type { InterClubPlayer, IntraClubPlayer, Tournament } from '../../protocol/rest/tournament.ts';
import { givenResultSql, lineupEditsSql, matchFormatSql } from './fixtures.ts';
import { type PositionsById, positionsByIdSql } from './log/positions.ts';
import { fixtureOf, type MatchDetails, type MatchHead, type PlayedMatch, type TeamDetails } from './match-list.ts';
import { type ResultRow, resultSql, shownInPieces } from './results.ts';

type PlayerTeam = Pick<InterClubPlayer, 'team_id' | 'team_name' | 'club_id' | 'club_slug'>;
/** A player in the parts of the answers about both types of tournament. */
export type TournamentPlayerRow = {
  readonly person: Omit<InterClubPlayer, 'captain' | 'profile_url' | keyof PlayerTeam>;
  readonly captain: boolean;
  /** `waiver_accepted_at`: ms since 1970. */
  readonly registration: Omit<IntraClubPlayer, keyof InterClubPlayer | 'waiver_accepted_at'> & {
    readonly waiver_accepted_at: number | null;
  };
  readonly team: PlayerTeam;
};

export type StoredTournament = {
  /** Version of all data-file data. */
  readonly version: string;
  readonly tournament: Tournament;
  /** How juniors are named for readers who are not staff. */
  readonly publicNames: PublicNames;
  /** IANA time zone of its matches; UTC where it was not set. */
  readonly timezone: string;
  readonly tieBreaks: readonly TieBreak[];
  readonly teams: readonly TeamDetails[];
  /** The addresses of the pictures that teams have, by the id of the team; a team without one has the crest of its club. */
  readonly crests: Readonly<Record<string, string>>;
  /** By team, number, name. */
  readonly players: readonly TournamentPlayerRow[];
  /** By time; matches without a time last. */
  readonly matches: readonly PlayedMatch[];
  /** Of each match. */
  readonly positions: PositionsById;
};

type TournamentRow = Omit<StoredTournament, 'matches'> & { readonly matches: readonly MatchRow[] };
type MatchRow = { readonly details: MatchDetails; readonly head: MatchHead; readonly result: ResultRow };

/** The tournament; null if unknown. One statement, so one consistent snapshot. */
export async function loadTournament(sql: ISql, slug: string): Promise<StoredTournament | null> {
  const [row] = await sql<TournamentRow[]>`
    select
      (select version::text from data_version) as version,
      json_build_object('id', t.id, 'name', t.name, 'slug', t.slug, 'status', t.status, 'format', t.format,
        'tournament_type', t.tournament_type, 'description', t.description, 'start_date', t.start_date,
        'end_date', t.end_date, 'location', t.location, 'host_club', (
          select json_build_object('id', h.id, 'name', h.name, 'slug', h.slug) from club h where h.id = t.host_club_id)
      ) as tournament,
      t.public_names as "publicNames",
      t.timezone,
      t.tie_breaks as "tieBreaks",
      (
        select coalesce(json_agg(json_build_object('id', s.id, 'name', s.name, 'club_id', s.club_id, 'club_slug', c.slug,
          'group_name', s.group_name) order by s.id), '[]')
        from tournament_team s left join club c on c.id = s.club_id where s.tournament_id = t.id) as teams,
      (
        select coalesce(jsonb_object_agg(s.id, coalesce(s.badge_url, c.badge_url)), '{}')
        from tournament_team s left join club c on c.id = s.club_id
        where s.tournament_id = t.id and coalesce(s.badge_url, c.badge_url) <> '') as crests,
      (
        select coalesce(json_agg(json_build_object(
          'person', json_build_object('id', u.id, 'slug', u.slug, 'name', u.name, 'avatar_url', u.avatar_url,
            'preferred_position', u.preferred_position, 'secondary_positions', u.secondary_positions,
            'skill_level', u.skill_level, 'jersey_number', p.jersey_number, 'team_position', p.team_position),
          'captain', p.captain,
          'registration', json_build_object('registration_status', p.registration_status, 'jersey_size', p.jersey_size,
            'jersey_name', p.jersey_name, 'jersey_number_preferences', p.jersey_number_preferences,
            'waiver_accepted_at', p.waiver_accepted_at),
          'team', json_build_object('team_id', s.id, 'team_name', s.name, 'club_id', s.club_id, 'club_slug', c.slug)) order by p.team_id, p.jersey_number, u.name collate "C", u.id), '[]')
        from tournament_player p join app_user u on u.id = p.user_id
        left join tournament_team s on s.id = p.team_id left join club c on c.id = s.club_id
        where p.tournament_id = t.id) as players,
      (
        select coalesce(json_agg(json_build_object(
          'details', json_build_object(
            'stage', json_build_object('stage', m.stage, 'group_name', m.group_name, 'round', m.round,
              'knockout_round', m.knockout_round, 'knockout_round_label', m.knockout_round_label),
            'scheduledAt', m.scheduled_at, 'place', json_build_object('field', m.field, 'pitch', m.pitch),
            'from', json_build_object('home', m.home_from, 'away', m.away_from), 'homePlaceholder', m.home_placeholder, 'awayPlaceholder', m.away_placeholder,
            'remarks', json_build_object('stream_url', m.stream_url, 'notes', m.notes),
            'lineup', (
              select coalesce(json_agg(json_build_object('id', u.id, 'slug', u.slug, 'name', u.name,
                'avatar_url', u.avatar_url, 'jersey_number', coalesce(l.jersey_number, p.jersey_number),
                'captain', l.captain, 'position', coalesce(l.position, p.team_position, u.preferred_position),
                'pitch_x', l.pitch_x, 'pitch_y', l.pitch_y, 'side', l.side, 'starter', l.is_starter)
                order by l.place), '[]')
              from match_lineup l join app_user u on u.id = l.user_id
              left join tournament_player p on p.tournament_id = t.id and p.user_id = l.user_id
              where l.match_id = m.id)),
          'head', json_build_object('id', m.id, 'home', m.home_team_id, 'away', m.away_team_id,
            'format', ${matchFormatSql(sql)}, 'given', ${givenResultSql(sql)},
            'lineupEdits', ${lineupEditsSql(sql)}),
          'result', ${resultSql(sql, sql`'match:' || m.id`)}) order by m.scheduled_at, m.id), '[]')
        from tournament_match m where m.tournament_id = t.id) as matches,
      ${positionsSql(sql, sql`t.id`)} as positions
    from tournament t where t.slug = ${slug}`;
  if (row === undefined) return null;
  return { ...row, matches: await inTurns(played(row)) };
}

/** A tournament has hundreds of matches: in pieces. */
function* played({ matches, ...tournament }: TournamentRow): Generator<void, readonly PlayedMatch[]> {
  const all: PlayedMatch[] = [];
  for (const { details, head, result } of matches) {
    const { match } = yield* shownInPieces(fixtureOf(head, details, tournament), result);
    all.push({ details, match });
    yield;
  }
  return all;
}

/** Compared with a loaded tournament to tell whether it is current. */
export type TournamentMark = Pick<StoredTournament, 'version' | 'positions'>;

/** SQL expression: the positions of the matches of this tournament. */
const positionsSql = (sql: ISql, tournamentId: Fragment): Fragment => sql`(
  select ${positionsByIdSql(sql, sql`m.id`)} from tournament_match m join match_position l on l.ref = 'match:' || m.id
  where m.tournament_id = ${tournamentId})`;

/** The mark of a tournament as it is stored now. */
export async function readTournamentMark(sql: Sql, tournamentId: number): Promise<TournamentMark> {
  const [row] = await sql<TournamentMark[]>`
    select (select version::text from data_version) as version,
      ${positionsSql(sql, sql`${tournamentId}::bigint`)} as positions`;
  if (row === undefined) throw new Error('A select without a table has one row.');
  return row;
}
