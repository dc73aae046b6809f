// Steps of the schema take as long as they need, also where the database limits its statements (rule OPS-14).
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import postgres from 'postgres';
import { expect, onTestFinished, test } from 'vitest';
import { createLogger } from '../../../src/ops/logger.ts';
import { migrate } from '../../../src/store/schema/migrate.ts';
import { createHome, testDatabases } from '../../support/database.ts';
import { newDatabase } from '../../support/new-database.ts';

const hasPostgres = (await testDatabases()).includes('postgres');

test.skipIf(!hasPostgres)('rule OPS-14: no time limit of the database ends a step of the schema', async () => {
  const url = await newDatabase();
  const { home, remove } = await createHome();
  onTestFinished(remove);
  const folder = path.join(home, 'schema');
  await mkdir(folder);
  await writeFile(
    path.join(folder, '001_limits.sql'),
    `create table step_limit as select name, setting from pg_settings where name in ('statement_timeout', 'transaction_timeout');`,
  );
  const admin = postgres(url, { max: 1 });
  await admin.unsafe(`alter database ${new URL(url).pathname.slice(1)} set statement_timeout = '20s'`);
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  await migrate(sql, folder, createLogger('silent'));
  const limits = await sql<{ setting: string }[]>`select setting from step_limit`;
  expect(new Set(limits.map(({ setting }) => setting))).toEqual(new Set(['0']));
  // Queries have it as before.
  expect(await sql`show statement_timeout`).toEqual([{ statement_timeout: '20s' }]);
  await Promise.all([sql.end(), admin.end()]);
});
