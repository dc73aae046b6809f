// The addresses of the pages that all may see, for search engines.
import type { Sql } from './driver/sql.ts';
import { isTournamentPublic } from './public-pages.ts';

/** A page by the parts of its path. */
export type ListedPage = readonly string[];

/** Addresses in one sitemap (sitemaps.org). */
const LISTED_MAX = 50_000;

/** Clubs and tournaments first, then games and matches, the newest first. Players are not listed. */
export async function listPublicPages(sql: Sql): Promise<readonly ListedPage[]> {
  const rows = await sql<{ parts: ListedPage }[]>`
    select parts from (
      select 0 as place, c.created_at as at, jsonb_build_array('clubs', c.slug) as parts from club c where not c.is_private
      union all
      select 0, 0, jsonb_build_array('tournaments', t.slug) from tournament t where ${isTournamentPublic(sql)}
      union all
      select 1, g.date_time, jsonb_build_array('clubs', c.slug, 'games', g.slug)
      from game g join club c on c.id = g.club_id where g.is_public
      union all
      select 1, coalesce(m.scheduled_at, 0), jsonb_build_array('tournaments', t.slug, 'matches', m.id::text)
      from tournament_match m join tournament t on t.id = m.tournament_id where ${isTournamentPublic(sql)}) listed
    order by place, at desc, parts::text limit ${LISTED_MAX}`;
  return rows.map(({ parts }) => parts);
}
