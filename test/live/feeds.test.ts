// The feeds of a node on a store in memory: what enters and leaves them.
import { afterEach, expect, it } from 'vitest';
import type { FeedRef, MatchRef } from '../../protocol/wire/ids.ts';
import { type Feeds, openFeeds } from '../../src/live/feeds.ts';
import { openFlushBudget } from '../../src/live/flush-budget.ts';
import { TIMING } from '../../src/live/timing.ts';
import type { GameFixture } from '../../src/match/fixture.ts';
import type { Match } from '../../src/match/match.ts';
import { createLogger } from '../../src/ops/logger.ts';
import { nextTurn } from '../support/next-turn.ts';
import { bigGame, empty } from '../support/play.ts';

const FEED: FeedRef = 'club:riverside-fc';
/** A game that cannot be read. */
const BROKEN: MatchRef = 'game:666';

const upcoming = (id: number, over: Partial<GameFixture> = {}): Match =>
  empty({ ...bigGame(), ...over, id, kickOff: Date.now() + 3_600_000 });

const opened: Feeds[] = [];
afterEach(() => {
  for (const feeds of opened.splice(0)) feeds.close();
});

/** A node whose store has these games of a club. `meanwhile`: called while the store answers with the ids. */
function nodeWith(ids: readonly number[], meanwhile = (): Promise<void> => Promise.resolve()) {
  const stored = new Map<MatchRef, Match>(ids.map((id) => [`game:${id}`, upcoming(id)]));
  const feeds = openFeeds({
    async feedGames() {
      const found = [...stored.values()].map(({ fixture }) => fixture.id);
      await meanwhile();
      return found;
    },
    feedMatches: () => Promise.resolve(null),
    readMarks: () => Promise.resolve(new Map(stored.size === 0 ? [] : [[FEED, [...stored.keys()].join(':')]])),
    readPositions: () => Promise.resolve(new Map([...stored.keys()].map((ref) => [ref, { seq: 0, at: 0 }]))),
    getMatch(ref) {
      if (ref === BROKEN) return Promise.reject(new TypeError('No such type.'));
      const found = stored.get(ref);
      return Promise.resolve(found ? { match: () => stored.get(ref) ?? found } : null);
    },
    follow: () => Promise.resolve(),
    unfollow: () => undefined,
    publish: () => undefined,
    flushBudget: openFlushBudget(TIMING),
    timing: TIMING,
    logger: createLogger('silent'),
  });
  opened.push(feeds);
  return {
    feeds,
    stored,
    /** The feed, with a subscriber. */
    async follow() {
      const channel = await feeds.channel(FEED);
      channel?.joined();
      return channel;
    },
    async shown(): Promise<string[]> {
      const state = (await feeds.channel(FEED))?.newest().state;
      return state && 'matches' in state ? Object.keys(state.matches) : [];
    },
  };
}

it.each([[[100, 101]], [[100]]])('P22 a game that is deleted leaves the feed of %j', async (ids) => {
  const { feeds, stored, follow, shown } = nodeWith(ids);
  const channel = await follow();
  stored.delete('game:100');
  await feeds.forget();
  expect(await shown()).toEqual(ids.slice(1).flatMap((id) => [`${id}_0`, `${id}_1`]));
  expect(channel?.position().seq).toBe(2);
  await feeds.compareAll();
  expect(channel?.position().seq).toBe(2);
});

it('P22 a game that is made enters the feed, with the time of now', async () => {
  const { feeds, stored, follow, shown } = nodeWith([100]);
  const channel = await follow();
  const before = channel?.position().at ?? NaN;
  stored.set('game:101', upcoming(101));
  await feeds.compareAll();
  expect(await shown()).toEqual(['100_0', '100_1', '101_0', '101_1']);
  expect(channel?.position().at).toBeGreaterThanOrEqual(before);
});

it('P22 a pairing that its game does not have any more leaves the feed', async () => {
  const { feeds, follow, shown } = nodeWith([100, 101]);
  await follow();
  const match = upcoming(100, { pairings: [{ index: 0, home: 1, away: 2 }] });
  feeds.moved(match, { seq: 1, at: 1, cause: [], state: match.state });
  expect(await shown()).toEqual(['100_0', '101_0', '101_1']);
});

it.each([1, 2, 3])(
  'P22 P33 the message of an earlier change does not take back one that is shown meanwhile (%i)',
  async (steps) => {
    const { feeds, stored, follow } = nodeWith([100]);
    const channel = await follow();
    const earlier = feeds.feedChanged({ kind: 'feed_changed', feed: FEED, ref: 'game:100', seq: 1, at: 1, cause: [] });
    for (let step = 0; step < steps; step += 1) await Promise.resolve();
    const match = upcoming(100, { title: 'Moved' });
    stored.set('game:100', match);
    feeds.moved(match, { seq: 2, at: 2, cause: [], state: match.state });
    await earlier;
    expect(channel?.newest().state).toMatchObject({ matches: { '100_0': { title: 'Moved' } } });
  },
);

it('P22 a game that is made or deleted while the feed is loaded is shown as it is now', async () => {
  let answer: () => void = () => undefined;
  const { feeds, stored, shown } = nodeWith([100, 101], () => new Promise((resolve) => (answer = resolve)));
  const loaded = shown();
  await nextTurn();
  stored.delete('game:100');
  stored.set('game:102', upcoming(102));
  const forgotten = feeds.forget();
  answer();
  await loaded;
  await forgotten;
  expect(await shown()).toEqual(['101_0', '101_1', '102_0', '102_1']);
});

it('a game that cannot be read keeps no other one out of the feed, when it is loaded and when it is compared', async () => {
  const { feeds, stored, follow, shown } = nodeWith([100, 666]);
  await follow();
  expect(await shown()).toEqual(['100_0', '100_1']);
  stored.set('game:777', upcoming(777));
  await feeds.compareAll();
  expect(await shown()).toEqual(['100_0', '100_1', '777_0', '777_1']);
});
