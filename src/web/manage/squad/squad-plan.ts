// What a squad table changes: each row becomes a new person, a change of a known one, or nothing (rules SQUAD-4 and SQUAD-5).
import { nameKey } from '../../../match/whole-words.ts';
import type { SquadPerson, SquadRole } from '../../../store/squad.ts';
import type { SquadKind } from './column-names.ts';
import { type CellFault, nameColumn, type PeopleTable, type TableRow } from './squad-table.ts';

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

export type SquadPlan = {
  readonly entries: readonly SquadEntry[];
  /** The row of each entry. */
  readonly rows: readonly number[];
  /** People of the table whom it does not change. */
  readonly unchanged: number;
  /** By row, then by column. */
  readonly faults: readonly CellFault[];
};

export type PlanOptions = {
  readonly squad: readonly SquadPerson[];
  /** The kind of people whose row and squad do not say it. */
  readonly kind: SquadKind;
  /** Whether the visitor may give the roles of owner and moderator. */
  readonly mayGiveRoles: boolean;
};

/** A row with the person that it is about. */
type Matched = { readonly row: TableRow; readonly kind: SquadKind; readonly person: SquadPerson | null };

/** Nothing of a plan with faults may be applied. */
export function planSquad(
  { places, rows, faults }: PeopleTable,
  { squad, kind, mayGiveRoles }: PlanOptions,
): SquadPlan {
  const found: CellFault[] = [...faults];
  const at = (row: TableRow, column: 'name' | 'number' | 'role') =>
    ({ row: row.row, column: places[column] ?? nameColumn(places) }) as const;

  const named = byName(squad);
  const rowsByName = new Map<string, number>();
  const matched: Matched[] = [];
  for (const row of rows) {
    if (row.name === '') continue;
    const key = nameKey(row.name);
    const people = (named.get(key) ?? []).filter((person) => row.kind === undefined || person.kind === row.kind);
    const first = rowsByName.get(key);
    if (first !== undefined) found.push({ ...at(row, 'name'), fault: 'same_name', other: String(first + 1) });
    else if (people.length > 1) found.push({ ...at(row, 'name'), fault: 'two_people' });
    rowsByName.set(key, first ?? row.row);
    const person = people[0] ?? null;
    const match = { row, person, kind: person?.kind ?? row.kind ?? kind };
    const role = roleFault(match, mayGiveRoles);
    if (role !== null) found.push({ ...at(row, 'role'), fault: role });
    matched.push(match);
  }

  const wearers = wearersOf(squad, matched);
  for (const { row, kind: of } of matched) {
    if (of === 'junior' || row.number === undefined) continue;
    const wearer = wearers.get(row.number);
    if (wearer === undefined) wearers.set(row.number, row);
    else if ('row' in wearer)
      found.push({ ...at(row, 'number'), fault: 'number_in_row', other: String(wearer.row + 1) });
    else found.push({ ...at(row, 'number'), fault: 'number_of', other: wearer.name });
  }

  const changes = matched.map((match) => ({ ...match, fields: fieldsOf(match, wearers) }));
  const entries = changes.filter(({ person, fields }) => person === null || Object.keys(fields).length > 0);
  return {
    entries: entries.map(({ kind: of, person, fields }) => ({ kind: of, id: person?.id ?? null, fields })),
    rows: entries.map(({ row }) => row.row),
    unchanged: changes.length - entries.length,
    faults: found.toSorted((a, b) => a.row - b.row || a.column - b.column),
  };
}

/** The people of each name, by its key in any spelling (`nameKey`). */
export function byName<Person extends { readonly name: string }>(
  people: readonly Person[],
): ReadonlyMap<string, readonly Person[]> {
  const named = new Map<string, Person[]>();
  for (const person of people) {
    const key = nameKey(person.name);
    const same = named.get(key);
    if (same) same.push(person);
    else named.set(key, [person]);
  }
  return named;
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
