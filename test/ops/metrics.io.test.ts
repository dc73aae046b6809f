// Each series of /metrics changes when its event happens.
import { Redis } from 'ioredis';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openMessageSigning } from '../../src/auth/mac.ts';
import { openEnvelopes } from '../../src/cluster/envelope.ts';
import { installationId } from '../../src/store/log/positions.ts';
import { createDatabase, testDatabases } from '../support/database.ts';
import { openTestGateway, TEST_SECRET, type TestGateway } from '../support/gateway.ts';
import { createProxiedDatabase } from '../support/proxied-database.ts';
import { testRedis } from '../support/redis.ts';
import { TOKENS } from '../support/world/tokens.ts';
import { matchKeeper } from '../support/scorekeeper.ts';
import { grown, type Scrape, scrape } from '../support/scrape.ts';
import { connect, connectRaw } from '../support/subscriber.ts';

const redisUrl = await testRedis();
const hasPostgres = (await testDatabases()).includes('postgres');

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openTestGateway({ timing: { heartbeatMs: 500 }, maxConnections: 20 });
});
afterAll(() => gateway.close());

/** The growth of each series during an action, and the values after it. */
async function during(what: () => Promise<unknown>): Promise<{ grew: (series: string) => number; now: Scrape }> {
  const before = await scrape(gateway.url);
  await what();
  const now = await scrape(gateway.url);
  return { grew: (series) => grown(before, now, series), now };
}

describe('the metrics', () => {
  it('count connections, subscriptions by kind, and sent frames', async () => {
    const first = await connect(gateway.liveUrl, TOKENS.tournament);
    const second = await connect(gateway.liveUrl, TOKENS.tournament);
    const joining = await during(async () => {
      await first.subscribe('match:701');
      await second.subscribe('match:701');
      await second.subscribe('tournament:autumn-cup');
    });
    expect(joining.now.get('touchline_live_connections')).toBe(2);
    expect(joining.now.get('touchline_live_connections_max')).toBe(20);
    expect(joining.now.get('touchline_live_subscriptions{kind="match"}')).toBe(2);
    expect(joining.now.get('touchline_live_subscriptions{kind="tournament"}')).toBe(1);
    expect(joining.now.get('touchline_live_subscriptions{kind="game"}')).toBe(0);
    expect(joining.now.get('touchline_matches_held')).toBe(2);
    expect(joining.grew('touchline_snapshots_total{reason="subscribe"}')).toBe(3);
    expect(joining.grew('touchline_store_reads_total{what="match"}')).toBe(2);
    expect(joining.grew('touchline_store_reads_total{what="feed"}')).toBe(1);

    let bytes = 0;
    for (const { socket } of [first, second]) socket.on('message', (data: Buffer) => (bytes += data.byteLength));
    const before = await scrape(gateway.url);
    const posting = await during(async () => {
      await matchKeeper(gateway, 701).post('Start', { label: 'Café' });
      await Promise.all([first.next('delta'), second.next('delta'), second.next('delta')]);
    });
    expect(posting.grew('touchline_commit_seconds_count')).toBe(1);
    expect(posting.grew('touchline_commit_group_size_count')).toBe(1);
    expect(posting.grew('touchline_commit_group_size_bucket{le="1"}')).toBe(1);
    expect(posting.grew('touchline_request_seconds_count{route="postMatchMarker",status="201"}')).toBe(1);
    expect(posting.grew('touchline_frames_out_total')).toBeGreaterThanOrEqual(3);
    // Reads in between were counted before.
    const read = bytes;
    expect(grown(before, await scrape(gateway.url), 'touchline_bytes_out_total')).toBeGreaterThanOrEqual(read);
    await Promise.all([first.close(), second.close()]);
    await expect.poll(async () => (await scrape(gateway.url)).get('touchline_live_connections')).toBe(0);
  });

  it('distinguish subscribers that resumed from those that started again', async () => {
    const subscriber = await connect(gateway.liveUrl, TOKENS.tournament);
    const { epoch, seq } = await subscriber.subscribe('match:702');
    const returning = await during(async () => {
      subscriber.send({ type: 'subscribe', channel: 'match:702', since: { epoch, seq } });
      await subscriber.next('resumed');
      subscriber.send({ type: 'subscribe', channel: 'match:702', since: { epoch: 'another', seq } });
      await subscriber.next('snapshot');
    });
    expect(returning.grew('touchline_resumes_total')).toBe(1);
    expect(returning.grew('touchline_snapshots_total{reason="gap"}')).toBe(1);
    expect(returning.grew('touchline_snapshots_total{reason="subscribe"}')).toBe(0);
    await subscriber.close();
  });

  it('count accepted, rejected and closed connections, with the code', async () => {
    const coming = await during(async () => {
      const subscriber = await connect(gateway.liveUrl, TOKENS.club);
      await expect(connectRaw(gateway.liveUrl, { token: 'nobody' })).rejects.toThrow('401');
      const unwelcome = await connectRaw(gateway.liveUrl);
      unwelcome.send({ type: 'auth', token: 'nobody' });
      await unwelcome.closed;
      await subscriber.close();
    });
    expect(coming.grew('touchline_connections_opened_total')).toBe(2);
    expect(coming.grew('touchline_handshakes_refused_total{status="401"}')).toBe(1);
    expect(coming.grew('touchline_closes_total{code="4401"}')).toBe(1);
    expect(coming.grew('touchline_store_reads_total{what="token"}')).toBeGreaterThanOrEqual(1);
  });

  it('count slow readers, their dropped frames, and the state sent afterwards', async () => {
    const keeper = matchKeeper(gateway, 702);
    for (let i = 0; i < 60; i += 1) await keeper.post('Event', { label: 'long '.repeat(400) });
    const slow = await connect(gateway.liveUrl, TOKENS.tournament);
    await slow.subscribe('match:702');
    slow.pause();
    const clock = await connect(gateway.liveUrl, TOKENS.tournament);
    const before = await scrape(gateway.url);
    let now = before;
    while (grown(before, now, 'touchline_slow_readers_total') === 0) {
      for (let i = 0; i < 10; i += 1) slow.send({ type: 'subscribe', channel: 'match:702' });
      await clock.unread();
      now = await scrape(gateway.url);
    }
    expect(grown(before, now, 'touchline_drops_total')).toBeGreaterThanOrEqual(1);
    slow.resume();
    await expect
      .poll(async () => grown(now, await scrape(gateway.url), 'touchline_snapshots_total{reason="slow_reader"}'))
      .toBeGreaterThanOrEqual(1);
    await Promise.all([slow.close(), clock.close()]);
  });

  it('include the memory, files and event loop of the process', async () => {
    const now = await scrape(gateway.url);
    for (const name of ['process_resident_memory_bytes', 'process_open_fds', 'touchline_event_loop_turn_seconds_count'])
      expect(now.get(name), name).toBeGreaterThan(0);
    // The timer that measures the others would wake an idle process a hundred times a second.
    expect([...now.keys()].filter((name) => name.includes('eventloop'))).toEqual(['nodejs_eventloop_lag_seconds']);
    expect(now.get('touchline_database_up')).toBe(1);
    expect(now.get('touchline_commits_waiting')).toBe(0);
  });
});

describe.skipIf(!hasPostgres)('with a database behind a network', () => {
  it('show a database that is away, writes answered 503, and lost races between nodes', async () => {
    const database = await createProxiedDatabase();
    const { proxy } = database;
    const first = await openTestGateway({ databaseUrl: database.url });
    const second = await openTestGateway({ databaseUrl: database.directUrl, data: null });
    const keepers = [first, second].map((node) => matchKeeper(node, 701));
    for (let i = 0; i < 20; i += 1) for (const keeper of keepers) await keeper.post('Event');
    const raced = await Promise.all([first, second].map(({ url: of }) => scrape(of)));
    const retries = raced.reduce((sum, of) => sum + (of.get('touchline_commit_retries_total') ?? 0), 0);
    expect(retries, 'one of them was behind the other at times').toBeGreaterThanOrEqual(1);

    proxy.set('refuse');
    await expect(keepers[0]?.post('Event')).rejects.toThrow('503');
    const away = await scrape(first.url);
    expect(away.get('touchline_database_up')).toBe(0);
    expect(away.get('touchline_request_seconds_count{route="postMatchMarker",status="503"}')).toBe(1);
    proxy.set('pass');
    await expect.poll(async () => (await scrape(first.url)).get('touchline_database_up')).toBe(1);
    await Promise.all([first.close(), second.close()]);
    await database.close();
  });
});

describe.skipIf(!hasPostgres || redisUrl === null)('of a node among others', () => {
  it('show the delay of their messages, the database reads, and when the store went back', async () => {
    const database = await createDatabase();
    const options = { databaseUrl: database.url, redisUrls: [redisUrl ?? ''], timing: { pollWithRedisMs: 300 } };
    const first = await openTestGateway({ ...options, relay: { heartbeatMs: 50 } });
    const second = await openTestGateway({ ...options, data: null, relay: { heartbeatMs: 50 } });
    const sql = postgres(database.url, { max: 1 });
    const of = async (series: string): Promise<number> => (await scrape(second.url)).get(series) ?? NaN;
    for (const { url } of [first, second])
      await expect.poll(async () => (await scrape(url)).get('touchline_redis_up')).toBe(1);
    expect((await scrape(gateway.url)).get('touchline_redis_up'), 'where there is none').toBe(-1);

    const keeper = matchKeeper(first, 701);
    const watcher = await connect(second.liveUrl, TOKENS.tournament);
    await watcher.subscribe('match:701');
    await keeper.post('Start');
    await watcher.next('delta');
    expect(await of('touchline_relay_lag_seconds_count')).toBeGreaterThanOrEqual(1);
    expect(await of('touchline_relay_lag_seconds_sum')).toBeLessThan(10);
    expect(await of('touchline_gaps_total{noticed_by="node"}')).toBe(0);

    // A message says that the match has moved, without the change.
    const { seq, epoch } = (
      await second.call<{ seq: number; epoch: string }>('GET', 'live/match:701', { token: TOKENS.tournament })
    ).body;
    const redis = new Redis(redisUrl ?? '');
    const channels = (await redis.pubsub('CHANNELS', `*${await installationId(sql)}*:match:701`)) as string[];
    expect(channels.length).toBeGreaterThan(0);
    const moved = { kind: 'moved', ref: 'match:701', epoch, seq: seq + 1, at: 1, after: { seq, at: 1 }, changes: null };
    const { sign } = openEnvelopes('another-node', openMessageSigning([TEST_SECRET]));
    for (const channel of channels)
      await redis.publish(channel, sign(channel, JSON.stringify({ sentAt: Date.now(), message: moved })));
    redis.disconnect();
    await expect.poll(() => of('touchline_gaps_total{noticed_by="node"}')).toBe(1);
    expect(await of('touchline_store_reads_total{what="log"}')).toBeGreaterThanOrEqual(1);

    // As after restoring a backup.
    await sql.begin(async (tx) => {
      await tx`lock table live_match, match_log in exclusive mode`;
      await tx`update live_match set seq = ${seq - 1}, at = 0 where ref = 'match:701'`;
      await tx`delete from match_log r using live_match l where l.id = r.match and l.ref = 'match:701' and r.seq = ${seq}`;
      await tx`delete from marker where ref = 'match:701'`;
    });
    await watcher.next('snapshot');
    expect(await of('touchline_sequence_restarts_total')).toBe(1);
    expect(await of('touchline_snapshots_total{reason="restart"}')).toBe(1);
    await watcher.close();
    await sql.end();
    await Promise.all([first.close(), second.close()]);
    await database.drop();
  });
});
