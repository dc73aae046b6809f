// Reads, merges and writes rows of the data file's tables in batches. A row is JSON in both directions, so stored rows and
// rows of a file can be compared.
import type { ISql } from '../store/driver/sql.ts';
import { type ListTable, sqlType, type Table } from './tables.ts';

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };
export type Row = Readonly<Record<string, Json>>;
/** A row in the file: a missing column (undefined) keeps the stored value, null means the column's default. */
export type GivenRow = Readonly<Record<string, Json | undefined>>;

export type State = 'created' | 'updated' | 'unchanged';
export type Merged = { readonly row: Row; readonly stored: Row | null; readonly state: State };

/** A value of a row as text, for messages and keys. */
export const textOf = (value: Json | undefined): string =>
  typeof value === 'object' ? JSON.stringify(value) : String(value);

/** Statements stay short, because other queries of the embedded database wait for them. */
const READ_AT_ONCE = 1_000;
const WRITE_AT_ONCE = 1_000;

export const keyOf = (table: Table, row: GivenRow): string => JSON.stringify(table.key.map((column) => row[column]));

/** The merged row: given values before stored ones before defaults. */
export function merge(table: Table, given: GivenRow, stored: Row | undefined, defaults: GivenRow = {}): Merged {
  const row: Record<string, Json> = {};
  for (const [column, [, fallback = null]] of table.list) {
    const value = given[column];
    const nothing = defaults[column] ?? fallback;
    row[column] = value === undefined ? (stored?.[column] ?? nothing) : (value ?? nothing);
  }
  if (stored === undefined) return { row, stored: null, state: 'created' };
  return { row, stored, state: sameRow(table, row, stored) ? 'unchanged' : 'updated' };
}

export const sameRow = (table: Table, a: Row, b: Row): boolean =>
  table.list.every(([column]) => sameValue(a[column], b[column]));

const sameValue = (a: Json | undefined, b: Json | undefined): boolean =>
  a === b || (typeof a === 'object' && JSON.stringify(a) === JSON.stringify(b));

export const sameRows = (table: Table, a: readonly Row[], b: readonly Row[]): boolean =>
  a.length === b.length && a.every((row, index) => sameRow(table, row, b[index] ?? {}));

/** The stored rows whose `column` is one of `values`. */
export async function readRows(
  sql: ISql,
  table: Table,
  column: string,
  values: readonly (number | string)[],
): Promise<Row[]> {
  const [type] = table.columns[column] ?? ['text'];
  const rows: Row[] = [];
  for (let at = 0; at < values.length; at += READ_AT_ONCE) {
    const some = JSON.stringify(values.slice(at, at + READ_AT_ONCE));
    const found = await sql<{ row: Row }[]>`
      select to_jsonb(t) as row from ${sql(table.name)} t
      where t.${sql(column)} in (
        select value::${sql.unsafe(sqlType(type))} from jsonb_array_elements_text(${some}::text::jsonb))`;
    for (const { row } of found) rows.push(row);
  }
  return rows;
}

/** All rows of a table, in the order of its key. */
export async function readAll(sql: ISql, table: Table): Promise<Row[]> {
  const found = await sql<{ row: Row }[]>`
    select to_jsonb(t) as row from ${sql(table.name)} t order by ${sql.unsafe(table.key.map(quoted).join(', '))}`;
  return found.map(({ row }) => row);
}

/** Column names come from the tables here, never from the file, so quoting is safe. */
const quoted = (column: string): string => `"${column}"`;

/** The lists of many parents, each in its order. */
export async function readLists(
  sql: ISql,
  table: ListTable,
  parents: readonly number[],
): Promise<ReadonlyMap<number, Row[]>> {
  return groupRows(await readRows(sql, table, table.parent, parents), table);
}

export function groupRows(rows: readonly Row[], table: ListTable): Map<number, Row[]> {
  const lists = new Map<number, Row[]>();
  for (const row of rows) {
    const parent = Number(row[table.parent]);
    const list = lists.get(parent);
    if (list) list.push(row);
    else lists.set(parent, [row]);
  }
  for (const list of lists.values()) list.sort((a, b) => Number(a[table.order]) - Number(b[table.order]));
  return lists;
}

/** A list from a file, with defaults. */
export const listRows = (table: ListTable, parent: number, given: readonly GivenRow[]): Row[] =>
  given
    .map((row, place) => merge(table, { place, ...row, [table.parent]: parent }, undefined).row)
    .sort((a, b) => Number(a[table.order]) - Number(b[table.order]));

/** Inserts or updates rows by key. `wrote` is called after each batch. */
export async function writeRows(
  sql: ISql,
  table: Table,
  rows: readonly Row[],
  wrote?: (count: number) => Promise<void> | undefined,
): Promise<void> {
  const updates = Object.keys(table.columns)
    .filter((column) => !table.key.includes(column))
    .map((column) => `${quoted(column)} = excluded.${quoted(column)}`);
  const onConflict = `on conflict (${table.key.map(quoted).join(', ')}) do update set ${updates.join(', ')}`;
  await insertRows(sql, table, rows, { onConflict, wrote });
}

async function insertRows(
  sql: ISql,
  table: Table,
  rows: readonly Row[],
  {
    onConflict = '',
    wrote,
  }: { onConflict?: string; wrote?: ((count: number) => Promise<void> | undefined) | undefined },
): Promise<void> {
  const columns = table.list;
  const names = sql.unsafe(columns.map(([column]) => quoted(column)).join(', '));
  const types = sql.unsafe(columns.map(([column, [type]]) => `${quoted(column)} ${sqlType(type)}`).join(', '));
  for (let at = 0; at < rows.length; at += WRITE_AT_ONCE) {
    const some = rows.slice(at, at + WRITE_AT_ONCE);
    await sql`
      insert into ${sql(table.name)} (${names})
      select ${names} from jsonb_to_recordset(${JSON.stringify(some)}::text::jsonb) as r(${types})
      ${sql.unsafe(onConflict)}`;
    await wrote?.(some.length);
  }
}

/** Replaces the lists of these parents. */
export async function replaceLists(
  sql: ISql,
  table: ListTable,
  lists: readonly { readonly parent: number; readonly rows: readonly Row[]; readonly isNew: boolean }[],
): Promise<void> {
  const old = lists.filter(({ isNew }) => !isNew).map(({ parent }) => parent);
  for (let at = 0; at < old.length; at += WRITE_AT_ONCE) {
    await sql`
      delete from ${sql(table.name)} where ${sql(table.parent)} in (
        select value::bigint from jsonb_array_elements_text(
          ${JSON.stringify(old.slice(at, at + WRITE_AT_ONCE))}::text::jsonb))`;
  }
  await insertRows(
    sql,
    table,
    lists.flatMap(({ rows }) => rows),
    {},
  );
}
