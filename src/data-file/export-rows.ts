// Reads whole tables for an export in batches, by cursors of the database: one batch is in memory at a time.
import type { Fragment, ISql } from '../store/driver/sql.ts';
import { withTimes } from './file-shapes.ts';
import type { Row, Table } from './rows.ts';

/** Rows of a batch. */
const BATCH = 200;

/** The rows of a query (column `row`), batch by batch. It runs in a transaction; several may be open at once. */
export async function* cursorBatches<Of>(sql: ISql, query: Fragment, size = BATCH): AsyncGenerator<readonly Of[]> {
  const [next] = await sql<{ name: string }[]>`select 'export_' || (select count(*) from pg_cursors) as name`;
  const name = sql(next?.name ?? 'export');
  await sql`declare ${name} no scroll cursor for ${query}`;
  for (;;) {
    const rows = await sql<{ row: Of }[]>`fetch forward ${sql.unsafe(String(size))} from ${name}`;
    if (rows.length > 0) yield rows.map(({ row }) => row);
    if (rows.length < size) return;
  }
}

/** All rows of a table, in the order of these columns, with times as ISO 8601. */
export async function* rowBatches(
  sql: ISql,
  table: Table,
  order: readonly string[] = table.key,
  size?: number,
): AsyncGenerator<readonly Row[]> {
  const query = sql`select to_jsonb(t) as row from ${sql(table.name)} t order by ${sql(order)}`;
  for await (const rows of cursorBatches<Row>(sql, query, size)) yield rows.map((row) => withTimes(table, row));
}
