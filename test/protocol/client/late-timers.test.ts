// The client in a page whose timers are late, such as that of a phone that was asleep.
import { afterEach, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { type Client, connect } from '../../../protocol/client/client.ts';
import { type ScriptedServer, scriptedServer } from '../../support/scripted-server.ts';
import { stall } from '../../support/stall.ts';

let server: ScriptedServer;
let client: Client;

afterEach(async () => {
  vi.restoreAllMocks();
  client.close();
  await server.stop();
});

/** Blocks the event loop, with all timers and sockets on it, then tells the time. */
function afterStall(): number {
  stall(200);
  return Date.now();
}

test('an answer that waits to be read counts, however late the client looks', async () => {
  // Client and server share the event loop: while the server stalls, so do the timers of the client.
  server = await scriptedServer({ serverTime: afterStall });
  client = connect({ url: server.url, token: 't', WebSocket, timing: { burstPings: 0, backoffBaseMs: 10 } });
  const peer = await server.peer();
  await peer.expect('auth');
  peer.welcome(60);
  await expect.poll(() => peer.pings()).toBeGreaterThanOrEqual(4);
  expect(server.count()).toBe(1);
  expect(client.status().state).toBe('live');
});

test('an auth frame that came too late is no bad token: the client connects again', async () => {
  server = await scriptedServer();
  client = connect({ url: server.url, token: 't', WebSocket, timing: { backoffBaseMs: 10 } });
  const late = await server.peer();
  await late.expect('auth');
  // What a server says (P5) whose time for it is over, as while the page slept or the server was busy.
  late.send({ type: 'error', code: 'unauthorized', error: 'No auth frame in time.' });
  late.close(4408);
  const peer = await server.peer();
  await peer.expect('auth');
  peer.welcome();
  await expect.poll(() => client.status().state).toBe('live');
});

test('a server that says to come back in a month is not asked at once: no timer can wait so long', async () => {
  server = await scriptedServer();
  client = connect({ url: server.url, token: 't', WebSocket, timing: { backoffBaseMs: 10 } });
  const peer = await server.peer();
  await peer.expect('auth');
  peer.welcome();
  await expect.poll(() => client.status().state).toBe('live');
  const timers = vi.spyOn(globalThis, 'setTimeout');
  peer.send({ type: 'closing', reason: 'shutdown', retry_after_ms: 30 * 24 * 60 * 60_000 });
  peer.close(1012);
  await expect.poll(() => client.status().state).toBe('stale');
  expect(Math.max(...timers.mock.calls.map(([, ms]) => ms ?? 0))).toBe(2 ** 31 - 1);
});

test('P45 a frame that comes after the end of a connection is not heard', async () => {
  server = await scriptedServer();
  client = connect({ url: server.url, token: 't', WebSocket });
  const updates: unknown[] = [];
  client.subscribe('match:701', (update) => updates.push(update));
  const peer = await server.peer();
  peer.welcome();
  peer.send({ type: 'closing', reason: 'revoked' });
  peer.send({ type: 'snapshot', channel: 'match:701', epoch: 'e', seq: 1, at: 1, state: { kind: 'match' } });
  await peer.closed;
  expect([client.status().state, updates]).toEqual(['closed', []]);
});
