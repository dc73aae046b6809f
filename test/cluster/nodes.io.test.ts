// Two nodes on one database: the screens of each show the writes of the other.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FeedState, GameState } from '../../protocol/wire/board.ts';
import { openMessageSigning } from '../../src/auth/mac.ts';
import { openPeers } from '../../src/cluster/peers.ts';
import { TIMING } from '../../src/live/timing.ts';
import { createLogger } from '../../src/ops/logger.ts';
import { createDatabase, testDatabases } from '../support/database.ts';
import { follow } from '../support/follow.ts';
import { clubFile, fileOf } from '../support/data-file.ts';
import { openTestGateway, TEST_SECRET, type TestGateway } from '../support/gateway.ts';
import { goalBody } from '../support/goal-body.ts';
import { testRedis } from '../support/redis.ts';
import { openRedisNodes, type RedisNodes } from '../support/redis-nodes.ts';
import { openProxy } from '../support/proxy.ts';
import { riversideApp, TOKENS } from '../support/world/tokens.ts';
import { world } from '../support/world/world.ts';
import { connect } from '../support/subscriber.ts';

const redisUrl = await testRedis();
const hasPostgres = (await testDatabases()).includes('postgres');
const token = TOKENS.club;

type Live = { seq: number; epoch: string; state: GameState };
const live = async (node: TestGateway, channel: string) =>
  (await node.call<Live>('GET', `live/${channel}`, { token })).body;
const post = (node: TestGateway, slug: string, body: object) =>
  node.call('POST', `games/${slug}/marker`, { token, body });
const redisOf = async (node: TestGateway) => (await node.call<{ redis: string }>('GET', '/readyz')).body.redis;
/** The row of a game in a feed. */
const scoreIn = async (node: TestGateway, pairing: string) => {
  const { body } = await node.call<{ state: FeedState }>('GET', 'live/club:riverside-fc', { token });
  const shown = body.state.matches[pairing];
  return shown && (shown.score.home ?? null);
};

describe.skipIf(!hasPostgres || redisUrl === null)('two nodes with Redis', () => {
  let nodes: RedisNodes['nodes'];
  let redis: RedisNodes['redis'];
  let sql: RedisNodes['sql'];
  let installation: string;
  beforeAll(async () => {
    const opened = await openRedisNodes(redisUrl ?? '', {
      data: world({ moreGames: 30 }),
      timing: { evictMs: 2_000 },
    });
    ({ nodes, redis, sql, installation } = opened);
    return opened.close;
  });

  /** The topics that both follow on Redis, without their own and the common ones. */
  async function topics(): Promise<string[]> {
    const channels = (await redis.pubsub('CHANNELS', `touchline:${installation}:*`)) as string[];
    const names = channels.map((name) => name.slice(name.indexOf('}:') + 2));
    return names.filter((name) => name !== 'all' && !name.startsWith('node:'));
  }

  it('rule LIMIT-1: counts what a caller spends on other nodes', async () => {
    const [token_id] = await sql<{ id: number }[]>`
      select t.id from api_token t join club c on c.id = t.club_id where c.slug = 'hilltop' and t.kind = 'club_static'`;
    const third = await openPeers({
      urls: [redisUrl ?? ''],
      sql,
      logger: createLogger('silent'),
      relayTiming: { heartbeatMs: 50 },
      spent: () => ({ [`token:${token_id?.id ?? 0}`]: 1_900 }),
      signing: openMessageSigning([TEST_SECRET]),
      dropped: () => undefined,
      observeLag: () => undefined,
    });
    for (const node of nodes) {
      const left = async (): Promise<number> => {
        const { headers } = await node.call('GET', 'club', { token: TOKENS.otherClub });
        return Number(/r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]);
      };
      await expect.poll(left, { interval: 10 }).toBeLessThan(1_500);
    }
    await third.close();
  });

  it('rule TIME-5: shows the writes of both nodes on both, in one order', async () => {
    const screens = await Promise.all(nodes.map((node) => follow(node.liveUrl, 'game:100', token)));
    const written = await Promise.all(
      Array.from({ length: 40 }, (_, n) => post(nodes[n % 2 === 0 ? 0 : 1], 'sunday-5s', goalBody())),
    );
    expect(written.map(({ status }) => status)).toEqual(written.map(() => 201));
    // The message about the last write on the other node may still be on its way.
    for (const node of nodes) await expect.poll(async () => (await live(node, 'game:100')).seq).toBe(40);
    const { seq, state } = await live(nodes[0], 'game:100');
    expect(seq).toBe(40);
    expect(state.goals).toHaveLength(40);
    for (const screen of screens) {
      expect(await screen.reach(seq)).toEqual(state);
      screen.close();
    }
  });

  it('rule ID-3: answers an id once as created, when posts of it reach both nodes at once', async () => {
    for (let round = 0; round < 10; round += 1) {
      const body = goalBody();
      const before = await live(nodes[0], 'game:1020');
      const posts = Array.from({ length: 8 }, (_, n) => post(nodes[n % 2 === 0 ? 0 : 1], 'extra-20', body));
      const statuses = (await Promise.all(posts)).map(({ status }) => status);
      expect(statuses.sort((a, b) => a - b)).toEqual([200, 200, 200, 200, 200, 200, 200, 201]);
      for (const node of nodes) {
        await expect
          .poll(async () => (await live(node, 'game:1020')).state.goals)
          .toHaveLength(before.state.goals.length + 1);
      }
    }
  });

  it('rule LIVE-3: catches up from the log when a message is too long or does not follow', async () => {
    const [near, far] = nodes;
    const screen = await follow(far.liveUrl, 'game:1021', token);
    // One commit of many long changes.
    await Promise.all(Array.from({ length: 60 }, () => post(near, 'extra-21', goalBody({ label: 'x'.repeat(2_000) }))));
    const { seq, state } = await live(near, 'game:1021');
    expect(seq).toBe(60);
    expect(await screen.reach(seq)).toEqual(state);
    screen.close();
  });

  it('moves a feed for matches that its node does not hold', async () => {
    const [near, far] = nodes;
    const feed = await follow(far.liveUrl, 'club:riverside-fc', token);
    const holds = async () => (await topics()).includes('game:1007');
    // Both nodes hold it for the feed, and drop it.
    await expect.poll(holds, { interval: 200 }).toBe(false);
    await post(near, 'extra-7', goalBody());
    await expect.poll(() => scoreIn(far, '1007_0')).toBe(1);
    // The state may be asked for before the frame about it is read here.
    const told = expect.objectContaining({ action: 'recorded', type: 'Goal' });
    await expect.poll(() => feed.causes()).toContainEqual(told);
    feed.close();
  });

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
    await post(near, 'sunday-5s', goalBody());
    const answered = performance.now();
    await expect.poll(team, { interval: 20, timeout: 5_000 }).not.toBe(before);
    expect(performance.now() - answered).toBeLessThan(1_500);
  });

  it('closes the sockets of a token that is revoked on the other node, and refuses it', async () => {
    const [near, far] = nodes;
    const subscriber = await connect(far.liveUrl, TOKENS.clubApp);
    await subscriber.subscribe('game:100');
    await near.import(fileOf({ tokens: [{ ...riversideApp(), revoked: true }] }));
    const answered = performance.now();
    expect(await subscriber.closed).toMatchObject({ code: 4401 });
    expect((await far.call('GET', 'live/game:100', { token: TOKENS.clubApp })).status).toBe(401);
    expect(performance.now() - answered).toBeLessThan(2_000);
  });

  it('rule ACCESS-6: ends what a club follows of a match that the other node takes it from', async () => {
    const [near, far] = nodes;
    const [cup] = world().tournaments;
    const authorize = (authorized_clubs: readonly string[]) =>
      near.import(fileOf({ tournaments: [{ ...cup, matches: [{ ...cup?.matches[0], authorized_clubs }] }] }));
    const subscriber = await connect(far.liveUrl, token);
    // A check of rights may come before the match is read again, or after it.
    for (let round = 0; round < 8; round += 1) {
      await subscriber.subscribe('match:701');
      await authorize([]);
      let frame = await subscriber.take();
      // The delta of the edit may come before the rights are checked.
      if (frame.type === 'delta') frame = await subscriber.take();
      expect(frame).toMatchObject({ type: 'unsubscribed', channel: 'match:701', reason: 'forbidden' });
      await authorize(['riverside-fc']);
      await expect.poll(async () => (await far.call('GET', 'live/match:701', { token })).status).toBe(200);
    }
    await subscriber.close();
  });

  it('shows an import of the other node: names, and matches that are new', async () => {
    const [near, far] = nodes;
    const screen = await follow(far.liveUrl, 'game:1022', token);
    const feed = await follow(far.liveUrl, 'club:riverside-fc', token);
    const [club] = world({ moreGames: 31 }).clubs;
    const games = (club?.games ?? []).slice(-10).map((game) => ({ ...game, title: 'Renamed' }));
    await near.import(clubFile({ games }));
    const { seq, state } = await live(near, 'game:1022');
    expect(state.title).toBe('Renamed');
    expect(await screen.reach(seq)).toEqual(state);
    await expect.poll(() => scoreIn(far, '1030_0')).toBeNull();
    screen.close();
    feed.close();
  });

  it('rule LIVE-8: follows no topic without subscribers, once its match has left memory', async () => {
    expect(TIMING.evictMs).toBe(10 * 60_000);
    const screen = await follow(nodes[0].liveUrl, 'game:1015', token);
    await expect.poll(topics, { interval: 200 }).toEqual(['game:1015']);
    screen.close();
    await expect.poll(topics, { interval: 200 }).toEqual([]);
  });
});

describe.skipIf(!hasPostgres || redisUrl === null)('a node without messages', () => {
  let database: Awaited<ReturnType<typeof createDatabase>>;
  let alone: TestGateway;
  beforeAll(async () => {
    database = await createDatabase();
    // It has no Redis, so no node hears of its writes, as if the message was lost.
    alone = await openTestGateway({ databaseUrl: database.url, data: world({ moreGames: 30 }) });
  });
  afterAll(async () => {
    await alone.close();
    await database.drop();
  });

  /** Writes on one node and gives the ms until the other's screens, feed and polled state show it. */
  async function delay(from: TestGateway, to: TestGateway, slug: string, id: number): Promise<number> {
    const screen = await follow(to.liveUrl, `game:${id}`, token);
    const feed = await follow(to.liveUrl, 'club:riverside-fc', token);
    await post(from, slug, goalBody());
    const written = performance.now();
    const { seq, state } = await live(from, `game:${id}`);
    expect(await screen.reach(seq)).toEqual(state);
    await expect.poll(() => scoreIn(to, `${id}_0`), { interval: 20 }).toBe(state.goals.length);
    expect((await live(to, `game:${id}`)).seq).toBe(seq);
    screen.close();
    feed.close();
    return performance.now() - written;
  }

  it('polls the database about once a second without Redis', async () => {
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
    'rule OPS-4: is right within 5 seconds while Redis is away: %s',
    async (fault) => {
      const { hostname, port } = new URL(redisUrl ?? '');
      const proxy = await openProxy({ host: hostname, port: Number(port || 6379) });
      const options = {
        databaseUrl: database.url,
        data: null,
        redisUrls: [`redis://127.0.0.1:${proxy.port}`],
        relay: { heartbeatMs: 100, silentMs: 1_000 },
      };
      const [one, two] = [await openTestGateway(options), await openTestGateway(options)];
      for (const node of [one, two]) await expect.poll(() => redisOf(node), { timeout: 5_000 }).toBe('up');
      // Both nodes hold it, and therefore follow it.
      expect(await delay(one, two, 'extra-5', 1005)).toBeLessThan(5_000);
      proxy.set(fault);
      expect(await delay(one, two, 'extra-5', 1005)).toBeLessThan(5_000);
      await expect.poll(() => redisOf(two), { timeout: 5_000 }).toBe('away');
      const ready = await two.call('GET', '/readyz');
      expect(ready.status).toBe(200);
      expect(await delay(one, two, 'extra-5', 1005)).toBeLessThan(2_500);
      proxy.set('pass');
      for (const node of [one, two]) await expect.poll(() => redisOf(node)).toBe('up');
      expect(await delay(one, two, 'extra-5', 1005)).toBeLessThan(5_000);
      await one.close();
      await two.close();
      await proxy.close();
    },
  );
});
