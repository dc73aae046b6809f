// Queries about clubs.
import type { Sql } from './driver/sql.ts';

const DAY_MS = 86_400_000;
/** More than the 20 of the upcoming list: some upcoming games may be completed already. */
const TO_COME_MAX = 100;

/**
 * Ids of the games that a club's feed may contain: upcoming games, and games with a kick-off or a marker in the last 24
 * hours (`now`: ms since 1970). The caller filters further. Null for an unknown club.
 */
export async function feedGames(sql: Sql, clubSlug: string, now: number): Promise<number[] | null> {
  const [row] = await sql<{ ids: number[] }[]>`
    select (
      select coalesce(jsonb_agg(f.id order by f.date_time, f.id), '[]')
      from (
        select g.id, g.date_time from game g
        where g.club_id = c.id and g.date_time <= ${now}::bigint and (
          g.date_time > ${now - DAY_MS}::bigint
          or exists (
            select from marker k
            where k.ref = 'game:' || g.id and (k.body->>'at')::bigint > ${now - DAY_MS}::bigint))
        union all (
          select g.id, g.date_time from game g
          where g.club_id = c.id and g.date_time > ${now}::bigint order by g.date_time, g.id limit ${TO_COME_MAX})
      ) f) as ids
    from club c where c.slug = ${clubSlug}`;
  return row?.ids ?? null;
}
