// Loads a club for reading: profile, squad, upcoming games, and a mark that tells later whether the data is still current.
import type { ISql, Sql } from './driver/sql.ts';
import type { Club, ClubPlayer } from '../../protocol/rest/club.ts';
import { LIVE_FOR_MS, UPCOMING_MAX } from '../match/past-games.ts';
import { hasTailSql } from './log/tail.ts';
import { type PositionsById, positionsByIdSql } from './log/positions.ts';
import { lastMarkerSql } from './results.ts';
import { idsSql, listedGame, type ListedGame, type ListedGameRow, listedGameSql } from './game-list.ts';

/** `created_at`: ms since 1970. */
type ClubRow = Omit<Club, 'created_at'> & { readonly created_at: number };
/** `joined_at`: ms since 1970. */
export type MemberRow = Omit<ClubPlayer, 'joined_at' | 'profile_url'> & { readonly joined_at: number };

export type StoredClub = {
  /** Version of all data-file data. */
  readonly version: string;
  readonly club: ClubRow;
  /** Active members by name. */
  readonly members: readonly MemberRow[];
  /**
   * By kick-off: all games where markers or results decide whether they are past, and the next 20 others. Any game that is
   * not listed is past after its kick-off and upcoming before it.
   */
  readonly games: readonly ListedGame[];
  /** Of these games. */
  readonly positions: PositionsById;
  /** The sum of the positions of the club's other games: it changes when one of them does. */
  readonly rest: string;
};

type StoredClubRow = Omit<StoredClub, 'games' | 'members'> & { readonly games: readonly ListedGameRow[] };

/**
 * Loads the club and its lists at `now` (ms since 1970); null if unknown. One statement, so one consistent snapshot. The members follow:
 * if they are newer than the version, the next check tells.
 */
export async function loadClub(sql: ISql, slug: string, now: number): Promise<StoredClub | null> {
  const since = now - LIVE_FOR_MS;
  const lastMarker = lastMarkerSql(sql, sql`'game:' || g.id`);
  const [row] = await sql<StoredClubRow[]>`
    with c as materialized (select * from club where slug = ${slug}),
    deciding as materialized (
      select g.id from c join game g on g.club_id = c.id
      where g.date_time > ${since}::bigint and g.date_time <= ${now}::bigint
        or ${lastMarker} > ${since}::bigint
        or g.date_time > ${now}::bigint and ${lastMarker} is not null
        or ${hasTailSql(sql, sql`'game:' || g.id`)}
    ), coming as materialized (
      select g.id from c join game g on g.club_id = c.id
      where g.date_time > ${now}::bigint and ${lastMarker} is null
        and g.id not in (select id from deciding)
      order by g.date_time, g.id limit ${UPCOMING_MAX}
    ), listed as materialized (select id from deciding union select id from coming)
    select
      (select version::text from data_version) as version,
      json_build_object('id', c.id, 'city', c.city, 'name', c.name, 'slug', c.slug, 'location', c.location,
        'description', c.description, 'member_count', (
          select count(*) from club_member m where m.club_id = c.id and m.status = 'active'),
        'is_private', c.is_private, 'created_at', c.created_at, 'badge_url', c.badge_url,
        'cover_photo_url', c.cover_photo_url) as club,
      (
        select coalesce(json_agg(${listedGameSql(sql)} order by g.date_time, g.id), '[]')
        from listed join game g on g.id = listed.id) as games,
      (
        select ${positionsByIdSql(sql, sql`listed.id`)}
        from listed join match_position l on l.ref = 'game:' || listed.id) as positions,
      (
        select coalesce(sum(l.seq + l.at), 0)::text from game g join match_position l on l.ref = 'game:' || g.id
        where g.club_id = c.id and g.id not in (select id from listed)) as rest
    from c`;
  if (row === undefined) return null;
  const members = await readMembers(sql, row.club.id);
  return { ...row, members, games: row.games.map(listedGame) };
}

/** Each member is a row: one text of ten thousand of them is a long turn of the event loop. */
async function readMembers(sql: ISql, clubId: number): Promise<readonly MemberRow[]> {
  const rows = await sql<{ member: MemberRow }[]>`
    select json_build_object('id', u.id, 'slug', u.slug, 'name', u.name,
      'avatar_url', u.avatar_url, 'jersey_number', m.jersey_number, 'club_position', m.club_position,
      'effective_position', coalesce(m.club_position, u.preferred_position),
      'preferred_position', u.preferred_position, 'secondary_positions', u.secondary_positions,
      'skill_level', u.skill_level, 'role', m.role, 'joined_at', m.joined_at) as member
    from club_member m join app_user u on u.id = m.user_id
    where m.club_id = ${clubId} and m.status = 'active' order by u.name collate "C", u.id`;
  return rows.map(({ member }) => member);
}

/** Compared with a loaded club to tell whether it is current. */
export type ClubMark = Pick<StoredClub, 'version' | 'positions' | 'rest'>;

/** Reads the current mark of a club. `listed`: the games it was loaded with. */
export async function readClubMark(sql: Sql, clubId: number, listed: readonly number[]): Promise<ClubMark> {
  const [row] = await sql<ClubMark[]>`
    with listed as materialized (${idsSql(sql, listed)})
    select
      (select version::text from data_version) as version,
      (
        select ${positionsByIdSql(sql, sql`listed.value`)}
        from listed join match_position l on l.ref = 'game:' || listed.value) as positions,
      (
        select coalesce(sum(l.seq + l.at), 0)::text from game g join match_position l on l.ref = 'game:' || g.id
        where g.club_id = ${clubId} and g.id not in (select value from listed)) as rest`;
  if (row === undefined) throw new Error('A select without a table has one row.');
  return row;
}
