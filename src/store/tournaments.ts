// Queries about tournaments.
import type { Sql } from './driver/sql.ts';

/** Ids of all matches of a tournament; null if unknown. */
export async function feedMatches(sql: Sql, slug: string): Promise<number[] | null> {
  const [row] = await sql<{ ids: number[] }[]>`
    select (select coalesce(jsonb_agg(m.id order by m.id), '[]') from tournament_match m where m.tournament_id = t.id) as ids
    from tournament t where t.slug = ${slug}`;
  return row?.ids ?? null;
}
