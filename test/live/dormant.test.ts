// A match that sleeps and wakes at any points is the same as one that never slept.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import type { MatchRef } from '../../protocol/wire/ids.ts';
import type { Change, Command } from '../../src/match/command.ts';
import type { Fixture } from '../../src/match/fixture.ts';
import { decide, refOf } from '../../src/match/match.ts';
import { eventsOf, logOf, type Pairing } from '../../src/match/pairing.ts';
import { hashOf } from '../../src/live/channel.ts';
import { openFlushBudget } from '../../src/live/flush-budget.ts';
import type { LiveEvents } from '../../src/live/events.ts';
import type { LiveMatch } from '../../src/live/live-match.ts';
import { DORMANT_MARKERS_MAX } from '../../src/live/dormant.ts';
import { type LiveMatches, openLiveMatches } from '../../src/live/live-matches.ts';
import { TIMING } from '../../src/live/timing.ts';
import { openEvents } from '../../src/ops/events.ts';
import { createLogger } from '../../src/ops/logger.ts';
import { gameResult } from '../../src/resources/result.ts';
import { oneMatchStore } from '../support/one-match-store.ts';
import { type Body, empty, game, marker, NOW } from '../support/play.ts';
import { commands, fixtures } from '../support/random-match.ts';
import { uuid } from '../support/uuid.ts';
import { listingOf } from '../support/listing.ts';

const played = { seed: Number(process.env['FC_SEED'] ?? 20260722), numRuns: Number(process.env['FC_RUNS'] ?? 20) };
/** So that no match falls asleep by itself. */
const NEVER_MS = 1_000_000;

type Node = { readonly matches: LiveMatches; readonly published: string[]; readonly loads: () => number };

const nodes: LiveMatches[] = [];
afterEach(async () => {
  for (const matches of nodes.splice(0)) await matches.close();
});

/** A node on a store in memory. */
function nodeOf(fixture: Fixture, dormantMs: number): Node {
  const published: string[] = [];
  let loads = 0;
  const store = oneMatchStore(fixture);
  const matches = openLiveMatches({
    store: {
      ...store,
      load(ref) {
        loads += 1;
        return store.load(ref);
      },
    },
    storeIdle: () => Promise.resolve(),
    events: openEvents<LiveEvents>(),
    follow: () => Promise.resolve(),
    unfollow: () => undefined,
    isWatched: () => false,
    publish: (_, frame) => published.push(frame),
    flushBudget: openFlushBudget(TIMING),
    timing: { ...TIMING, dormantMs },
    logger: createLogger('silent'),
  });
  nodes.push(matches);
  return { matches, published, loads: () => loads };
}

/**
 * Two nodes with the same match: one sleeps whenever it may, the other never. Both have a subscriber. A change comes every
 * `everyMs`, so that old positions are forgotten.
 */
async function twins(fixture: Fixture, everyMs: number) {
  const ref = refOf(empty(fixture));
  const [sleeper, watcher] = [nodeOf(fixture, 1), nodeOf(fixture, NEVER_MS)];
  const [one, other] = [await liveOf(sleeper, ref), await liveOf(watcher, ref)];
  for (const { channel } of [one, other]) channel.joined();
  const { channel } = one;
  let now = NOW;

  /** Stores the change on another node. Both twins hear of it. */
  async function change(command: Command): Promise<void> {
    now += everyMs;
    const stored = decide(other.match(), command, now).change;
    if (stored === null) return;
    const { seq, at, epoch } = other.position();
    other.accept([{ change: stored }]);
    const message = { kind: 'moved', ref, epoch, seq: stored.seq, at: stored.at, changes: [stored] } as const;
    await sleeper.matches.receive({ ...message, after: { seq, at } });
  }

  return {
    ref,
    sleeper,
    watcher,
    other,
    change,
    asleep: () => expect.poll(sleeper.matches.dormant, { interval: 1 }).toBe(1),
    /** What is the same without waking. */
    expectSamePosition(): void {
      expect(sleeper.matches.positions()).toEqual(watcher.matches.positions());
      expect(channel.tag()).toBe(other.channel.tag());
      expect(channel.heartbeat(1)).toBe(other.channel.heartbeat(1));
      expect([...sleeper.matches.watched()].map(({ isLive }) => isLive)).toEqual(
        [...watcher.matches.watched()].map(({ isLive }) => isLive),
      );
      expect(sleeper.published).toEqual(watcher.published);
    },
    async expectSame(): Promise<void> {
      expect(channel.snapshot('ref').toString()).toBe(other.channel.snapshot('ref').toString());
      const live = await liveOf(sleeper, ref);
      const { seq } = other.position();
      for (let since = 0; since <= seq; since += 1) {
        expect(channel.resume({ epoch: 'e', seq: since })).toEqual(other.channel.resume({ epoch: 'e', seq: since }));
      }
      for (const ago of [1, 60_000, 200_000]) expect(channel.since(now - ago)).toEqual(other.channel.since(now - ago));
      const [slept, woke] = [live.match(), other.match()];
      expect(JSON.stringify(slept.named)).toBe(JSON.stringify(woke.named));
      expect(listingOf(slept)).toEqual(listingOf(woke));
      expect(slept.markers.values()).toEqual(woke.markers.values());
      expect(slept.hand).toEqual(woke.hand);
      expect(slept.pairings.map(countsOf)).toEqual(woke.pairings.map(countsOf));
      expect([slept.manualSince, slept.lastMarkerAt]).toEqual([woke.manualSince, woke.lastMarkerAt]);
      expect(slept.fixture).toEqual(woke.fixture);
      if (slept.fixture.kind === 'game') expect(gameResult(slept)).toEqual(gameResult(woke));
    },
  };
}

/** Without the blocks, which are different after a fold from the beginning. */
const countsOf = (pairing: Pairing) => {
  const { life, goals, cards, stats, keepers } = pairing.tally;
  return { life, goals, cards, stats, keepers, log: logOf(pairing), events: eventsOf(pairing) };
};

const liveOf = ({ matches }: Node, ref: MatchRef): Promise<LiveMatch> => liveIn(matches, ref);
async function liveIn(matches: LiveMatches, ref: MatchRef = 'game:100'): Promise<LiveMatch> {
  const live = await matches.get(ref);
  if (!live) throw new Error(`no ${ref}`);
  return live;
}

describe.each(Object.entries(fixtures))('%s', (_, fixture) => {
  it('rule LIVE-12: a match that slept and woke at any points is the same as one that never slept', async () => {
    const steps = fc.array(fc.record({ command: commands(fixture), sleeps: fc.boolean(), looks: fc.nat(5) }), {
      maxLength: 30,
    });
    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        const pair = await twins(fixture, 20_000);
        for (const { command, sleeps, looks } of all) {
          await pair.change(command);
          if (sleeps) await pair.asleep();
          pair.expectSamePosition();
          if (looks === 0) await pair.expectSame();
        }
        await pair.asleep();
        pair.expectSamePosition();
        await pair.expectSame();
        expect(pair.sleeper.loads(), 'reads of the database').toBe(1);
      }),
      played,
    );
  });
});

const bodyOf = (n: number): Body => ({
  id: n % 9 === 8 ? n - 5 : n + 1,
  at: n % 7 === 3 ? n / 20 : n / 4,
  type: n % 11 === 0 ? 'Goal' : 'Shot',
  by: 1 + (n % 6),
});

it('rule LIVE-12: a long match leads from each kept position to the newest one by the same frames', async () => {
  const pair = await twins(game(), 2_000);
  for (let n = 0; n < 260; n += 1) {
    await pair.change({ kind: 'record', marker: marker('game', bodyOf(n)), repeat: 'update' });
    if (n % 13 === 12) await pair.change({ kind: 'delete', key: uuid(n - 3) });
    if (n % 23 === 22) {
      await pair.asleep();
      pair.expectSamePosition();
    }
    if (n % 90 === 89) await pair.expectSame();
  }
  await pair.asleep();
  await pair.expectSame();
});

const tooMany = (): readonly Change[] =>
  Array.from({ length: DORMANT_MARKERS_MAX + 1 }, (_, n): Change => {
    const seq = n + 1;
    const one = marker('game', { id: seq, at: n / 60, type: 'Shot', by: 1 });
    return { seq, at: NOW, cause: [], put: [{ ...one, arrival: seq, touched: seq }] };
  });

const oneMarker = () =>
  tooMany()
    .slice(0, 1)
    .map((change) => ({ change }));

/** Two matches: the node looks at the first one before it puts the second one to sleep. */
async function twoMatches() {
  const { matches } = nodeOf(game(), 1);
  const [first, second] = [await matches.get('game:100'), await matches.get('game:101')];
  if (!first || !second) throw new Error('no match');
  return { matches, first, second };
}

it('rule LIVE-12: a match with more than 1,000 markers stays awake', async () => {
  const { matches, first, second } = await twoMatches();
  const changes = tooMany().map((change) => ({ change }));
  first.accept(changes);
  second.accept(changes.slice(0, DORMANT_MARKERS_MAX));
  await expect.poll(matches.dormant, { interval: 1 }).toBe(1);
  // One that slept is another object.
  expect(await matches.get('game:100')).toBe(first);
  expect(first.match().markers.size).toBe(1_001);
  expect(await matches.get('game:101')).not.toBe(second);
});

it('rule LIVE-12: a match stays awake while work on it runs', async () => {
  const { matches, first } = await twoMatches();
  let release = (): void => undefined;
  const work = first.catchUp(() => new Promise<void>((resolve) => (release = resolve)));
  await expect.poll(matches.dormant, { interval: 1 }).toBe(1);
  expect(await matches.get('game:100'), 'it did not sleep').toBe(first);
  release();
  await work;
  await expect.poll(matches.dormant, { interval: 1 }).toBe(2);
});

it('rule LIVE-12: a dormant match keeps nothing of the one that was awake', async () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  const { matches } = nodeOf(game(), 1);
  const awake = await remembered(matches);
  await expect.poll(matches.dormant, { interval: 1 }).toBe(1);
  const left = (): boolean[] => {
    collectGarbage();
    return awake.map((one) => one.deref() !== undefined);
  };
  await expect.poll(left).toEqual(awake.map(() => false));
});

/** A match with a marker, its value, its states and its snapshot: without a reference that would keep them. */
async function remembered(matches: LiveMatches): Promise<readonly WeakRef<object>[]> {
  const live = await liveIn(matches);
  const before = live.match().state;
  live.accept(oneMarker());
  const { state } = live.match();
  return [live, live.match(), before, state, live.channel.snapshot()].map((one) => new WeakRef(one));
}

it('rule LIVE-12: heartbeats do not wake a match that has subscribers', async () => {
  const { matches } = nodeOf(game(), 1);
  const { channel, accept, match } = await liveIn(matches);
  channel.joined();
  accept(oneMarker());
  const hash = hashOf(match().state);
  await expect.poll(matches.dormant, { interval: 1 }).toBe(1);
  expect(JSON.parse(channel.heartbeat(1))).toMatchObject({ seq: 1, hash });
  expect(matches.dormant()).toBe(1);
});
