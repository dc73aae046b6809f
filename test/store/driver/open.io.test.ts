import { once } from 'node:events';
import { mkdir, stat, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import path from 'node:path';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createLogger } from '../../../src/ops/logger.ts';
import { migrate } from '../../../src/store/schema/migrate.ts';
import { openStore } from '../../../src/store/driver/open.ts';
import type { Store } from '../../../src/store/driver/open.ts';
import { openTestStore, testDatabases } from '../../support/database.ts';
import type { TestStore } from '../../support/database.ts';
import { failure } from '../../support/failure.ts';
import { newDatabase, newHome } from '../../support/new-database.ts';

const kinds = await testDatabases();
const logger = createLogger('silent');

/** Opens a store and closes it when the test ends, before the database is dropped. */
const open = async (options: Partial<Parameters<typeof openStore>[0]>): Promise<Store> => {
  const store = await openStore({ databaseUrl: null, home: '/nowhere', logger, ...options });
  onTestFinished(store.close);
  return store;
};
/** One store of each kind for the tests that only read. */
const stores = new Map<string, TestStore>();
const storeOf = (kind: string): TestStore => {
  const store = stores.get(kind);
  if (store === undefined) throw new Error(`No store of kind ${kind}.`);
  return store;
};
beforeAll(async () => {
  for (const kind of kinds) stores.set(kind, await openTestStore(kind, { isCopy: false }));
});
afterAll(async () => {
  for (const store of stores.values()) await store.close();
});

test.for(kinds)('a new %s database has the schema, and counts and times come back as numbers', async (kind) => {
  const store = storeOf(kind);
  const [row] = await store.sql`
    select count(*) as n, 1700000000000::bigint as t, array[1,2]::bigint[] as a, ${1700000000000}::bigint as p from live_match`;
  expect(row).toEqual({ n: 0, t: 1700000000000, a: [1, 2], p: 1700000000000 });
});

test.for(kinds)('writes of a %s database wait for the disk as the server does it', async (kind) => {
  const store = storeOf(kind);
  expect(await store.sql`show synchronous_commit`).toEqual([{ synchronous_commit: 'on' }]);
});

test.for(kinds)('many queries and transactions at once on a %s database each get their own answer', async (kind) => {
  const store = storeOf(kind);
  const asked = Array.from({ length: 200 }, (_, index) => index);
  const answers = await Promise.all(
    asked.map(async (n) => {
      if (n % 5 === 0) return store.sql.begin(async (tx) => (await tx<{ n: number }[]>`select ${n}::int as n`)[0]?.n);
      if (n % 7 === 0) return failure(store.sql`select 1 / ${n - n}::int as n`).then(() => n);
      return (await store.sql<{ n: number }[]>`select ${n}::int as n`)[0]?.n;
    }),
  );
  expect(answers).toEqual(asked);
});

test('the embedded database keeps its data in a folder that other users cannot read', async () => {
  const home = await newHome();
  const first = await openStore({ databaseUrl: null, home, logger });
  await first.sql`insert into live_match (ref) values ('game:1')`;
  await first.close();
  expect((await stat(path.join(home, 'embedded'))).mode & 0o777).toBe(0o700);

  const second = await open({ home });
  expect(await second.sql`select ref from live_match`).toEqual([{ ref: 'game:1' }]);
});

test('an existing home keeps its permissions', async () => {
  const home = path.join(await newHome(), 'shared');
  await mkdir(home, { mode: 0o755 });
  await open({ home });
  expect((await stat(home)).mode & 0o777).toBe(0o755);
  expect((await stat(path.join(home, 'embedded'))).mode & 0o777).toBe(0o700);
});

test('a new home is private, and its path may be longer than a socket path', async () => {
  const home = path.join(await newHome(), 'a'.repeat(60), 'b'.repeat(60));
  const store = await open({ home });
  expect((await stat(home)).mode & 0o777).toBe(0o700);
  expect(await store.sql`select 1 as one`).toEqual([{ one: 1 }]);
});

test('a half-made database of a killed process is created again', async () => {
  const home = await newHome();
  await mkdir(path.join(home, 'embedded', 'database.new', 'base'), { recursive: true });
  await writeFile(path.join(home, 'embedded', 'database.new', 'PG_VERSION'), '18');
  const store = await open({ home });
  expect(await store.sql`select count(*) as n from live_match`).toEqual([{ n: 0 }]);
});

test.for(kinds)(
  'rule OPS-14: a %s database newer than the code is rejected with the release that it needs',
  async (kind) => {
    const { sql } = storeOf(kind);
    await sql`insert into schema_version (version, file) values (999, '999_future.sql')`;
    onTestFinished(async () => {
      await sql`delete from schema_version where version = 999`;
    });
    const error = await failure(migrate(sql, path.resolve('src/store/schema'), logger));
    expect(String(error)).toMatch(/newer than this Touchline.*999_future\.sql/);
  },
);

test.runIf(kinds.includes('postgres'))(
  'rule OPS-14: nodes that start at once on an empty database run each step once',
  async () => {
    const databaseUrl = await newDatabase();
    const [{ sql }] = await Promise.all([open({ databaseUrl }), open({ databaseUrl }), open({ databaseUrl })]);
    const rows = await sql<{ times: number }[]>`select version, count(*) as times from schema_version group by version`;
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.every((row) => row.times === 1)).toBe(true);
  },
);

test.runIf(kinds.includes('postgres'))(
  'a database that refuses the user of a start is named with what to do',
  async () => {
    const databaseUrl = await newDatabase();
    const [url, sql] = [new URL(databaseUrl), postgres(databaseUrl, { max: 1, onnotice: () => undefined })];
    const name = `${url.pathname.slice(1)}_user`;
    await sql.unsafe(`create role ${name} login password 'of-a-test'; revoke create on schema public from public`);
    onTestFinished(async () => {
      await sql.unsafe(`drop owned by ${name}; drop role ${name}`);
      await sql.end();
    });
    [url.username, url.password] = [name, 'of-a-test'];
    const refused = async (): Promise<string> =>
      String(await failure(openStore({ databaseUrl: url.href, home: '', logger })));
    expect(await refused()).toBe(
      'Error: permission denied for schema public. The user of DATABASE_URL must own the database and its tables: alter database NAME owner to USER.',
    );
    url.pathname = '/no_such_database';
    expect(await refused()).toBe(
      'Error: database "no_such_database" does not exist. Create the database of DATABASE_URL first, or name another one at its end: createdb --owner USER NAME.',
    );
    url.username = 'no_such_user';
    expect(await refused()).toContain('user in DATABASE_URL');
  },
);

test.runIf(kinds.includes('postgres'))(
  'rule OPS-14: a node waits for another one that changes the schema, however long it takes',
  async () => {
    const databaseUrl = await newDatabase();
    const sql = postgres(databaseUrl, { max: 2, onnotice: () => undefined });
    onTestFinished(() => sql.end());
    const changing = await sql.reserve();
    await changing`select pg_advisory_lock(7311809001)`;
    // A connection that is silent for this long is cut once the schema is up to date.
    const silentLimitMs = 100;
    const opening = openStore({ databaseUrl, home: '', logger, startForMs: 0, silentLimitMs });
    const hasWaited = async (): Promise<boolean> => {
      const [row] = await sql<{ long: boolean }[]>`
        select bool_or(clock_timestamp() - query_start > ${`${silentLimitMs * 5} ms`}::interval) as long
        from pg_stat_activity where datname = current_database() and wait_event = 'advisory'`;
      return row?.long === true;
    };
    const waiting = expect.poll(hasWaited, { timeout: 10_000 }).toBe(true);
    await Promise.race([waiting, opening]);
    await changing`select pg_advisory_unlock(7311809001)`;
    changing.release();
    const store = await opening;
    onTestFinished(store.close);
    expect(await store.sql`select count(*) as n from live_match`).toEqual([{ n: 0 }]);
  },
);

test.runIf(kinds.includes('postgres'))('a start does not wait for a table that another session keeps', async () => {
  const databaseUrl = await newDatabase();
  await (await openStore({ databaseUrl, home: '', logger })).close();
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => undefined });
  onTestFinished(() => sql.end());
  await sql.unsafe(`alter database ${new URL(databaseUrl).pathname.slice(1)} set lock_timeout = '10ms'`);
  await sql.begin(async (tx) => {
    await tx`lock table schema_version in access exclusive mode`;
    const refused = String(await failure(openStore({ databaseUrl, home: '', logger })));
    expect(refused).toMatch(/lock timeout\. Another session uses a table/);
  });
});

test.runIf(kinds.includes('postgres'))('a failed step leaves nothing behind', async () => {
  const databaseUrl = await newDatabase();
  const folder = path.join(await newHome(), 'schema');
  await mkdir(folder);
  await writeFile(path.join(folder, '001_good.sql'), 'create table good (id int);');
  await writeFile(path.join(folder, '002_bad.sql'), 'create table half (id int); select no_such_column;');
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => undefined });
  onTestFinished(() => sql.end());
  expect(String(await failure(migrate(sql, folder, logger)))).toContain('no_such_column');
  expect(await sql`select to_regclass('good') as good, to_regclass('half') as half`).toEqual([
    { good: null, half: null },
  ]);
});

test('a server that has no TLS is named as such when the address asks for it', async () => {
  const server = createServer((socket) => {
    socket.once('data', () => {
      // PostgreSQL's answer to the wish for TLS.
      socket.write('N');
      socket.once('data', () => socket.destroy());
    });
  }).listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.close();
  });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const databaseUrl = `postgres://me@127.0.0.1:${port}/touchline?sslmode=require`;
  expect(String(await failure(openStore({ databaseUrl, home: '', logger, startForMs: 1 })))).toBe(
    'Error: The database of DATABASE_URL could not be reached: The server ended the connection when TLS began. If it has no TLS, leave sslmode out of DATABASE_URL',
  );
});
