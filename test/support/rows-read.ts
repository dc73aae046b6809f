// Counts the rows that the statements of a transaction read: so a test sees that a statement reads few of many, on any machine.
import type { ISql } from '../../src/store/driver/sql.ts';

/** Rows of a table read so far by this transaction, by an index or not. */
export async function rowsRead(tx: ISql, table: string): Promise<number> {
  const [row] = await tx<{ rows: number }[]>`
    select (seq_tup_read + coalesce(idx_tup_fetch, 0))::integer as rows
    from pg_stat_xact_user_tables where relname = ${table}`;
  if (row === undefined) throw new Error(`There is no table ${table}.`);
  return row.rows;
}
