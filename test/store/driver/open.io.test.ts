import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { spawn } from 'node:child_process';
import path from 'node:path';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createLogger } from '../../../src/ops/logger.ts';
import { lockFolder } from '../../../src/store/driver/folder-lock.ts';
import { migrate } from '../../../src/store/schema/migrate.ts';
import { openStore } from '../../../src/store/driver/open.ts';
import type { Store } from '../../../src/store/driver/open.ts';
import { createHome, openTestStore, testDatabases } from '../../support/database.ts';
import type { TestStore } from '../../support/database.ts';
import { failure } from '../../support/failure.ts';
import { newDatabase } from '../../support/new-database.ts';

const kinds = await testDatabases();
const logger = createLogger('silent');

const newHome = async (): Promise<string> => {
  const { home, remove } = await createHome();
  onTestFinished(remove);
  return home;
};
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

const newFolder = async (): Promise<string> => {
  const folder = path.join(await newHome(), 'embedded');
  await mkdir(folder);
  return folder;
};

test('rule OPS-9: a folder in use is rejected with one line that names it and the process, and is free afterwards', async () => {
  const folder = await newFolder();
  const unlock = await lockFolder(folder);
  const error = String(await failure(openStore({ databaseUrl: null, home: path.dirname(folder), logger })));
  expect(error).toContain(folder);
  expect(error).toContain(`process ${process.pid}`);
  expect(error).not.toContain('\n');
  await unlock();
  await (
    await lockFolder(folder)
  )();
});

test('rule OPS-9: the lock of a killed process is taken over, even if its process id is used again', async () => {
  const folder = await newFolder();
  const lock = path.join(folder, 'lock');
  const dead = spawn(process.execPath, ['-e', '']);
  await once(dead, 'exit');
  for (const holder of [{ pid: dead.pid, born: null }, { pid: process.ppid, born: 'another life' }, 'cut sho']) {
    await writeFile(lock, typeof holder === 'string' ? holder : JSON.stringify(holder));
    const unlock = await lockFolder(folder);
    expect(JSON.parse(await readFile(lock, 'utf8'))).toMatchObject({ pid: process.pid });
    await unlock();
  }
});

/** Eight lock each of 100 folders at once, one folder after the other. Returns the numbers of those that got it. */
async function raceFor(lock: string): Promise<ReadonlySet<number>> {
  const wins = new Set<number>();
  for (let round = 0; round < 100; round += 1) {
    const folder = await newFolder();
    await writeFile(path.join(folder, 'lock'), lock);
    const results = await Promise.allSettled(Array.from({ length: 8 }, () => lockFolder(folder, 0)));
    wins.add(results.filter((result) => result.status === 'fulfilled').length);
  }
  return wins;
}

test('of several processes that find a dead lock at once, one gets the folder', async () => {
  expect(await raceFor(JSON.stringify({ pid: process.ppid, born: 'another life' }))).toEqual(new Set([1]));
});

test('a lock is taken over although another process died while it took it over', async () => {
  const folder = await newFolder();
  const dead = JSON.stringify({ pid: process.ppid, born: 'another life' });
  const turn = `lock.${createHash('sha256').update(dead).digest('hex').slice(0, 16)}`;
  for (const name of ['lock', turn]) await writeFile(path.join(folder, name), dead);
  const unlock = await lockFolder(folder, 0);
  expect(await readdir(folder)).toEqual(['lock']);
  await unlock();
  expect(await readdir(folder)).toEqual([]);
});

test('a lock that is a symbolic link to no file is taken over', async () => {
  const folder = await newFolder();
  await symlink('no-such-file', path.join(folder, 'lock'));
  const unlock = await lockFolder(folder, 0);
  expect(JSON.parse(await readFile(path.join(folder, 'lock'), 'utf8'))).toMatchObject({ pid: process.pid });
  await unlock();
  expect(await readdir(folder)).toEqual([]);
});

test('what killed takers have left is deleted, and not what a running one has', async () => {
  const folder = await newFolder();
  const dead = JSON.stringify({ pid: 2 ** 30, born: null });
  const turn = 'lock.0123456789abcdef';
  const running = JSON.stringify({ pid: process.pid, born: null });
  await writeFile(path.join(folder, turn), dead);
  await writeFile(path.join(folder, `${turn}.0123456789abcdef`), dead);
  await writeFile(path.join(folder, 'lock.draft-of-a-killed-one'), dead);
  await writeFile(path.join(folder, 'lock.draft'), running);
  await writeFile(path.join(folder, 'lock.empty-draft'), '');
  const unlock = await lockFolder(folder, 0);
  expect((await readdir(folder)).sort()).toEqual(['lock', 'lock.draft', 'lock.empty-draft']);
  await unlock();
});

test('a lock that a crash of the machine has truncated is taken over by one process', async () => {
  expect(await raceFor('{"pid":')).toEqual(new Set([1]));
});

test.runIf(process.platform === 'linux')('a folder that cannot be locked is named', async () => {
  const folder = '/proc/self';
  const reason = String(await failure(lockFolder(folder)));
  expect(reason).toMatch(/^Error: The embedded database in \/proc\/self cannot be locked: E[A-Z]+: /);
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
      'Error: database "no_such_database" does not exist. Create the database of DATABASE_URL first: createdb --owner USER NAME.',
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
