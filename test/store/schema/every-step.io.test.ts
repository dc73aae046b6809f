// A database of each earlier schema is brought up to date, with all its rows (rule OPS-14).
import { readdirSync } from 'node:fs';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { createLogger } from '../../../src/ops/logger.ts';
import type { Sql } from '../../../src/store/driver/sql.ts';
import { migrate } from '../../../src/store/schema/migrate.ts';
import { createDatabase, openTestStore, testDatabases, type TestStore } from '../../support/database.ts';
import { fillOlder, play, SCHEMA } from '../../support/older-database.ts';
import { columnsOf, expectSameMatches, expectUpgraded } from '../../support/upgraded-database.ts';

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
        await expectUpgraded(sql, made.sql, before);
        if (step >= HAS_MATCHES) await expectSameMatches(sql, made.sql);
      } finally {
        await sql.end();
        await database.drop();
      }
    },
  );
});
