// The locked commit of a writer that lost a race, while it waits for the reserved row. Its connection may end: then the writer gets
// an error, the process continues, and the pool stays usable. The row may come too late: then the commit leaves nothing behind.
import postgres from 'postgres';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLogger } from '../../../src/ops/logger.ts';
import { meansStoreAway } from '../../../src/store/driver/errors.ts';
import { openStore, type Store } from '../../../src/store/driver/open.ts';
import { lockedCommit } from '../../../src/store/log/locked-commit.ts';
import { release, reserve } from '../../../src/store/log/reserve.ts';
import { testDatabases } from '../../support/database.ts';
import { failure } from '../../support/failure.ts';
import { createProxiedDatabase, type ProxiedDatabase } from '../../support/proxied-database.ts';
import type { FaultProxy } from '../../support/proxy.ts';

const hasPostgres = (await testDatabases()).includes('postgres');

describe.skipIf(!hasPostgres)('a locked commit that waits for the reserved row', () => {
  let database: ProxiedDatabase;
  let proxy: FaultProxy;
  let store: Store;
  /** A direct connection to the database. */
  let direct: postgres.Sql;

  beforeEach(async () => {
    database = await createProxiedDatabase();
    proxy = database.proxy;
    store = await openStore({ databaseUrl: database.url, home: '/nowhere', logger: createLogger('silent') });
    direct = postgres(database.directUrl, { max: 2 });
    await direct`insert into live_match (ref) values ('game:1')`;
  });
  afterEach(async () => {
    await store.close();
    await direct.end();
    await database.close();
  });

  const waiting = () =>
    direct<
      { pid: number }[]
    >`select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

  /** Number of the program's transactions that have not ended. */
  const openTransactions = async () => {
    const rows = await direct`
      select 1 from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null`;
    return rows.length;
  };

  it.each([
    [
      'cut by the network',
      () => {
        proxy.set('refuse');
        proxy.set('pass');
        return Promise.resolve();
      },
    ],
    [
      'ended by an administrator',
      async () => {
        for (const { pid } of await waiting()) await direct`select pg_terminate_backend(${pid})`;
      },
    ],
  ])('connection %s: 503, and every connection of the pool serves again', async (_, end) => {
    for (let round = 0; round < 5; round += 1) {
      await direct.begin(async (tx) => {
        const [reserved] = await reserve(tx, ['game:1']);
        const turns = Array.from({ length: 4 }, () => failure(lockedCommit(store.sql, 'game:1', 0, () => null)));
        await expect.poll(waiting, { timeout: 5_000 }).toHaveLength(4);
        await end();
        for (const error of await Promise.all(turns)) expect(error).toMatchObject({ status: 503 });
        await release(tx, [reserved?.match ?? 0]);
      });
      const began = performance.now();
      // As many at once as the pool has connections, so that each is used: `postgres` passes the server's last error on to
      // the next query.
      const asked = () => Promise.allSettled(Array.from({ length: 8 }, () => store.sql`select pg_sleep(0.1)`));
      for (const each of await asked()) if (each.status === 'rejected') expect(meansStoreAway(each.reason)).toBe(true);
      for (const each of await asked()) expect(each.status).toBe('fulfilled');
      expect(performance.now() - began).toBeLessThan(3_000);
    }
  });

  it('rule LIVE-10: leaves no empty row when it comes too late', async () => {
    let decisions = 0;
    await direct.begin(async (tx) => {
      const [reserved] = await reserve(tx, ['game:1']);
      const late = failure(
        lockedCommit(store.sql, 'game:1', 0, () => {
          decisions += 1;
          return null;
        }),
      );
      expect(await late).toMatchObject({ status: 503 });
      expect(await waiting(), 'it waits longer than its caller').toHaveLength(1);
      await release(tx, [reserved?.match ?? 0]);
    });
    await expect.poll(openTransactions).toBe(0);
    expect(await direct`select * from match_log`).toEqual([]);
    expect(decisions).toBe(0);
  });
});
