import postgres from 'postgres';
import { expect, onTestFinished, test } from 'vitest';
import { createLogger } from '../../../src/ops/logger.ts';
import { openStore } from '../../../src/store/driver/open.ts';
import { createDatabase, testDatabases } from '../../support/database.ts';
import { failure } from '../../support/failure.ts';
import { newDatabase } from '../../support/new-database.ts';
import { createProxiedDatabase } from '../../support/proxied-database.ts';

const hasPostgres = (await testDatabases()).includes('postgres');

// Commits that lose a race read what the winner has stored, in the same transaction: they need `read committed`.
test.skipIf(!hasPostgres)(
  'rule LIVE-10: a transaction sees what others commit meanwhile, also where the database has another isolation by default',
  async () => {
    const { url, drop } = await createDatabase();
    onTestFinished(drop);
    const admin = postgres(url, { max: 1 });
    await admin.unsafe(
      `alter database ${new URL(url).pathname.slice(1)} set default_transaction_isolation = 'serializable'`,
    );
    const store = await openStore({ databaseUrl: url, home: '/nowhere', logger: createLogger('silent') });
    const refs = await store.sql.begin(async (tx) => {
      const before = await tx`select ref from live_match`;
      await admin`insert into live_match (ref) values ('game:1')`;
      return [...before, ...(await tx`select ref from live_match`)];
    });
    expect(refs).toEqual([{ ref: 'game:1' }]);
    await admin.end();
    await store.close();
  },
);

test.skipIf(!hasPostgres)(
  'rule OPS-1: a parameter that the database does not take ends a start at once, with its place',
  async () => {
    const url = await newDatabase();
    for (const parameter of ['no_such_parameter=on', 'work_mem=none']) {
      const opening = openStore({
        databaseUrl: `${url}?${parameter}`,
        home: '/nowhere',
        logger: createLogger('silent'),
      });
      expect(String(await failure(opening))).toMatch(
        /parameter ".*\. Check what follows the question mark in DATABASE_URL\.$/,
      );
    }
  },
);

test.skipIf(!hasPostgres)(
  'rule OPS-3: a new connection asks for nothing before its query, so that a cut leaves no error that no one catches',
  async () => {
    const { url, proxy, close } = await createProxiedDatabase();
    onTestFinished(close);
    const store = await openStore({ databaseUrl: url, home: '/nowhere', logger: createLogger('silent') });
    onTestFinished(store.close);
    proxy.cutAt('pg_catalog.pg_type');
    for (const pool of [store.sql, store.reads]) {
      const answers = await Promise.all(
        Array.from({ length: 3 }, async (_, n) => {
          const names = ['home', `away ${n}`];
          const [row] = await pool<{ names: string[]; pid: number }[]>`
            select ${names}::text[] as names, pg_backend_pid() as pid, pg_sleep(0.05)::text`;
          expect(row?.names).toEqual(names);
          return row?.pid;
        }),
      );
      expect(new Set(answers).size, 'connections').toBe(3);
    }
  },
);
