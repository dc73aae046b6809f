// The client's connection: reconnects, final errors, and silence.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import {
  type ChannelUpdate,
  type Client,
  type ClientOptions,
  type ClientStatus,
  connect,
} from '../../../protocol/client/client.ts';
import type { ClientTiming } from '../../../protocol/client/timing.ts';
import { collect } from '../../support/collect.ts';
import { type Peer, type ScriptedServer, scriptedServer } from '../../support/scripted-server.ts';

const QUICK: Partial<ClientTiming> = {
  reachMs: 30,
  backoffBaseMs: 10,
  backoffMaxMs: 50,
  steadyMs: 1_000,
  burstPings: 1,
};
const snapshot = (seq: number, epoch = 'e1'): object => ({
  type: 'snapshot',
  channel: 'match:1',
  epoch,
  seq,
  at: 1,
  state: { kind: 'match', seq },
});

let server: ScriptedServer;
let client: Client;
let statuses: ReturnType<typeof collect<ClientStatus>>;

function open(more: Partial<ClientOptions> = {}): void {
  statuses = collect();
  client = connect({
    url: server.url,
    token: 't',
    WebSocket,
    onStatus: statuses.put,
    ...more,
    timing: { ...QUICK, ...more.timing },
  });
}
async function welcomed(heartbeatMs?: number): Promise<Peer> {
  const peer = await server.peer();
  await peer.expect('auth');
  peer.welcome(heartbeatMs);
  return peer;
}

beforeEach(async () => {
  server = await scriptedServer();
});
afterEach(async () => {
  vi.useRealTimers();
  client.close();
  await server.stop();
});

describe('after a lost connection', () => {
  test.each([
    ['a restart (1012)', (peer: Peer) => peer.close(1012)],
    ['an end without a close frame', (peer: Peer) => peer.terminate()],
    ['an authentication that timed out (4408)', (peer: Peer) => peer.close(4408)],
    ['a server that saw it idle (1001)', (peer: Peer) => peer.close(1001)],
  ])('by %s it reconnects and subscribes with since', async (_what, lose) => {
    open();
    const updates = collect<ChannelUpdate>();
    client.subscribe('match:1', updates.put);
    const first = await welcomed();
    await first.expect('subscribe');
    first.send(snapshot(5));
    await updates.next();
    lose(first);
    const second = await welcomed();
    const asked = await second.expect('subscribe');
    expect(asked).toMatchObject({ channel: 'match:1', since: { epoch: 'e1', seq: 5 } });
    second.send({ type: 'resumed', channel: 'match:1', ref: asked.ref, epoch: 'e1', seq: 5 });
    second.send({ type: 'delta', channel: 'match:1', seq: 6, at: 1, cause: [], patch: { seq: 6 } });
    expect(await updates.next()).toMatchObject({ seq: 6, state: { kind: 'match', seq: 6 } });
    expect((await statuses.next()).state).toBe('live');
    expect(await statuses.next()).toEqual({ state: 'stale', since: expect.any(Number) });
    expect((await statuses.next()).state).toBe('live');
  });

  test('it repeats requests that were not answered', async () => {
    open();
    client.subscribe('match:1', () => undefined);
    const first = await welcomed();
    await first.expect('subscribe');
    first.terminate();
    const second = await welcomed();
    expect(await second.expect('subscribe')).toMatchObject({ channel: 'match:1' });
  });

  test('it reconnects to a server that was away for many attempts', async () => {
    const random = vi.fn(() => 0.5);
    open({ random });
    await welcomed();
    expect((await statuses.next()).state).toBe('live');
    const { port } = server;
    await server.stop();
    expect((await statuses.next()).state).toBe('stale');
    await expect.poll(() => random.mock.calls.length).toBeGreaterThan(5);
    server = await scriptedServer({ port });
    await welcomed();
    expect((await statuses.next()).state).toBe('live');
  });

  test('it waits at least as long as the server says', async () => {
    open({ random: () => 0 });
    const peer = await welcomed();
    peer.send({ type: 'closing', reason: 'shutdown', retry_after_ms: 150 });
    peer.close(1012);
    const closedAt = performance.now();
    await server.peer();
    expect(performance.now() - closedAt).toBeGreaterThanOrEqual(140);
  });

  test('its delays grow while the server is away, each a random part of its range', async () => {
    const waits: number[] = [];
    open({ random: () => 0.5, timing: { backoffBaseMs: 40, backoffMaxMs: 200 } });
    let closedAt: number | null = null;
    for (let time = 0; time < 6; time += 1) {
      const peer = await server.peer();
      if (closedAt !== null) waits.push(performance.now() - closedAt);
      closedAt = performance.now();
      peer.close(1012);
    }
    [20, 40, 80, 100, 100].forEach((wait, index) => expect(waits[index]).toBeGreaterThanOrEqual(wait - 2));
  });

  test('it tries again when the token check is unavailable', async () => {
    open();
    const first = await server.peer();
    await first.expect('auth');
    first.send({ type: 'error', code: 'unavailable', error: 'The store is away.' });
    await welcomed();
    expect((await statuses.next()).state).toBe('live');
  });

  test('it tries again after a timeout without welcome', async () => {
    open({ timing: { connectMs: 500 } });
    const first = await server.peer();
    await first.closed;
    await welcomed();
    expect((await statuses.next()).state).toBe('live');
  });
});

describe('it gives up and says why', () => {
  beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  test('when the token is refused', async () => {
    open();
    const peer = await server.peer();
    await peer.expect('auth');
    peer.send({ type: 'error', code: 'unauthorized', error: 'Invalid API token.', hint: 'Use a view token.' });
    peer.close(4401);
    expect(await statuses.next()).toEqual({
      state: 'closed',
      reason: 'unauthorized',
      message: 'Invalid API token.',
      hint: 'Use a view token.',
    });
    await peer.closed;
    await expectNoMore();
  });

  test.each(['revoked', 'expired'] as const)('when the token was %s', async (reason) => {
    open();
    const peer = await welcomed();
    expect((await statuses.next()).state).toBe('live');
    peer.send({ type: 'closing', reason });
    peer.close(4401);
    expect(await statuses.next()).toMatchObject({ state: 'closed', reason });
    await expectNoMore();
  });

  test('when the connection only closes with 4401', async () => {
    open();
    const peer = await welcomed();
    await statuses.next();
    peer.close(4401);
    expect(await statuses.next()).toMatchObject({ state: 'closed', reason: 'unauthorized' });
    await expectNoMore();
  });

  test('when it is closed', async () => {
    open();
    const peer = await welcomed();
    await statuses.next();
    client.close();
    await peer.closed;
    expect(await statuses.next()).toEqual({ state: 'closed', reason: 'stopped' });
    await expectNoMore();
  });

  /** No timer is left that opens another connection. */
  async function expectNoMore(): Promise<void> {
    await expect.poll(() => vi.getTimerCount()).toBe(0);
    expect(server.count()).toBe(1);
    expect(client.status().state).toBe('closed');
  }
});

describe('signs of life', () => {
  test('a silent connection is replaced', async () => {
    open();
    const first = await welcomed(100);
    first.fallSilent();
    const silentFrom = performance.now();
    await welcomed(100);
    const took = performance.now() - silentFrom;
    expect(took).toBeGreaterThan(110);
    expect(took).toBeLessThan(1_000);
    expect((await statuses.next()).state).toBe('live');
    expect((await statuses.next()).state).toBe('stale');
  });

  test('a channel without heartbeats is kept alive by pings that are answered', async () => {
    open();
    const peer = await welcomed(60);
    await expect.poll(() => peer.pings()).toBeGreaterThanOrEqual(6);
    expect(server.count()).toBe(1);
    expect(client.status().state).toBe('live');
    expect(client.silentMs()).toBeLessThan(300);
  });

  test('a server that sends frames gets no probe ping', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    let local = 1_000_000;
    open({ now: () => local });
    const peer = await welcomed(400);
    expect((await statuses.next()).state).toBe('live');
    for (let beat = 0; beat < 20; beat += 1) {
      local += 40;
      await vi.advanceTimersByTimeAsync(40);
      peer.send({ type: 'heartbeat', channel: 'match:1', epoch: 'e1', seq: 1, at: 1 });
      await expect.poll(() => client.silentMs(), { interval: 5 }).toBe(0);
    }
    // The one ping of the burst that measures the clock.
    expect(peer.pings()).toBe(1);
  });

  test('the silence is null before the first frame, grows while the server is away and ends when it is back', async () => {
    let local = 1_000_000;
    open({ now: () => local });
    expect(client.silentMs()).toBeNull();
    const peer = await welcomed();
    await statuses.next();
    local += 12_000;
    expect(client.silentMs()).toBe(12_000);
    peer.close(1012);
    expect(await statuses.next()).toEqual({ state: 'stale', since: 1_000_000 });
    local += 50_000;
    expect(client.silentMs()).toBe(62_000);
    await welcomed();
    await statuses.next();
    expect(client.silentMs()).toBe(0);
  });

  test('after a reconnect a channel counts as silent since the loss, until it is answered', async () => {
    let local = 1_000_000;
    open({ now: () => local });
    const updates = collect<ChannelUpdate>();
    client.subscribe('match:1', updates.put);
    const first = await welcomed();
    await first.expect('subscribe');
    first.send(snapshot(5));
    await updates.next();
    first.terminate();
    while ((await statuses.next()).state !== 'stale');
    local += 20_000;
    const second = await welcomed();
    const { ref } = await second.expect('subscribe');
    expect([client.silentMs(), client.silentMs('match:1')]).toEqual([0, 20_000]);
    second.send({ ...snapshot(5), ref });
    await updates.next();
    expect(client.silentMs('match:1')).toBe(0);
  });
});

test('the server time is our own clock until the first frame', () => {
  open({ now: () => 1234 });
  expect(client.now()).toBe(1234);
});

test('without a WebSocket the error names the option to pass', () => {
  const absent: { WebSocket?: unknown } = globalThis;
  const had = absent.WebSocket;
  delete absent.WebSocket;
  try {
    expect(() => connect({ url: server.url, token: 't' })).toThrow(/pass one/);
  } finally {
    if (had !== undefined) absent.WebSocket = had;
  }
  open();
});
