// P56: which way the fallback takes after each end, and when it tries a better one.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openOffset } from '../../../protocol/client/clock-offset.ts';
import { openFallback } from '../../../protocol/client/fallback.ts';
import type { BodyReader, FetchLike, HttpAnswer, Link, LinkEnd, LinkOptions } from '../../../protocol/client/link.ts';
import { CLIENT_TIMING } from '../../../protocol/client/timing.ts';
import { silentFetch, untilAborted } from '../../support/blocked-network.ts';
import { collect } from '../../support/collect.ts';
import { snapshot, state, WELCOME } from '../../support/follower.ts';

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

/** A stream that carries these frames as they come. */
function streamOf(signal: AbortSignal, frames: ReturnType<typeof collect<object>>): HttpAnswer {
  const nextPart = async () => {
    const value = new TextEncoder().encode(`data: ${JSON.stringify(await frames.next())}\n\n`);
    return { done: false, value };
  };
  const read: BodyReader['read'] = () => Promise.race([nextPart(), untilAborted(signal)]);
  const headers = new Headers({ 'content-type': 'text/event-stream' });
  return { ...answer(200), headers, body: { getReader: () => ({ read }) } };
}

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
  const said: string[] = [];
  /** Opens the next link with one channel. */
  async function next(channel = 'match:701'): Promise<Link> {
    const link = open({
      url: 'ws://host/live',
      token: 't',
      WebSocket: null as unknown as LinkOptions['WebSocket'],
      now: () => Date.now(),
      offset: openOffset(),
      timing: { ...CLIENT_TIMING, connectMs: 1_000_000_000 },
      onReady: () => said.push('ready'),
      onWelcome: () => said.push('welcome'),
      onHeard: () => said.push('heard'),
      onFrame: ({ type }) => said.push(type),
      onEnd: (end) => ends.push(end),
    });
    link.send({ type: 'subscribe', channel, ref: 1 });
    await vi.advanceTimersByTimeAsync(0);
    return link;
  }
  /** Opens a link that polls. Polls have no answer, and streams this one. */
  async function poll(stream: (url: string, signal: AbortSignal) => HttpAnswer): Promise<Link> {
    await next();
    await next();
    net.fetch = (url, init) =>
      url.endsWith('/events') ? Promise.resolve(stream(url, init.signal)) : silentFetch(url, init);
    for (const list of [asked, ends, said]) list.length = 0;
    return next();
  }
  /** The WebSocket that is tried next fails. Returns the seconds until it was tried. */
  async function failNext(): Promise<number> {
    const [nth, began] = [tries.length, Date.now()];
    while (tries.length === nth) await vi.advanceTimersToNextTimerAsync();
    const seconds = (Date.now() - began) / 1_000;
    tries[nth]?.options.onEnd({ kind: 'lost', retryAfterMs: 0, livedMs: 0, failed: true });
    await vi.advanceTimersByTimeAsync(0);
    return seconds;
  }
  const streams = (): string[] => asked.filter((path) => path.endsWith('/events'));
  return { asked, ends, failNext, net, next, poll, said, streams, tries };
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
  const { asked, failNext, net, next } = openClient();
  net.fetch = silentFetch;
  const link = await next();
  const waits: number[] = [];
  for (let nth = 0; nth < 8; nth += 1) waits.push(await failNext());
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

it('P56 a client that polls moves to the stream whose bytes pass, which says nothing before', async () => {
  const { ends, failNext, next, poll, said, streams } = openClient();
  const frames = collect<object>();
  await poll((_, signal) => streamOf(signal, frames));
  await failNext();
  expect(streams()).toEqual(['/match%3A701/events']);
  for (const [frame, ms] of [
    [WELCOME, 999],
    [snapshot(7, state(1)), 1],
  ] as const) {
    frames.put(frame);
    await vi.advanceTimersByTimeAsync(ms);
    expect(ends, 'something on the way may collect the first bytes').toEqual([]);
  }
  frames.put(WELCOME);
  await vi.advanceTimersByTimeAsync(0);
  expect(ends).toEqual([{ kind: 'lost', retryAfterMs: 0, livedMs: 0, failed: true, planned: true }]);
  expect(said).toEqual(['ready']);
  expect((await next()).transport).toBe('events');
});

it('P56 a WebSocket that is being tried says nothing', async () => {
  const { net, next, said, tries } = openClient();
  net.fetch = silentFetch;
  const link = await next();
  await vi.advanceTimersByTimeAsync(10_000);
  const tried = tries[0]?.options;
  tried?.onReady();
  tried?.onHeard();
  tried?.onFrame({ type: 'error', code: 'invalid', error: 'No.' });
  expect(said).toEqual(['ready']);
  link.drop();
});

it('P56 a stream that is being tried ends with the link', async () => {
  const { ends, failNext, poll } = openClient();
  const signals: AbortSignal[] = [];
  const link = await poll((_, signal) => {
    signals.push(signal);
    return streamOf(signal, collect());
  });
  await failNext();
  link.drop();
  expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect([ends, vi.getTimerCount()]).toEqual([[], 0]);
});

it('P56 a client that polls tries both better ways after each wait', async () => {
  const { failNext, poll, streams } = openClient();
  const link = await poll(() => answer(502));
  expect([await failNext(), await failNext(), await failNext()]).toEqual([10, 20, 40]);
  expect(streams()).toHaveLength(3);
  link.drop();
});

it.each([
  ['an answer', null],
  ['its last event', { type: 'unsubscribed', channel: 'match:701', reason: 'forbidden' }],
  ['an error', { type: 'error', channel: 'match:701', code: 'forbidden', error: 'No.' }],
])('P56 a channel whose stream is refused by %s leaves the next try to another one', async (_what, frame) => {
  const { ends, failNext, poll, streams } = openClient();
  const refuse = (signal: AbortSignal): HttpAnswer => {
    const frames = collect<object>();
    if (frame === null) return answer(403, { error: 'No.' });
    frames.put(frame);
    return streamOf(signal, frames);
  };
  const link = await poll((url, signal) => (url.includes('701') ? refuse(signal) : answer(502)));
  link.send({ type: 'subscribe', channel: 'match:702', ref: 2 });
  expect([await failNext(), await failNext()]).toEqual([10, 20]);
  expect([streams(), ends]).toEqual([['/match%3A701/events', '/match%3A702/events'], []]);
  link.drop();
});

it('P56 no stream is tried for more channels than may have one, or for none', async () => {
  const { failNext, poll, streams } = openClient();
  const link = await poll(() => answer(502));
  const channels = ['match:702', 'match:703', 'match:704', 'match:705'];
  for (const channel of channels) link.send({ type: 'subscribe', channel, ref: 2 });
  await failNext();
  expect(streams(), 'of five channels').toEqual([]);
  link.send({ type: 'unsubscribe', channel: 'match:701' });
  await failNext();
  expect(streams(), 'of four').toEqual(['/match%3A702/events']);
  for (const channel of channels) link.send({ type: 'unsubscribe', channel });
  await failNext();
  expect(streams(), 'of none').toHaveLength(1);
  link.drop();
});

it('P56 what failed before a move does not count after it', async () => {
  const { net, next, poll, tries } = openClient();
  (await poll(() => answer(502))).drop();
  net.fetch = () => Promise.reject(new TypeError('cut'));
  await next();
  net.fetch = silentFetch;
  expect((await next()).transport).toBe('polling');
  await vi.advanceTimersByTimeAsync(10_000);
  tries.at(-1)?.options.onWelcome();
  net.fetch = () => Promise.reject(new TypeError('cut'));
  expect((await next()).transport).toBe('events');
  expect((await next()).transport).toBe('events');
  expect((await next()).transport).toBe('polling');
});
