// The games of a weekly series: all with one `series_id`, which is the id of the first of them (rule MANAGE-15).
import type { ISql } from './driver/sql.ts';

/** A later game of the series. `days`: how many days after this game. */
type FollowingGame = { readonly slug: string; readonly days: number };

/** More than a season. */
const FOLLOWING_MAX = 60;

/** The games of the series that follow this one, by kick-off; none for a game of no series. */
export const readFollowing = async (sql: ISql, clubId: number, slug: string): Promise<readonly FollowingGame[]> =>
  sql<FollowingGame[]>`
    select g.slug, round((g.date_time - o.date_time) / 86400000.0)::integer as days
    from game o join game g on g.club_id = o.club_id and g.date_time > o.date_time
      and coalesce(g.series_id, g.id) = coalesce(o.series_id, o.id)
    where o.club_id = ${clubId} and o.slug = ${slug}
    order by g.date_time, g.id limit ${FOLLOWING_MAX}`;
