// Subscribers that stop reading, or are gone, cost bounded memory for a bounded time.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { BACKPRESSURE_MAX } from '../../src/http/socket.ts';
import { openTestGateway, type TestGateway } from '../support/gateway.ts';
import { openProxy } from '../support/proxy.ts';
import { TOKENS } from '../support/world/tokens.ts';
import { matchKeeper } from '../support/scorekeeper.ts';
import { scrape } from '../support/scrape.ts';
import { connect } from '../support/subscriber.ts';

const HEARTBEAT_MS = 1_000;
/** Heartbeats check ten times an interval; the margin is for a busy machine. */
const SLACK_MS = HEARTBEAT_MS;

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openTestGateway({ timing: { heartbeatMs: HEARTBEAT_MS } });
});
afterAll(() => gateway.close());

const figure = async (name: string): Promise<number> => (await scrape(gateway.url)).get(name) ?? NaN;

/** A subscriber that checks no schema, so that only the server's time is measured. */
async function screen(): Promise<{ socket: WebSocket; seq: () => number; send: (frame: object) => void }> {
  const socket = new WebSocket(gateway.liveUrl, { headers: { authorization: `Bearer ${TOKENS.tournament}` } });
  let seq = -1;
  socket.on('message', (data: Buffer) => {
    const frame = JSON.parse(data.toString()) as { type: string; seq?: number; from?: number };
    if (frame.type === 'snapshot') seq = frame.seq ?? seq;
    if (frame.type === 'delta' && (frame.from ?? (frame.seq ?? 0) - 1) === seq) seq = frame.seq ?? seq;
  });
  const send = (frame: object): void => {
    socket.send(JSON.stringify(frame));
  };
  await new Promise((resolve) => socket.once('open', resolve));
  send({ type: 'subscribe', channel: 'match:701' });
  await expect.poll(() => seq).toBeGreaterThanOrEqual(0);
  return { socket, seq: () => seq, send };
}

describe('readers that stop', () => {
  it('never hold more than the limit and one message each, and are up to date within a second of reading again', async () => {
    const keeper = matchKeeper(gateway, 701);
    for (let i = 0; i < 30; i += 1) await keeper.post('Event', { label: 'long '.repeat(400) });
    const message = JSON.stringify((await gateway.call('GET', 'live/match:701', { token: TOKENS.tournament })).body);
    const stuck = await Promise.all(Array.from({ length: 4 }, screen));
    const clock = await connect(gateway.liveUrl, TOKENS.tournament);
    for (const { socket } of stuck) socket.pause();
    let most = 0;
    let blocked = 0;
    for (let turn = 0; blocked < stuck.length || turn < 20; turn += 1) {
      for (const { send } of stuck) for (let i = 0; i < 4; i += 1) send({ type: 'subscribe', channel: 'match:701' });
      await clock.unread();
      const now = await scrape(gateway.url);
      most = Math.max(most, now.get('touchline_blocked_bytes') ?? NaN);
      blocked = now.get('touchline_blocked_sockets') ?? NaN;
    }
    await keeper.post('Goal', { team: 'home' });
    // The frame's header and its members around the state.
    const room = 200;
    expect(most).toBeGreaterThan(0);
    expect(most).toBeLessThanOrEqual(stuck.length * (BACKPRESSURE_MAX + message.length + room));

    const { seq } = await clock.subscribe('match:701');
    const resumedAt = performance.now();
    for (const { socket } of stuck) socket.resume();
    await expect.poll(() => stuck.map((one) => one.seq()), { interval: 5 }).toEqual(stuck.map(() => seq));
    expect(performance.now() - resumedAt).toBeLessThan(1_000);
    expect(await figure('touchline_blocked_sockets')).toBe(0);
    await keeper.post('Event');
    await expect.poll(() => stuck.map((one) => one.seq())).toEqual(stuck.map(() => seq + 1));
    for (const { socket } of stuck) socket.terminate();
    await clock.close();
  });
});

describe('half-open connections', () => {
  it('are freed within two heartbeats while deltas flow, without effect on other subscribers', async () => {
    const proxy = await openProxy({ host: '127.0.0.1', port: Number(new URL(gateway.url).port) });
    const through = gateway.liveUrl.replace(/:\d+\//, `:${proxy.port}/`);
    await expect.poll(() => figure('touchline_live_connections')).toBe(0);
    const watcher = await connect(gateway.liveUrl, TOKENS.tournament);
    await watcher.subscribe('match:702');
    const gone = await Promise.all(Array.from({ length: 10 }, () => connect(through, TOKENS.tournament)));
    await Promise.all(gone.map((subscriber) => subscriber.subscribe('match:702')));
    expect(await figure('touchline_live_subscriptions{kind="match"}')).toBe(11);

    proxy.set('freeze');
    const since = performance.now();
    const keeper = matchKeeper(gateway, 702);
    let posted = 0;
    while ((await figure('touchline_live_connections')) > 1) {
      await keeper.post('Event');
      posted += 1;
      expect(performance.now() - since).toBeLessThan(HEARTBEAT_MS * 2 + SLACK_MS);
    }
    expect(posted, 'there was something to send').toBeGreaterThan(3);
    expect(await figure('touchline_live_subscriptions{kind="match"}')).toBe(1);
    expect(await figure('touchline_closes_total{code="1001"}')).toBe(10);
    for (let seen = 0; seen < posted;) {
      const { seq, from = seq - 1 } = await watcher.next('delta');
      seen += seq - from;
    }
    await watcher.close();
    await proxy.close();
  });
});
