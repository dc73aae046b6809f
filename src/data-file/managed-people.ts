// Staff may name only people of their own club or tournament: an id of another person would show that person's name to them.
import { z } from 'zod';
import type { ManagedKind } from '../../protocol/rest/managed.ts';
import { invalid } from '../ops/problem.ts';
import type { ISql } from '../store/driver/sql.ts';
import type { ManagedRow, Owner } from './managed-rows.ts';

/** A person that an entry names by id. */
type Named = { readonly type: 'user' | 'junior'; readonly id: number; readonly path: string };

const participants = z.array(z.object({ player_type: z.string(), id: z.number().nullish() }));
const players = z.array(z.object({ user_id: z.number() }));

/** Throws Problem 422 with the place of each person who does not belong to the club or tournament (rule MANAGE-3). */
export async function requireKnownPeople(
  sql: ISql,
  kind: ManagedKind,
  owner: Owner,
  entry: Readonly<Record<string, unknown>>,
): Promise<void> {
  const named = namedIn(kind, entry);
  if (named.length === 0) return;
  const known = await knownPeople(sql, owner);
  const foreign = named.filter(({ type, id }) => !known[type].has(id));
  if (foreign.length === 0) return;
  throw invalid(
    foreign.map(({ type, id, path }) => ({
      path,
      message: `There is no ${type} ${id} in this ${owner.kind}. Add the person to it first.`,
    })),
  );
}

function namedIn(kind: ManagedKind, entry: Readonly<Record<string, unknown>>): readonly Named[] {
  switch (kind) {
    case 'game':
      return inGame(entry);
    case 'match':
      return inMatch(entry);
    case 'member':
    case 'junior':
    case 'team':
    case 'player':
      return [];
  }
}

function inGame(entry: Readonly<Record<string, unknown>>): readonly Named[] {
  const organizer = entry['organizer_id'];
  const listed = participants.safeParse(entry['participants']);
  return [
    ...(typeof organizer === 'number' ? [{ type: 'user', id: organizer, path: 'organizer_id' } as const] : []),
    ...(listed.data ?? []).flatMap(({ player_type: type, id }, index): readonly Named[] =>
      typeof id === 'number' && (type === 'user' || type === 'junior')
        ? [{ type, id, path: `participants[${index}].id` }]
        : [],
    ),
  ];
}

function inMatch(entry: Readonly<Record<string, unknown>>): readonly Named[] {
  const lineups = z.record(z.string(), z.record(z.string(), players).nullish()).safeParse(entry['lineups']).data ?? {};
  return Object.entries(lineups).flatMap(([side, lineup]) =>
    Object.entries(lineup ?? {}).flatMap(([part, listed]) =>
      listed.map(({ user_id: id }, index) => ({
        type: 'user' as const,
        id,
        path: `lineups.${side}.${part}[${index}].user_id`,
      })),
    ),
  );
}

type Known = Readonly<Record<Named['type'], ReadonlySet<number>>>;

async function knownPeople(sql: ISql, { kind, id }: Owner): Promise<Known> {
  const rows = await sql<{ type: Named['type']; id: number }[]>`
    ${
      kind === 'club'
        ? sql`select 'user' as type, user_id as id from club_member where club_id = ${id}
            union select 'junior', junior_id from club_junior where club_id = ${id}
            union select p.player_type, p.player_id from game_participant p join game g on g.id = p.game_id
              where g.club_id = ${id} and p.player_id is not null`
        : sql`select 'user' as type, user_id as id from tournament_player where tournament_id = ${id}
            union select 'user', l.user_id from match_lineup l join tournament_match m on m.id = l.match_id
              where m.tournament_id = ${id}
            union select 'user', c.user_id from club_member c join tournament_team t on t.club_id = c.club_id
              where t.tournament_id = ${id} and c.status = 'active'`
    }`;
  const of = (type: Named['type']): ReadonlySet<number> =>
    new Set(rows.filter((row) => row.type === type).map((row) => row.id));
  return { user: of('user'), junior: of('junior') };
}

/**
 * A team's line-up names members of its club, so only staff of a club link it to a team; everyone links the host club (rule
 * MANAGE-3). `by`: the user who acts; null for the key of the tournament. `before`: null for a new team. Throws Problem 422.
 */
export async function requireOwnClub(
  sql: ISql,
  { kind, by }: { readonly kind: ManagedKind; readonly by: number | null },
  { id: tournament }: Owner,
  before: Pick<ManagedRow, 'file'> | null,
  { club_id: club }: Readonly<Record<string, unknown>>,
): Promise<void> {
  if (kind !== 'team' || typeof club !== 'number' || club === before?.file['club_id']) return;
  const [allowed] = await sql`
    select from tournament where id = ${tournament} and host_club_id = ${club}
    union all select from club_member where club_id = ${club} and user_id = ${by}::bigint and status = 'active'
      and role in ('Owner', 'Moderator')
    union all select from app_user where id = ${by}::bigint and is_admin`;
  if (allowed !== undefined) return;
  const message = 'Only staff of this club link it to a team. Ask them, or leave club_id out.';
  throw invalid([{ path: 'club_id', message }]);
}

/**
 * Staff may correct the name of a person who has no account and is in no other club or tournament. Returns the slug that the
 * person keeps; null for juniors, and where the name stays. Throws Problem 422.
 */
export async function requireOwnName(
  sql: ISql,
  kind: ManagedKind,
  owner: Owner,
  { id, title }: ManagedRow,
  { name }: Readonly<Record<string, unknown>>,
): Promise<string | null> {
  if (kind !== 'member' && kind !== 'player' && kind !== 'junior') return null;
  if (name === undefined) return null;
  const [person] = await (kind === 'junior' ? juniorsName(sql, owner, id) : usersName(sql, owner, id));
  if (person === undefined || (!person.isOurs && name !== title)) {
    const message =
      'Only the person, or an administrator, changes this name: the person has an account or is elsewhere too.';
    throw invalid([{ path: 'name', message }]);
  }
  return person.slug;
}

type NamedPerson = { readonly slug: string | null; readonly isOurs: boolean };

const usersName = (sql: ISql, { kind, id: owner }: Owner, id: number) => sql<NamedPerson[]>`
  select u.slug, u.email is null and u.password_hash is null
    and not exists (select from club_member c where c.user_id = u.id and not (${kind === 'club'} and c.club_id = ${owner}))
    and not exists (
      select from tournament_player p where p.user_id = u.id and not (${kind === 'tournament'} and p.tournament_id = ${owner}))
    and not exists (select from tournament_organizer o where o.user_id = u.id) as "isOurs"
  from app_user u where u.id = ${id}`;

const juniorsName = (sql: ISql, { id: club }: Owner, id: number) => sql<NamedPerson[]>`
  select null as slug, not exists (select from club_junior c where c.junior_id = j.id and c.club_id <> ${club})
    and not exists (select from game_participant p join game g on g.id = p.game_id
      where p.player_type = 'junior' and p.player_id = j.id and g.club_id <> ${club}) as "isOurs"
  from junior j where j.id = ${id}`;
