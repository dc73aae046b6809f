// Loads a tournament for reading: teams, players, matches with line-ups and results, and a mark that tells later whether
// the data is still current.
import type { Sql } from './driver/sql.ts';
import type { TieBreak } from '../../protocol/data-file/fields.ts';
import type { Tournament, TournamentPlayer } from '../../protocol/rest/tournament.ts';
import { fixtureOf, type MatchDetails, type MatchHead, type PlayedMatch, type TeamDetails } from './match-list.ts';
import { type ResultRow, resultSql, shownMatch } from './results.ts';

export type TournamentPlayerRow = {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
  readonly avatarUrl: string | null;
  readonly preferredPosition: TournamentPlayer['preferred_position'];
  readonly secondaryPositions: TournamentPlayer['secondary_positions'];
  readonly skillLevel: TournamentPlayer['skill_level'];
  readonly jerseyNumber: number | null;
  readonly teamPosition: string | null;
  readonly captain: boolean;
  readonly registrationStatus: string;
  readonly jerseySize: string | null;
  readonly jerseyName: string | null;
  readonly jerseyNumberPreferences: readonly number[];
  /** ms since 1970 */
  readonly waiverAcceptedAt: number | null;
  readonly teamId: number | null;
  readonly teamName: string | null;
  readonly clubId: number | null;
  readonly clubSlug: string | null;
};

export type StoredTournament = {
  /** Version of all data-file data. */
  readonly version: string;
  readonly tournament: Tournament;
  readonly tieBreaks: readonly TieBreak[];
  readonly teams: readonly TeamDetails[];
  /** By team, number, name. */
  readonly players: readonly TournamentPlayerRow[];
  /** By time; matches without a time last. */
  readonly matches: readonly PlayedMatch[];
};

type MatchRow = { readonly details: MatchDetails; readonly head: MatchHead; readonly result: ResultRow };

/** The tournament; null if unknown. One statement, so one consistent snapshot. */
export async function loadTournament(sql: Sql, slug: string): Promise<StoredTournament | null> {
  const [row] = await sql<(Omit<StoredTournament, 'matches'> & { readonly matches: readonly MatchRow[] })[]>`
    select
      (select version::text from data_version) as version,
      json_build_object('id', t.id, 'name', t.name, 'slug', t.slug, 'status', t.status, 'format', t.format,
        'tournament_type', t.tournament_type, 'description', t.description, 'start_date', t.start_date,
        'end_date', t.end_date, 'location', t.location, 'host_club', (
          select json_build_object('id', h.id, 'name', h.name, 'slug', h.slug) from club h where h.id = t.host_club_id)
      ) as tournament,
      t.tie_breaks as "tieBreaks",
      (
        select coalesce(json_agg(json_build_object('id', s.id, 'name', s.name, 'club_id', s.club_id, 'club_slug', c.slug,
          'group_name', s.group_name) order by s.id), '[]')
        from tournament_team s left join club c on c.id = s.club_id where s.tournament_id = t.id) as teams,
      (
        select coalesce(json_agg(json_build_object('id', u.id, 'slug', u.slug, 'name', u.name, 'avatarUrl', u.avatar_url,
          'preferredPosition', u.preferred_position, 'secondaryPositions', u.secondary_positions,
          'skillLevel', u.skill_level, 'jerseyNumber', p.jersey_number, 'teamPosition', p.team_position,
          'captain', p.captain, 'registrationStatus', p.registration_status, 'jerseySize', p.jersey_size,
          'jerseyName', p.jersey_name, 'jerseyNumberPreferences', p.jersey_number_preferences,
          'waiverAcceptedAt', p.waiver_accepted_at, 'teamId', s.id, 'teamName', s.name, 'clubId', s.club_id,
          'clubSlug', c.slug) order by p.team_id, p.jersey_number, u.name collate "C", u.id), '[]')
        from tournament_player p join app_user u on u.id = p.user_id
        left join tournament_team s on s.id = p.team_id left join club c on c.id = s.club_id
        where p.tournament_id = t.id) as players,
      (
        select coalesce(json_agg(json_build_object(
          'details', json_build_object('stage', m.stage, 'group', m.group_name, 'round', m.round,
            'knockoutRound', m.knockout_round, 'knockoutRoundLabel', m.knockout_round_label,
            'scheduledAt', m.scheduled_at, 'field', m.field, 'pitch', m.pitch, 'homePlaceholder', m.home_placeholder,
            'awayPlaceholder', m.away_placeholder, 'streamUrl', m.stream_url, 'notes', m.notes,
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
            'halves', coalesce(m.halves, t.halves), 'halfMinutes', coalesce(m.half_minutes, t.half_minutes),
            'extraHalfMinutes', coalesce(m.extra_half_minutes, t.extra_half_minutes), 'status', m.status,
            'playedAt', m.played_at, 'score', (
              select json_build_object('home', s.home, 'away', s.away, 'home_penalties', s.home_penalties,
                'away_penalties', s.away_penalties)
              from match_given_score s where s.match_id = m.id)),
          'result', ${resultSql(sql, sql`'match:' || m.id`)}) order by m.scheduled_at, m.id), '[]')
        from tournament_match m where m.tournament_id = t.id) as matches
    from tournament t where t.slug = ${slug}`;
  if (row === undefined) return null;
  return {
    ...row,
    matches: row.matches.map(({ details, head, result }) => ({
      details,
      match: shownMatch(fixtureOf(head, details, row), result),
    })),
  };
}

/** Compared with a loaded tournament to tell whether it is current: data version, and `seq` of each match by id. */
export type TournamentMark = { readonly version: string; readonly matches: Readonly<Record<string, number>> };

export async function readTournamentMark(sql: Sql, tournamentId: number): Promise<TournamentMark> {
  const [row] = await sql<TournamentMark[]>`
    select
      (select version::text from data_version) as version,
      (
        select coalesce(jsonb_object_agg(m.id, l.seq), '{}')
        from tournament_match m join live_match l on l.ref = 'match:' || m.id
        where m.tournament_id = ${tournamentId}) as matches`;
  if (row === undefined) throw new Error('A select without a table has one row.');
  return row;
}
