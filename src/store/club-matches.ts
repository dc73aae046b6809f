// The tournament matches that a club may score.
import type { Sql } from './driver/sql.ts';

/** The authorized matches of one tournament. */
export type ClubMatches = { readonly tournament: string; readonly ids: readonly number[] };

/** Rule LINE-5: matches that were scheduled longer ago are not listed. */
const LISTED_DAYS = 7;
const LISTED_MAX = 100;

/** The matches that the club is authorized for: the next 100, from a week ago on, by tournament. */
export const findClubMatches = (sql: Sql, clubSlug: string): PromiseLike<readonly ClubMatches[]> => sql<ClubMatches[]>`
  with listed as (
    select m.id, m.tournament_id, m.scheduled_at
    from club c join match_authorized_club a on a.club_id = c.id join tournament_match m on m.id = a.match_id
    where c.slug = ${clubSlug}
      and (m.scheduled_at is null or m.scheduled_at >= ${Date.now() - LISTED_DAYS * 86_400_000}::bigint)
    order by m.scheduled_at, m.id limit ${LISTED_MAX}
  )
  select t.slug as tournament, json_agg(l.id order by l.scheduled_at, l.id) as ids
  from listed l join tournament t on t.id = l.tournament_id
  group by t.slug order by min(l.scheduled_at), t.slug`;
