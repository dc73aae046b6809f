// Accepts an invitation: in one transaction the link is used up, the person gets an account where there is none, and the role.
import type { MatchRef } from '../../protocol/wire/ids.ts';
import { writeAudit } from '../store/audit.ts';
import type { ISql, Sql } from '../store/driver/sql.ts';
import { type AcceptOutcome, type Acceptor, invitedAs } from '../store/invitations.ts';
import { type FoundLink, useLink } from '../store/one-time-links.ts';
import { setLinkedPassword } from '../store/password-links.ts';
import type { Person } from '../store/people.ts';
import { matchesWearing } from './affected-matches.ts';
import { announced } from './announced.ts';
import { applyFile } from './import.ts';
import { nextIds, slugOf } from './managed-apply.ts';
import { withImportLock } from './import-lock.ts';
import { lockMatches, moveLocked } from './live-matches.ts';
import { parseFile } from './parse.ts';

/** How long an acceptance waits for the database, ms: longer than for the lock of changes. */
const ANSWER_MS = 8_000;

/** Acceptances, each announced before its answer. `dataChanged` resolves when this node shows the change. */
export const openAcceptance =
  (sql: Sql, dataChanged: (changed: { readonly affected: readonly MatchRef[] }) => Promise<unknown>) =>
  async (secretHash: string, acceptor: Acceptor, now: number): Promise<AcceptOutcome> => {
    const tell = ({ outcome, affected }: Accepted): Promise<unknown> | null =>
      outcome.kind === 'accepted' ? dataChanged({ affected }) : null;
    return (await announced(acceptInvitation(sql, secretHash, acceptor, now), tell, ANSWER_MS)).outcome;
  };

/** `affected`: games whose line-up shows the number of a former member again. */
type Accepted = { readonly outcome: AcceptOutcome; readonly affected: readonly MatchRef[] };

/** Thrown to undo the transaction, so that a refused link stays open. */
class Refused extends Error {
  readonly outcome: AcceptOutcome;
  constructor(kind: 'taken' | 'other') {
    super(`The invitation is not accepted: ${kind}.`);
    this.outcome = { kind };
  }
}

/** `now`: ms since 1970. Throws Problem 503. */
async function acceptInvitation(sql: Sql, secretHash: string, acceptor: Acceptor, now: number): Promise<Accepted> {
  try {
    return await withImportLock(sql, 'invitations', async (tx) => {
      const link = await useLink(tx, secretHash, now);
      if (link?.purpose !== 'invitation') return { outcome: { kind: 'not_open' }, affected: [] };
      const person = await personOf(tx, link, acceptor, now);
      const affected = link.resource?.kind === 'club' ? await joinClub(tx, link.resource.id, person.id, link, now) : [];
      if (link.resource?.kind === 'tournament') await joinTournament(tx, link.resource.id, person.id, link);
      const { resource, role } = link;
      const deed = { action: 'invitation_accepted', subject: invitedAs(person.name, role), resource } as const;
      await writeAudit(tx, { ...deed, userId: person.id, ownerId: person.id }, now);
      return { outcome: { kind: 'accepted', person }, affected };
    });
  } catch (error) {
    if (error instanceof Refused) return { outcome: error.outcome, affected: [] };
    throw error;
  }
}

async function personOf(tx: ISql, link: FoundLink, acceptor: Acceptor, now: number): Promise<Person> {
  switch (acceptor.kind) {
    case 'user': {
      const person = await readPerson(tx, acceptor.userId);
      if (person === null || (link.person !== null && link.person.id !== person.id)) throw new Refused('other');
      return person;
    }
    case 'first_password': {
      if (link.person?.hasPassword !== false) throw new Refused('taken');
      if (link.person.email === null) await setFirstEmail(tx, link.person.id, acceptor.email);
      const person = await setLinkedPassword(tx, link, acceptor.passwordHash, now);
      if (person === null) throw new Refused('other');
      return person;
    }
    case 'new_user': {
      const { email, person } = link;
      if (email === null) throw new Refused('other');
      if (person !== null) throw new Refused('taken');
      const [known] = await tx`select from app_user where lower(email) = ${email} limit 1`;
      if (known !== undefined) throw new Refused('taken');
      const { name, passwordHash } = acceptor;
      return createUser(tx, { name, email, password_hash: passwordHash });
    }
  }
}

/** The user needs an e-mail address that no other account has, or cannot sign in. */
async function setFirstEmail(tx: ISql, userId: number, email: string | null): Promise<void> {
  if (email === null) throw new Refused('other');
  const [known] = await tx`select from app_user where lower(email) = ${email} limit 1`;
  if (known !== undefined) throw new Refused('taken');
  await tx`update app_user set email = ${email} where id = ${userId} and email is null`;
}

async function readPerson(tx: ISql, id: number): Promise<Person | null> {
  const [person] = await tx<Person[]>`
    select id, name, password_hash as "passwordHash" from app_user where id = ${id}`;
  return person ?? null;
}

/** Throws Problem 422. */
async function createUser(
  tx: ISql,
  fields: { readonly name: string; readonly email: string; readonly password_hash: string },
): Promise<Person> {
  const id = await nextIds(tx);
  const file = { touchline_data: 1, service_ids: true, users: [{ id, slug: slugOf(fields.name, id), ...fields }] };
  await applyFile(tx, await parseFile(file), { onProgress: () => undefined, encryption: null, hashes: new Map() });
  const person = await readPerson(tx, id);
  if (person === null) throw new TypeError(`The new user ${id} is not stored.`);
  return person;
}

/**
 * An active member keeps a higher role. A number that another member wears by now is given up. Resolves to the games that show the
 * number of a former member again.
 */
async function joinClub(
  tx: ISql,
  clubId: number,
  userId: number,
  { role }: FoundLink,
  now: number,
): Promise<readonly MatchRef[]> {
  if (role === null) return [];
  const [former] = await tx`
    select from club_member where club_id = ${clubId} and user_id = ${userId} and status <> 'active' for update`;
  const [member] = await tx<{ number: number | null }[]>`
    insert into club_member as m (club_id, user_id, role, status, joined_at)
    values (${clubId}, ${userId}, ${role}, 'active', ${now})
    on conflict (club_id, user_id) do update set status = 'active',
      role = case when m.status = 'active'
          and array_position(array['Member', 'Moderator', 'Owner'], m.role)
            > array_position(array['Member', 'Moderator', 'Owner'], excluded.role) then m.role else excluded.role end,
      jersey_number = case when m.status <> 'active' and exists (
          select from club_member o where o.club_id = m.club_id and o.status = 'active'
            and o.jersey_number = m.jersey_number) then null else m.jersey_number end
    returning jersey_number as number`;
  if (former === undefined || typeof member?.number !== 'number') return [];
  const shown = await matchesWearing(tx, [{ type: 'user', owner: clubId, id: userId }]);
  const locked = await lockMatches(
    tx,
    shown.map(({ ref }) => ref),
  );
  return moveLocked(tx, locked);
}

async function joinTournament(tx: ISql, tournamentId: number, userId: number, { role }: FoundLink): Promise<void> {
  if (role === null) return;
  await tx`
    insert into tournament_organizer (tournament_id, place, user_id)
    select ${tournamentId}, coalesce(max(place), -1) + 1, ${userId} from tournament_organizer
    where tournament_id = ${tournamentId} on conflict (tournament_id, user_id) do nothing`;
}
