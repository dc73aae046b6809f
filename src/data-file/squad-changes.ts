// Changes many people at once for staff: a squad or the players of a tournament by one table, and how juniors are named.
import type { PublicNames } from '../../protocol/data-file/fields.ts';
import type { MatchRef } from '../../protocol/wire/ids.ts';
import { Problem } from '../ops/problem.ts';
import type { ISql, Sql } from '../store/driver/sql.ts';
import { peopleTag, readPublicNames, readSquad, readTournamentPeople } from '../store/squad.ts';
import { applyEntries, changedEntry, inEntry, type ManagedFields, newEntry, nextIds } from './managed-apply.ts';
import { audit, managing } from './managed-changes.ts';
import { requireRoleGiver } from './managed-roles.ts';
import type { Owner } from './managed-rows.ts';

/** The club or tournament by its slug, and the user who acts. */
export type SquadTarget = { readonly owner: string; readonly by: number };

/** A person of a table. `id`: null for a new one. */
type PersonEntry<Kind> = { readonly kind: Kind; readonly id: number | null; readonly fields: ManagedFields };
export type SquadEntry = PersonEntry<'member' | 'junior'>;
export type PlayerEntry = PersonEntry<'player'>;

export type SquadChanged = { readonly isChanged: boolean; readonly affected: readonly MatchRef[] };

/**
 * Adds and changes the people of a table, all of them or none (rule SQUAD-4). `seen`: the tag of the squad on which the entries
 * were planned. Throws Problem 403, 404, 409, 412 when the squad has changed, 422 or 503.
 */
export function importSquad(
  sql: Sql,
  { owner: slug, by }: SquadTarget,
  entries: readonly SquadEntry[],
  seen: string,
): Promise<SquadChanged> {
  return managing(sql, { kind: 'member', owner: slug }, async (tx, owner) => {
    const squad = await readSquad(tx, owner.id);
    requireSeen('squad', peopleTag(squad), seen);
    for (const { kind, id, fields } of entries) {
      if (kind === 'junior' || (fields['role'] === undefined && fields['status'] === undefined)) continue;
      const person = squad.find((known) => known.kind === 'member' && known.id === id);
      const before = person ? { id: person.id, file: { role: person.role, status: person.status } } : null;
      await requireRoleGiver(tx, { kind, by }, owner, before, fields);
    }
    return applyTable(tx, owner, by, entries);
  });
}

/** Adds and changes the players of a table, as `importSquad` does (rule PLAN-11). Throws Problem 404, 412, 422 or 503. */
export const importPlayers = (
  sql: Sql,
  { owner: slug, by }: SquadTarget,
  entries: readonly PlayerEntry[],
  seen: string,
): Promise<SquadChanged> =>
  managing(sql, { kind: 'player', owner: slug }, async (tx, owner) => {
    requireSeen('list of players', peopleTag(await readTournamentPeople(tx, owner.id)), seen);
    return applyTable(tx, owner, by, entries);
  });

/** Throws Problem 412. */
function requireSeen(what: string, tag: string, seen: string): void {
  if (tag === seen) return;
  throw new Problem(412, `The ${what} has changed since you read it.`, { hint: 'Check the table again.' });
}

/** Throws Problem 409 or 422; the paths of a 422 name the entry, as `[3].name`. */
async function applyTable(
  tx: ISql,
  owner: Owner,
  by: number,
  entries: readonly (SquadEntry | PlayerEntry)[],
): Promise<SquadChanged> {
  let id = await nextIds(tx, Math.max(1, entries.filter((entry) => entry.id === null).length));
  const rows = entries.map(({ kind, id: known, fields }) =>
    known === null ? newEntry(kind, id++, fields) : changedEntry(kind, { id: known, file: {} }, fields),
  );
  const affected = await applyEntries(tx, owner, rows, {}, inEntry);
  if (entries.length > 0) await audit(tx, owner, by, 'table_imported', String(entries.length));
  return { isChanged: entries.length > 0, affected };
}

/** Sets how juniors of the club are named for readers who are not staff (rule NAME-1). Throws Problem 404 or 503. */
export function changePublicNames(
  sql: Sql,
  { owner: slug, by }: SquadTarget,
  public_names: PublicNames,
): Promise<SquadChanged> {
  return managing(sql, { kind: 'junior', owner: slug }, async (tx, owner) => {
    if ((await readPublicNames(tx, owner.id)) === public_names) return { isChanged: false, affected: [] };
    const affected = await applyEntries(tx, owner, [], { public_names });
    await audit(tx, owner, by, 'row_changed', `club ${owner.name}`);
    return { isChanged: true, affected };
  });
}
