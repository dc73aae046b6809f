// Reads, writes, imports and heartbeats of a dormant match, on one node and on two.
import { createHash } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it, test } from 'vitest';
import { canonicalJson } from '../../protocol/wire/canonical-json.ts';
import { testDatabases } from '../support/database.ts';
import { clubFile, cupFile } from '../support/data-file.ts';
import { openTestGateway, type TestGateway } from '../support/gateway.ts';
import { goalBody } from '../support/goal-body.ts';
import { testRedis } from '../support/redis.ts';
import { openRedisNodes } from '../support/redis-nodes.ts';
import { grown, scrape } from '../support/scrape.ts';
import { gameKeeper, matchKeeper } from '../support/scorekeeper.ts';
import { advance, connect, type Position, positionOf, type Subscriber } from '../support/subscriber.ts';
import { member } from '../support/world/clubs.ts';
import { TOKENS } from '../support/world/tokens.ts';

const token = TOKENS.tournament;
const timing = { dormantMs: 20, heartbeatMs: 200, quietHeartbeatMs: 200 };

/** Resolves when all matches of the node are dormant. */
const asleep = (node: TestGateway): Promise<void> =>
  expect
    .poll(
      async () => {
        const now = await scrape(node.url);
        return [now.get('touchline_matches_held'), now.get('touchline_matches_dormant')];
      },
      { interval: 10 },
    )
    .toSatisfy(([held, dormant]: readonly number[]) => held !== undefined && held > 0 && held === dormant);

const hashOf = (state: unknown): string => createHash('sha256').update(canonicalJson(state)).digest('hex').slice(0, 16);

describe('rule LIVE-12: a dormant match', () => {
  let gateway: TestGateway;
  let screen: Subscriber;
  let shown: Position;
  beforeAll(async () => {
    gateway = await openTestGateway({ timing });
    screen = await connect(gateway.liveUrl, token);
    shown = positionOf(await screen.subscribe('match:701'));
  });
  afterAll(async () => {
    await screen.close();
    await gateway.close();
  });
  /** The next delta, after which the screen shows what a new one shows. */
  const follows = async (): Promise<void> => {
    shown = advance(shown, await screen.next('delta'));
    const other = await connect(gateway.liveUrl, token);
    expect(positionOf(await other.subscribe('match:701'))).toEqual(shown);
    await other.close();
    await asleep(gateway);
  };

  it('rule LIVE-12: takes markers, late ones, corrections, deletions and resets, without a read of the database', async () => {
    await asleep(gateway);
    const before = await scrape(gateway.url);
    const keeper = matchKeeper(gateway, 701);
    const start = await keeper.post('Start');
    await follows();
    const goal = await keeper.post('Goal', { primary_player_pc_id: 1 });
    await follows();
    await keeper.post('Goal', { primary_player_pc_id: 4, timestamp: new Date(Date.now() - 3_599_500).toISOString() });
    await follows();
    const replaced = await gateway.call('PUT', `tournaments/autumn-cup/matches/701/markers/${goal}`, {
      token,
      body: { type: 'Shot', timestamp: new Date().toISOString(), primary_player_pc_id: 1 },
    });
    expect(replaced.status).toBe(200);
    await follows();
    await keeper.delete(start);
    await follows();
    const reset = await keeper.post('ResetMatch');
    await follows();
    await keeper.delete(reset);
    await follows();
    const after = await scrape(gateway.url);
    expect(grown(before, after, 'touchline_store_reads_total{what="match"}')).toBe(0);
    expect(grown(before, after, 'touchline_store_reads_total{what="log"}')).toBe(0);
  });

  it('rule LIVE-12: answers reads, and clients that come back, as before', async () => {
    const { epoch, seq } = shown;
    const client = await connect(gateway.liveUrl, token);
    client.send({ type: 'subscribe', channel: 'match:701', since: { epoch, seq: seq - 4 } });
    expect((await client.next('resumed')).seq).toBe(seq - 4);
    for (let next = seq - 3; next <= seq; next += 1) expect((await client.next('delta')).seq).toBe(next);
    await client.close();
    await asleep(gateway);
    const { body } = await gateway.call<Position>('GET', 'live/match:701', { token });
    expect(body).toMatchObject({ epoch, seq, state: shown.state });
    await asleep(gateway);
    const log = await gateway.call<{ entries: unknown[] }>('GET', 'live/match:701/log?state=true', { token });
    expect(log.body.entries).toHaveLength(seq);
  });

  it('rule LIVE-12: sends heartbeats with the hash, and counts viewers and rights, without waking', async () => {
    await asleep(gateway);
    let held = await screen.next('heartbeat');
    while (held.seq < shown.seq) held = await screen.next('heartbeat');
    expect(held).toMatchObject({ epoch: shown.epoch, seq: shown.seq, hash: hashOf(shown.state) });
    const next = await screen.next('heartbeat');
    expect(next.hash).toBe(held.hash);
    expect((await scrape(gateway.url)).get('touchline_matches_dormant')).toBe(1);
    expect((await scrape(gateway.url)).get('touchline_live_subscriptions{kind="match"}')).toBe(1);
    const viewers = await gateway.call('GET', 'live/match:701/viewers', { token });
    expect(viewers.body).toMatchObject({ viewers: 1 });
  });

  it('rule LIVE-12: shows an import', async () => {
    await asleep(gateway);
    await gateway.import(cupFile({ teams: [{ id: 71, name: 'Riverside United' }] }));
    const delta = await screen.next('delta');
    expect(delta.cause).toEqual([{ action: 'edited' }]);
    shown = advance(shown, delta);
    expect((await gateway.call<Position>('GET', 'live/match:701', { token })).body).toMatchObject(shown);
  });

  it('rule LIVE-12: does not change its feed by waking', async () => {
    const feed = await connect(gateway.liveUrl, TOKENS.club);
    const keeper = gameKeeper(gateway, 'sunday-5s');
    await keeper.post('Start');
    const first = await feed.subscribe('club:riverside-fc');
    await asleep(gateway);
    await keeper.post('Foul', { primary_player_pc_id: 1 });
    await asleep(gateway);
    await keeper.post('Goal', { primary_player_pc_id: 1 });
    expect((await feed.next('delta')).seq).toBe(first.seq + 1);
    await feed.close();
  });
});

test('rule LIVE-12: a dormant match leaves the memory like any other, and its subscriptions end with their right', async () => {
  const node = await openTestGateway({ timing: { ...timing, evictMs: 200, recheckMs: 50 } });
  expect((await node.call('GET', 'live/match:701', { token })).status).toBe(200);
  await expect.poll(async () => (await scrape(node.url)).get('touchline_matches_held')).toBe(0);
  const screen = await connect(node.liveUrl, TOKENS.app);
  await screen.subscribe('game:100');
  await asleep(node);
  await node.import(clubFile({ members: [member(1, { role: 'Member', jersey_number: 9 })] }));
  expect(await screen.next('unsubscribed')).toMatchObject({ channel: 'game:100', reason: 'forbidden' });
  await screen.close();
  await node.close();
});

const redisUrl = await testRedis();
const hasPostgres = (await testDatabases()).includes('postgres');

describe.skipIf(!hasPostgres || redisUrl === null)('two nodes', () => {
  const closing: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
  });

  it('rule LIVE-12: a dormant match shows the commits of another node, and wakes for nothing else', async () => {
    const { nodes, close } = await openRedisNodes(redisUrl ?? '', { timing });
    closing.push(close);
    const screens = await Promise.all(nodes.map((node) => connect(node.liveUrl, TOKENS.club)));
    const [near, far] = screens;
    let seen = await Promise.all(screens.map(async (one) => positionOf(await one.subscribe('game:100'))));
    for (let turn = 0; turn < 6; turn += 1) {
      await Promise.all(nodes.map(asleep));
      const body = goalBody();
      const writer = nodes[turn % 2 === 0 ? 0 : 1];
      expect((await writer.call('POST', 'games/sunday-5s/marker', { token: TOKENS.club, body })).status).toBe(201);
      const deltas = [await near?.next('delta'), await far?.next('delta')];
      seen = seen.map((position, index) => {
        const delta = deltas[index];
        return delta ? advance(position, delta) : position;
      });
      expect(seen[1]).toEqual(seen[0]);
    }
    const figures = await Promise.all(nodes.map((node) => scrape(node.url)));
    const reads = figures.map((one) => one.get('touchline_store_reads_total{what="match"}'));
    expect(reads, JSON.stringify(figures.map((one) => Object.fromEntries(one)))).toEqual([1, 1]);
    for (const screen of screens) await screen.close();
  });
});
