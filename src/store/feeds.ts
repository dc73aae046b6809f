// Queries about feeds: all games of a club or all matches of a tournament.
import type { ISql, Sql } from './driver/sql.ts';
import { type FeedRef, type MatchRef, parseChannel } from '../../protocol/wire/ids.ts';
import type { Position } from './log/positions.ts';
import { hasTailSql } from './log/tail.ts';
import { lastMarkerSql } from './results.ts';

const DAY_MS = 86_400_000;
/** More than the 20 of the upcoming list: some upcoming games may be completed already. */
const TO_COME_MAX = 100;

/**
 * Ids of the games that a club's feed may contain: upcoming games, and games with a kick-off, a marker or a commit in the
 * last 24 hours (`now`: ms since 1970). The caller filters further. Null for an unknown club.
 */
export async function feedGames(sql: ISql, clubSlug: string, now: number): Promise<number[] | null> {
  const [row] = await sql<{ ids: number[] }[]>`
    select (
      select coalesce(jsonb_agg(f.id order by f.date_time, f.id), '[]')
      from (
        select g.id, g.date_time from game g
        where g.club_id = c.id and g.date_time <= ${now}::bigint and (
          g.date_time > ${now - DAY_MS}::bigint
          or ${lastMarkerSql(sql, sql`'game:' || g.id`)} > ${now - DAY_MS}::bigint
          or ${hasTailSql(sql, sql`'game:' || g.id`)})
        union all (
          select g.id, g.date_time from game g
          where g.club_id = c.id and g.date_time > ${now}::bigint order by g.date_time, g.id limit ${TO_COME_MAX})
      ) f) as ids
    from club c where c.slug = ${clubSlug}`;
  return row?.ids ?? null;
}

/** Ids of all matches of a tournament; null if unknown. */
export async function feedMatches(sql: Sql, slug: string): Promise<number[] | null> {
  const [row] = await sql<{ ids: number[] }[]>`
    select (select coalesce(jsonb_agg(m.id order by m.id), '[]') from tournament_match m where m.tournament_id = t.id) as ids
    from tournament t where t.slug = ${slug}`;
  return row?.ids ?? null;
}

/** SQL subquery: the matches of these feeds. */
function matchesSql(sql: ISql, feeds: readonly FeedRef[]) {
  const slugs = (kind: 'club' | 'tournament'): string[] =>
    feeds.map(parseChannel).flatMap((parsed) => (parsed?.kind === kind ? [parsed.slug] : []));
  return sql`
    select 'club:' || c.slug as feed, 'game:' || g.id as ref
    from club c join game g on g.club_id = c.id where c.slug = any(${slugs('club')})
    union all
    select 'tournament:' || t.slug, 'match:' || m.id
    from tournament t join tournament_match m on m.tournament_id = t.id where t.slug = any(${slugs('tournament')})`;
}

/** A mark for each feed with matches. It changes whenever a match of the feed changes, appears or disappears. */
export async function readFeedMarks(sql: Sql, feeds: readonly FeedRef[]): Promise<ReadonlyMap<FeedRef, string>> {
  const rows = await sql<{ feed: FeedRef; mark: string }[]>`
    select f.feed, concat_ws(':', count(*), sum(l.seq), sum(l.at)) as mark
    from (${matchesSql(sql, feeds)}) f join match_position l on l.ref = f.ref group by f.feed`;
  return new Map(rows.map(({ feed, mark }) => [feed, mark]));
}

/** The position of each match of a feed. */
export async function readFeedPositions(sql: Sql, feed: FeedRef): Promise<ReadonlyMap<MatchRef, Position>> {
  const rows = await sql<(Position & { ref: MatchRef })[]>`
    select l.ref, l.seq, l.at from (${matchesSql(sql, [feed])}) f join match_position l on l.ref = f.ref`;
  return new Map(rows.map(({ ref, seq, at }) => [ref, { seq, at }]));
}
