// Event streams whose bytes something on the way keeps, or whose end it cuts off (P54, P56), by the times that clients use.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type ChannelUpdate, type Client, connect, type FetchLike } from '../../../protocol/client/client.ts';
import type { BodyReader, HttpAnswer } from '../../../protocol/client/link.ts';
import { BlockedSocket, untilAborted } from '../../support/blocked-network.ts';
import { CHANNEL, snapshot, state, WELCOME } from '../../support/follower.ts';

let client: Client;
beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  client.close();
  vi.useRealTimers();
});

const answer = (type: string, read: BodyReader['read'], text = ''): HttpAnswer => ({
  status: 200,
  headers: new Headers({ 'content-type': type }),
  body: { getReader: () => ({ read }) },
  text: () => Promise.resolve(text),
});

/** A client whose event streams are those of `stream`, and whose polls are answered. It has tried two WebSockets. */
async function open(stream: (signal: AbortSignal) => HttpAnswer) {
  const asked: string[] = [];
  const updates: ChannelUpdate[] = [];
  const fetch: FetchLike = (url, { signal }) => {
    asked.push(url.endsWith('/events') ? 'events' : 'poll');
    if (url.endsWith('/events')) return Promise.resolve(stream(signal));
    const poll = snapshot(7, { ...state(1), matches: {} });
    return Promise.resolve(answer('application/json', () => untilAborted(signal), JSON.stringify(poll)));
  };
  const now = (): number => Date.now();
  client = connect({ url: 'ws://host/live', token: 't', WebSocket: BlockedSocket, fetch, random: () => 0.5, now });
  client.subscribe(CHANNEL, (update) => updates.push(update));
  await vi.advanceTimersByTimeAsync(750);
  await vi.dynamicImportSettled();
  return { asked, updates };
}

/** A stream that carries these frames, and then does what `after` does. */
function stream(after: () => Promise<never>, ...frames: readonly object[]): HttpAnswer {
  const parts = frames.map((frame) => new TextEncoder().encode(`data: ${JSON.stringify(frame)}\n\n`));
  return answer('text/event-stream', async () => {
    const value = parts.shift();
    return value === undefined ? after() : { done: false, value };
  });
}

it.each([
  ['the head', []],
  ['the first bytes', [WELCOME]],
])('P56 streams of which no more than %s passes are given up, and the client polls', async (_what, frames) => {
  const { asked, updates } = await open((signal) => stream(() => untilAborted(signal), ...frames));
  await vi.advanceTimersByTimeAsync(30_000);
  expect(asked.slice(0, 3)).toEqual(['events', 'events', 'poll']);
  expect(updates).toMatchObject([{ kind: 'state', seq: 7 }]);
});

it('P56 a stream that was answered is not given up', async () => {
  const { asked } = await open((signal) => stream(() => untilAborted(signal), WELCOME, snapshot(7, state(1))));
  await vi.advanceTimersByTimeAsync(18_000);
  expect(asked).toEqual(['events']);
});

const cut = (): Promise<never> => Promise.reject(new TypeError('network error'));

it('P56 only streams that fail twice in a row are given up', async () => {
  let streams = 0;
  const { asked } = await open(() => {
    streams += 1;
    // One that the server ends has not failed.
    return streams % 2 === 1
      ? stream(cut)
      : stream(cut, WELCOME, snapshot(7, state(1)), { type: 'closing', reason: 'shutdown' });
  });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked.length).toBeGreaterThan(6);
  expect(asked).not.toContain('poll');
});

it('P54 a stream that breaks after its last event is asked for again no sooner than the server says', async () => {
  const closing = { type: 'closing', reason: 'shutdown', retry_after_ms: 30_000 };
  const { asked } = await open(() => stream(cut, WELCOME, snapshot(7, state(1)), closing));
  await vi.advanceTimersByTimeAsync(29_000);
  expect(asked).toEqual(['events']);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(asked).toEqual(['events', 'events']);
});

it('P56 a stream is not given up by a look that is late, but by the next one', async () => {
  const { asked } = await open((signal) => stream(() => untilAborted(signal), WELCOME, snapshot(7, state(1))));
  // The page sleeps: what came meanwhile is not read yet.
  vi.setSystemTime(Date.now() + 60_000);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(asked, 'after one look').toEqual(['events']);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(asked, 'after two').toEqual(['events', 'poll']);
});
