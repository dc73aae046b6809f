// A database that is away: writes are refused in time with nothing half-applied, what is in memory is served on, and
// when it is back everything goes on without a restart (decisions 30, 48).
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { GameState } from '../protocol/board.ts';
import { createDatabase, testDatabases } from './support/database.ts';
import { follow } from './support/follow.ts';
import { openTestGateway, type TestGateway } from './support/gateway.ts';
import { type FaultProxy, openProxy } from './support/proxy.ts';
import { sampleData, TOKENS } from './support/sample.ts';

const hasPostgres = (await testDatabases()).includes('postgres');
const token = TOKENS.club;
const goal = (id = randomUUID()) => ({
  id,
  timestamp: new Date().toISOString(),
  type: 'Goal',
  primary_player_pc_id: 1,
});

describe.skipIf(!hasPostgres)('a gateway whose PostgreSQL goes away', () => {
  let database: Awaited<ReturnType<typeof createDatabase>>;
  let proxy: FaultProxy;
  let gateway: TestGateway;

  beforeAll(async () => {
    database = await createDatabase();
    const direct = new URL(database.url);
    proxy = await openProxy({ host: direct.hostname, port: Number(direct.port || 5432) });
    direct.hostname = '127.0.0.1';
    direct.port = String(proxy.port);
    gateway = await openTestGateway({ databaseUrl: direct.href });
    await gateway.import(sampleData());
  });
  afterEach(() => {
    proxy.set('pass');
  });
  afterAll(async () => {
    await gateway.close();
    await proxy.close();
    await database.drop();
  });

  const post = (body: unknown) => gateway.call('POST', 'games/sunday-5s/marker', { token, body });
  const live = async () =>
    (await gateway.call<{ seq: number; state: GameState }>('GET', 'live/game:100', { token })).body;

  it.each(['refuse', 'freeze'] as const)(
    'answers 503 in time, serves what it holds and recovers: %s',
    async (fault) => {
      expect((await post(goal())).status).toBe(201);
      const watched = await follow(gateway.liveUrl, 'game:100', token);
      const before = await live();
      proxy.set(fault);

      const id = randomUUID();
      const asked = performance.now();
      const refused = await post(goal(id));
      expect(performance.now() - asked).toBeLessThan(5_000);
      expect(refused.status).toBe(503);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(refused.body).toMatchObject({ error: expect.any(String) as string, hint: expect.any(String) as string });
      expect(await live(), 'live state from memory').toEqual(before);
      const ready = await gateway.call('GET', '/readyz');
      expect(ready.status).toBe(503);

      proxy.set('pass');
      await expect
        .poll(async () => (await gateway.call('GET', '/readyz')).status, { timeout: 20_000, interval: 200 })
        .toBe(200);
      const retried = await post(goal(id));
      expect([200, 201]).toContain(retried.status);
      const after = await live();
      expect(after.seq).toBe(before.seq + 1);
      expect(after.state.goals).toHaveLength(before.state.goals.length + 1);
      expect(await watched.reach(after.seq)).toEqual(after.state);
      watched.close();
    },
    60_000,
  );

  it('refuses in time also for a match and a credential that it has never seen', async () => {
    proxy.set('refuse');
    const asked = performance.now();
    const [cold, unknown] = await Promise.all([
      gateway.call('GET', 'games/three-teams/markers', { token }),
      gateway.call('GET', 'games/three-teams/markers', { token: 'never-seen' }),
    ]);
    expect(performance.now() - asked).toBeLessThan(5_000);
    expect(cold.status).toBe(503);
    expect(unknown.status).toBe(503);
  });
});
