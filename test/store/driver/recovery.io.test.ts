// The store when the database or the network fails: the errors of queries, and the recovery.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import postgres from 'postgres';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createLogger } from '../../../src/ops/logger.ts';
import { meansStoreAway, StoreTimeout, withQueryDeadline } from '../../../src/store/driver/errors.ts';
import { checkWritable, openStore, startForMsDefault } from '../../../src/store/driver/open.ts';
import type { Store } from '../../../src/store/driver/open.ts';
import { bestDatabase, openTestStore, testDatabases } from '../../support/database.ts';
import { failure } from '../../support/failure.ts';
import { newDatabase } from '../../support/new-database.ts';
import { proxyTo } from '../../support/proxied-database.ts';
import type { FaultProxy } from '../../support/proxy.ts';

const kinds = await testDatabases();
const logger = createLogger('silent');

/** Opens a store and closes it when the test ends, before the database is dropped. */
const open = async (databaseUrl: string, silentLimitMs?: number): Promise<Store> => {
  const more = silentLimitMs === undefined ? {} : { silentLimitMs };
  const store = await openStore({ databaseUrl, home: '/nowhere', logger, ...more });
  onTestFinished(store.close);
  return store;
};

test('rule OPS-1: an address without a listener is retried for the given time, then fails with the reason', async () => {
  expect(startForMsDefault).toBe(30_000);
  const warned: string[] = [];
  const began = performance.now();
  const error = await failure(
    openStore({
      databaseUrl: 'postgres://postgres@127.0.0.1:1/x',
      home: '/nowhere',
      logger: createLogger('warn', { write: (line) => warned.push(line) }),
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
  expect(String(await failure(openStore({ databaseUrl: url.href, home: '/nowhere', logger })))).toContain(
    'does not exist',
  );
  expect(performance.now() - began).toBeLessThan(5_000);
});

const throughProxy = async (silentLimitMs?: number): Promise<{ store: Store; proxy: FaultProxy }> => {
  const { url, proxy } = await proxyTo(await newDatabase());
  onTestFinished(proxy.close);
  const store = await open(url, silentLimitMs);
  await store.sql`create table kept (n int)`;
  return { store, proxy };
};

/** A write, a read and a transaction, as in a gateway under load. */
const useAll = async ({ sql }: Store, times: number): Promise<readonly PromiseSettledResult<unknown>[]> =>
  Promise.allSettled(
    Array.from({ length: times }, (_, n) => {
      if (n % 3 === 0) return withQueryDeadline(sql`insert into kept (n) values (${n})`, 1_500);
      if (n % 3 === 1) return withQueryDeadline(sql`select count(*) as n from kept`, 1_500);
      return withQueryDeadline(
        sql.begin((tx) => tx`insert into kept (n) values (${n})`),
        1_500,
      );
    }),
  );

test.runIf(kinds.includes('postgres'))(
  'rule OPS-3: a lost database fails queries at once and is used again when it is back',
  async () => {
    const { store, proxy } = await throughProxy();
    for (let outage = 0; outage < 2; outage++) {
      proxy.set('refuse');
      for (let round = 0; round < 2; round++) {
        const results = await useAll(store, 24);
        for (const result of results) {
          expect(result.status).toBe('rejected');
          if (result.status === 'rejected') expect(meansStoreAway(result.reason)).toBe(true);
        }
      }
      proxy.set('pass');
      await vi.waitFor(async () => withQueryDeadline(store.sql`select 1`, 500), { timeout: 3_000 });
      const results = await useAll(store, 48);
      expect(results.filter((result) => result.status === 'rejected')).toEqual([]);
    }
  },
);

test.runIf(kinds.includes('postgres'))(
  'rule OPS-3: a network that swallows packets fails queries in time, and recovery needs no restart',
  async () => {
    const { store, proxy } = await throughProxy(2_000);
    await useAll(store, 24);
    proxy.set('freeze');
    const results = await useAll(store, 24);
    for (const result of results) {
      expect(result.status).toBe('rejected');
      if (result.status === 'rejected') expect(meansStoreAway(result.reason)).toBe(true);
    }
    proxy.set('pass');
    // The old connections never answer again: only cutting them restores the pool.
    await vi.waitFor(async () => withQueryDeadline(store.sql`select 1`, 500), { timeout: 8_000 });
    await vi.waitFor(
      async () => {
        const after = await useAll(store, 48);
        expect(after.filter((result) => result.status === 'rejected')).toEqual([]);
      },
      { timeout: 8_000 },
    );
  },
);

test('a query that still waits for a connection at its deadline is withdrawn and never runs', async () => {
  const store = await openTestStore('embedded');
  onTestFinished(store.close);
  const finish = new AbortController();
  const busy = store.sql.begin(() => once(finish.signal, 'abort'));
  const error = await failure(withQueryDeadline(store.sql`insert into live_match (ref) values ('game:1')`, 200));
  expect(error).toBeInstanceOf(StoreTimeout);
  finish.abort();
  await busy;
  expect(await store.sql`select ref from live_match`).toEqual([]);
});

test('an error of a query does not count as a database that is away', async () => {
  const store = await openTestStore(await bestDatabase());
  onTestFinished(store.close);
  expect(meansStoreAway(await failure(store.sql`select no_such_column`))).toBe(false);
  expect(meansStoreAway(new Error('anything'))).toBe(false);
  expect(meansStoreAway('text')).toBe(false);
  for (const code of [
    'ECONNREFUSED',
    'CONNECTION_CLOSED',
    '57P01',
    '57P03',
    '53300',
    '08006',
    '25006',
    '40P01',
    'EMFILE',
  ])
    expect(meansStoreAway(Object.assign(new Error('x'), { code }))).toBe(true);
  expect(meansStoreAway(new Error('outer', { cause: Object.assign(new Error('x'), { code: 'EPIPE' }) }))).toBe(true);
});

test.runIf(kinds.includes('postgres'))('a database that only answers reads is not writable', async () => {
  const url = new URL(await newDatabase());
  const store = await open(url.href);
  await checkWritable(store.sql);
  await store.sql.unsafe(`alter database ${url.pathname.slice(1)} set default_transaction_read_only = on`);
  const standby = postgres(url.href, { max: 1 });
  onTestFinished(() => standby.end());
  expect(meansStoreAway(await failure(checkWritable(standby)))).toBe(true);
});
