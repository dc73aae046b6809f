import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openChannel } from '../../src/live/channel.ts';
import { openFlushBudget } from '../../src/live/flush-budget.ts';
import type { Step } from '../../src/live/kept-deltas.ts';
import { TIMING } from '../../src/live/timing.ts';
import { empty, game } from '../support/play.ts';
import { nextTurn } from '../support/next-turn.ts';

let now = 1_000;
beforeEach(() => {
  vi.spyOn(performance, 'now').mockImplementation(() => now);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** What the next flush waits for after one that cost `ms`. */
async function waitAfter(ms: number, isMoreComing = false): Promise<number> {
  const budget = openFlushBudget(TIMING);
  budget.measure();
  now += ms;
  await nextTurn();
  return budget.waitMs(now - ms, isMoreComing);
}

it.each([
  [0, 0],
  [1, 4],
  [3, 12],
  [6, 19],
  [40, -15],
])(
  'after a flush of %i ms the next waits %i ms: a fifth of the time for flushes, 25 ms after the last at most',
  async (cost, wait) => {
    expect(await waitAfter(cost)).toBe(wait);
  },
);

it('waits for the change that is being stored, 25 ms at most, even after a flush that took longer', async () => {
  expect(await waitAfter(40, true)).toBe(25);
  expect(await waitAfter(1, true)).toBe(4);
  expect(openFlushBudget(TIMING).waitMs(-Infinity, true), 'the first change leaves at once').toBe(-Infinity);
});

it.each([
  [1, 1],
  [10, 10],
  [100, 25],
])('long after a flush of %i ms a change waits at most %i ms for the one that is being stored', async (cost, wait) => {
  const budget = openFlushBudget(TIMING);
  budget.measure();
  now += cost;
  await nextTurn();
  now += 1_000;
  expect(budget.waitMs(now - 1_000, true)).toBe(wait);
  expect(budget.waitMs(now - 1_000, false), 'nothing follows').toBeLessThan(0);
});

it('counts the flushes of one turn once, and adds those of later turns', async () => {
  const budget = openFlushBudget(TIMING);
  for (let turn = 0; turn < 2; turn += 1) {
    budget.measure();
    budget.measure();
    now += 1;
    await nextTurn();
  }
  expect(budget.waitMs(now, false)).toBe(8);
  expect(budget.waitMs(-Infinity, false), 'a channel that was quiet does not wait').toBe(-Infinity);
});

const stepAt = (seq: number): Step => ({
  seq,
  at: seq,
  cause: [],
  state: { ...empty(game()).state, title: `Title ${seq}` },
});

/** The number of frames that leave at once when five changes follow a costly flush. */
async function framesAtOnce(subscribers: number): Promise<number> {
  const frames: string[] = [];
  const deps = {
    timing: TIMING,
    flushBudget: openFlushBudget(TIMING),
    publish: (_: string, frame: string) => frames.push(frame),
  };
  const channel = openChannel('game:100', { epoch: 'e', step: stepAt(0) }, deps, { hashed: true });
  for (let one = 0; one < subscribers; one += 1) channel.joined();
  // Of another channel of the node.
  deps.flushBudget.measure();
  channel.advance([stepAt(1)]);
  now += 3;
  await nextTurn();
  for (let seq = 2; seq <= 6; seq += 1) channel.advance([stepAt(seq)]);
  channel.stop();
  return frames.length;
}

it('P26 a channel of 50 subscribers sends each change at once, one of 51 gathers after the first', async () => {
  expect(await framesAtOnce(0)).toBe(0);
  expect(await framesAtOnce(1)).toBe(6);
  expect(await framesAtOnce(50)).toBe(6);
  expect(await framesAtOnce(51)).toBe(1);
});

it('P26 sends a change with the one that was being stored, as soon as no other follows', async () => {
  const frames: string[] = [];
  const deps = {
    timing: TIMING,
    flushBudget: openFlushBudget(TIMING),
    publish: (_: string, frame: string) => frames.push(frame),
  };
  const channel = openChannel('game:100', { epoch: 'e', step: stepAt(0) }, deps, { hashed: true });
  for (let one = 0; one < 51; one += 1) channel.joined();
  channel.advance([stepAt(1)]);
  now += 60;
  await nextTurn();
  channel.advance([stepAt(2)], true);
  expect(frames).toHaveLength(1);
  channel.advance([stepAt(3)]);
  channel.stop();
  expect(frames.map((frame) => JSON.parse(frame) as unknown)).toEqual([
    expect.objectContaining({ seq: 1 }),
    expect.objectContaining({ seq: 3, from: 1 }),
  ]);
});

/** A channel of 51 subscribers that gathers two changes, and the frames it has sent since. */
async function gathering() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const frames: unknown[] = [];
  const deps = {
    timing: TIMING,
    flushBudget: openFlushBudget(TIMING),
    publish: (_: string, frame: string) => frames.push(JSON.parse(frame)),
  };
  const channel = openChannel('game:100', { epoch: 'e', step: stepAt(0) }, deps, { hashed: true });
  for (let one = 0; one < 51; one += 1) channel.joined();
  channel.advance([stepAt(1)]);
  now += 3;
  await nextTurn();
  frames.length = 0;
  channel.advance([stepAt(2)]);
  channel.advance([stepAt(3)]);
  return { channel, frames };
}

const together = { type: 'delta', seq: 3, from: 1 };

it('P26 sends the gathered changes as one when their time is over', async () => {
  const { channel, frames } = await gathering();
  vi.advanceTimersByTime(11);
  expect([frames, channel.isQuiet()]).toEqual([[], false]);
  vi.advanceTimersByTime(1);
  expect([frames, channel.isQuiet()]).toEqual([[expect.objectContaining(together)], true]);
  now += 3;
  await nextTurn();
  channel.advance([stepAt(4)]);
  expect(frames).toHaveLength(1);
  vi.advanceTimersByTime(25);
  expect(frames.slice(1)).toEqual([expect.objectContaining({ type: 'delta', seq: 4 })]);
});

it.each([
  ['a subscriber that joins', 'flush', [expect.objectContaining(together)]],
  ['an erasure of what is kept', 'forget', [expect.objectContaining(together)]],
  ['a stop', 'stop', []],
  ['the end of the match', 'end', []],
  ['a restart', 'restart', [expect.objectContaining({ type: 'snapshot', epoch: 'f', seq: 3 })]],
] as const)('P26 after %s no gathering goes on', async (_, how, sent) => {
  const { channel, frames } = await gathering();
  if (how === 'restart') channel.restart('f', stepAt(3));
  else channel[how]();
  expect(vi.getTimerCount()).toBe(0);
  expect(frames).toEqual(sent);
  if (how === 'stop' || how === 'end') return;
  expect(channel.sentAt()).toBe(now);
  channel.advance([stepAt(4)]);
  expect(vi.getTimerCount(), 'the next one begins anew').toBe(1);
  vi.advanceTimersByTime(25);
  expect(frames.at(-1)).toMatchObject({ type: 'delta', seq: 4 });
  expect(frames.at(-1)).not.toHaveProperty('from');
});
