// The matches in memory on a store in memory: how they are loaded, follow others, and are given up.
import { afterEach, expect, it, vi } from 'vitest';
import type { LiveEvents } from '../../src/live/events.ts';
import { openFlushBudget } from '../../src/live/flush-budget.ts';
import { type LiveMatches, openLiveMatches } from '../../src/live/live-matches.ts';
import { TIMING } from '../../src/live/timing.ts';
import { decide } from '../../src/match/match.ts';
import { openEvents } from '../../src/ops/events.ts';
import { createLogger } from '../../src/ops/logger.ts';
import { storeAway } from '../../src/ops/problem.ts';
import { scoreOf } from '../support/live-on-memory.ts';
import { oneMatchStore } from '../support/one-match-store.ts';
import { empty, game, NOW } from '../support/play.ts';

const REF = 'game:100';
const opened: LiveMatches[] = [];
afterEach(async () => {
  vi.useRealTimers();
  for (const matches of opened.splice(0)) await matches.close();
});

function openNode(dormantMs = TIMING.dormantMs) {
  const did: string[] = [];
  const store = { is: 'here' as 'here' | 'empty' | 'away', loaded: (): Promise<void> => Promise.resolve() };
  const stored = oneMatchStore(game());
  const events = openEvents<LiveEvents>();
  events.on('moved', ({ message }) => void did.push(`moved ${message.seq}`));
  const matches = openLiveMatches({
    store: {
      ...stored,
      async load(ref) {
        did.push('load');
        const { is } = store;
        await store.loaded();
        if (is === 'away') throw storeAway();
        return is === 'here' ? stored.load(ref) : null;
      },
    },
    storeIdle: () => Promise.resolve(),
    events,
    follow: (ref) => Promise.resolve(void did.push(`follow ${ref}`)),
    unfollow: (ref) => void did.push(`unfollow ${ref}`),
    isWatched: () => false,
    publish: () => undefined,
    flushBudget: openFlushBudget(TIMING),
    timing: { ...TIMING, dormantMs },
    logger: createLogger('silent'),
  });
  opened.push(matches);
  return { matches, did, store, events };
}

/** The message of another node that the score was set. */
function scored() {
  const { change } = decide(empty(game()), scoreOf(1), NOW);
  if (!change) throw new Error('no change');
  const { seq, at } = change;
  return { kind: 'moved', ref: REF, epoch: 'e', seq, at, after: { seq: 0, at: 0 }, changes: [change] } as const;
}

it('loads a match once for all that ask, and follows it first (rule LIVE-8)', async () => {
  const { matches, did } = openNode();
  const [one, other] = await Promise.all([matches.get(REF), matches.get(REF)]);
  expect(one).toBe(other);
  expect(await matches.get(REF)).toBe(one);
  expect(did).toEqual([`follow ${REF}`, 'load']);
});

it.each(['empty', 'away'] as const)(
  'does not follow a match (rule LIVE-8) when the store is %s; the next get loads it',
  async (is) => {
    const { matches, did, store } = openNode();
    store.is = is;
    if (is === 'empty') expect(await matches.get(REF)).toBeNull();
    else await expect(matches.get(REF)).rejects.toMatchObject({ status: 503 });
    expect(did).toEqual([`follow ${REF}`, 'load', `unfollow ${REF}`]);
    store.is = 'here';
    expect(await matches.get(REF)).not.toBeNull();
  },
);

it('handles a message that comes while the match is loaded', async () => {
  const { matches, store } = openNode();
  let end: () => void = () => undefined;
  store.loaded = () => new Promise((resolve) => (end = resolve));
  const loaded = matches.get(REF);
  await Promise.resolve();
  const received = matches.receive(scored());
  end();
  await received;
  expect((await loaded)?.position().seq).toBe(1);
});

it('rule LIVE-12: an old message and an equal position in the store do not wake a match, and a new message does', async () => {
  const { matches } = openNode(1);
  const live = await matches.get(REF);
  const asleep = () => expect.poll(matches.dormant, { interval: 1 }).toBe(1);
  await asleep();
  const here = live?.position() ?? { seq: 0, at: 0, epoch: 'e' };
  await matches.receive({ ...scored(), seq: 0, at: 0, changes: [] });
  await matches.compare(REF, here, here);
  expect(matches.dormant()).toBe(1);
  await matches.receive(scored());
  expect(matches.positions().get(REF)?.seq).toBe(1);
});

it('announces no edit that changes nothing', async () => {
  const { matches, did } = openNode();
  await matches.edit(REF, () => Promise.resolve());
  expect(did.filter((one) => one.startsWith('moved'))).toEqual([]);
});

it('a write to a match that vanished and was made again goes to the new one', async () => {
  const { matches, did, events } = openNode();
  const before = await matches.get(REF);
  events.emit('vanished', { ref: REF });
  expect(did.at(-1)).toBe(`unfollow ${REF}`);
  await before?.record(scoreOf(1), null);
  expect(before?.position().seq).toBe(0);
  expect((await matches.get(REF))?.position().seq).toBe(1);
});

it('rule LIVE-12: nothing looks for matches to give up or to put to sleep after the end', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const { matches } = openNode();
  await matches.get(REF);
  await matches.close();
  expect(vi.getTimerCount()).toBe(0);
});
