// One link of event streams or polls (P51 to P56), by the times that clients use.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openOffset } from '../../../protocol/client/clock-offset.ts';
import { openEventLink } from '../../../protocol/client/event-link.ts';
import type { FetchLike, HttpAnswer, Link, LinkEnd } from '../../../protocol/client/link.ts';
import { openPollLink } from '../../../protocol/client/poll-link.ts';
import { CLIENT_TIMING, FALLBACK_TIMING } from '../../../protocol/client/timing.ts';
import { untilAborted } from '../../support/blocked-network.ts';
import { CHANNEL, snapshot, state } from '../../support/follower.ts';

let chance: number;
beforeEach(() => {
  chance = 0.5;
  vi.useFakeTimers({ now: 100_000 });
});
afterEach(() => {
  vi.useRealTimers();
});

const answer = (status: number, body: object, more: Record<string, string> = {}): HttpAnswer => ({
  status,
  headers: new Headers(more),
  body: null,
  text: () => Promise.resolve(JSON.stringify(body)),
});

type Answer = HttpAnswer | Promise<HttpAnswer>;

/** A link that follows one channel since `seq` 5, and gets these answers; then none. */
async function open(openLink: typeof openPollLink, ...answers: readonly Answer[]) {
  const asked: { readonly url: string; readonly cache: string; readonly headers: object }[] = [];
  const said: string[] = [];
  const signals: AbortSignal[] = [];
  const frames: object[] = [];
  const ends: LinkEnd[] = [];
  const offset = openOffset();
  const fetch: FetchLike = (url, { signal, cache, headers }) => {
    const next = answers[signals.length];
    signals.push(signal);
    asked.push({ url, cache, headers });
    return next ? Promise.resolve(next) : untilAborted(signal);
  };
  const link = openLink({
    url: 'wss://host/live',
    token: 't',
    now: () => Date.now(),
    offset,
    random: () => chance,
    fetch,
    timing: { ...CLIENT_TIMING, ...FALLBACK_TIMING },
    onReady: () => said.push('ready'),
    onWelcome: () => said.push('welcome'),
    onHeard: () => said.push('heard'),
    onFrame: (frame) => frames.push(frame),
    onEnd: (end) => ends.push(end),
  });
  const since = { epoch: 'e1', seq: 5 };
  link.send({ type: 'subscribe', channel: CHANNEL, ref: 1, since }, { ...state(1), matches: {} } as never);
  await vi.advanceTimersByTimeAsync(0);
  return { link, asked, said, signals, frames, ends, offset };
}
const poll = (seq: number, more: object = {}): HttpAnswer =>
  answer(200, snapshot(seq, { ...state(1), matches: {} }, more), { 'server-time': '3700000' });
const cut = (): Promise<never> => Promise.reject(new TypeError('cut'));
const never = new Promise<never>(() => undefined);
const follow = (link: Link, id: number): void => link.send({ type: 'subscribe', channel: `match:${id}`, ref: id });
const openEvents: typeof openPollLink = (options) => openEventLink({ ...options, onUnsuited: () => undefined });

it('P4 a link that is refused for now says when to come back', async () => {
  const { ends } = await open(openPollLink, answer(503, { error: 'Full.' }, { 'retry-after': '7' }));
  expect(ends).toEqual([{ kind: 'lost', retryAfterMs: 7_000, livedMs: 0, failed: true }]);
});

it.each(['soon', '-1'])('a Retry-After of %j is none', async (value) => {
  const { ends } = await open(openPollLink, answer(503, { error: 'Full.' }, { 'retry-after': value }));
  expect(ends).toEqual([{ kind: 'lost', retryAfterMs: 0, livedMs: 0, failed: true }]);
});

it('polls without an answer are given up after 10 seconds, all at once', async () => {
  const { link, signals, ends } = await open(openPollLink);
  follow(link, 702);
  await vi.advanceTimersByTimeAsync(9_999);
  expect(ends).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(ends).toEqual([{ kind: 'lost', retryAfterMs: 0, livedMs: 0, failed: true }]);
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
});

it('a channel that is left is not polled again', async () => {
  const { link, signals } = await open(openPollLink, poll(6));
  link.send({ type: 'unsubscribe', channel: CHANNEL });
  await vi.advanceTimersByTimeAsync(0);
  expect(vi.getTimerCount(), 'no process waits for the next poll').toBe(0);
  await vi.advanceTimersByTimeAsync(60_000);
  expect([signals.length, signals[0]?.aborted, vi.getTimerCount()]).toEqual([1, true, 0]);
});

it('P33 polls go on from what the client has, and to another epoch', async () => {
  const { frames, offset } = await open(openPollLink, poll(5), poll(5), poll(6), poll(2, { epoch: 'e2' }));
  await vi.advanceTimersByTimeAsync(15_000);
  expect(frames).toMatchObject([
    { type: 'resumed', ref: 1, epoch: 'e1', seq: 5 },
    { type: 'delta', from: 5, seq: 6 },
    { type: 'snapshot', epoch: 'e2', seq: 2 },
  ]);
  expect(offset.offsetMs(), 'of Server-Time (P51)').toBe(3_700_000 - Date.now());
});

it.each(['revoked', 'expired'] as const)('P45 a stream whose token is %s is the end', async (reason) => {
  const value = new TextEncoder().encode(`data: ${JSON.stringify({ type: 'closing', reason })}\n\n`);
  const parts = [{ done: false, value }];
  const body = { getReader: () => ({ read: () => Promise.resolve(parts.shift() ?? { done: true }) }) };
  const { ends } = await open(openEvents, { ...answer(200, {}, { 'content-type': 'text/event-stream' }), body });
  expect(ends).toMatchObject([{ kind: 'refused', reason }]);
  expect(vi.getTimerCount()).toBe(0);
});

it('P51 a link of a secure channel asks over https, and past every cache', async () => {
  const { asked } = await open(openPollLink);
  const headers = { authorization: 'Bearer t' };
  expect(asked).toEqual([{ url: 'https://host/live/match%3A701', cache: 'no-store', headers }]);
});

it('P51 each poll that is answered is a sign of life, and the first one the welcome', async () => {
  const { said, ends } = await open(openPollLink, poll(6), answer(304, {}), poll(7));
  await vi.advanceTimersByTimeAsync(10_000);
  expect([said, ends]).toEqual([['ready', 'heard', 'welcome', 'heard', 'heard'], []]);
});

it.each([204, 302])('an answer %i, of something on the way, is no sign of life', async (status) => {
  const { said, ends } = await open(openPollLink, answer(status, {}));
  expect([said, ends]).toEqual([['ready'], [{ kind: 'lost', retryAfterMs: 0, livedMs: 0, failed: true }]]);
});

it.each([401, 403, 404])('a page of a proxy with the status %i refuses nothing', async (status) => {
  for (const text of ['<h1>', '{"message":"No."}']) {
    const { frames, ends } = await open(openPollLink, { ...answer(status, {}), text: () => Promise.resolve(text) });
    expect([frames, ends]).toEqual([[], [{ kind: 'lost', retryAfterMs: 0, livedMs: 0, failed: true }]]);
  }
});

it.each([
  [403, 'forbidden'],
  [404, 'invalid'],
])('P51 a channel that is answered %i is over, and the link stays', async (status, code) => {
  const { frames, ends } = await open(openPollLink, answer(status, { error: 'No.', hint: 'Ask.' }));
  expect([frames, ends]).toEqual([[{ type: 'error', ref: 1, channel: CHANNEL, code, error: 'No.', hint: 'Ask.' }], []]);
});

it.each([
  ['has no answer', () => never, 10_000],
  ['is cut', cut, 0],
])('P56 polling that has worked does not fail because one poll %s', async (_what, next, ms) => {
  const answers = [poll(6), poll(7)];
  const { ends } = await open(openPollLink, ...answers, { ...poll(8), text: next });
  await vi.advanceTimersByTimeAsync(10_000 + ms);
  expect(ends).toEqual([{ kind: 'lost', retryAfterMs: 0, livedMs: 10_000 + ms, failed: false }]);
  expect(vi.getTimerCount()).toBe(0);
});

it('P56 polling works from its first answer on, and Retry-After holds for all of its channels', async () => {
  const full = answer(503, { error: 'Full.' }, { 'retry-after': '7' });
  const { link, asked, ends } = await open(openPollLink, poll(6), full);
  follow(link, 702);
  await vi.advanceTimersByTimeAsync(0);
  expect(ends).toEqual([{ kind: 'lost', retryAfterMs: 7_000, livedMs: 1, failed: false }]);
  follow(link, 703);
  await vi.advanceTimersByTimeAsync(60_000);
  expect([asked.length, ends.length]).toEqual([2, 1]);
});

it('the text of a refusal that never ends is given up after 10 seconds', async () => {
  const { ends } = await open(openPollLink, { ...answer(403, {}), text: () => never });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(ends).toEqual([{ kind: 'lost', retryAfterMs: 0, livedMs: 0, failed: true }]);
});

it.each([
  ['an answer', (arrived: Promise<void>) => arrived.then(() => poll(6))],
  ['a text', (arrived: Promise<void>) => ({ ...poll(6), text: () => arrived.then(() => poll(6).text()) })],
  [
    'a refusal',
    (arrived: Promise<void>) => ({ ...answer(403, {}), text: () => arrived.then(() => '{"error":"No."}') }),
  ],
  ['an answer that is cut', (arrived: Promise<void>) => arrived.then(cut)],
])('%s that comes to a channel that was left changes nothing', async (_what, answered) => {
  let arrive = (): void => undefined;
  const { link, frames, said, ends } = await open(openPollLink, answered(new Promise((resolve) => (arrive = resolve))));
  link.send({ type: 'unsubscribe', channel: CHANNEL });
  arrive();
  await vi.advanceTimersByTimeAsync(60_000);
  expect([frames, said, ends, vi.getTimerCount()]).toEqual([[], ['ready'], [], 0]);
});

it('P56 a channel that is refused by its answer makes room for another stream', async () => {
  const { link, asked, ends } = await open(openEvents, answer(403, { error: 'No.' }));
  for (const id of [702, 703, 704, 705]) follow(link, id);
  await vi.advanceTimersByTimeAsync(0);
  expect([asked.length, ends]).toEqual([5, []]);
  link.drop();
});

it.each([
  ['a page', '<h1>Sign in</h1>'],
  ['another frame', JSON.stringify({ type: 'heartbeat', channel: CHANNEL, epoch: 'e1', seq: 9 })],
])('P56 polls that %s answers do not work', async (_what, text) => {
  const { said, frames, ends } = await open(openPollLink, { ...answer(200, {}), text: () => Promise.resolve(text) });
  expect([said, frames]).toEqual([['ready'], []]);
  expect(ends).toEqual([{ kind: 'lost', retryAfterMs: 0, livedMs: 0, failed: true }]);
});

it('P33 a first poll that is newer continues what the client has, one of another epoch replaces it', async () => {
  const newer = await open(openPollLink, poll(7));
  expect(newer.frames).toMatchObject([
    { type: 'resumed', ref: 1, epoch: 'e1', seq: 5 },
    { type: 'delta', from: 5, seq: 7 },
  ]);
  const other = await open(openPollLink, poll(7, { epoch: 'e2' }));
  expect(other.frames).toMatchObject([{ type: 'snapshot', ref: 1, epoch: 'e2', seq: 7 }]);
});

it('P51 the server time of a poll is that of the middle of its round trip; without one nothing is learned', async () => {
  let arrive = (): void => undefined;
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  const { offset } = await open(
    openPollLink,
    arrived.then(() => poll(6)),
    answer(304, {}),
  );
  await vi.advanceTimersByTimeAsync(400);
  arrive();
  await vi.advanceTimersByTimeAsync(5_000);
  expect([offset.rttMs(), offset.offsetMs()]).toEqual([400, 3_700_000 - 100_200]);
});

it.each([
  [0, 4_000],
  [1, 6_000],
])('P51 polls come every 5 seconds, give or take a fifth (%i)', async (part, ms) => {
  chance = part;
  const { asked, link } = await open(openPollLink, poll(6));
  await vi.advanceTimersByTimeAsync(ms - 1);
  expect(asked).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(asked).toHaveLength(2);
  link.drop();
});

it('P57 what goes on air is polled too, as changes without a cause', async () => {
  const air = (seq: number, show: string): HttpAnswer =>
    answer(200, snapshot(seq, { kind: 'air', match: 'match:701', show }, { channel: 'air:match:701' }));
  const { link, frames } = await open(openPollLink, poll(5), air(1, 'a'), air(2, 'b'));
  link.send({ type: 'unsubscribe', channel: CHANNEL });
  link.send({ type: 'subscribe', channel: 'air:match:701', ref: 2 });
  await vi.advanceTimersByTimeAsync(5_000);
  expect(frames.slice(1)).toMatchObject([
    { type: 'snapshot', ref: 2 },
    { type: 'delta', from: 1, seq: 2, cause: [], patch: { show: 'b' } },
  ]);
  link.drop();
});
