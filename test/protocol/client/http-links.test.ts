// One link of event streams or polls (P51 to P56), by the times that clients use.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openOffset } from '../../../protocol/client/clock-offset.ts';
import { openEventLink } from '../../../protocol/client/event-link.ts';
import type { FetchLike, HttpAnswer, LinkEnd } from '../../../protocol/client/link.ts';
import { openPollLink } from '../../../protocol/client/poll-link.ts';
import { CLIENT_TIMING, FALLBACK_TIMING } from '../../../protocol/client/timing.ts';
import { untilAborted } from '../../support/blocked-network.ts';
import { CHANNEL, snapshot, state } from '../../support/follower.ts';

beforeEach(() => {
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

/** A link that follows one channel since `seq` 5, and gets these answers; then none. */
async function open(openLink: typeof openPollLink, ...answers: readonly HttpAnswer[]) {
  const signals: AbortSignal[] = [];
  const frames: object[] = [];
  const ends: LinkEnd[] = [];
  const offset = openOffset();
  const fetch: FetchLike = (_, { signal }) => {
    const next = answers[signals.length];
    signals.push(signal);
    return next ? Promise.resolve(next) : untilAborted(signal);
  };
  const link = openLink({
    url: 'ws://host/live',
    token: 't',
    now: () => Date.now(),
    offset,
    random: () => 0.5,
    fetch,
    timing: { ...CLIENT_TIMING, ...FALLBACK_TIMING },
    onReady: () => undefined,
    onWelcome: () => undefined,
    onHeard: () => undefined,
    onFrame: (frame) => frames.push(frame),
    onEnd: (end) => ends.push(end),
  });
  const since = { epoch: 'e1', seq: 5 };
  link.send({ type: 'subscribe', channel: CHANNEL, ref: 1, since }, { ...state(1), matches: {} } as never);
  await vi.advanceTimersByTimeAsync(0);
  return { link, signals, frames, ends, offset };
}
const poll = (seq: number, more: object = {}): HttpAnswer =>
  answer(200, snapshot(seq, { ...state(1), matches: {} }, more), { 'server-time': '3700000' });
const openEvents: typeof openPollLink = (options) => openEventLink({ ...options, onUnsuited: () => undefined });

it('P4 a link that is refused for now says when to come back', async () => {
  const { ends } = await open(openPollLink, answer(503, { error: 'Full.' }, { 'retry-after': '7' }));
  expect(ends).toEqual([{ kind: 'lost', retryAfterMs: 7_000, livedMs: 0, failed: true }]);
});

it('a poll without an answer is given up after 10 seconds', async () => {
  const { ends } = await open(openPollLink);
  await vi.advanceTimersByTimeAsync(9_999);
  expect(ends).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(ends).toEqual([{ kind: 'lost', retryAfterMs: 0, livedMs: 0, failed: true }]);
});

it('a channel that is left is not polled again', async () => {
  const { link, signals } = await open(openPollLink, poll(6));
  link.send({ type: 'unsubscribe', channel: CHANNEL });
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
