// Two nodes on one database: what one of them stores, the screens of the other show.
import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { FeedState, GameState } from '../../protocol/wire/board.ts';
import { installationId } from '../../src/store/log/positions.ts';
import { createDatabase, testDatabases } from '../support/database.ts';
import { follow } from '../support/follow.ts';
import { openTestGateway, type TestGateway } from '../support/gateway.ts';
import { testRedis } from '../support/redis.ts';
import { openProxy } from '../support/proxy.ts';
import { sampleData, TOKENS } from '../support/sample.ts';
import { connect } from '../support/subscriber.ts';

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

type Live = { seq: number; epoch: string; state: GameState };
const live = async (node: TestGateway, channel: string) =>
  (await node.call<Live>('GET', `live/${channel}`, { token })).body;
const post = (node: TestGateway, slug: string, body: object) =>
  node.call('POST', `games/${slug}/marker`, { token, body });
const redisOf = async (node: TestGateway) => (await node.call<{ redis: string }>('GET', '/readyz')).body.redis;
/** What the channel of a feed shows of a game. */
const scoreIn = async (node: TestGateway, pairing: string) => {
  const { body } = await node.call<{ state: FeedState }>('GET', 'live/club:riverside-fc', { token });
  const shown = body.state.matches[pairing];
  return shown && (shown.score.home ?? null);
};

/** Its type comes from here: to compare `Redis` with itself costs the compiler four seconds. */
const openRedis = () => new Redis(redisUrl ?? '');

describe.skipIf(!hasPostgres || redisUrl === null)('two nodes with Redis', () => {
  let database: Awaited<ReturnType<typeof createDatabase>>;
  let nodes: readonly [TestGateway, TestGateway];
  let redis: ReturnType<typeof openRedis>;
  let installation: string;
  beforeAll(async () => {
    database = await createDatabase();
    // Neither the look into the database nor the one at the rights comes in time: what is seen here came over Redis.
    const options = {
      databaseUrl: database.url,
      redisUrls: [redisUrl ?? ''],
      relay: { beatMs: 50 },
      timing: { toldLookMs: 600_000, recheckMs: 600_000, evictMs: 2_000 },
    };
    const first = await openTestGateway({ ...options, data: sampleData(30) });
    nodes = [first, await openTestGateway({ ...options, data: null })];
    redis = openRedis();
    const sql = postgres(database.url, { max: 1 });
    installation = await installationId(sql);
    await sql.end();
    for (const node of nodes) await vi.waitFor(async () => expect(await redisOf(node)).toBe('up'), 5_000);
  }, 60_000);
  afterAll(async () => {
    for (const node of nodes) await node.close();
    await database.drop();
    redis.disconnect();
  });

  /** What the two follow on Redis, beside themselves and what concerns everybody. */
  async function topics(): Promise<string[]> {
    const channels = (await redis.pubsub('CHANNELS', `touchline:${installation}:*`)) as string[];
    const names = channels.map((name) => name.slice(name.indexOf('}:') + 2));
    return names.filter((name) => name !== 'all' && !name.startsWith('node:'));
  }

  it('shows the writes of both nodes on both, in one order', async () => {
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

  it('answers an id once as created, whichever nodes its posts reach at once', async () => {
    for (let round = 0; round < 10; round += 1) {
      const body = goal();
      const before = await live(nodes[0], 'game:1020');
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, n) => post(nodes[n % 2 === 0 ? 0 : 1], 'extra-20', body)),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 200, 200, 201]);
      for (const node of nodes) {
        await expect
          .poll(async () => (await live(node, 'game:1020')).state.goals)
          .toHaveLength(before.state.goals.length + 1);
      }
    }
  });

  it('catches up from the log when what is said is too long, or does not follow', async () => {
    const [near, far] = nodes;
    const screen = await follow(far.liveUrl, 'game:1021', token);
    // One commit of many long changes.
    await Promise.all(Array.from({ length: 60 }, () => post(near, 'extra-21', goal({ label: 'x'.repeat(2_000) }))));
    const { seq, state } = await live(near, 'game:1021');
    expect(seq).toBe(60);
    expect(await screen.reach(seq)).toEqual(state);
    screen.close();
  });

  it('moves a feed for matches that its node does not hold', async () => {
    const [near, far] = nodes;
    const feed = await follow(far.liveUrl, 'club:riverside-fc', token);
    const holds = async () => (await topics()).includes('game:1007');
    // Both held it for the feed, and forget it.
    await expect.poll(holds, { timeout: 15_000, interval: 200 }).toBe(false);
    await post(near, 'extra-7', goal());
    await expect.poll(() => scoreIn(far, '1007_0')).toBe(1);
    // The state may be asked for before the frame about it is read here.
    const told = expect.objectContaining({ action: 'recorded', type: 'Goal' });
    await expect.poll(() => feed.causes()).toContainEqual(told);
    feed.close();
  }, 30_000);

  it('shows a write in the lists of the other node within a second', async () => {
    const [near, far] = nodes;
    const team = async () => {
      const { body } = await far.call<{ games: { slug: string; result: { scores: { score: number }[] } | null }[] }>(
        'GET',
        'club/upcoming_games',
        { token },
      );
      return JSON.stringify(body.games.find(({ slug }) => slug === 'sunday-5s'));
    };
    const before = await team();
    expect(before).toContain('sunday-5s');
    await post(near, 'sunday-5s', goal());
    const answered = performance.now();
    await expect.poll(team, { interval: 20, timeout: 5_000 }).not.toBe(before);
    expect(performance.now() - answered).toBeLessThan(1_500);
  });

  it('closes the sockets of a token that is revoked on the other node, and refuses it', async () => {
    const [near, far] = nodes;
    const subscriber = await connect(far.liveUrl, TOKENS.clubApp);
    await subscriber.subscribe('game:100');
    const revoked = {
      kind: 'club_app',
      club: 'riverside-fc',
      app_name: 'Old App',
      user_id: 1,
      token: TOKENS.clubApp,
      revoked: true,
    };
    await near.import({ touchline_data: 1, tokens: [revoked] });
    const answered = performance.now();
    expect(await subscriber.closed).toMatchObject({ code: 4401 });
    expect((await far.call('GET', 'live/game:100', { token: TOKENS.clubApp })).status).toBe(401);
    expect(performance.now() - answered).toBeLessThan(2_000);
  });

  it('shows an import of the other node: names, and matches that are new', async () => {
    const [near, far] = nodes;
    const screen = await follow(far.liveUrl, 'game:1022', token);
    const feed = await follow(far.liveUrl, 'club:riverside-fc', token);
    const { clubs } = sampleData(31);
    const [club] = clubs;
    const games = (club?.games ?? []).slice(-10).map((game) => ({ ...game, title: 'Renamed' }));
    await near.import({ touchline_data: 1, clubs: [{ id: 10, name: 'Riverside FC', slug: 'riverside-fc', games }] });
    const { seq, state } = await live(near, 'game:1022');
    expect(state.title).toBe('Renamed');
    expect(await screen.reach(seq)).toEqual(state);
    await expect.poll(() => scoreIn(far, '1030_0')).toBeNull();
    screen.close();
    feed.close();
  });

  it('follows nothing that nobody watches', async () => {
    const screen = await follow(nodes[0].liveUrl, 'game:1015', token);
    await expect.poll(topics, { timeout: 15_000, interval: 200 }).toEqual(['game:1015']);
    screen.close();
    await expect.poll(topics, { timeout: 15_000, interval: 200 }).toEqual([]);
  }, 40_000);
});

describe.skipIf(!hasPostgres || redisUrl === null)('a node that hears nothing', () => {
  let database: Awaited<ReturnType<typeof createDatabase>>;
  let alone: TestGateway;
  beforeAll(async () => {
    database = await createDatabase();
    // It has no Redis: what it writes nobody is told of, as if the message had been lost.
    alone = await openTestGateway({ databaseUrl: database.url, data: sampleData(30) });
  }, 60_000);
  afterAll(async () => {
    await alone.close();
    await database.drop();
  });

  /** Writes on one node and gives the ms until the other's screens, feed and polled state show it. */
  async function delay(from: TestGateway, to: TestGateway, slug: string, id: number): Promise<number> {
    const screen = await follow(to.liveUrl, `game:${id}`, token);
    const feed = await follow(to.liveUrl, 'club:riverside-fc', token);
    await post(from, slug, goal());
    const written = performance.now();
    const { seq, state } = await live(from, `game:${id}`);
    expect(await screen.reach(seq)).toEqual(state);
    await expect.poll(() => scoreIn(to, `${id}_0`), { timeout: 10_000, interval: 20 }).toBe(state.goals.length);
    expect((await live(to, `game:${id}`)).seq).toBe(seq);
    screen.close();
    feed.close();
    return performance.now() - written;
  }

  it('looks into the database about once a second when there is no Redis', async () => {
    const other = await openTestGateway({ databaseUrl: database.url, data: null });
    expect(await redisOf(other)).toBe('none');
    for (const [from, to] of [
      [alone, other],
      [other, alone],
    ] as const)
      expect(await delay(from, to, 'sunday-5s', 100)).toBeLessThan(2_500);
    await other.close();
  });

  it('finds a lost last message within 5 seconds', async () => {
    const listening = await openTestGateway({ databaseUrl: database.url, data: null, redisUrls: [redisUrl ?? ''] });
    await expect.poll(() => redisOf(listening), { timeout: 5_000 }).toBe('up');
    expect(await delay(alone, listening, 'extra-3', 1003)).toBeLessThan(5_000);
    await listening.close();
  });

  it.each(['refuse', 'freeze'] as const)(
    'is right within 5 seconds while Redis is away: %s',
    async (fault) => {
      const { hostname, port } = new URL(redisUrl ?? '');
      const proxy = await openProxy({ host: hostname, port: Number(port || 6379) });
      const options = {
        databaseUrl: database.url,
        data: null,
        redisUrls: [`redis://127.0.0.1:${proxy.port}`],
        relay: { beatMs: 100, silentMs: 1_000 },
      };
      const [one, two] = [await openTestGateway(options), await openTestGateway(options)];
      for (const node of [one, two]) await expect.poll(() => redisOf(node), { timeout: 5_000 }).toBe('up');
      // Held, and therefore followed, by both.
      expect(await delay(one, two, 'extra-5', 1005)).toBeLessThan(5_000);
      proxy.set(fault);
      expect(await delay(one, two, 'extra-5', 1005)).toBeLessThan(5_000);
      await expect.poll(() => redisOf(two), { timeout: 5_000 }).toBe('away');
      const ready = await two.call('GET', '/readyz');
      expect(ready.status).toBe(200);
      expect(await delay(one, two, 'extra-5', 1005)).toBeLessThan(2_500);
      proxy.set('pass');
      for (const node of [one, two]) await expect.poll(() => redisOf(node), { timeout: 10_000 }).toBe('up');
      expect(await delay(one, two, 'extra-5', 1005)).toBeLessThan(5_000);
      await one.close();
      await two.close();
      await proxy.close();
    },
    60_000,
  );
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
