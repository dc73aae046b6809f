// The clubs and tournaments that a user may manage now, with names and roles (rule ACCESS-3).
import type { Sql } from './driver/sql.ts';
import type { Resources } from '../../protocol/rest/account.ts';

/** Null for an unknown user. One statement, so one consistent snapshot. */
export async function loadResources(sql: Sql, userId: number): Promise<Resources | null> {
  const [row] = await sql<Resources[]>`
    with u as materialized (select * from app_user where id = ${userId}),
    managed as materialized (
      select m.club_id, lower(m.role) as role from club_member m join u on u.id = m.user_id
      where m.status = 'active' and m.role in ('Owner', 'Moderator')
    )
    select
      jsonb_build_object('id', u.id, 'name', u.name, 'email', coalesce(u.email, '')) as user,
      (
        select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name, 'slug', c.slug,
          'role', coalesce(m.role, 'administrator')) order by c.name collate "C", c.id), '[]')
        from club c left join managed m on m.club_id = c.id where m.club_id is not null or u.is_admin) as clubs,
      (
        select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'name', t.name, 'slug', t.slug, 'status', t.status,
          'role', case when o.user_id is not null then 'organizer' else coalesce(m.role, 'administrator') end)
          order by t.name collate "C", t.id), '[]')
        from tournament t
        left join tournament_organizer o on o.tournament_id = t.id and o.user_id = u.id
        left join managed m on m.club_id = t.host_club_id
        where o.user_id is not null or m.club_id is not null or u.is_admin) as tournaments
    from u`;
  return row ?? null;
}
