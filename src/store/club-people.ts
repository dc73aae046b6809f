// Who a club can put into a game: the active members and juniors of its squad, and juniors who took part in its games.
import type { Sql } from './driver/sql.ts';

export type ClubPerson = {
  /** `user:1` or `junior:1` */
  readonly key: string;
  readonly name: string;
  /** The shirt number in the squad. */
  readonly number: number | null;
};

export type ClubPeople = {
  /** By name. With more than PEOPLE_MAX, those who played last. */
  readonly people: readonly ClubPerson[];
  /** How many `people` leaves out. */
  readonly unlisted: number;
  /** The slug of the club's last game; null without one. */
  readonly lastGame: string | null;
};

/** People that a form lists. */
export const PEOPLE_MAX = 400;

/** `now`: ms since 1970. */
export async function readClubPeople(sql: Sql, clubId: number, now: number): Promise<ClubPeople> {
  const [row] = await sql<{ people: ClubPerson[] | null; total: number; lastGame: string | null }[]>`
    with played as (
      select p.player_type as type, p.player_id as id, max(g.date_time) as last
      from game g join game_participant p on p.game_id = g.id
      where g.club_id = ${clubId} and p.player_id is not null group by 1, 2
    ), who as (
      select 'user:' || u.id as key, u.name, m.jersey_number as number, p.last
      from club_member m join app_user u on u.id = m.user_id left join played p on p.type = 'user' and p.id = u.id
      where m.club_id = ${clubId} and m.status = 'active'
      union all
      select 'junior:' || j.id, j.name, s.jersey_number, p.last
      from (
        select junior_id as id from club_junior where club_id = ${clubId} union select id from played where type = 'junior'
      ) one join junior j on j.id = one.id
      left join club_junior s on s.club_id = ${clubId} and s.junior_id = j.id
      left join played p on p.type = 'junior' and p.id = j.id
      where coalesce(s.status, 'active') = 'active'
    ), listed as (select * from who order by last desc nulls last, name collate "C", key limit ${PEOPLE_MAX})
    select (select json_agg(json_build_object('key', key, 'name', name, 'number', number) order by name collate "C", key)
        from listed) as people,
      (select count(*)::integer from who) as total,
      (select slug from game where club_id = ${clubId} and date_time <= ${now}::bigint
        order by date_time desc, id desc limit 1) as "lastGame"`;
  const people = row?.people ?? [];
  return { people, unlisted: (row?.total ?? 0) - people.length, lastGame: row?.lastGame ?? null };
}
