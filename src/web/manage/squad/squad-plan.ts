// What a squad table changes: each row becomes a new person, a change of a known one, or nothing (rules SQUAD-4 and SQUAD-5).
import { nameKey } from '../../../match/whole-words.ts';
import type { SquadPerson, SquadRole } from '../../../store/squad.ts';
import type { SquadKind } from './column-names.ts';
import { byName, openPlan, type PeoplePlan } from './people-plan.ts';
import type { CellFault, PeopleTable, TableRow } from './squad-table.ts';

/** Fields as REST takes them. */
type SquadFields = {
  readonly name?: string;
  readonly status?: 'active';
  readonly jersey_number?: number | null;
  readonly club_position?: string;
  readonly role?: SquadRole;
};
/** `id`: null for a new person. */
export type SquadEntry = { readonly kind: SquadKind; readonly id: number | null; readonly fields: SquadFields };

export type SquadPlan = PeoplePlan<SquadEntry>;

type PlanOptions = {
  readonly squad: readonly SquadPerson[];
  /** The kind of people whose row and squad do not say it. */
  readonly kind: SquadKind;
  /** Whether the visitor may give the roles of owner and moderator. */
  readonly mayGiveRoles: boolean;
};

/** A row with the person that it is about. */
type Matched = { readonly row: TableRow; readonly kind: SquadKind; readonly person: SquadPerson | null };

/** What the table changes in the squad. */
export function planSquad(table: PeopleTable, { squad, kind, mayGiveRoles }: PlanOptions): SquadPlan {
  const plan = openPlan(table);
  const named = byName(squad);
  const matched: Matched[] = [];
  for (const row of table.rows) {
    if (row.name === '') continue;
    const key = nameKey(row.name);
    const people = (named.get(key) ?? []).filter((person) => row.kind === undefined || person.kind === row.kind);
    plan.checkName(row, key, people, 'two_people');
    const person = people[0] ?? null;
    const match = { row, person, kind: person?.kind ?? row.kind ?? kind };
    const fault = roleFault(match, mayGiveRoles);
    if (fault !== null) plan.addFault(row, 'role', { fault });
    matched.push(match);
  }

  const wearers = wearersOf(squad, matched);
  for (const { row, kind: of } of matched) {
    if (of === 'member' && row.number !== undefined) plan.giveNumber(row, row.number, wearers);
  }

  const changes = matched.map((match) => ({ ...match, fields: fieldsOf(match, wearers) }));
  return plan.planOf(changes, ({ kind: of, person, fields }) => ({ kind: of, id: person?.id ?? null, fields }));
}

function roleFault({ row, kind, person }: Matched, mayGiveRoles: boolean): CellFault['fault'] | null {
  if (kind === 'junior') return (row.role ?? 'Member') === 'Member' ? null : 'role_of_junior';
  const current = person?.status === 'active' ? person.role : 'Member';
  const next = row.role ?? person?.role ?? 'Member';
  return current === next || mayGiveRoles ? null : 'role_not_yours';
}

/** Who wears a number after the import, besides the members to whom the table gives one. */
function wearersOf(squad: readonly SquadPerson[], matched: readonly Matched[]): Map<number, SquadPerson | TableRow> {
  const renumbered = new Set(matched.flatMap(({ row, person }) => (row.number === undefined ? [] : [person])));
  const staying = squad.filter(
    (person) => person.kind === 'member' && person.status === 'active' && !renumbered.has(person),
  );
  return new Map(
    staying.flatMap((person): [number, SquadPerson][] =>
      person.jerseyNumber === null ? [] : [[person.jerseyNumber, person]],
    ),
  );
}

/** The fields that differ from the squad. Someone who returns loses a number that another member wears by now. */
function fieldsOf({ row, kind, person }: Matched, wearers: ReadonlyMap<number, SquadPerson | TableRow>): SquadFields {
  const { name, number, position } = row;
  const role = kind === 'junior' ? undefined : row.role;
  const returns = person !== null && person.status !== 'active';
  const isTaken =
    kind === 'member' &&
    number === undefined &&
    returns &&
    person.jerseyNumber !== null &&
    wearers.has(person.jerseyNumber);
  return {
    ...(person === null ? { name } : {}),
    ...(returns ? { status: 'active' } : {}),
    ...(number === undefined || number === person?.jerseyNumber ? {} : { jersey_number: number }),
    ...(isTaken ? { jersey_number: null } : {}),
    ...(position === undefined || position === person?.position ? {} : { club_position: position }),
    ...(role === undefined || role === (person?.role ?? 'Member') ? {} : { role }),
  };
}
