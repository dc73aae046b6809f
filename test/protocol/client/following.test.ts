// What the follower of a channel asks, and when (P34), by its own clock and without a connection.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type AnyUpdate, followChannel } from '../../../protocol/client/channel.ts';
import type { ChannelFrame, ErrorFrame } from '../../../protocol/client/link.ts';
import { CLIENT_TIMING } from '../../../protocol/client/timing.ts';
import type { AnyState } from '../../../protocol/wire/air.ts';
import type { Ref, Since } from '../../../protocol/wire/up.ts';

const CHANNEL = 'air:match:701';
const stateAt = (at: number) => ({ kind: 'air', match: 'match:701', banners_off_at: at }) as const;
const HASH = 'a'.repeat(16);

beforeEach(() => {
  vi.useFakeTimers({ now: 100_000 });
});
afterEach(() => {
  vi.useRealTimers();
});

function open({ isConnected = true, start = undefined as { epoch: string; seq: number } | undefined } = {}) {
  const asked: { readonly ref: number; readonly since: Since | null; readonly state: AnyState | undefined }[] = [];
  const updates: AnyUpdate[] = [];
  let lastRef = 0;
  const follow = followChannel(CHANNEL, {
    ask: (ref, since, state) => asked.push({ ref, since, state }),
    nextRef: () => (lastRef += 1),
    emit: (update) => updates.push(update),
    sha256: () => Promise.resolve(HASH.repeat(4)),
    now: () => Date.now(),
    random: () => 0.5,
    timing: CLIENT_TIMING,
    start: start && { ...start, state: stateAt(start.seq), at: 1 },
  });
  if (isConnected) follow.connected();
  const take = (frame: object): void => {
    follow.take({ channel: CHANNEL, at: 1, ...frame } as ChannelFrame);
  };
  return {
    follow,
    updates,
    /** The subscribes since the last call: `plain`, or the `seq` of `since`; each with its `ref`. */
    asks: () => asked.splice(0).map(({ ref, since }) => `${ref} ${since === null ? 'plain' : since.seq}`),
    asked,
    snapshot: (seq: number, ref?: Ref, epoch = 'e') => {
      take({ type: 'snapshot', epoch, seq, state: stateAt(seq), ref });
    },
    resumed: (seq: number, ref: Ref, epoch = 'e') => {
      take({ type: 'resumed', epoch, seq, ref });
    },
    delta: (seq: number) => {
      take({ type: 'delta', seq, cause: [], patch: { banners_off_at: seq } });
    },
    heartbeat: (seq: number, { hash = HASH, epoch = 'e' } = {}) => {
      take({ type: 'heartbeat', epoch, seq, hash });
    },
    unsubscribed: (reason?: string) => {
      take({ type: 'unsubscribed', reason });
    },
    error: (code: ErrorFrame['code']) => {
      follow.takeError({ type: 'error', code, error: 'No.' });
    },
  };
}

/** A follower at `seq` 5. */
function openAt5() {
  const one = open();
  one.snapshot(5, 1);
  one.asked.length = 0;
  return one;
}

it('asks when it is connected, and again after 10 seconds without an answer', () => {
  const { asks, follow, snapshot } = open({ isConnected: false });
  vi.advanceTimersByTime(60_000);
  expect([asks(), follow.behindSince()]).toEqual([[], 100_000]);
  follow.connected();
  vi.advanceTimersByTime(9_999);
  expect(asks()).toEqual(['1 plain']);
  vi.advanceTimersByTime(1);
  expect(asks()).toEqual(['2 plain']);
  snapshot(5, 2);
  vi.advanceTimersByTime(60_000);
  expect(asks()).toEqual([]);
});

it('asks from the state that it was given', () => {
  const { asked, updates } = open({ start: { epoch: 'e', seq: 3 } });
  expect(asked).toEqual([{ ref: 1, since: { epoch: 'e', seq: 3 }, state: stateAt(3) }]);
  expect(updates).toEqual([]);
});

it('a delta before the first state asks for all of it, once', () => {
  const { asks, delta, follow } = open({ isConnected: false });
  delta(4);
  expect(asks(), 'not connected').toEqual([]);
  follow.connected();
  delta(5);
  expect(asks()).toEqual(['1 plain']);
});

it('P34 a gap asks once, and a doubt about the state meanwhile asks for all of it, once', async () => {
  const { asks, delta, heartbeat } = openAt5();
  delta(7);
  delta(8);
  expect(asks()).toEqual(['2 5']);
  vi.advanceTimersByTime(5_000);
  heartbeat(5, { hash: 'b'.repeat(16) });
  await vi.advanceTimersByTimeAsync(0);
  expect(asks()).toEqual(['3 plain']);
  vi.advanceTimersByTime(9_000);
  delta(8);
  heartbeat(5, { hash: 'b'.repeat(16) });
  await vi.advanceTimersByTimeAsync(0);
  expect(asks()).toEqual([]);
});

it('a gap without an answer asks for the whole state after 10 seconds', () => {
  const { asks, delta } = openAt5();
  delta(7);
  vi.advanceTimersByTime(10_000);
  expect(asks()).toEqual(['2 5', '3 plain']);
});

it('takes only the answer to its own subscribe as one, and any snapshot as a state', () => {
  const { asks, delta, follow, resumed, snapshot } = openAt5();
  delta(7);
  resumed(5, 1);
  snapshot(6, 1);
  expect([follow.awaits(2), follow.awaits(1)]).toEqual([true, false]);
  expect(follow.latest()?.seq).toBe(6);
  resumed(6, 2);
  expect(follow.awaits(2)).toBe(false);
  vi.advanceTimersByTime(60_000);
  expect(asks()).toEqual(['2 5']);
  delta(9);
  snapshot(9);
  expect(follow.awaits(3), 'a snapshot without a ref').toBe(false);
  resumed(9, 3);
  expect(follow.latest()?.seq, 'nothing is asked').toBe(9);
});

it('asks for the whole state when another epoch is resumed', () => {
  const { asks, delta, resumed } = openAt5();
  delta(7);
  resumed(5, 2, 'f');
  expect(asks()).toEqual(['2 5', '3 plain']);
});

it('P34 waits a second for the position of a heartbeat', () => {
  const { asks, delta, follow, heartbeat } = openAt5();
  heartbeat(6);
  expect(follow.behindSince()).toBe(100_000);
  vi.advanceTimersByTime(500);
  heartbeat(7);
  vi.advanceTimersByTime(499);
  delta(6);
  vi.advanceTimersByTime(1);
  expect([asks(), follow.behindSince()]).toEqual([[], null]);
  heartbeat(7);
  vi.advanceTimersByTime(1_000);
  expect([asks(), follow.behindSince()]).toEqual([['2 6'], 101_000]);
});

it.each([
  ['an earlier position', 4, 'e', [], null],
  ['another epoch', 5, 'f', ['2 5'], 100_000],
])('P34 a heartbeat of %s', (_, seq, epoch, done, behindSince) => {
  const { asks, follow, heartbeat } = openAt5();
  heartbeat(seq, { epoch });
  expect(follow.behindSince()).toBe(behindSince);
  vi.advanceTimersByTime(1_000);
  expect(asks()).toEqual(done);
});

it('P34 a snapshot of another epoch needs not reach the position of an earlier heartbeat', () => {
  const { asks, follow, heartbeat, snapshot } = openAt5();
  heartbeat(6);
  snapshot(2, undefined, 'f');
  vi.advanceTimersByTime(1_000);
  expect([asks(), follow.behindSince()]).toEqual([[], null]);
});

it('a channel that reaches a heartbeat while it waits for an answer is behind', () => {
  const { delta, follow, heartbeat } = openAt5();
  delta(8);
  heartbeat(6);
  delta(6);
  vi.advanceTimersByTime(1_000);
  expect(follow.behindSince()).toBe(100_000);
});

it('is behind from a gap to the answer, and from the loss of the connection', async () => {
  const { delta, follow, heartbeat, resumed } = openAt5();
  expect(follow.behindSince()).toBeNull();
  delta(7);
  vi.advanceTimersByTime(100);
  heartbeat(5);
  heartbeat(6);
  expect(follow.behindSince(), 'it waits for an answer').toBe(100_000);
  resumed(5, 2);
  expect(follow.behindSince()).toBeNull();
  follow.disconnected();
  expect(follow.behindSince()).toBe(100_100);
  vi.advanceTimersByTime(100);
  follow.disconnected();
  follow.connected();
  expect(follow.behindSince()).toBe(100_100);
  resumed(5, 3);
  heartbeat(5);
  await vi.advanceTimersByTimeAsync(0);
  expect(follow.behindSince()).toBeNull();
});

it('after an error that passes it asks the same again, later each time, until it is answered', () => {
  const { asks, delta, error, resumed } = openAt5();
  error('unavailable');
  expect(vi.getTimerCount(), 'nothing was asked').toBe(0);
  delta(7);
  expect(asks()).toEqual(['2 5']);
  for (const [ref, wait] of [
    [3, 250],
    [4, 500],
    [5, 1_000],
  ] as const) {
    error('unavailable');
    vi.advanceTimersByTime(wait - 1);
    expect(asks()).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(asks()).toEqual([`${ref} 5`]);
  }
  resumed(5, 5);
  delta(7);
  error('limit');
  vi.advanceTimersByTime(250);
  expect(asks()).toEqual(['6 5', '7 5']);
});

it('P44 a right that is lost is the end, an answer to unsubscribe is not', () => {
  const { delta, follow, unsubscribed, updates } = openAt5();
  updates.length = 0;
  unsubscribed();
  expect(updates).toEqual([]);
  unsubscribed('forbidden');
  expect(updates).toEqual([expect.objectContaining({ kind: 'refused', code: 'forbidden' })]);
  delta(9);
  follow.connected();
  expect(vi.getTimerCount()).toBe(0);
});

it.each(['forbidden', 'invalid'] as const)('%s is the end', (code) => {
  const { asks, delta, error, follow, updates } = open();
  error(code);
  expect(updates).toEqual([{ kind: 'refused', channel: CHANNEL, code, message: 'No.', hint: null }]);
  delta(7);
  follow.connected();
  expect([asks(), vi.getTimerCount()]).toEqual([['1 plain'], 0]);
});

it.each(['disconnected', 'stop'] as const)('%s: no timer goes on, and what was asked is answered no more', (how) => {
  const { asks, delta, follow, heartbeat } = openAt5();
  heartbeat(6);
  heartbeat(7);
  delta(8);
  expect([asks(), vi.getTimerCount()]).toEqual([['2 5'], 2]);
  follow[how]();
  expect([follow.awaits(2), vi.getTimerCount()]).toEqual([false, 0]);
  follow.connected();
  expect(asks()).toEqual(how === 'stop' ? [] : ['3 5']);
  if (how === 'stop') return;
  heartbeat(6);
  expect(vi.getTimerCount()).toBe(2);
});
