// When a client opens its next connection, and which way it takes (P34, P56).
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Client, type ClientOptions, connect, type SocketEvent } from '../../../protocol/client/client.ts';
import { silentFetch } from '../../support/blocked-network.ts';
import { WELCOME } from '../../support/follower.ts';

let client: Client;
beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  client.close();
  vi.useRealTimers();
});

const STAYS = Number.POSITIVE_INFINITY;

/** A client whose WebSockets live for `lifeMs` after a welcome; null: they fail without one. `asked`: requests of the fallback. */
function open(lifeMs: (nth: number) => number | null, more: Partial<ClientOptions> = {}) {
  const asked: string[] = [];
  const sent: string[] = [];
  let sockets = 0;
  class ScriptedSocket {
    readonly readyState = 1;
    readonly life = lifeMs((sockets += 1));
    send(text: string): void {
      sent.push(text);
    }
    close(): void {}
    addEventListener(type: string, listener: (event: SocketEvent) => void): void {
      const { life } = this;
      if (type === 'message' && life !== null) {
        queueMicrotask(() => listener({ type, data: JSON.stringify(WELCOME) }));
      }
      if (type !== 'close' || life === STAYS) return;
      if (life === null) queueMicrotask(() => listener({ type, code: 1006 }));
      else setTimeout(() => listener({ type, code: 1006 }), life);
    }
  }
  client = connect({
    url: 'ws://host/live',
    token: 't',
    WebSocket: ScriptedSocket,
    fetch: (url) => {
      asked.push(url);
      return Promise.reject(new TypeError('cut'));
    },
    random: () => 0.5,
    ...more,
  });
  client.subscribe('match:701', () => undefined);
  return { asked, sent, sockets: () => sockets };
}

it('P56 a WebSocket that fails once is tried again', async () => {
  const { asked, sockets } = open((nth) => (nth === 1 ? null : STAYS));
  await vi.advanceTimersByTimeAsync(5_000);
  expect([client.transport(), asked, sockets()]).toEqual(['websocket', [], 2]);
});

it('P56 two WebSockets that fail, but not in a row, do not lead to the fallback', async () => {
  const { asked, sockets } = open((nth) => (nth % 2 === 1 ? null : 100));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toEqual([]);
  expect(sockets()).toBeGreaterThan(6);
});

it('without the fallback only WebSockets are tried', async () => {
  const { asked, sockets } = open(() => null, { fallback: false });
  await vi.advanceTimersByTimeAsync(60_000);
  await vi.dynamicImportSettled();
  expect(asked).toEqual([]);
  expect(sockets()).toBeGreaterThan(6);
});

it.each([
  ['before it is answered', 50],
  ['before it connects again', 100],
])('a client that is closed %s leaves no timer', async (_when, ms) => {
  open(() => 100);
  await vi.advanceTimersByTimeAsync(ms);
  client.close();
  // That of the WebSocket itself is over.
  await vi.advanceTimersByTimeAsync(100 - ms);
  expect(vi.getTimerCount()).toBe(0);
});

it('a client that is closed while its fallback loads does nothing more', async () => {
  open(() => null);
  await vi.advanceTimersByTimeAsync(250);
  // The second WebSocket has failed. This begins to load.
  vi.advanceTimersByTime(500);
  client.close();
  await vi.dynamicImportSettled();
  await vi.advanceTimersByTimeAsync(0);
  expect([client.transport(), vi.getTimerCount()]).toEqual([null, 0]);
});

it('P56 the client moves to a WebSocket that answers at once', async () => {
  const { sockets } = open((nth) => (nth > 2 ? STAYS : null), { fetch: silentFetch, timing: { betterMs: 5_000 } });
  await vi.advanceTimersByTimeAsync(750);
  await vi.dynamicImportSettled();
  await vi.advanceTimersByTimeAsync(5_000);
  expect([client.transport(), sockets()]).toEqual(['websocket', 4]);
});

it('P34 waits do not grow between connections that lived for 10 seconds', async () => {
  const { sockets } = open(() => 10_000);
  await vi.advanceTimersByTimeAsync(5 * 10_250);
  expect(sockets()).toBe(6);
});

it('a channel of the time between two connections is asked for on the next one, one that was left is not', async () => {
  const { sent } = open((nth) => (nth === 1 ? 100 : STAYS));
  const leave = client.subscribe('match:702', () => undefined);
  await vi.advanceTimersByTimeAsync(100);
  expect(client.transport()).toBeNull();
  leave();
  client.subscribe('match:703', () => undefined);
  sent.length = 0;
  await vi.advanceTimersByTimeAsync(300);
  const frames = sent.map((text) => JSON.parse(text) as { readonly type: string; readonly channel?: string });
  expect(frames.filter(({ type }) => type !== 'ping').map(({ type, channel }) => `${type} ${channel}`)).toEqual([
    'subscribe match:701',
    'subscribe match:703',
  ]);
});

it('a channel that was left before its answer is not asked for again', async () => {
  const { sent } = open(() => STAYS, { timing: { answerMs: 1_000 } });
  const leave = client.subscribe('match:702', () => undefined);
  await vi.advanceTimersByTimeAsync(0);
  leave();
  sent.length = 0;
  await vi.advanceTimersByTimeAsync(3_000);
  expect(sent.filter((text) => text.includes('match:702'))).toEqual([]);
});

it('a fallback that cannot be loaded is no end: the next try is a WebSocket', async () => {
  vi.resetModules();
  vi.doMock('../../../protocol/client/fallback.ts', () => {
    throw new TypeError('The network is away.');
  });
  const { asked, sockets } = open(() => null);
  for (let time = 0; time < 30; time += 1) {
    await vi.advanceTimersByTimeAsync(1_000);
    await vi.dynamicImportSettled();
  }
  vi.doUnmock('../../../protocol/client/fallback.ts');
  expect(asked).toEqual([]);
  expect(sockets()).toBeGreaterThan(3);
});
