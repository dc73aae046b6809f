import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { spawn } from 'node:child_process';
import path from 'node:path';
import postgres from 'postgres';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openLog } from '../src/log.ts';
import { isUnavailable, StoreTimeout, withDeadline } from '../src/store/errors.ts';
import { openStore } from '../src/store/open.ts';
import type { Store } from '../src/store/open.ts';
import { createDatabase, createHome, openTestStore, testDatabases } from './support/database.ts';
import { openTcpProxy } from './support/tcp-proxy.ts';
import type { TcpProxy } from './support/tcp-proxy.ts';

const kinds = await testDatabases();
const log = openLog('silent');

const newDatabase = async (): Promise<string> => {
  const { url, drop } = await createDatabase();
  onTestFinished(drop);
  return url;
};
const newHome = async (): Promise<string> => {
  const { home, remove } = await createHome();
  onTestFinished(remove);
  return home;
};
/** Opens, and closes when the test ends (before the database is dropped: what is opened last ends first). */
const open = async (options: Partial<Parameters<typeof openStore>[0]>): Promise<Store> => {
  const store = await openStore({ databaseUrl: null, home: '/nowhere', log, ...options });
  onTestFinished(store.close);
  return store;
};
const failure = async (work: PromiseLike<unknown>): Promise<unknown> => {
  try {
    await work;
  } catch (error) {
    return error;
  }
  throw new Error('It should have failed.');
};

test.for(kinds)('a new %s database has the schema, and counts and times come back as numbers', async (kind) => {
  const store = await openTestStore(kind);
  onTestFinished(store.close);
  const [row] = await store.sql`
    select count(*) as n, 1700000000000::bigint as t, array[1,2]::bigint[] as a, ${1700000000000}::bigint as p from live_match`;
  expect(row).toEqual({ n: 0, t: 1700000000000, a: [1, 2], p: 1700000000000 });
});

test.for(kinds)('writes of a %s database wait for the disk as the server does it', async (kind) => {
  const store = await openTestStore(kind);
  onTestFinished(store.close);
  expect(await store.sql`show synchronous_commit`).toEqual([{ synchronous_commit: 'on' }]);
});

test.for(kinds)('many queries and transactions at once on a %s database each get their own answer', async (kind) => {
  const store = await openTestStore(kind);
  onTestFinished(store.close);
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

test('the embedded database keeps what was written, in a folder that nobody else can look into', async () => {
  const home = await newHome();
  const first = await openStore({ databaseUrl: null, home, log });
  await first.sql`insert into live_match (ref) values ('game:1')`;
  await first.close();
  expect((await stat(path.join(home, 'embedded'))).mode & 0o777).toBe(0o700);

  const second = await open({ home });
  expect(await second.sql`select ref from live_match`).toEqual([{ ref: 'game:1' }]);
});

test('a home that is not there is made private; one that is there keeps its permissions', async () => {
  const home = await newHome();
  const nested = path.join(home, 'not', 'there');
  await open({ home: nested });
  expect((await stat(nested)).mode & 0o777).toBe(0o700);

  const existing = path.join(home, 'shared');
  await mkdir(existing, { mode: 0o755 });
  await open({ home: existing });
  expect((await stat(existing)).mode & 0o777).toBe(0o755);
});

test('a home with a path longer than a socket may have works all the same', async () => {
  const home = path.join(await newHome(), 'a'.repeat(60), 'b'.repeat(60));
  const store = await open({ home });
  expect(await store.sql`select 1 as one`).toEqual([{ one: 1 }]);
});

test('a second process is refused the embedded database in one line that names the folder and the first', async () => {
  const home = await newHome();
  await open({ home });
  const error = await failure(openStore({ databaseUrl: null, home, log }));
  expect(String(error)).toContain(path.join(home, 'embedded'));
  expect(String(error)).toContain(`process ${process.pid}`);
  expect(String(error)).not.toContain('\n');
});

test('the lock of a process that was killed is taken over, though its number is in use again', async () => {
  const home = await newHome();
  const lock = path.join(home, 'embedded', 'lock');
  const dead = spawn(process.execPath, ['-e', '']);
  await once(dead, 'exit');
  for (const holder of [{ pid: dead.pid, born: null }, { pid: process.ppid, born: 'another life' }, 'cut sho']) {
    await mkdir(path.dirname(lock), { recursive: true });
    await writeFile(lock, typeof holder === 'string' ? holder : JSON.stringify(holder));
    const store = await openStore({ databaseUrl: null, home, log });
    expect(JSON.parse(await readFile(lock, 'utf8'))).toMatchObject({ pid: process.pid });
    await store.close();
  }
});

test('a database that a killed process left half-made is made anew', async () => {
  const home = await newHome();
  await mkdir(path.join(home, 'embedded', 'database.new', 'base'), { recursive: true });
  await writeFile(path.join(home, 'embedded', 'database.new', 'PG_VERSION'), '18');
  const store = await open({ home });
  expect(await store.sql`select count(*) as n from live_match`).toEqual([{ n: 0 }]);
});

test('a database newer than the code stops the start and says which release to take', async () => {
  const store = await openTestStore('embedded');
  await store.sql`insert into schema_version (version, file) values (999, '999_future.sql')`;
  const { home } = store;
  await store.sql.end();
  onTestFinished(store.close);
  const { migrate } = await import('../src/store/migrate.ts');
  const again = postgres({ path: path.join(home, 'embedded', 'postgres.sock'), username: 'postgres', max: 1 });
  onTestFinished(() => again.end());
  const folder = path.resolve('src/store/schema');
  expect(String(await failure(migrate(again, folder, log)))).toMatch(/newer than this Touchline.*999_future\.sql/);
});

test.runIf(kinds.includes('postgres'))('nodes that start at once on an empty database run each step once', async () => {
  const databaseUrl = await newDatabase();
  const [{ sql }] = await Promise.all([open({ databaseUrl }), open({ databaseUrl }), open({ databaseUrl })]);
  const rows = await sql<{ times: number }[]>`select version, count(*) as times from schema_version group by version`;
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.every((row) => row.times === 1)).toBe(true);
});

test.runIf(kinds.includes('postgres'))('a step that fails leaves nothing of itself behind', async () => {
  const { migrate } = await import('../src/store/migrate.ts');
  const databaseUrl = await newDatabase();
  const folder = path.join(await newHome(), 'schema');
  await mkdir(folder);
  await writeFile(path.join(folder, '001_good.sql'), 'create table good (id int);');
  await writeFile(path.join(folder, '002_bad.sql'), 'create table half (id int); select no_such_column;');
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => undefined });
  onTestFinished(() => sql.end());
  expect(String(await failure(migrate(sql, folder, log)))).toContain('no_such_column');
  expect(await sql`select to_regclass('good') as good, to_regclass('half') as half`).toEqual([
    { good: null, half: null },
  ]);
});

test('an address where nobody listens is tried for as long as it is told, then given up with the reason', async () => {
  const warned: string[] = [];
  const began = performance.now();
  const error = await failure(
    openStore({
      databaseUrl: 'postgres://postgres@127.0.0.1:1/x',
      home: '/nowhere',
      log: openLog('warn', { write: (line) => warned.push(line) }),
      startForMs: 1_500,
    }),
  );
  expect(performance.now() - began).toBeGreaterThan(1_400);
  expect(performance.now() - began).toBeLessThan(8_000);
  expect(String(error)).toMatch(/DATABASE_URL.*ECONNREFUSED/);
  expect(warned.join('')).toContain('waiting for the database');
});

test.runIf(kinds.includes('postgres'))('a wrong database name is no reason to keep trying', async () => {
  const url = new URL(await newDatabase());
  url.pathname = `/no_such_${randomUUID()}`;
  const began = performance.now();
  expect(String(await failure(openStore({ databaseUrl: url.href, home: '/nowhere', log })))).toContain(
    'does not exist',
  );
  expect(performance.now() - began).toBeLessThan(5_000);
});

const throughProxy = async (silentLimitMs?: number): Promise<{ store: Store; proxy: TcpProxy }> => {
  const databaseUrl = await newDatabase();
  const url = new URL(databaseUrl);
  const proxy = await openTcpProxy({ host: url.hostname, port: Number(url.port || 5432) });
  onTestFinished(proxy.close);
  url.port = String(proxy.port);
  const store = await open({ databaseUrl: url.href, ...(silentLimitMs === undefined ? {} : { silentLimitMs }) });
  await store.sql`create table kept (n int)`;
  return { store, proxy };
};

/** A write, a read and a transaction, as a gateway under load makes them. */
const useAll = async ({ sql }: Store, times: number): Promise<readonly PromiseSettledResult<unknown>[]> =>
  Promise.allSettled(
    Array.from({ length: times }, (_, n) => {
      if (n % 3 === 0) return withDeadline(sql`insert into kept (n) values (${n})`, 1_500);
      if (n % 3 === 1) return withDeadline(sql`select count(*) as n from kept`, 1_500);
      return withDeadline(
        sql.begin((tx) => tx`insert into kept (n) values (${n})`),
        1_500,
      );
    }),
  );

test.runIf(kinds.includes('postgres'))(
  'a lost database fails queries at once and is used again when it is back',
  async () => {
    const { store, proxy } = await throughProxy();
    for (let outage = 0; outage < 3; outage++) {
      proxy.cut();
      for (let round = 0; round < 3; round++) {
        const results = await useAll(store, 24);
        for (const result of results) {
          expect(result.status).toBe('rejected');
          if (result.status === 'rejected') expect(isUnavailable(result.reason)).toBe(true);
        }
      }
      proxy.mend();
      await vi.waitFor(async () => withDeadline(store.sql`select 1`, 500), { timeout: 3_000 });
      const results = await useAll(store, 48);
      expect(results.filter((result) => result.status === 'rejected')).toEqual([]);
    }
  },
);

test.runIf(kinds.includes('postgres'))(
  'a network that swallows packets fails queries in time, and recovery needs no restart',
  async () => {
    const { store, proxy } = await throughProxy(2_000);
    await useAll(store, 24);
    proxy.swallow();
    const results = await useAll(store, 24);
    for (const result of results) {
      expect(result.status).toBe('rejected');
      if (result.status === 'rejected') expect(isUnavailable(result.reason)).toBe(true);
    }
    proxy.mend();
    // The connections from before are dead for good: only cutting them brings the pool back.
    await vi.waitFor(async () => withDeadline(store.sql`select 1`, 500), { timeout: 8_000 });
    await vi.waitFor(
      async () => {
        const after = await useAll(store, 48);
        expect(after.filter((result) => result.status === 'rejected')).toEqual([]);
      },
      { timeout: 8_000 },
    );
  },
);

test('a query that waits for a connection when its time is up is withdrawn and never runs', async () => {
  const store = await openTestStore('embedded');
  onTestFinished(store.close);
  const finish = new AbortController();
  const busy = store.sql.begin(() => once(finish.signal, 'abort'));
  const error = await failure(withDeadline(store.sql`insert into live_match (ref) values ('game:1')`, 200));
  expect(error).toBeInstanceOf(StoreTimeout);
  finish.abort();
  await busy;
  expect(await store.sql`select ref from live_match`).toEqual([]);
});

test('what is wrong with a query is not taken for a database that is away', async () => {
  const store = await openTestStore('embedded');
  onTestFinished(store.close);
  expect(isUnavailable(await failure(store.sql`select no_such_column`))).toBe(false);
  expect(isUnavailable(new Error('anything'))).toBe(false);
  expect(isUnavailable('text')).toBe(false);
  for (const code of ['ECONNREFUSED', 'CONNECTION_CLOSED', '57P01', '57P03', '53300', '08006', '25006'])
    expect(isUnavailable(Object.assign(new Error('x'), { code }))).toBe(true);
  expect(isUnavailable(new Error('outer', { cause: Object.assign(new Error('x'), { code: 'EPIPE' }) }))).toBe(true);
});
