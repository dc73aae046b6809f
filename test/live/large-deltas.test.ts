// Deltas of many bytes: what a subscriber that comes back and a delayed page cost (rule LIMIT-14).
import { expect, it } from 'vitest';
import type { GameState } from '../../protocol/wire/board.ts';
import { openChannel } from '../../src/live/channel.ts';
import { openFlushBudget } from '../../src/live/flush-budget.ts';
import { openKeptDeltas, type Step } from '../../src/live/kept-deltas.ts';
import { empty, game, play } from '../support/play.ts';
import { KEPT_BYTES_MAX, TIMING } from '../../src/live/timing.ts';

const LIMITS = { deltas: 1_000, ms: 300_000, bytes: KEPT_BYTES_MAX };

/** A game whose list of goals, about 50 KB, is another one after each change. */
const stepAt = (seq: number): Step => ({
  seq,
  at: seq,
  cause: [{ action: 'goals' }],
  state: {
    kind: 'game',
    id: 100,
    slug: 'g',
    title: 'G',
    matches: {},
    goals: Array.from({ length: 500 }, () => ({ scorer: `${seq} ${'x'.repeat(80)}` })),
  } as unknown as GameState,
});

const steps = (count: number): readonly Step[] => Array.from({ length: count }, (_, index) => stepAt(index + 2));

function kept(count: number, limits = LIMITS) {
  const keeper = openKeptDeltas('game:100', stepAt(1), limits);
  for (const step of steps(count)) keeper.push(step);
  return keeper;
}

const bytesOf = (texts: readonly string[] | null): number => (texts ?? []).reduce((sum, { length }) => sum + length, 0);

function channelAfter(all: readonly Step[], start = stepAt(1)) {
  const deps = { timing: TIMING, flushBudget: openFlushBudget(TIMING), publish: () => undefined };
  const channel = openChannel('game:100', { epoch: 'e', step: start }, deps, { hashed: true });
  for (const step of all) channel.advance([step]);
  channel.stop();
  return channel;
}

it('P30 resumes from each of the last 1,000 positions of a match whose snapshot is smaller than what was missed', () => {
  let match = empty(game());
  const stepOf = (): Step => ({ seq: match.seq, at: match.seq, cause: [{ action: 'recorded' }], state: match.state });
  const first = stepOf();
  const rest = Array.from({ length: 1_000 }, (_, minute) => {
    match = play(match, { type: 'Foul', at: minute / 10, by: 1 });
    return stepOf();
  });
  const channel = channelAfter(rest, first);
  const frames = channel.resume({ epoch: 'e', seq: first.seq }) ?? [];
  expect(bytesOf(frames)).toBeGreaterThan(channel.snapshot().length);
  expect(JSON.parse(frames[0] ?? '')).toMatchObject({ type: 'resumed', seq: first.seq });
  expect(JSON.parse(frames.at(-1) ?? '')).toMatchObject({ type: 'delta', seq: first.seq + 1_000 });
});

it('P30 resumes over deltas of many bytes too', () => {
  const channel = channelAfter(steps(100));
  expect(JSON.parse(channel.resume({ epoch: 'e', seq: 50 })?.[0] ?? '')).toMatchObject({ type: 'resumed', seq: 50 });
  expect(channel.resume({ epoch: 'e', seq: 101 })).toHaveLength(1);
  expect(channel.resume({ epoch: 'e', seq: 99 })).toHaveLength(3);
});

it('rule LIMIT-14: a subscriber gets two blocks of deltas and a jump at most, however many bytes it missed', () => {
  const texts = kept(100).after(2);
  expect(bytesOf(texts)).toBeLessThan(1.3 * 1_024 * 1_024);
  expect(texts?.length).toBeLessThan(99);
});

it('rule LIMIT-14: a delayed page has a megabyte of deltas at most, from the oldest position that leaves so many', () => {
  const keeper = kept(100);
  const { seq, state, deltas } = keeper.since(1);
  expect(bytesOf(deltas)).toBeLessThan(1.2 * 1_024 * 1_024);
  expect(deltas).toHaveLength(101 - seq);
  expect(JSON.parse(state)).toEqual(stepAt(seq).state);
  expect(keeper.since(95).seq, 'a short delay is kept').toBe(95);
});

it('P32 the states that delayed pages asked for are forgotten before deltas are', () => {
  const bytes = kept(100).bytes() + 256 * 1_024;
  const keeper = kept(100, { ...LIMITS, bytes });
  for (let at = 90; at < 100; at += 1) expect(keeper.since(at).seq).toBe(at);
  expect(keeper.bytes()).toBeLessThanOrEqual(bytes);
  expect(keeper.after(1)).not.toBeNull();
});

it('P32 what is computed again counts once', () => {
  const [asked, silent] = [openKeptDeltas('game:100', stepAt(1), LIMITS), kept(100)];
  for (const step of steps(100)) {
    asked.push(step);
    asked.after(2);
  }
  silent.after(2);
  expect(asked.bytes(), 'the jump over whole blocks').toBe(silent.bytes());
  asked.since(60);
  for (const piece of asked.seal()) expect(piece).toBeUndefined();
  const bytes = asked.bytes();
  for (const piece of asked.seal()) expect(piece).toBeUndefined();
  expect(asked.bytes(), 'of a match that falls asleep again').toBe(bytes);
});

it('rule OPS-18: the deltas of a dormant match are unpacked block by block, and no text changes', () => {
  const keeper = kept(100);
  const before = { after: keeper.after(2), since: keeper.since(60) };
  for (const piece of keeper.seal()) expect(piece).toBeUndefined();
  expect([...keeper.open(2)].length).toBeGreaterThan(5);
  expect([...keeper.open(2)], 'they are open now').toHaveLength(0);
  expect(keeper.after(2)).toEqual(before.after);
  for (const piece of keeper.seal()) expect(piece).toBeUndefined();
  expect([...keeper.openAt(60)].length).toBeGreaterThan(1);
  expect(keeper.since(60)).toEqual(before.since);
});
