// Checks the cells of a squad table, each in its own words (rule SQUAD-5). What the squad says to them is in squad-plan.ts.
import { NAME_MAX } from '../../../../protocol/rest/fields.ts';
import type { SquadRole } from '../../../store/squad.ts';
import { type Column, columnOf, kindOf, type Position, positionOf, roleOf, type SquadKind } from './column-names.ts';
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
    | 'role_not_yours';
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
};

/** Where each column is. */
export type Places = Readonly<Partial<Record<Column, number>>>;

export type SquadTable = {
  readonly places: Places;
  /** The texts above the columns; null where the table begins with a person. */
  readonly head: readonly string[] | null;
  /** The heads of columns that are not used. */
  readonly unused: readonly string[];
  readonly rows: readonly TableRow[];
  readonly faults: readonly CellFault[];
};

/** Null for a table without names. */
export function readSquadTable(cells: Cells): SquadTable | null {
  const [first = []] = cells;
  const named = placesOf(first);
  const hasHead = Object.keys(named).length > 0;
  const places = hasHead ? named : guessedPlaces(cells);
  if (places.name === undefined && places.first_name === undefined && places.last_name === undefined) return null;
  const used: readonly number[] = Object.values(places);
  const faults: CellFault[] = [];
  const rows = cells.flatMap((row, index) =>
    (hasHead && index === 0) || row.every((cell) => cell === '') ? [] : [readRow(places, row, index, faults)],
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
function placesOf(head: readonly string[]): Places {
  const places: Partial<Record<Column, number>> = {};
  for (const [place, text] of head.entries()) {
    const column = columnOf(text);
    if (column !== null) places[column] ??= place;
  }
  // `Nom` and `Nombre` are whole names where no other column has the rest of the name.
  if (places.name === undefined && (places.first_name === undefined) !== (places.last_name === undefined)) {
    const { first_name: first, last_name: last, ...others } = places;
    const name = first ?? last;
    return name === undefined ? others : { ...others, name };
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

function readRow(places: Places, cells: readonly string[], row: number, faults: CellFault[]): TableRow {
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
    ...{ row, name, kind, role },
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
