// Reads, merges and writes rows of the data file's tables in batches. A row is JSON in both directions, so stored rows and
// rows of a file can be compared.
import { canonicalJson } from '../../protocol/wire/canonical-json.ts';
import type { ISql } from '../store/driver/sql.ts';
import { groupBy } from '../match/group-by.ts';

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };
export type Row = Readonly<Record<string, Json>>;
export type Table = {
  readonly name: string;
  /** The primary key. */
  readonly key: readonly string[];
  /** The values of a new row. Any other column is empty. */
  readonly defaults: Row;
  /** Columns with a time: ms since 1970 in the database, ISO 8601 in a file. */
  readonly times: readonly string[];
};
/** Rows without ids: a list that belongs to a row of another table. */
export type ListTable = Table & { readonly parent: string; readonly order: string };

/** A row in the file: a missing column (undefined) keeps the stored value, null means the default. All keys are columns. */
export type GivenRow = Readonly<Record<string, Json | undefined>>;

export type State = 'created' | 'updated' | 'unchanged';
export type Merged = { readonly row: Row; readonly stored: Row | null; readonly state: State };

/** A value of a row as text, for messages and keys. */
export const textOf = (value: Json | undefined): string =>
  typeof value === 'object' ? JSON.stringify(value) : String(value);

/** Statements stay short, because other queries of the embedded database wait for them. */
const BATCH_SIZE = 1_000;

/** The rows in parts of at most `size`. */
export function* batches<T>(rows: readonly T[], size: number = BATCH_SIZE): Generator<readonly T[]> {
  for (let at = 0; at < rows.length; at += size) yield rows.slice(at, at + size);
}

export const keyOf = (table: Table, row: GivenRow): string => JSON.stringify(table.key.map((column) => row[column]));

/**
 * The merged row: given values before stored ones before defaults. `atFirst`: defaults of a new row besides those of the table,
 * such as the time of the import. null keeps a stored value there, so that the same file twice changes nothing.
 */
export function merge(table: Table, given: GivenRow, stored: Row | undefined, atFirst: Row = {}): Merged {
  const row: Record<string, Json> = { ...table.defaults, ...atFirst, ...stored };
  for (const [column, value] of Object.entries(given)) {
    const fallback = column in atFirst ? row[column] : table.defaults[column];
    if (value !== undefined) row[column] = value ?? fallback ?? null;
  }
  if (stored === undefined) return { row, stored: null, state: 'created' };
  return { row, stored, state: sameRow(row, stored) ? 'unchanged' : 'updated' };
}

/** A missing column is empty. */
export const sameRow = (a: Row, b: Row): boolean =>
  Object.keys({ ...a, ...b }).every((column) => sameValue(a[column] ?? null, b[column] ?? null));

/** The database keeps the keys of an object in an order of its own. */
export const sameValue = (a: Json, b: Json): boolean =>
  a === b || (typeof a === 'object' && canonicalJson(a) === canonicalJson(b));

export const sameRows = (a: readonly Row[], b: readonly Row[]): boolean =>
  a.length === b.length && a.every((row, index) => sameRow(row, b[index] ?? {}));

/** The stored rows whose `column` is one of `values`. */
export async function readRows(
  sql: ISql,
  table: Table,
  column: string,
  values: readonly (number | string)[],
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const some of batches(values)) {
    const found = await sql<{ row: Row }[]>`
      select to_jsonb(t) as row from ${sql(table.name)} t where t.${sql(column)} = any(${some})`;
    for (const { row } of found) rows.push(row);
  }
  return rows;
}

/** The lists of many parents, each in its order. */
export async function readLists(
  sql: ISql,
  table: ListTable,
  parents: readonly number[],
): Promise<ReadonlyMap<number, Row[]>> {
  return groupRows(await readRows(sql, table, table.parent, parents), table);
}

function groupRows(rows: readonly Row[], table: ListTable): Map<number, Row[]> {
  const lists = rowsBy(table.parent, rows);
  for (const list of lists.values()) list.sort((a, b) => Number(a[table.order]) - Number(b[table.order]));
  return lists;
}

/** Rows by the id in a column, in their order. */
export const rowsBy = (column: string, rows: readonly Row[]): Map<number, Row[]> =>
  groupBy(rows, (row) => Number(row[column]));

/** A list from a file, with defaults. */
export const listRows = (table: ListTable, parent: number, given: readonly GivenRow[]): Row[] =>
  given
    .map((row, index) => merge(table, { [table.order]: index, ...row, [table.parent]: parent }, undefined).row)
    .sort((a, b) => Number(a[table.order]) - Number(b[table.order]));

/** Called after each batch with its size. */
type Wrote = (count: number) => Promise<void> | undefined;

/** Inserts rows, with the columns that any of them has. Columns are names of our schemas: quoting them is safe. */
export async function insertRows(
  sql: ISql,
  table: Table,
  rows: readonly object[],
  wrote?: Wrote,
  onConflict: 'fail' | 'update' = 'fail',
): Promise<void> {
  for (const some of batches(rows)) {
    const columns = Object.keys(Object.assign({}, ...some) as object);
    const others = columns.filter((column) => !table.key.includes(column));
    const updates = sql.unsafe(others.map((column) => `"${column}" = excluded."${column}"`).join(', '));
    await sql`
      insert into ${sql(table.name)} (${sql(columns)})
      select ${sql(columns)} from jsonb_populate_recordset(null::${sql(table.name)}, ${JSON.stringify(some)}::text::jsonb)
      ${onConflict === 'fail' ? sql`` : sql`on conflict (${sql(table.key)}) do update set ${updates}`}`;
    await wrote?.(some.length);
  }
}

/** Inserts or updates rows by key. */
export const writeRows = (sql: ISql, table: Table, rows: readonly Row[], wrote?: Wrote): Promise<void> =>
  insertRows(sql, table, rows, wrote, 'update');

/** Replaces the lists of these parents. */
export async function replaceLists(
  sql: ISql,
  table: ListTable,
  lists: readonly { readonly parent: number; readonly rows: readonly Row[]; readonly isNew: boolean }[],
): Promise<void> {
  const old = lists.filter(({ isNew }) => !isNew).map(({ parent }) => parent);
  for (const some of batches(old)) await sql`delete from ${sql(table.name)} where ${sql(table.parent)} = any(${some})`;
  const rows = lists.flatMap((list) => list.rows);
  await insertRows(sql, table, rows);
}
