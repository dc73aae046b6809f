// Rule LIVE-12: which matches fall asleep, and that one which is used while it falls asleep stays awake.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { MatchRef } from '../../protocol/wire/ids.ts';
import { openChannel } from '../../src/live/channel.ts';
import { type Held, isDormant, openDormancy } from '../../src/live/dormancy.ts';
import type { Slept } from '../../src/live/dormant.ts';
import { openFlushBudget } from '../../src/live/flush-budget.ts';
import type { LiveMatch } from '../../src/live/live-match.ts';
import { TIMING } from '../../src/live/timing.ts';
import { type Match, openMatch } from '../../src/match/match.ts';
import { nextTurn } from '../support/next-turn.ts';
import { game } from '../support/play.ts';
import { stall } from '../support/stall.ts';

const REF: MatchRef = 'game:100';
const LOOK_MS = TIMING.dormantMs / 10;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const matchOf = (title: string): Match => openMatch({ fixture: game({ title }), seq: 0, markers: [], hand: {} });

/** A match in memory that was last used so long ago. `during`: called in the given part of its falling asleep. */
function heldFor(quietMs: number, during: { readonly slept?: () => void; readonly seal?: () => void } = {}) {
  const state = { match: matchOf('First'), isIdle: true, isQuiet: true, retired: 0 };
  const deps = { publish: () => undefined, flushBudget: openFlushBudget(TIMING), timing: TIMING };
  const step = { seq: 0, at: 0, cause: [], state: state.match.state };
  const opened = openChannel(REF, { epoch: 'e', step }, deps, { hashed: true });
  const channel = {
    ...opened,
    isQuiet: () => state.isQuiet,
    *seal() {
      during.seal?.();
      yield;
      yield* opened.seal();
    },
  };
  const live = {
    ref: REF,
    channel,
    match: () => state.match,
    isIdle: () => state.isIdle,
    retire: () => (state.retired += 1),
    slept: (): Slept => {
      during.slept?.();
      return { seq: 0, at: 0, epoch: 'e', id: 1, leftEpochs: new Set(), channel };
    },
  } as unknown as LiveMatch;
  const held: Held = { served: live, usedAt: 0, activeAt: performance.now() - quietMs };
  return { held, live, channel, state };
}

function dormancyOf(matches: Map<MatchRef, Held>) {
  const woken: string[] = [];
  const dormancy = openDormancy({
    matches,
    open(_, { opened }) {
      const match = opened ?? matchOf('');
      woken.push(match.state.title);
      return { ...heldFor(0).live, match: () => match };
    },
    timing: TIMING,
  });
  /** One look, and all that follows from it. */
  const look = async (): Promise<void> => {
    vi.advanceTimersByTime(LOOK_MS);
    for (let turn = 0; turn < 30; turn += 1) await nextTurn();
  };
  return { dormancy, look, woken };
}

it('rule LIVE-12: a match that was quiet for 15 seconds falls asleep, and is retired; a later use keeps it awake', async () => {
  const [quiet, used, busy, gathering] = [heldFor(15_001), heldFor(14_000), heldFor(15_001), heldFor(15_001)];
  busy.state.isIdle = false;
  gathering.state.isQuiet = false;
  const matches = new Map<MatchRef, Held>([
    [REF, quiet.held],
    ['game:101', used.held],
    ['game:102', busy.held],
    ['game:103', gathering.held],
  ]);
  const { dormancy, look, woken } = dormancyOf(matches);
  await look();
  expect([...matches.values()].map(({ served }) => isDormant(served))).toEqual([true, false, false, false]);
  expect([quiet, used, busy, gathering].map(({ state }) => state.retired)).toEqual([1, 0, 0, 0]);
  quiet.channel.snapshot();
  expect(woken).toEqual(['First']);
  expect(isDormant(quiet.held.served)).toBe(false);
  await look();
  expect(isDormant(quiet.held.served), 'to be woken is a use').toBe(false);
  dormancy.close();
  expect(vi.getTimerCount()).toBe(0);
});

it('rule LIVE-12: at most 200 matches fall asleep after a look', async () => {
  const matches = new Map<MatchRef, Held>(
    Array.from({ length: 250 }, (_, index) => [`game:${index + 1}`, heldFor(20_000).held]),
  );
  const { dormancy, look } = dormancyOf(matches);
  const dormant = (): number => [...matches.values()].filter(({ served }) => isDormant(served)).length;
  await look();
  await expect.poll(dormant).toBe(200);
  for (let turn = 0; turn < 30; turn += 1) await nextTurn();
  expect(dormant()).toBe(200);
  await look();
  await expect.poll(dormant).toBe(250);
  dormancy.close();
});

describe.each(['slept', 'seal'] as const)('rule LIVE-12: between two pieces (%s)', (part) => {
  type Asleep = ReturnType<typeof heldFor> & { readonly matches: Map<MatchRef, Held> };
  /** Does `act` in the pause after the first piece: the piece takes the time of a turn. */
  async function interrupted(act: (one: Asleep) => void) {
    const during = (): void => {
      stall(3);
      queueMicrotask(() => {
        act(asleep);
      });
    };
    const one = heldFor(20_000, { [part]: during });
    const asleep: Asleep = { ...one, matches: new Map([[REF, one.held]]) };
    const { dormancy, look } = dormancyOf(asleep.matches);
    await look();
    dormancy.close();
    return one;
  }

  it.each<readonly [string, (one: Asleep) => void]>([
    ['is used', ({ held }) => void (held.activeAt = performance.now())],
    ['is changed', ({ state }) => void (state.match = matchOf('Second'))],
    ['has work', ({ state }) => void (state.isIdle = false)],
    ['is dropped', ({ matches }) => void matches.delete(REF)],
    ['is loaded again', ({ matches }) => void matches.set(REF, heldFor(0).held)],
    ['is served by another object', ({ held }) => void (held.served = heldFor(0).live)],
  ])('a match that %s does not fall asleep', async (_, act) => {
    const { held, state } = await interrupted(act);
    expect([isDormant(held.served), state.retired]).toEqual([false, 0]);
  });

  it('a match that nothing happens to falls asleep', async () => {
    const { held, state } = await interrupted(() => undefined);
    expect([isDormant(held.served), state.retired]).toEqual([true, 1]);
  });
});
