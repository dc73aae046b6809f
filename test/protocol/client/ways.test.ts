// P56: which way the fallback takes after each end, and when it tries a better one.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openOffset } from '../../../protocol/client/clock-offset.ts';
import { openFallback } from '../../../protocol/client/fallback.ts';
import type { FetchLike, HttpAnswer, Link, LinkEnd, LinkOptions } from '../../../protocol/client/link.ts';
import { CLIENT_TIMING } from '../../../protocol/client/timing.ts';
import { silentFetch } from '../../support/blocked-network.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const answer = (status: number, body: object = {}): HttpAnswer => ({
  status,
  headers: { get: () => null },
  body: null,
  text: () => Promise.resolve(JSON.stringify(body)),
});

/** A client without WebSockets. `asked`: the paths of its requests. */
function openClient() {
  const asked: string[] = [];
  const tries: { readonly options: LinkOptions; isDropped: boolean }[] = [];
  const net: { fetch: FetchLike } = { fetch: () => Promise.reject(new TypeError('cut')) };
  const openWebSocket = (options: LinkOptions): Link => {
    const one = { options, isDropped: false };
    tries.push(one);
    return { transport: 'websocket', send: () => undefined, drop: () => (one.isDropped = true) };
  };
  const open = openFallback(openWebSocket, {
    fetch: (url, init) => {
      asked.push(url.replace('http://host/live', ''));
      return net.fetch(url, init);
    },
    random: () => 0.5,
  });
  const ends: LinkEnd[] = [];
  /** Opens the next link with one channel. */
  async function next(channel = 'match:701'): Promise<Link> {
    const link = open({
      url: 'ws://host/live',
      token: 't',
      WebSocket: null as unknown as LinkOptions['WebSocket'],
      now: () => Date.now(),
      offset: openOffset(),
      timing: { ...CLIENT_TIMING, connectMs: 1_000_000_000 },
      onReady: () => undefined,
      onWelcome: () => undefined,
      onHeard: () => undefined,
      onFrame: () => undefined,
      onEnd: (end) => ends.push(end),
    });
    link.send({ type: 'subscribe', channel, ref: 1 });
    await vi.advanceTimersByTimeAsync(0);
    return link;
  }
  return { asked, ends, net, next, tries };
}

it('P56 two ends of streams lead to polling, two of polling to a WebSocket and to streams again', async () => {
  const { ends, next } = openClient();
  const ways: string[] = [];
  for (let nth = 0; nth < 6; nth += 1) ways.push((await next()).transport);
  expect(ways).toEqual(['events', 'events', 'polling', 'polling', 'events', 'events']);
  expect(ends.map((end) => end.kind === 'lost' && end.failed)).toEqual([true, true, true, false, true, true]);
  expect(vi.getTimerCount(), 'nothing is tried after the end').toBe(0);
});

it('P56 a refused token is the end', async () => {
  const { ends, net, next } = openClient();
  net.fetch = () => Promise.resolve(answer(401, { error: 'No.', hint: 'Ask.' }));
  await next();
  expect(ends).toEqual([{ kind: 'refused', reason: 'unauthorized', message: 'No.', hint: 'Ask.' }]);
  expect(vi.getTimerCount()).toBe(0);
});

it('P56 a WebSocket is tried after 10 seconds, then after waits that double up to 10 minutes', async () => {
  const { asked, net, next, tries } = openClient();
  net.fetch = silentFetch;
  const link = await next();
  const waits: number[] = [];
  for (let nth = 0; nth < 8; nth += 1) {
    const began = Date.now();
    while (tries.length === nth) await vi.advanceTimersToNextTimerAsync();
    waits.push((Date.now() - began) / 1_000);
    tries[nth]?.options.onEnd({ kind: 'lost', retryAfterMs: 0, livedMs: 0, failed: true });
  }
  expect(waits).toEqual([10, 20, 40, 80, 160, 320, 600, 600]);
  expect(asked).toEqual(['/match%3A701/events']);
  link.drop();
  await vi.advanceTimersByTimeAsync(0);
  expect(vi.getTimerCount()).toBe(0);
});

it('P56 the client moves to the WebSocket that answers, without a wait, and begins with the first wait again', async () => {
  const { ends, net, next, tries } = openClient();
  net.fetch = silentFetch;
  await next();
  await vi.advanceTimersByTimeAsync(10_000);
  tries[0]?.options.onEnd({ kind: 'lost', retryAfterMs: 0, livedMs: 0, failed: true });
  await vi.advanceTimersByTimeAsync(19_999);
  expect(tries).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  tries[1]?.options.onWelcome();
  expect(ends).toEqual([{ kind: 'lost', retryAfterMs: 0, livedMs: 0, failed: false, planned: true }]);
  await vi.advanceTimersByTimeAsync(0);
  expect([tries[1]?.isDropped, vi.getTimerCount()]).toEqual([true, 0]);
  expect((await next()).transport).toBe('events');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(tries).toHaveLength(3);
});

it('P56 a WebSocket that is being tried ends with the link', async () => {
  const { ends, net, next, tries } = openClient();
  net.fetch = silentFetch;
  const link = await next();
  await vi.advanceTimersByTimeAsync(10_000);
  link.drop();
  await vi.advanceTimersByTimeAsync(0);
  expect([tries[0]?.isDropped, ends, vi.getTimerCount()]).toEqual([true, [], 0]);
});

it('P56 a channel that is refused at once takes no place of a stream', async () => {
  const { asked, net, next, tries } = openClient();
  await next();
  await next();
  net.fetch = (url, init) => {
    if (url.endsWith('/events')) return silentFetch(url, init);
    return Promise.resolve(url.endsWith('705') ? answer(403, { error: 'No.' }) : answer(304));
  };
  const link = await next();
  for (const id of [702, 703, 704, 705]) link.send({ type: 'subscribe', channel: `match:${id}`, ref: id });
  await vi.advanceTimersByTimeAsync(10_000);
  tries[0]?.options.onEnd({ kind: 'lost', retryAfterMs: 0, livedMs: 0, failed: true });
  await vi.advanceTimersByTimeAsync(0);
  expect(asked.at(-1)).toBe('/match%3A701/events');
  link.drop();
});
