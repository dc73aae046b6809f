// Positions of the matches of a feed: all games of a club or all matches of a tournament.
import type { Sql } from '../driver/sql.ts';
import type { FeedRef, MatchRef } from '../../../protocol/wire/ids.ts';
import { parseChannel } from '../../../protocol/wire/ids.ts';
import type { Position } from './positions.ts';

/** A mark for each feed with matches. It changes whenever a match of the feed changes, appears or disappears. */
export async function readFeedMarks(sql: Sql, refs: readonly FeedRef[]): Promise<ReadonlyMap<FeedRef, string>> {
  const slugs = (kind: 'club' | 'tournament'): string[] =>
    refs.map(parseChannel).flatMap((parsed) => (parsed?.kind === kind ? [parsed.slug] : []));
  const rows = await sql<{ feed: FeedRef; mark: string }[]>`
    select 'club:' || c.slug as feed, concat_ws(':', count(*), sum(l.seq), sum(l.at)) as mark
    from club c join game g on g.club_id = c.id join live_match l on l.ref = 'game:' || g.id
    where c.slug = any(${slugs('club')})
    group by c.slug
    union all
    select 'tournament:' || t.slug, concat_ws(':', count(*), sum(l.seq), sum(l.at))
    from tournament t join tournament_match m on m.tournament_id = t.id join live_match l on l.ref = 'match:' || m.id
    where t.slug = any(${slugs('tournament')})
    group by t.slug`;
  return new Map(rows.map(({ feed, mark }) => [feed, mark]));
}

/** The position of each match of a feed. */
export async function readFeedPositions(sql: Sql, feed: FeedRef): Promise<ReadonlyMap<MatchRef, Position>> {
  const parsed = parseChannel(feed);
  if (parsed?.kind !== 'club' && parsed?.kind !== 'tournament') return new Map();
  const rows =
    parsed.kind === 'club'
      ? await sql<(Position & { ref: MatchRef })[]>`
          select l.ref, l.seq, l.at
          from club c join game g on g.club_id = c.id join live_match l on l.ref = 'game:' || g.id
          where c.slug = ${parsed.slug}`
      : await sql<(Position & { ref: MatchRef })[]>`
          select l.ref, l.seq, l.at
          from tournament t join tournament_match m on m.tournament_id = t.id join live_match l on l.ref = 'match:' || m.id
          where t.slug = ${parsed.slug}`;
  return new Map(rows.map(({ ref, seq, at }) => [ref, { seq, at }]));
}
