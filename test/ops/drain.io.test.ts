// The order of draining, and the limit of connections: who is accepted, and who is told when to reconnect.
import { Writable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { createLogger } from '../../src/ops/logger.ts';
import { fittingConnections, openFilesMax } from '../../src/ops/signals.ts';
import { createDatabase, testDatabases } from '../support/database.ts';
import { iso, thisMinute } from '../support/dates.ts';
import { openTestGateway, type TestGateway } from '../support/gateway.ts';
import { openRaw } from '../support/raw-http.ts';
import { testRedis } from '../support/redis.ts';
import { TOKENS } from '../support/world/tokens.ts';
import { matchKeeper } from '../support/scorekeeper.ts';
import { connect, connectRaw, Refused, type Subscriber } from '../support/subscriber.ts';

const redisUrl = await testRedis();
const hasPostgres = (await testDatabases()).includes('postgres');

const HANDSHAKE =
  'GET /api/v1/live HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n' +
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n';
const GET = (address: string) => `GET ${address} HTTP/1.1\r\nHost: x\r\n\r\n`;

describe('a gateway that drains', () => {
  it('rule OPS-8: is not ready, accepts no connection, closes subscribers spread over time, and answers open requests', async () => {
    const gateway = await openTestGateway();
    const port = Number(new URL(gateway.url).port);
    const subscribers = await Promise.all(
      Array.from({ length: 40 }, () => connect(gateway.liveUrl, TOKENS.tournament)),
    );
    const unidentified = await connectRaw(gateway.liveUrl);
    const [asking, joining, following, writing] = await Promise.all([1, 2, 3, 4].map(() => openRaw(port)));
    if (!asking || !joining || !following || !writing) throw new Error('There are four connections.');
    const body = JSON.stringify({
      id: '7d1f2a10-0000-4000-8000-0000000000d1',
      type: 'Event',
      timestamp: iso(thisMinute),
    });
    asking.write(GET('/readyz'));
    expect((await asking.answer()).status).toBe(200);
    // Half of this write's body has arrived when the signal comes.
    writing.write(
      `POST /api/v1/tournaments/autumn-cup/matches/701/markers HTTP/1.1\r\nHost: x\r\n` +
        `Authorization: Bearer ${TOKENS.tournament}\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 10)}`,
    );
    await gateway.call('GET', '/healthz');

    const closed = gateway.close();
    const delays = await Promise.all(
      subscribers.map(async (subscriber) => {
        const { reason, retry_after_ms } = await subscriber.next('closing');
        expect([reason, (await subscriber.closed).code]).toEqual(['shutdown', 1012]);
        return retry_after_ms ?? -1;
      }),
    );
    expect(await unidentified.next('closing'), 'P47, without a credential yet').toMatchObject({ reason: 'shutdown' });
    expect((await unidentified.closed).code).toBe(1012);
    await expect(openRaw(port), 'a new connection').rejects.toThrow('ECONNREFUSED');
    // Spread evenly over a second: two of forty in each twentieth.
    const parts = new Set(delays.map((ms) => Math.floor(ms / 50)));
    expect(parts.size).toBeGreaterThanOrEqual(19);
    expect(Math.min(...delays)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...delays)).toBeLessThanOrEqual(1_000);

    asking.write(GET('/readyz'));
    const ready = await asking.answer();
    expect([ready.status, ready.headers.get('connection')]).toEqual([503, 'close']);
    expect(ready.body).toContain('shutting down');
    await asking.closed;
    joining.write(HANDSHAKE);
    const refused = await joining.answer();
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
    following.write(
      `GET /api/v1/live/match:701/events HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${TOKENS.tournament}\r\n\r\n`,
    );
    const stream = await following.answer();
    expect([stream.status, stream.headers.get('retry-after')], 'P52').toEqual([503, '1']);
    writing.write(body.slice(10));
    const written = await writing.answer();
    expect([written.status, written.headers.get('connection')]).toEqual([201, 'close']);
    await closed;
  });
});

describe.skipIf(!hasPostgres || redisUrl === null)('a node among others', () => {
  it('publishes its last write before it ends', async () => {
    const database = await createDatabase();
    // A subscriber that gets no close frame ends here too.
    const timing = { pollWithRedisMs: 600_000 };
    const options = { databaseUrl: database.url, redisUrls: [redisUrl ?? ''], relay: { heartbeatMs: 50 }, timing };
    const going = await openTestGateway(options);
    const staying = await openTestGateway({ ...options, data: null });
    for (const node of [going, staying])
      await expect.poll(async () => (await node.call<{ redis: string }>('GET', '/readyz')).body.redis).toBe('up');
    const watcher = await connect(staying.liveUrl, TOKENS.tournament);
    await watcher.subscribe('match:701');
    const writing = matchKeeper(going, 701).post('Start');
    // This write is in flight when the signal comes.
    await going.call('GET', '/healthz');
    await Promise.all([writing, going.close()]);
    expect((await watcher.next('delta')).seq).toBe(1);
    await watcher.close();
    await staying.close();
    await database.drop();
  });
});

describe('the limit of connections', () => {
  const MAX = 5;
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await openTestGateway({ maxConnections: MAX });
  });
  afterAll(() => gateway.close());

  const join = async (): Promise<Subscriber | Refused> => {
    try {
      return await connectRaw(gateway.liveUrl, { token: TOKENS.club });
    } catch (error) {
      if (error instanceof Refused) return error;
      throw error;
    }
  };

  it('rule LIMIT-6: answers 503 with Retry-After before the upgrade, and accepts one for each that leaves', async () => {
    const all = await Promise.all(Array.from({ length: MAX * 3 }, join));
    const refused = all.filter((one) => one instanceof Refused);
    const inside = all.flatMap((one) => (one instanceof Refused ? [] : [one]));
    expect(inside).toHaveLength(MAX);
    expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([503]));
    expect(refused[0]?.body).toMatchObject({ error: expect.any(String), hint: expect.stringContaining('Retry-After') });
    const raw = await openRaw(Number(new URL(gateway.url).port));
    raw.write(HANDSHAKE);
    const answer = await raw.answer();
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
    expect((await gateway.call('GET', 'live/match:701', { token: TOKENS.club })).status, 'polling goes on').toBe(200);

    await Promise.all(inside.slice(0, 2).map((subscriber) => subscriber.close()));
    await expect
      .poll(async () => {
        const next = await join();
        if (!(next instanceof Refused)) inside.push(next);
        return inside.length;
      })
      .toBe(MAX + 2);
    expect(await join()).toBeInstanceOf(Refused);
    await Promise.all(inside.map((subscriber) => subscriber.close()));
  });
});

test('rule LIMIT-6: with fewer open files than connections it allows as many as fit and logs what to do', () => {
  const lines: string[] = [];
  const destination = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  const logger = createLogger('warn', destination);
  expect(fittingConnections(1_000, 1_500, logger)).toBe(1_000);
  expect(fittingConnections(1_000, null, logger)).toBe(1_000);
  expect(lines).toEqual([]);
  expect(fittingConnections(1_000, 1_024, logger, false)).toBe(524);
  expect(lines, 'a default is no wish').toEqual([]);
  expect(fittingConnections(1_000, 1_024, logger)).toBe(524);
  expect(lines.join('')).toContain('ulimit -n 1500');
  expect(fittingConnections(1_000, 100, logger)).toBe(1);
  if (process.platform === 'linux') expect(openFilesMax()).toBeGreaterThan(0);
});
