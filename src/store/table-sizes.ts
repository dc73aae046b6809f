// The tables that grow with time, for /metrics.
import type { Sql } from './driver/sql.ts';

/** With indexes and long values, bytes. */
type TableSize = { readonly table: string; readonly bytes: number };

const TABLES = ['audit', 'live_match', 'marker', 'match_log', 'webhook_delivery'];

export const readTableSizes = async (sql: Sql): Promise<readonly TableSize[]> =>
  sql<TableSize[]>`
    select c.relname as table, pg_total_relation_size(c.oid) as bytes from pg_class c
    where c.oid = any(array(select to_regclass(t) from unnest(${TABLES}::text[]) t)::oid[]) order by c.relname`;
