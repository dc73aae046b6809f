// Checks the cells of a table of people, each alone (rule SQUAD-5). squad-plan.ts compares them with the squad of a club, and
// tournament/players-plan.ts with the players of a tournament.
import { NAME_MAX } from '../../../../protocol/rest/fields.ts';
import type { SquadRole } from '../../../store/squad.ts';
import {
  type Column,
  columnOf,
  kindOf,
  type Position,
  positionOf,
  roleOf,
  type SquadKind,
  yesOrNo,
} from './column-names.ts';
import type { Cells } from './table-cells.ts';

/** What is wrong with a cell, or with the person of its row. `other`: the number of another row, or a name. */
export type CellFault = {
  /** As a spreadsheet counts, from 0 here. */
  readonly row: number;
  readonly column: number;
  readonly fault:
    | 'no_name'
    | 'long_name'
    | 'bad_character'
    | 'same_name'
    | 'two_people'
    | 'bad_number'
    | 'number_in_row'
    | 'number_of'
    | 'bad_position'
    | 'bad_kind'
    | 'bad_role'
    | 'role_of_junior'
    | 'role_not_yours'
    | 'bad_team'
    | 'bad_captain'
    | 'two_players'
    /** The service refused it when the table was stored. */
    | 'refused';
  readonly other?: string;
};

/** A person of the table. Undefined: the table does not say it. */
export type TableRow = {
  readonly row: number;
  readonly name: string;
  readonly number: number | undefined;
  readonly position: Position | undefined;
  readonly kind: SquadKind | undefined;
  readonly role: SquadRole | undefined;
  /** Its id. */
  readonly team: number | undefined;
  readonly captain: boolean | undefined;
};

/** What a table is about. `teamOf`: the id of a team of the tournament by its name; null for other names. */
type TableKind = { readonly columns: ReadonlySet<Column>; readonly teamOf: (text: string) => number | null };

const COMMON: readonly Column[] = ['name', 'first_name', 'last_name', 'number', 'position'];
const SQUAD: TableKind = { columns: new Set([...COMMON, 'kind', 'role']), teamOf: () => null };
const PLAYER_COLUMNS: ReadonlySet<Column> = new Set([...COMMON, 'team', 'captain']);

/** Where each column is. */
export type Places = Readonly<Partial<Record<Column, number>>>;

export type PeopleTable = {
  readonly places: Places;
  /** The texts above the columns; null where the table begins with a person. */
  readonly head: readonly string[] | null;
  /** The heads of columns that are not used. */
  readonly unused: readonly string[];
  readonly rows: readonly TableRow[];
  readonly faults: readonly CellFault[];
};

/** The squad of a club. Null for a table without names. */
export const readSquadTable = (cells: Cells): PeopleTable | null => readTable(cells, SQUAD);

/** The players of a tournament. Null for a table without names. */
export const readPlayersTable = (cells: Cells, teamOf: TableKind['teamOf']): PeopleTable | null =>
  readTable(cells, { columns: PLAYER_COLUMNS, teamOf });

function readTable(cells: Cells, kind: TableKind): PeopleTable | null {
  const [first = []] = cells;
  const named = placesOf(first, kind.columns);
  const hasHead = Object.keys(named).length > 0;
  const places = hasHead ? named : guessedPlaces(cells);
  if (places.name === undefined && places.first_name === undefined && places.last_name === undefined) return null;
  const used: readonly number[] = Object.values(places);
  const faults: CellFault[] = [];
  const rows = cells.flatMap((row, index) =>
    (hasHead && index === 0) || row.every((cell) => cell === '')
      ? []
      : [readRow(places, row, { row: index, teamOf: kind.teamOf, faults })],
  );
  return {
    places,
    head: hasHead ? first : null,
    unused: hasHead ? first.filter((head, column) => head !== '' && !used.includes(column)) : [],
    rows,
    faults,
  };
}

/** The first column of each meaning. */
function placesOf(head: readonly string[], columns: ReadonlySet<Column>): Places {
  const places: Partial<Record<Column, number>> = {};
  for (const [place, text] of head.entries()) {
    const column = columnOf(text);
    if (column !== null && columns.has(column)) places[column] ??= place;
  }
  // `Nom` and `Nombre` are whole names where no other column has the rest of the name.
  if (places.name === undefined && (places.first_name === undefined) !== (places.last_name === undefined)) {
    const { first_name: first, last_name: last, ...others } = places;
    const name = first ?? last;
    return name === undefined ? others : { ...others, name };
  }
  // `Name` beside `Vorname` is the rest of the name.
  if (places.name !== undefined && places.first_name !== undefined && places.last_name === undefined) {
    const { name, ...others } = places;
    return { ...others, last_name: name };
  }
  return places;
}

const LETTER = /\p{L}/u;

/** A plain list of people: the first column with letters has the names, the first one with numbers alone has shirt numbers. */
function guessedPlaces(cells: Cells): Places {
  const columns = (cells[0] ?? []).map((_, column) =>
    cells.map((row) => row[column] ?? '').filter((cell) => cell !== ''),
  );
  const name = columns.findIndex((column) => column.some((cell) => LETTER.test(cell)));
  const number = columns.findIndex((column) => column.length > 0 && column.every((cell) => numberOf(cell) !== null));
  return { ...(name === -1 ? {} : { name }), ...(number === -1 ? {} : { number }) };
}

type Reading = Pick<TableKind, 'teamOf'> & { readonly row: number; readonly faults: CellFault[] };

function readRow(places: Places, cells: readonly string[], { row, teamOf, faults }: Reading): TableRow {
  const cellOf = (column: Column): string => cells[places[column] ?? -1] ?? '';
  const add = (column: Column, fault: CellFault['fault']): void => {
    faults.push({ row, column: places[column] ?? nameColumn(places), fault });
  };
  const read = <T>(column: Column, fault: CellFault['fault'], parse: (text: string) => T | null): T | undefined => {
    const text = cellOf(column);
    const value = text === '' ? null : parse(text);
    if (text !== '' && value === null) add(column, fault);
    return value ?? undefined;
  };
  const name = cellOf('name') || [cellOf('first_name'), cellOf('last_name')].filter((part) => part !== '').join(' ');
  if (name === '') add('name', 'no_name');
  else if (name.length > NAME_MAX) add('name', 'long_name');
  else if (UNSTORABLE.test(name)) add('name', 'bad_character');
  const kind = read('kind', 'bad_kind', kindOf);
  const role = read('role', 'bad_role', roleOf);
  return {
    row,
    name,
    kind,
    role,
    team: read('team', 'bad_team', teamOf),
    captain: read('captain', 'bad_captain', yesOrNo),
    number: read('number', 'bad_number', numberOf),
    position: read('position', 'bad_position', positionOf),
  };
}

const UNSTORABLE = /[\0\p{Surrogate}\uFFFD]/u;

/** The column whose cell has the fault of a name. */
export const nameColumn = ({ name, first_name, last_name }: Places): number => name ?? first_name ?? last_name ?? 0;

const NUMBER = /^(?:#|nr\.?|no\.?|n\.?º|n°)? ?(\d{1,2})(?:[.,]0)?$/i;
const ARABIC_DIGITS = /[٠-٩۰-۹]/g;

/** A shirt number from 1 to 99; null for other texts. */
function numberOf(text: string): number | null {
  const latin = text.replace(ARABIC_DIGITS, (digit) => String((digit.codePointAt(0) ?? 0) % 16));
  const number = Number(NUMBER.exec(latin)?.[1] ?? 0);
  return number >= 1 ? number : null;
}
