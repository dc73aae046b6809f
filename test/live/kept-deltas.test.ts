// The deltas that a channel keeps for subscribers that come back: texts computed once, within a limit of bytes (P30 to P32).
import fc from 'fast-check';
import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import type { BoardEvent, GameState } from '../../protocol/wire/board.ts';
import { mergePatch } from '../../protocol/wire/merge-patch.ts';
import { canonicalJson } from '../../protocol/wire/canonical-json.ts';
import * as mergePatches from '../../protocol/wire/merge-patch.ts';
import { openFlushBudget } from '../../src/live/flush-budget.ts';
import { openChannel } from '../../src/live/channel.ts';
import { openKeptDeltas, type KeptDeltas, ONE_BY_ONE_MAX, type Step } from '../../src/live/kept-deltas.ts';
import { KEPT_BYTES_MAX, TIMING } from '../../src/live/timing.ts';
import type { Match } from '../../src/match/match.ts';
import { type Body, drop, empty, game, refolded, send } from '../support/play.ts';

// The unit tests share one copy of each module: this file needs modules that see its mocks, and leaves none behind.
vi.hoisted(() => vi.resetModules());
afterAll(() => {
  vi.resetModules();
});
vi.mock(import('../../protocol/wire/merge-patch.ts'), async (original) => {
  const real = await original();
  return { ...real, patchBetween: vi.fn(real.patchBetween) };
});
const patches = vi.mocked(mergePatches.patchBetween);
beforeEach(() => {
  patches.mockClear();
});

const LIMITS = { deltas: 1_000, ms: 300_000, bytes: KEPT_BYTES_MAX };

const stateOf = (events: Readonly<Record<string, unknown>>): GameState =>
  ({
    kind: 'game',
    id: 100,
    slug: 'g',
    title: 'G',
    goals: [],
    matches: { '100_0': { events } },
  }) as unknown as GameState;

const event = (label: string): BoardEvent => ({ type: 'Event', label }) as unknown as BoardEvent;

/** Steps that each add one event to those before. */
function steps(
  count: number,
  { from = 1, label = 'x', every = 1, before = 0 } = {},
): { start: Step; steps: readonly Step[] } {
  // An object with numbers as keys is quick to copy.
  let events: Record<string, BoardEvent> = Object.fromEntries(
    Array.from({ length: before }, (_, index) => [index, event(label)]),
  );
  const start = { seq: from, at: 0, cause: [], state: stateOf(events) };
  const made = Array.from({ length: count }, (_, index): Step => {
    events = { ...events, [before + index]: event(label) };
    return {
      seq: from + index + 1,
      at: (index + 1) * every,
      cause: [{ action: 'recorded', marker_id: `m${index}` }],
      state: stateOf(events),
    };
  });
  return { start, steps: made };
}

type Delta = { seq: number; from?: number; at: number; cause: { marker_id?: string }[]; patch: unknown };
const parsed = (texts: readonly string[] | null): Delta[] => (texts ?? []).map((text) => JSON.parse(text) as Delta);

const startOf = ({ from, seq }: Delta): number => from ?? seq - 1;

/** The state that a subscriber at `seq` comes to. Each delta must follow from where it is. */
function followed(state: unknown, seq: number, texts: readonly string[] | null): { state: unknown; seq: number } {
  expect(texts).not.toBeNull();
  let at = { state, seq };
  for (const delta of parsed(texts)) {
    expect(startOf(delta)).toBe(at.seq);
    at = { state: mergePatch(at.state, delta.patch), seq: delta.seq };
  }
  return at;
}

function kept(count: number, limits = LIMITS, of = steps(count)): { keeper: KeptDeltas; all: readonly Step[] } {
  const keeper = openKeptDeltas('game:100', of.start, limits);
  const now = vi.spyOn(performance, 'now');
  for (const step of of.steps) {
    now.mockReturnValue(step.at);
    keeper.push(step);
  }
  now.mockRestore();
  return { keeper, all: [of.start, ...of.steps] };
}

it('P30 leads from each kept position to the newest, one by one up to 100 and never in more than 100 frames', () => {
  const { keeper, all } = kept(430);
  const end = all.at(-1);
  const stateAt = new Map(all.map(({ seq, state }) => [seq, state]));
  // Most subscribers get the same texts: each is followed once, between the states of its two positions.
  const followedOnce = new Map<string, Delta>();
  const follow = (text: string): Delta => {
    const delta = followedOnce.get(text) ?? (JSON.parse(text) as Delta);
    if (!followedOnce.has(text))
      expect(mergePatch(stateAt.get(startOf(delta)), delta.patch)).toEqual(stateAt.get(delta.seq));
    followedOnce.set(text, delta);
    return delta;
  };
  for (const [index, { seq }] of all.entries()) {
    const texts = keeper.after(seq);
    expect(texts).not.toBeNull();
    const deltas = (texts ?? []).map(follow);
    expect(deltas.map(startOf)).toEqual([seq, ...deltas.map((delta) => delta.seq)].slice(0, -1));
    expect(deltas.at(-1)?.seq ?? seq).toBe(end?.seq);
    const missed = all.length - 1 - index;
    if (missed <= ONE_BY_ONE_MAX) expect(texts).toHaveLength(missed);
    expect(texts?.length).toBeLessThanOrEqual(ONE_BY_ONE_MAX);
    const causes = deltas.flatMap((delta) => delta.cause.map((cause) => cause.marker_id));
    expect(causes).toEqual(all.slice(index + 1).map((step) => step.cause[0]?.marker_id));
  }
});

it('P30 computes each delta once, however many subscribers come back from however many positions (rule LIMIT-14)', () => {
  const { keeper, all } = kept(430);
  expect(patches).toHaveBeenCalledTimes(430);
  for (let round = 0; round < 40; round += 1) for (const { seq } of all) keeper.after(seq);
  // One jump from each of the seven blocks before the last one, for subscribers that missed more than 100 deltas.
  expect(patches.mock.calls.length - 430).toBeLessThanOrEqual(7);
});

it('P32 keeps 1,000 deltas or those of the last 5 minutes', () => {
  const many = kept(1_200);
  expect(many.keeper.after(201)).not.toBeNull();
  expect(many.keeper.after(200)).toBeNull();
  const slow = kept(100, LIMITS, steps(100, { every: 10_000 }));
  // A position is kept until the one after it is too old: the delta to 71 came 300 seconds before the newest.
  expect(slow.keeper.after(70)).not.toBeNull();
  expect(slow.keeper.after(69)).toBeNull();
  expect(slow.keeper.after(500), 'from the future').toBeNull();
});

it('P32 keeps 8 MB a channel at most, the newest positions first (rule LIMIT-14)', () => {
  const { keeper, all } = kept(900, LIMITS, steps(900, { label: 'y'.repeat(20_000) }));
  expect(keeper.bytes()).toBeLessThanOrEqual(KEPT_BYTES_MAX);
  expect(keeper.bytes()).toBeGreaterThan(KEPT_BYTES_MAX / 2);
  expect(keeper.after(1)).toBeNull();
  const newest = all.at(-1);
  const near = all.at(-50);
  expect(followed(near?.state, near?.seq ?? 0, keeper.after(near?.seq ?? 0)).state).toEqual(newest?.state);
});

it('P32 keeps 8 MB at most of a game with 12,000 markers, where each state alone has a map of 12,000 events', () => {
  const { start, steps: all } = steps(200, { before: 11_800 });
  const keeper = openKeptDeltas('game:100', start, LIMITS);
  let most = 0;
  for (const step of all) {
    keeper.push(step);
    most = Math.max(most, keeper.bytes());
  }
  expect(most).toBeLessThanOrEqual(KEPT_BYTES_MAX);
  expect(keeper.after(51)).not.toBeNull();
});

it('gives a delayed page the state of its time and the deltas after it, and computes no patch for it', () => {
  const { keeper, all } = kept(430, LIMITS, steps(430, { every: 100 }));
  patches.mockClear();
  for (const { seq, at, state } of all) {
    const { state: text, deltas, ...position } = keeper.since(at + 50);
    expect(position).toEqual({ seq, at });
    expect(JSON.parse(text)).toEqual(state);
    expect(deltas).toHaveLength(431 - seq);
  }
  expect(patches).not.toHaveBeenCalled();
  expect(keeper.since(-1)).toMatchObject({ seq: 1 });
  const short = kept(100, { ...LIMITS, ms: 1_000 }, steps(100, { every: 100 }));
  expect(short.keeper.since(0), 'the oldest that is kept').toMatchObject({ seq: 90 });
});

it('follows any changes, also of members that go and come again', () => {
  const events = fc.dictionary(
    fc.constantFrom('a', 'b', 'c', 'd'),
    fc.dictionary(fc.constantFrom('x', 'y', 'z'), fc.nat(3)),
  );
  fc.assert(
    fc.property(fc.array(events, { minLength: 1, maxLength: 180 }), fc.nat(), (list, pick) => {
      const all = list.map((of, index): Step => ({ seq: index, at: index, cause: [], state: stateOf(of) }));
      const [start, ...rest] = all;
      if (!start) return;
      const keeper = openKeptDeltas('game:100', start, LIMITS);
      for (const step of rest) keeper.push(step);
      const from = all[pick % all.length] ?? start;
      const end = all.at(-1);
      expect(followed(from.state, from.seq, keeper.after(from.seq))).toEqual({ state: end?.state, seq: end?.seq });
      expect(JSON.parse(keeper.since(from.at).state)).toEqual(from.state);
    }),
    { numRuns: 60 },
  );
});

it('leads from each position of a real match to its newest state, also over late markers, edits and deletions', () => {
  const bodyOf = (n: number): Body => ({
    id: n % 9 === 8 ? n - 5 : n + 1,
    at: n % 7 === 3 ? n / 20 : n / 4,
    type: n % 11 === 0 ? 'Goal' : 'Shot',
    by: 1 + (n % 6),
  });
  const all: { match: Match; step: Step }[] = [
    { match: empty(game()), step: { ...stepAt(0), state: empty(game()).state } },
  ];
  for (let n = 0; n < 240; n += 1) {
    const { match } = all.at(-1) ?? { match: empty(game()) };
    const { match: next } = n % 13 === 12 ? drop(match, n - 3) : send(match, bodyOf(n));
    if (next !== match) all.push({ match: next, step: { ...stepAt(all.length), state: next.state } });
  }
  const [first, ...rest] = all.map(({ step }) => step);
  const keeper = openKeptDeltas('game:100', first ?? stepAt(0), LIMITS);
  for (const step of rest) keeper.push(step);
  const texts = all.map(({ match }) => JSON.stringify(refolded(match).state));
  // As texts: to compare hundreds of events one by one takes the test runner longer than all else here.
  const canonical = (text: string): string => canonicalJson(JSON.parse(text));
  const newest = canonical(texts.at(-1) ?? '');
  for (const [seq, text] of texts.entries()) {
    const end = followed(JSON.parse(text), seq, keeper.after(seq));
    expect(end.seq).toBe(texts.length - 1);
    expect(canonicalJson(end.state)).toBe(newest);
    expect(canonical(keeper.since(seq).state)).toBe(canonical(text));
  }
});

const stepAt = (seq: number): Step => ({ seq, at: seq, cause: [], state: stateOf({}) });

it('P25 publishes the kept text of a change that leaves alone, and computes one patch for those that leave together', () => {
  const published: string[] = [];
  const { start, steps: made } = steps(4);
  const channel = openChannel(
    'game:100',
    { epoch: 'e', step: start },
    { timing: TIMING, flushBudget: openFlushBudget(TIMING), publish: (_, frame) => published.push(frame) },
    { hashed: true },
  );
  channel.joined();
  channel.advance(made.slice(0, 1));
  expect(patches).toHaveBeenCalledTimes(1);
  channel.advance(made.slice(1));
  channel.flush();
  // One for the three together. Their own texts are made when a client resumes.
  expect(patches).toHaveBeenCalledTimes(2);
  expect(published.map((frame) => (JSON.parse(frame) as Delta).seq)).toEqual([2, 5]);
  expect(parsed(published)[1]?.cause).toHaveLength(3);
  expect(channel.resume({ epoch: 'e', seq: 1 })?.[1]).toBe(published[0]);
  expect(patches).toHaveBeenCalledTimes(5);
  channel.resume({ epoch: 'e', seq: 1 });
  expect(patches).toHaveBeenCalledTimes(5);
  expect(channel.resume({ epoch: 'other', seq: 1 })).toBeNull();
  channel.stop();
});

it('rule LIVE-12: a step that comes while the deltas are sealed loses nothing', () => {
  // The states stay small, so texts are made late.
  const made = Array.from({ length: 53 }, (_, index): Step => ({
    seq: index + 2,
    at: index,
    cause: [{ action: 'updated', marker_id: `m${index}` }],
    state: stateOf({ a: event(`x${index}`) }),
  }));
  const kept = openKeptDeltas('game:100', { seq: 1, at: 0, state: stateOf({}) }, LIMITS);
  for (const step of made.slice(0, -1)) kept.push(step);
  const sealing = kept.seal();
  sealing.next();
  for (const step of made.slice(-1)) kept.push(step);
  while (sealing.next().done !== true);
  const deltas = parsed(kept.after(1));
  expect(deltas.map(({ seq, cause }) => [seq, cause[0]?.marker_id])).toEqual(
    made.map(({ seq }, index) => [seq, `m${index}`]),
  );
});

it('rule LIVE-12: a step that waits to be sent is not sealed', () => {
  const published: string[] = [];
  const { start, steps: made } = steps(1);
  const flushBudget = { ...openFlushBudget(TIMING), waitMs: () => 60_000 };
  const channel = openChannel(
    'game:100',
    { epoch: 'e', step: start },
    { timing: { ...TIMING, eagerSubscribers: 0 }, flushBudget, publish: (_, frame) => published.push(frame) },
    { hashed: true },
  );
  channel.joined();
  channel.advance(made);
  for (const piece of channel.seal()) expect(piece).toBeUndefined();
  channel.flush();
  expect(parsed(published).map(({ seq }) => seq)).toEqual([2]);
});
