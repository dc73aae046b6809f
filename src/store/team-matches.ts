// The tournament matches of a club's own teams: those that are linked to it (rule MANAGE-3).
import type { ISql, Sql } from './driver/sql.ts';
import { matchZone } from './integrations.ts';

export type TeamMatch = {
  readonly id: number;
  readonly tournamentId: number;
  /** Slug and name. */
  readonly tournament: string;
  readonly tournamentName: string;
  /** Names of both sides, or of their places. */
  readonly home: string;
  readonly away: string;
  /** The sides whose team is linked to the club. */
  readonly sides: readonly ('home' | 'away')[];
  /** The sides without a team. */
  readonly open: readonly ('home' | 'away')[];
  /** ms since 1970; null without a time. */
  readonly at: number | null;
  /** IANA time zone of the tournament; null when it is unknown. */
  readonly zone: string | null;
};

/** Rule LINE-6: matches that were scheduled longer ago are not listed. */
const LISTED_MS = 7 * 86_400_000;
const LISTED_MAX = 100;

const columns = (sql: ISql) => sql`
  m.id, t.id as "tournamentId", t.slug as tournament, t.name as "tournamentName", coalesce(h.name, m.home_placeholder, 'TBD') as home,
  coalesce(w.name, m.away_placeholder, 'TBD') as away, m.scheduled_at as at, ${matchZone(sql)} as zone,
  array_remove(array[case when h.club_id = c.id then 'home' end, case when w.club_id = c.id then 'away' end], null) as sides,
  array_remove(array[case when h.id is null then 'home' end, case when w.id is null then 'away' end], null) as open`;

const tables = (sql: ISql) => sql`
  club c cross join tournament_match m join tournament t on t.id = m.tournament_id
  left join tournament_team h on h.id = m.home_team_id left join tournament_team w on w.id = m.away_team_id`;

/** By kick-off, from a week ago on, 100 at most. `now`: ms since 1970. */
export const findTeamMatches = (sql: Sql, club: string, now: number) => sql<TeamMatch[]>`
  select ${columns(sql)} from ${tables(sql)}
  where c.slug = ${club} and (h.club_id = c.id or w.club_id = c.id)
    and (m.scheduled_at is null or m.scheduled_at >= ${now - LISTED_MS}::bigint)
  order by m.scheduled_at nulls last, m.id limit ${LISTED_MAX}`;

/** The match of a team of the club; null for any other match. */
export async function findTeamMatch(sql: ISql, club: string, id: number): Promise<TeamMatch | null> {
  const [found] = await sql<TeamMatch[]>`
    select ${columns(sql)} from ${tables(sql)} where c.slug = ${club} and m.id = ${id} and (h.club_id = c.id or w.club_id = c.id)`;
  return found ?? null;
}
