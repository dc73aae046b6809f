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
const PEOPLE_MAX = 400;

/** `game`: the slug of a game whose players are listed too, though they may have left; null for none. `now`: ms since 1970. */
export async function readClubPeople(sql: Sql, clubId: number, game: string | null, now: number): Promise<ClubPeople> {
  const [row] = await sql<{ people: ClubPerson[] | null; total: number; lastGame: string | null }[]>`
    with played as (
      select p.player_type as type, p.player_id as id, max(g.date_time) as last, bool_or(g.slug = ${game}::text) as "isIn"
      from game g join game_participant p on p.game_id = g.id
      where g.club_id = ${clubId} and p.player_id is not null group by 1, 2
    ), one as (
      select 'user' as type, user_id as id from club_member where club_id = ${clubId} and status = 'active'
      union select 'junior', junior_id from club_junior where club_id = ${clubId} and status = 'active'
      union select type, id from played where "isIn"
      union select 'junior', p.id from played p where p.type = 'junior'
        and not exists (select from club_junior s where s.club_id = ${clubId} and s.junior_id = p.id)
    ), who as (
      select one.type || ':' || one.id as key, coalesce(u.name, j.name) as name,
        coalesce(m.jersey_number, s.jersey_number) as number, p.last, coalesce(p."isIn", false) as "isIn"
      from one
      left join app_user u on one.type = 'user' and u.id = one.id
      left join junior j on one.type = 'junior' and j.id = one.id
      left join club_member m on one.type = 'user' and m.club_id = ${clubId} and m.user_id = one.id and m.status = 'active'
      left join club_junior s
        on one.type = 'junior' and s.club_id = ${clubId} and s.junior_id = one.id and s.status = 'active'
      left join played p on p.type = one.type and p.id = one.id
    ), listed as (
      select * from who order by "isIn" desc, last desc nulls last, name collate "C", key limit ${PEOPLE_MAX}
    )
    select (select json_agg(json_build_object('key', key, 'name', name, 'number', number) order by name collate "C", key)
        from listed) as people,
      (select count(*)::integer from who) as total,
      (select slug from game where club_id = ${clubId} and date_time <= ${now}::bigint
        order by date_time desc, id desc limit 1) as "lastGame"`;
  const people = row?.people ?? [];
  return { people, unlisted: (row?.total ?? 0) - people.length, lastGame: row?.lastGame ?? null };
}
