// The squad of a club: its members and its juniors, former ones included. The players of a tournament.
import { createHash } from 'node:crypto';
import type { PublicNames } from '../../protocol/data-file/fields.ts';
import type { ISql } from './driver/sql.ts';

export type SquadRole = 'Owner' | 'Moderator' | 'Member';

export type SquadPerson = {
  readonly kind: 'member' | 'junior';
  /** The id of the user or of the junior: two people of different kinds may have the same one. */
  readonly id: number;
  readonly name: string;
  readonly status: 'active' | 'pending' | 'former';
  /** null for juniors. */
  readonly role: SquadRole | null;
  readonly jerseyNumber: number | null;
  readonly position: string | null;
  /** The person can sign in. */
  readonly hasAccount: boolean;
};

/** By name. */
export const readSquad = async (sql: ISql, clubId: number): Promise<readonly SquadPerson[]> =>
  sql<SquadPerson[]>`
    select 'member' as kind, u.id, u.name, m.status, m.role, m.jersey_number as "jerseyNumber", m.club_position as position,
      u.email is not null and u.password_hash is not null as "hasAccount"
    from club_member m join app_user u on u.id = m.user_id where m.club_id = ${clubId}
    union all
    select 'junior', j.id, j.name, c.status, null, c.jersey_number, c.club_position, false
    from club_junior c join junior j on j.id = c.junior_id where c.club_id = ${clubId}
    order by name, kind, id`;

/** A mark of what a reader of these people saw: an import that was planned on others is refused. */
export const peopleTag = (people: readonly (SquadPerson | TournamentPerson)[]): string =>
  createHash('sha256').update(JSON.stringify(people)).digest('base64url');

/** A player of a tournament. */
export type TournamentPerson = {
  /** The id of the user. */
  readonly id: number;
  readonly name: string;
  readonly team: number | null;
  readonly jerseyNumber: number | null;
  readonly position: string | null;
  readonly captain: boolean;
};

/** By name. */
export const readTournamentPeople = async (sql: ISql, tournamentId: number): Promise<readonly TournamentPerson[]> =>
  sql<TournamentPerson[]>`
    select u.id, u.name, p.team_id as team, p.jersey_number as "jerseyNumber", p.team_position as position, p.captain
    from tournament_player p join app_user u on u.id = p.user_id where p.tournament_id = ${tournamentId}
    order by name, u.id`;

/** How juniors of the club are named for readers who are not staff (rule NAME-1). */
export async function readPublicNames(sql: ISql, clubId: number): Promise<PublicNames> {
  const [row] = await sql<{ names: PublicNames }[]>`select public_names as names from club where id = ${clubId}`;
  return row?.names ?? 'full';
}

export type Membership = { readonly slug: string; readonly name: string; readonly role: SquadRole };

/** The clubs of which a user is an active member, by name. */
export const readMemberships = async (sql: ISql, userId: number): Promise<readonly Membership[]> =>
  sql<Membership[]>`
    select c.slug, c.name, m.role from club_member m join club c on c.id = m.club_id
    where m.user_id = ${userId} and m.status = 'active' order by c.name, c.id`;
