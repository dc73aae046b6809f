// A table as people have it, in rows of cells.
import Papa from 'papaparse';
import { columnOf, kindOf, positionOf, roleOf } from './column-names.ts';

/** A row of texts. The first row may name the columns. */
export type Cells = readonly (readonly string[])[];

/** Why a table cannot be read at all. */
export type TableFault =
  | 'empty'
  | 'empty_sheet'
  | 'large_file'
  | 'large_table'
  | 'too_many_rows'
  | 'too_many_columns'
  | 'bad_quotes'
  | 'no_text'
  | 'no_workbook'
  | 'large_workbook'
  | 'slow_table'
  | 'old_workbook';
/** `hasMoreSheets`: of a workbook, whose first sheet is read. */
export type TableRead = { readonly cells: Cells; readonly hasMoreSheets?: boolean } | { readonly fault: TableFault };

/** Limits of a table (rule SQUAD-7). Rows besides the one with the names of the columns. */
export const ROWS_MAX = 1_000;
export const COLUMNS_MAX = 40;
/** Characters of a cell that are kept; longer ones are a fault of their cell anyway. */
export const CELL_MAX = 250;
/** Characters of all cells: the table goes with the form from page to page. */
export const CHARACTERS_MAX = 500_000;

const BLANKS = /\s+/g;

/** The text of a cell, with one blank for several. */
export const cellOf = (text: string): string => text.slice(0, CELL_MAX).replace(BLANKS, ' ').trim();

/** Checks the limits of rows and columns, and fills short rows. Empty rows at the end are left out. */
export function tableOf(raw: readonly (readonly string[])[]): TableRead {
  const rows = (isListOfSurnames(raw) ? raw.map(([last = '', first = '']) => [`${first} ${last}`]) : raw).map((row) =>
    row.map(cellOf),
  );
  const last = rows.findLastIndex((row) => row.some((cell) => cell !== ''));
  if (last === -1) return { fault: 'empty' };
  if (last > ROWS_MAX) return { fault: 'too_many_rows' };
  const kept = rows.slice(0, last + 1);
  const width = 1 + Math.max(...kept.map((row) => row.findLastIndex((cell) => cell !== '')));
  if (width > COLUMNS_MAX) return { fault: 'too_many_columns' };
  return { cells: kept.map((row) => Array.from({ length: width }, (_, column) => row[column] ?? '')) };
}

const SURNAME = /^[\p{L}\p{M}'’-]+$/u;
const FIRST_NAMES = /^\s[\p{L}\p{M}'’. -]+$/u;

/** Whether each row is written as `Müller, Hans`. A blank stands after the comma in a text, and hardly ever in a table. */
function isListOfSurnames(raw: readonly (readonly string[])[]): boolean {
  const rows = raw.filter((row) => row.some((cell) => cell.trim() !== ''));
  const isName = ([last = '', first = '', ...others]: readonly string[]): boolean =>
    others.length === 0 && SURNAME.test(last.trim()) && FIRST_NAMES.test(first) && !isKnown(last) && !isKnown(first);
  return rows.length > 0 && rows.every(isName);
}

/** Names of columns, positions, types and roles are no names of people. */
const isKnown = (text: string): boolean =>
  [columnOf, positionOf, kindOf, roleOf].some((of) => of(text.trim()) !== null);

/** The same table as text, which a form carries from page to page. */
export const textOf = (cells: Cells): string =>
  Papa.unparse(
    cells.map((row) => [...row]),
    { newline: '\n' },
  );

/** The text of a CSV file: UTF-8, UTF-16 with its mark, or what Windows writes in Western Europe. Null for other bytes. */
export function decodeText(bytes: Uint8Array): string | null {
  const [first, second] = bytes;
  const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  if (isUtf16) return new TextDecoder(first === 0xff ? 'utf-16le' : 'utf-16be').decode(bytes);
  if (bytes.includes(0)) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
