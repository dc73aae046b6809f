// Who may give which role, and who may set another person's password, in SQL: a link asks again when it is used.
import type { Fragment, ISql } from './driver/sql.ts';

/** Roles that an invitation gives: the first three of a club, the last one of a tournament. */
const ROLES = ['Owner', 'Moderator', 'Member', 'Organizer'] as const;
export type Role = (typeof ROLES)[number];

type Gift = {
  readonly maker: Fragment;
  readonly club: Fragment;
  readonly tournament: Fragment;
  readonly role: Fragment;
};

/**
 * Whether the maker may give the role (rule ACCOUNT-6): in a club, staff give no more than their own role; in a tournament, all
 * who manage it may name organizers. An administrator may give every role.
 */
export const mayGive = (sql: ISql, { maker, club, tournament, role }: Gift) => sql`
  (exists (select from app_user a where a.id = ${maker} and a.is_admin)
    or exists (select from club_member o where o.club_id = ${club} and o.user_id = ${maker} and o.status = 'active'
      and (o.role = 'Owner' or o.role = 'Moderator' and ${role} <> 'Owner'))
    or exists (select from tournament_organizer o where o.tournament_id = ${tournament} and o.user_id = ${maker})
    or exists (select from tournament n join club_member o on o.club_id = n.host_club_id
      where n.id = ${tournament} and o.user_id = ${maker} and o.status = 'active'
        and o.role in ('Owner', 'Moderator')))`;

/** Whether the person is an active member of the club, or a player or an organizer of the tournament. */
const isOfSquad = (
  sql: ISql,
  { club, tournament, person }: Pick<PasswordGift, 'club' | 'tournament' | 'person'>,
) => sql`
  (exists (select from club_member s where s.club_id = ${club} and s.user_id = ${person} and s.status = 'active')
    or exists (select from tournament_player s where s.tournament_id = ${tournament} and s.user_id = ${person})
    or exists (select from tournament_organizer s where s.tournament_id = ${tournament} and s.user_id = ${person}))`;

/** `isFirst`: the person has no password yet. */
type PasswordGift = Omit<Gift, 'role'> & { readonly person: Fragment; readonly isFirst: Fragment };

/**
 * Whether the maker may set the password of the person (rule ACCOUNT-5): it gives the maker all that the person may do. So the
 * maker manages the club or tournament, the person belongs to it, and every role of the person is below one of the maker's in
 * the same place; for a first password an equal one is enough. Administrators may for all people but administrators. No one may
 * for an erased person, whose squads stay. The fragments may use every name but those of the tables here.
 */
export const maySetPassword = (sql: ISql, { maker, person, club, tournament, isFirst }: PasswordGift) => sql`
  exists (
    select from app_user giver, app_user getter where giver.id = ${maker} and getter.id = ${person} and not getter.is_admin
      and giver.id <> getter.id and getter.slug <> 'deleted-user-' || getter.id
      and (giver.is_admin or ${mayGive(sql, { maker, club, tournament, role: sql`'Member'` })}
        and ${isOfSquad(sql, { club, tournament, person })}
        and not exists (
          select from club_member r where r.user_id = getter.id and r.status = 'active' and r.role in ('Owner', 'Moderator')
            and not exists (select from club_member o where o.club_id = r.club_id and o.user_id = giver.id
              and o.status = 'active' and (o.role = 'Owner' and (r.role = 'Moderator' or ${isFirst})
                or o.role = 'Moderator' and r.role = 'Moderator' and ${isFirst})))
        and not exists (
          select from tournament_organizer r join tournament n on n.id = r.tournament_id where r.user_id = getter.id
            and not exists (select from club_member o where o.club_id = n.host_club_id and o.user_id = giver.id
              and o.status = 'active' and (o.role = 'Owner' or o.role = 'Moderator' and ${isFirst}))
            and not exists (select from tournament_organizer o where o.tournament_id = n.id and o.user_id = giver.id
              and ${isFirst}))))`;
