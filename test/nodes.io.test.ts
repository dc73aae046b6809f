// Two nodes on one database: what one of them stores, the screens of the other show.
import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { GameState } from '../protocol/board.ts';
import { createDatabase, testDatabases } from './support/database.ts';
import { follow } from './support/follow.ts';
import { openTestGateway, type TestGateway } from './support/gateway.ts';
import { testRedis } from './support/redis.ts';
import { sampleData, TOKENS } from './support/sample.ts';

const redisUrl = await testRedis();
const hasPostgres = (await testDatabases()).includes('postgres');
const token = TOKENS.club;
const goal = (more: object = {}) => ({
  id: randomUUID(),
  timestamp: new Date().toISOString(),
  type: 'Goal',
  primary_player_pc_id: 1,
  ...more,
});

describe.skipIf(!hasPostgres || redisUrl === null)('two nodes with Redis', () => {
  let database: Awaited<ReturnType<typeof createDatabase>>;
  let nodes: readonly [TestGateway, TestGateway];
  let redis: Redis;
  beforeAll(async () => {
    database = await createDatabase();
    // The look into the database is out of reach: what is seen here comes over Redis.
    const options = {
      databaseUrl: database.url,
      redisUrls: [redisUrl ?? ''],
      relay: { beatMs: 50 },
      timing: { toldLookMs: 600_000, evictMs: 3_000 },
    };
    const first = await openTestGateway({ ...options, data: sampleData(30) });
    nodes = [first, await openTestGateway({ ...options, data: null })];
    redis = new Redis(redisUrl ?? '');
  }, 60_000);
  afterAll(async () => {
    for (const node of nodes) await node.close();
    await database.drop();
    redis.disconnect();
  });

  const up = async (node: TestGateway) => (await node.call<{ redis: string }>('GET', '/readyz')).body.redis;
  const live = async (node: TestGateway, channel: string) =>
    (await node.call<{ seq: number; state: GameState }>('GET', `live/${channel}`, { token })).body;
  const post = (node: TestGateway, slug: string, body: object) =>
    node.call('POST', `games/${slug}/marker`, { token, body });

  it('shows the writes of both nodes on both, in one order', async () => {
    for (const node of nodes) await expect.poll(() => up(node)).toBe('up');
    const screens = await Promise.all(nodes.map((node) => follow(node.liveUrl, 'game:100', token)));
    const written = await Promise.all(
      Array.from({ length: 40 }, (_, n) => post(nodes[n % 2 === 0 ? 0 : 1], 'sunday-5s', goal())),
    );
    expect(written.map(({ status }) => status)).toEqual(written.map(() => 201));
    const { seq, state } = await live(nodes[0], 'game:100');
    expect(seq).toBe(40);
    expect(state.goals).toHaveLength(40);
    for (const screen of screens) {
      expect(await screen.reach(seq)).toEqual(state);
      screen.close();
    }
  });
});

describe.skipIf(!hasPostgres)('a node that is behind', () => {
  it('answers nothing from memory alone: what would change nothing here may change something in the store', async () => {
    const database = await createDatabase();
    const options = { databaseUrl: database.url, timing: { lookMs: 600_000 } };
    const ahead = await openTestGateway({ ...options, data: sampleData() });
    const behind = await openTestGateway({ ...options, data: null });
    const call = (node: TestGateway, method: string, address: string, body?: object) =>
      node.call(method, `games/sunday-5s/${address}`, { token, body });
    const [kept, dropped] = [goal(), goal()];
    for (const body of [kept, dropped]) expect((await call(ahead, 'POST', 'marker', body)).status).toBe(201);
    expect((await call(behind, 'GET', 'markers')).status).toBe(200);

    const late = goal();
    expect((await call(ahead, 'POST', 'marker', late)).status).toBe(201);
    expect((await call(behind, 'DELETE', `markers/${late.id}`)).status, 'of a marker that is not here yet').toBe(200);
    expect((await call(ahead, 'DELETE', `markers/${dropped.id}`)).status).toBe(200);
    expect((await call(behind, 'POST', 'marker', dropped)).status, 'of a marker that is there no more').toBe(201);
    expect((await call(behind, 'DELETE', `markers/${randomUUID()}`)).status).toBe(404);
    expect((await call(ahead, 'POST', 'marker', dropped)).status, 'a repeat').toBe(200);
    for (const node of [ahead, behind]) {
      const { markers } = (await call(node, 'GET', 'markers')).body as { markers: { id: string }[] };
      expect(markers.map(({ id }) => id).sort()).toEqual([kept.id, dropped.id].sort());
    }

    for (const node of [ahead, behind]) await node.close();
    await database.drop();
  });
});
