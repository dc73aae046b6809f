// The crests that a club or a tournament may put into its themes: those that are stored for it and for its teams.
import type { Fragment, ISql, Sql } from './driver/sql.ts';
import type { ThemeOwner } from './themes.ts';

type StoredCrest = {
  /** `club-1`, `team-81` */
  readonly key: string;
  /** Of the club or the team. */
  readonly name: string;
};

/**
 * A club has its own crest and the crests of its teams in tournaments. A tournament has the crests of its host and of its teams. A
 * team without a crest has the crest of its club.
 */
const crestsOf = (sql: ISql, { kind, slug }: ThemeOwner): Fragment =>
  kind === 'club'
    ? sql`
        select 'club-' || id as key, name, badge_url, 0 as place from club where slug = ${slug}
        union all
        select 'team-' || t.id, t.name, t.badge_url, 1
        from tournament_team t join club c on c.id = t.club_id where c.slug = ${slug}`
    : sql`
        select 'club-' || c.id as key, c.name, c.badge_url, 0 as place
        from tournament t join club c on c.id = t.host_club_id where t.slug = ${slug}
        union all
        select 'team-' || s.id, s.name, coalesce(s.badge_url, c.badge_url), 1
        from tournament t join tournament_team s on s.tournament_id = t.id left join club c on c.id = s.club_id
        where t.slug = ${slug}`;

/** The club first, then the teams by name. Of two with the same picture only the first. */
export const listCrests = async (sql: Sql, owner: ThemeOwner): Promise<readonly StoredCrest[]> =>
  sql<StoredCrest[]>`
    select key, name from (
      select distinct on (badge_url) key, name, place from (${crestsOf(sql, owner)}) every
      where badge_url <> '' order by badge_url, place, name, key
    ) one
    order by place, name, key`;

/** The address of a crest's picture; null for a key that this club or tournament does not have. */
export async function findCrest(sql: Sql, owner: ThemeOwner, key: string): Promise<string | null> {
  const [row] = await sql<{ readonly badge_url: string }[]>`
    select badge_url from (${crestsOf(sql, owner)}) every where key = ${key} and badge_url <> ''`;
  return row?.badge_url ?? null;
}
