// The frames of a channel: its snapshots and heartbeats, and those for pages with a delay and for subscribers that come back.
import { expect, it } from 'vitest';
import { hashOf, type LiveChannel, openChannel } from '../../src/live/channel.ts';
import { openFlushBudget } from '../../src/live/flush-budget.ts';
import type { Step } from '../../src/live/kept-deltas.ts';
import { TIMING } from '../../src/live/timing.ts';
import { atOnce } from '../../src/match/match.ts';

const NAME = 'air:game:100';
const stateAt = (at: number) => ({ kind: 'air', match: 'game:100', banners_off_at: at }) as const;
const stepAt = (seq: number): Step => ({ seq, at: seq * 10, cause: [], state: stateAt(seq) });

function open({ hashed = true, state = stepAt(1).state } = {}) {
  const frames: string[] = [];
  const channel = openChannel(
    NAME,
    { epoch: 'e', step: { ...stepAt(1), state } },
    { publish: (_, frame) => frames.push(frame), flushBudget: openFlushBudget(TIMING), timing: TIMING },
    { hashed },
  );
  return { channel, frames };
}

const read = (frames: readonly string[]): unknown[] => frames.map((frame) => JSON.parse(frame) as unknown);
function framesSince(channel: LiveChannel, time: number): unknown[] {
  atOnce(channel.prepareSince(time));
  return read(channel.since(time));
}

it('a page with a delay begins with the state of its time, and goes on with the deltas after it', () => {
  const { channel } = open();
  channel.advance([stepAt(2), stepAt(3)]);
  channel.advance([stepAt(4)]);
  const snapshot = (seq: number) => ({
    type: 'snapshot',
    channel: NAME,
    epoch: 'e',
    seq,
    at: seq * 10,
    state: stateAt(seq),
  });
  const delta = (seq: number): unknown => expect.objectContaining({ type: 'delta', seq });
  expect(framesSince(channel, 25)).toEqual([snapshot(2), delta(3), delta(4)]);
  expect(framesSince(channel, 30)).toEqual([snapshot(3), delta(4)]);
  expect(framesSince(channel, 39)).toEqual([snapshot(3), delta(4)]);
  expect(framesSince(channel, 40)).toEqual([snapshot(4)]);
  expect(framesSince(channel, 50)).toEqual([snapshot(4)]);
  expect(framesSince(channel, 0), 'the oldest that is kept').toEqual([snapshot(1), delta(2), delta(3), delta(4)]);
});

it('P13 P30 a subscriber that comes back gets its position, with its ref, and the deltas after it', () => {
  const { channel } = open();
  channel.advance([stepAt(2)]);
  const resumed = { type: 'resumed', channel: NAME, epoch: 'e', seq: 1 };
  const delta = expect.objectContaining({ type: 'delta', seq: 2 }) as unknown;
  expect(read(channel.resume({ epoch: 'e', seq: 1 }) ?? [])).toEqual([resumed, delta]);
  expect(read(channel.resume({ epoch: 'e', seq: 1 }, 7) ?? [])).toEqual([{ ...resumed, ref: 7 }, delta]);
  expect(channel.resume({ epoch: 'f', seq: 1 }, 7), 'another epoch').toBeNull();
});

it('after an erasure no earlier position is kept, and the newest one stays', () => {
  const { channel } = open();
  channel.advance([stepAt(2)]);
  channel.forget();
  expect(channel.resume({ epoch: 'e', seq: 1 })).toBeNull();
  expect(channel.resume({ epoch: 'e', seq: 2 })).toHaveLength(1);
  channel.advance([stepAt(3)]);
  expect(channel.resume({ epoch: 'e', seq: 2 })).toHaveLength(2);
});

it('P36 the hash of a state is made once, and none for a feed', () => {
  let reads = 0;
  const state = {
    ...stateAt(1),
    get banners_off_at() {
      reads += 1;
      return 1;
    },
  };
  const [feed, match] = [open({ hashed: false, state }), open({ state })];
  expect(JSON.parse(feed.channel.heartbeat(5))).toEqual({
    type: 'heartbeat',
    channel: NAME,
    epoch: 'e',
    seq: 1,
    at: 5,
  });
  expect(reads).toBe(0);
  const one = JSON.parse(match.channel.heartbeat(5)) as object;
  expect(one).toMatchObject({ hash: hashOf(stateAt(1)), at: 5 });
  expect(reads).toBeGreaterThan(0);
  reads = 0;
  expect(JSON.parse(match.channel.heartbeat(6))).toEqual({ ...one, at: 6 });
  expect(reads).toBe(0);
});

it('a sequence that begins anew is shown to subscribers, if there are any', () => {
  const { channel, frames } = open();
  channel.restart('f', stepAt(1));
  expect(frames).toEqual([]);
  channel.joined();
  channel.restart('g', stepAt(1));
  expect(read(frames)).toEqual([expect.objectContaining({ type: 'snapshot', epoch: 'g', seq: 1 })]);
});

it('P36 a sequence that begins anew at the same position has snapshots and heartbeats of the new state', () => {
  const { channel } = open();
  expect(JSON.parse(channel.snapshot().toString())).toMatchObject({ epoch: 'e', state: stateAt(1) });
  expect(JSON.parse(channel.heartbeat(0))).toMatchObject({ epoch: 'e', seq: 1, hash: hashOf(stateAt(1)) });
  channel.restart('f', { ...stepAt(1), state: stateAt(2) });
  expect(JSON.parse(channel.snapshot().toString())).toMatchObject({ epoch: 'f', state: stateAt(2) });
  expect(JSON.parse(channel.heartbeat(0))).toMatchObject({ epoch: 'f', seq: 1, hash: hashOf(stateAt(2)) });
});

it('keeps the bytes of a snapshot from the second subscriber on, not for one alone', () => {
  const { channel } = open();
  const first = channel.snapshot();
  const second = channel.snapshot();
  expect(second).not.toBe(first);
  expect(second).toEqual(first);
  expect(channel.snapshot()).toBe(second);
  channel.advance([stepAt(2)]);
  const newest = channel.snapshot();
  expect(JSON.parse(newest.toString())).toMatchObject({ seq: 2, state: stateAt(2) });
  expect(channel.snapshot()).not.toBe(newest);
});
