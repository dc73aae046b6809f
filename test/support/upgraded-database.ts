// Compares a database that was brought up to date with one that this version made.
import { expect } from 'vitest';
import type { Sql } from '../../src/store/driver/sql.ts';
import { readEntries } from '../../src/store/log/read.ts';
import { loadMatch } from '../../src/store/matches.ts';
import { exported } from './exported.ts';
import { playedRefs } from './older-database.ts';

/** The columns of each table. */
export type Columns = ReadonlyMap<string, readonly string[]>;

export async function columnsOf(sql: Sql): Promise<Columns> {
  const rows = await sql<{ table: string; columns: string[] }[]>`
    select table_name as table, array_agg(column_name::text order by column_name) as columns
    from information_schema.columns where table_schema = 'public' and table_name in (
      select tablename from pg_tables where schemaname = 'public') group by table_name`;
  return new Map(rows.map(({ table, columns }) => [table, columns]));
}

async function rowsOf(sql: Sql, table: string, columns: readonly string[]): Promise<readonly string[]> {
  const rows = await sql.unsafe<object[]>(`select ${columns.map((name) => `"${name}"`).join(', ')} from ${table}`);
  return rows.map((row) => JSON.stringify(row)).sort();
}

/** `sql` has the schema of `made`, and the rows of it in all columns that it had `before`. */
export async function expectUpgraded(sql: Sql, made: Sql, before: Columns): Promise<void> {
  const after = await columnsOf(sql);
  expect(after).toEqual(await columnsOf(made));
  for (const [table, columns] of before) {
    if (table === 'schema_version' || table === 'match_log' || table === 'data_version') continue;
    const kept = columns.filter((column) => after.get(table)?.includes(column));
    expect(await rowsOf(sql, table, kept), table).toEqual(await rowsOf(made, table, kept));
  }
  expect(Object.keys(await exported(sql))).toEqual(Object.keys(await exported(made)));
}

/** The matches of `sql` that `play` has filled have the states and logs of `made`. */
export async function expectSameMatches(sql: Sql, made: Sql): Promise<void> {
  for (const ref of playedRefs) {
    const [one, other] = [await loadMatch(sql, ref), await loadMatch(made, ref)];
    expect({ ...one, id: 0 }).toEqual({ ...other, id: 0 });
    expect(await readEntries(sql, ref, 0, 1_000)).toEqual(await readEntries(made, ref, 0, 1_000));
  }
}
