// A database that answers and refuses: it is closed to new connections, or a lock outlasts the patience of our user (rules OPS-2, OPS-3).
import { randomUUID } from 'node:crypto';
import postgres from 'postgres';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDatabase, testDatabases } from '../support/database.ts';
import { openTestGateway, type TestGateway } from '../support/gateway.ts';
import { TOKENS } from '../support/world/tokens.ts';

const hasPostgres = (await testDatabases()).includes('postgres');
const token = TOKENS.club;

describe.skipIf(!hasPostgres)('a gateway whose PostgreSQL refuses its work', () => {
  let database: Awaited<ReturnType<typeof createDatabase>>;
  /** A session must not close its own database. */
  let other: typeof database;
  let name: string;
  let admin: postgres.Sql;
  let gateway: TestGateway;

  beforeEach(async () => {
    database = await createDatabase();
    name = new URL(database.url).pathname.slice(1);
    other = await createDatabase({ hasSchema: false });
    admin = postgres(other.url, { max: 1 });
    // Of all sessions that begin from now on.
    await admin.unsafe(`alter database ${name} set lock_timeout = '100ms'`);
    gateway = await openTestGateway({ databaseUrl: database.url });
  });
  afterEach(async () => {
    await gateway.close();
    await admin.end();
    await Promise.all([database.drop(), other.drop()]);
  });

  const post = (id: string) =>
    gateway.call('POST', 'games/sunday-5s/marker', {
      token,
      body: { id, timestamp: new Date().toISOString(), type: 'Goal', primary_player_pc_id: 1 },
    });
  const readLog = async () => (await gateway.call('GET', 'live/game:100/log', { token })).status;

  async function endSessions(): Promise<readonly unknown[]> {
    // The end of a session that still asks for the types of arrays, which it does first, is a rejection that no code can catch.
    await admin`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = ${name} and application_name = 'touchline' and query <> ''
        and not (state = 'active' and query like '%pg_catalog.pg_type%')`;
    return admin`select 1 from pg_stat_activity where datname = ${name} and application_name = 'touchline'`;
  }

  it('rules OPS-2, OPS-3: answers 503 while its database takes no connection, and recovers', async () => {
    expect((await post(randomUUID())).status).toBe(201);
    await admin.unsafe(`alter database ${name} with allow_connections false`);
    await expect.poll(endSessions).toHaveLength(0);
    const id = randomUUID();
    const refused = await post(id);
    expect(refused.status).toBe(503);
    expect(refused.headers.get('retry-after')).toBe('2');
    expect(await readLog()).toBe(503);
    await admin.unsafe(`alter database ${name} with allow_connections true`);
    await expect.poll(async () => (await post(id)).status).toBeLessThan(202);
    expect(await readLog()).toBe(200);
  });

  it('rule OPS-2: answers 503 when a lock outlasts the lock_timeout of its user', async () => {
    const id = randomUUID();
    const locking = postgres(database.url, { max: 1 });
    await locking.begin(async (tx) => {
      await tx`lock table match_log in access exclusive mode`;
      const refused = await post(id);
      expect(refused.status).toBe(503);
      expect(refused.headers.get('retry-after')).toBe('2');
      expect(await readLog()).toBe(503);
    });
    expect((await post(id)).status).toBe(201);
    await locking.end();
  });

  it.each(['markers', 'readiness'])(
    'rule OPS-3: takes writes again after its database was read-only, also through connections of that time: %s',
    async (asked) => {
      const ready = async () => (await gateway.call('GET', '/readyz')).status;
      await admin.unsafe(`alter database ${name} set default_transaction_read_only = on`);
      await expect.poll(endSessions).toHaveLength(0);
      const id = randomUUID();
      // As many at once as there are connections: each of them begins now.
      const refused = await Promise.all(Array.from({ length: 8 }, () => post(id)));
      expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([503]));
      expect(await ready()).toBe(503);
      await admin.unsafe(`alter database ${name} reset default_transaction_read_only`);
      if (asked === 'markers') await expect.poll(async () => (await post(id)).status).toBeLessThan(202);
      await expect.poll(ready).toBe(200);
      expect((await post(id)).status).toBeLessThan(202);
    },
  );
});
