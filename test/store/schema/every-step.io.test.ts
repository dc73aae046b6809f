// A database of each earlier schema is brought up to date, with all its rows (rule OPS-14).
import { readdirSync } from 'node:fs';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLogger } from '../../../src/ops/logger.ts';
import type { Sql } from '../../../src/store/driver/open.ts';
import { readEntries } from '../../../src/store/log/read.ts';
import { loadMatch } from '../../../src/store/matches.ts';
import { migrate } from '../../../src/store/schema/migrate.ts';
import { createDatabase, openTestStore, testDatabases, type TestStore } from '../../support/database.ts';
import { exported } from '../../support/exported.ts';
import { fillOlder, play, playedRefs, SCHEMA } from '../../support/older-database.ts';

const hasPostgres = (await testDatabases()).includes('postgres');
const logger = createLogger('silent');
const newest = readdirSync(SCHEMA).filter((file) => file.endsWith('.sql')).length;
/** From this step on there are games, matches and the tokens of their logs. */
const HAS_MATCHES = 4;

describe.skipIf(!hasPostgres)('a database of an earlier schema', () => {
  let made: TestStore;
  beforeAll(async () => {
    made = await openTestStore('postgres');
    await play(made.sql);
  });
  afterAll(() => made.close());

  /** The rows of each table, with the columns that it has now in `sql`. */
  async function columnsOf(sql: Sql): Promise<ReadonlyMap<string, readonly string[]>> {
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

  test.each(Array.from({ length: newest - 1 }, (_, at) => at + 1))(
    'rule OPS-14: of step %i keeps its rows and has the newest schema',
    async (step) => {
      const database = await createDatabase({ hasSchema: false });
      const types = { bigint: { to: 20, from: [20], parse: Number, serialize: String } };
      const sql = postgres(database.url, { max: 1, onnotice: () => undefined, types }) as unknown as Sql;
      try {
        await fillOlder(sql, made.sql, step);
        const before = await columnsOf(sql);
        await migrate(sql, SCHEMA, logger);
        const after = await columnsOf(sql);
        expect(after).toEqual(await columnsOf(made.sql));
        for (const [table, columns] of before) {
          if (table === 'schema_version' || table === 'match_log' || table === 'data_version') continue;
          const kept = columns.filter((column) => after.get(table)?.includes(column));
          expect(await rowsOf(sql, table, kept), table).toEqual(await rowsOf(made.sql, table, kept));
        }
        expect(Object.keys(await exported(sql))).toEqual(Object.keys(await exported(made.sql)));
        if (step < HAS_MATCHES) return;
        for (const ref of playedRefs) {
          const [one, other] = [await loadMatch(sql, ref), await loadMatch(made.sql, ref)];
          expect({ ...one, id: 0 }).toEqual({ ...other, id: 0 });
          expect(await readEntries(sql, ref, 0, 1_000)).toEqual(await readEntries(made.sql, ref, 0, 1_000));
        }
      } finally {
        await sql.end();
        await database.drop();
      }
    },
  );
});
