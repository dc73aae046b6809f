// How a feed follows its matches: what it reads when, and what it shows of a change, of another node and of a store that went back.
import { afterEach, describe, expect, it } from 'vitest';
import type { FeedState } from '../../protocol/wire/board.ts';
import type { FeedRef, MatchRef } from '../../protocol/wire/ids.ts';
import { type Feeds, openFeeds } from '../../src/live/feeds.ts';
import { openFlushBudget } from '../../src/live/flush-budget.ts';
import { TIMING } from '../../src/live/timing.ts';
import { type Match, openMatch } from '../../src/match/match.ts';
import { createLogger } from '../../src/ops/logger.ts';
import { storeAway } from '../../src/ops/problem.ts';
import { cupMatch, game } from '../support/play.ts';

const FEED: FeedRef = 'club:riverside-fc';
const [ONE, TWO] = ['game:100', 'game:101'] as const;
const SOON = Date.now() + 3_600_000;

const opened: Feeds[] = [];
afterEach(() => {
  for (const feeds of opened.splice(0)) feeds.close();
});

/** A game at `seq`, which its title tells. */
const gameAt = (seq: number, id = 100, kickOff = SOON): Match =>
  openMatch({ fixture: game({ id, kickOff, title: `Title ${seq}` }), seq, markers: [], hand: {} });

/** A node whose memory and store have these matches at `seq` 1. */
function nodeWith(...refs: readonly MatchRef[]) {
  /** What the node read, in order. */
  const did: string[] = [];
  const frames: { readonly type: string; readonly seq: number; readonly epoch?: string }[] = [];
  const memory = new Map<MatchRef, Match>();
  const stored = new Map<MatchRef, { readonly seq: number; readonly at: number }>();
  const late = {
    ids: (): Promise<void> => Promise.resolve(),
    match: (_: MatchRef): Promise<void> => Promise.resolve(),
  };
  const ids = async (kind: string, slug: string): Promise<number[] | null> => {
    did.push(`ids ${kind} ${slug}`);
    const found = [...stored.keys()].map((ref) => Number(ref.split(':')[1]));
    await late.ids();
    return slug === 'nobody' ? null : found;
  };
  const feeds = openFeeds({
    feedGames: (slug) => ids('games', slug),
    feedMatches: (slug) => ids('matches', slug),
    readMarks(of) {
      did.push('marks');
      return Promise.resolve(new Map(of.map((ref) => [ref, JSON.stringify([...stored])])));
    },
    readPositions() {
      did.push('positions');
      return Promise.resolve(new Map(stored));
    },
    async getMatch(ref) {
      did.push(ref);
      await late.match(ref);
      const match = memory.get(ref);
      return match ? { match: () => match } : null;
    },
    async follow(ref) {
      await Promise.resolve();
      did.push(`follow ${ref}`);
    },
    unfollow: (ref) => did.push(`unfollow ${ref}`),
    publish: (_, frame) => frames.push(JSON.parse(frame) as (typeof frames)[number]),
    flushBudget: openFlushBudget(TIMING),
    timing: TIMING,
    logger: createLogger('silent'),
  });
  opened.push(feeds);
  const put = (ref: MatchRef, match: Match, at = match.seq * 10): void => {
    memory.set(ref, match);
    stored.set(ref, { seq: match.seq, at });
  };
  for (const ref of refs) put(ref, gameAt(1, Number(ref.split(':')[1])));
  return {
    feeds,
    did,
    frames,
    memory,
    stored,
    late,
    put,
    /** The feed, with a subscriber. From then on `did` and `frames` are new. */
    async follow(ref = FEED) {
      const channel = await feeds.channel(ref);
      if (channel === null) throw new Error('no feed');
      channel.joined();
      did.length = 0;
      frames.length = 0;
      return channel;
    },
    async titles(ref = FEED): Promise<string[]> {
      const state = (await feeds.channel(ref))?.newest().state as FeedState | undefined;
      return Object.values(state?.matches ?? {}).map(({ title }) => title);
    },
    /** A change of a match that this node accepts. */
    moved: (match: Match): void =>
      feeds.moved(match, { seq: match.seq, at: match.seq * 10, cause: [], state: match.state }),
  };
}

describe('P22 a feed that is loaded', () => {
  it('follows first, and then reads', async () => {
    const { did, feeds, titles } = nodeWith(ONE, TWO);
    expect(await titles()).toEqual(['Title 1', 'Title 1']);
    expect(did).toEqual([`follow ${FEED}`, 'positions', 'ids games riverside-fc', ONE, TWO]);
    await feeds.channel(FEED);
    expect(did).toHaveLength(5);
  });

  it('of a tournament has all its matches, and no hash', async () => {
    const node = nodeWith();
    node.put('match:701', openMatch({ fixture: cupMatch(), seq: 1, markers: [], hand: {} }));
    const channel = await node.follow('tournament:autumn-cup');
    expect(await node.titles('tournament:autumn-cup')).toHaveLength(1);
    node.feeds.close();
    node.did.length = 0;
    await node.feeds.channel('tournament:autumn-cup');
    expect(node.did).toContain('ids matches autumn-cup');
    expect(JSON.parse(channel.heartbeat(1))).not.toHaveProperty('hash');
  });

  it('leaves out a game of long ago, until it changes', async () => {
    const node = nodeWith(ONE);
    node.put('game:102', gameAt(1, 102, Date.now() - 48 * 3_600_000));
    await node.follow();
    expect(await node.titles()).toEqual(['Title 1']);
    node.moved(gameAt(2, 102));
    expect(await node.titles()).toEqual(['Title 1', 'Title 2']);
  });

  it('has the changes that came meanwhile', async () => {
    const node = nodeWith(ONE, TWO);
    node.late.ids = () => {
      node.moved(gameAt(2, 101));
      return Promise.resolve();
    };
    expect(await node.titles()).toEqual(['Title 1', 'Title 2']);
  });

  it('has a game that another node made meanwhile', async () => {
    const node = nodeWith(ONE);
    node.late.ids = () => {
      node.memory.set(TWO, gameAt(2, 101));
      return node.feeds.feedChanged({ kind: 'feed_changed', feed: FEED, ref: TWO, seq: 2, at: 20, cause: [] });
    };
    expect(await node.titles()).toEqual(['Title 1', 'Title 2']);
  });

  it('reads each of many games once, 8 at once', async () => {
    const { did, late, titles } = nodeWith(
      ...Array.from({ length: 20 }, (_, index): MatchRef => `game:${100 + index}`),
    );
    const atOnce: number[] = [];
    let reading = 0;
    late.match = async () => {
      atOnce.push((reading += 1));
      await Promise.resolve();
      reading -= 1;
    };
    expect(await titles()).toHaveLength(20);
    expect(did.filter((one) => one.startsWith('game:'))).toHaveLength(20);
    expect(Math.max(...atOnce)).toBe(8);
  });

  it('is followed no more when there is no such club, or the store is away; the next reader loads it again', async () => {
    const { did, feeds, late } = nodeWith(ONE);
    expect(await feeds.channel('club:nobody')).toBeNull();
    expect(did.at(-1)).toBe('unfollow club:nobody');
    late.match = () => Promise.reject(storeAway());
    await expect(feeds.channel(FEED)).rejects.toMatchObject({ status: 503 });
    expect(did.at(-1)).toBe(`unfollow ${FEED}`);
    late.match = () => Promise.resolve();
    expect((await feeds.channel(FEED))?.position().seq).toBe(1);
  });
});

describe('P22 a change', () => {
  it('is shown once, and not if the feed shows nothing of it', async () => {
    const { follow, frames, moved } = nodeWith(ONE);
    await follow();
    moved(gameAt(2));
    moved(gameAt(2));
    moved({ ...gameAt(2), seq: 3 });
    expect(frames).toEqual([expect.objectContaining({ type: 'delta', seq: 2, at: 20 })]);
  });

  it('of another node is read if the feed is here or is being loaded, and may fail', async () => {
    const { feeds, did, follow, frames, late, memory } = nodeWith(ONE);
    const message = { kind: 'feed_changed', feed: FEED, ref: ONE, seq: 2, at: 20, cause: [] } as const;
    await feeds.feedChanged(message);
    expect(did).toEqual([]);
    await follow();
    late.match = () => Promise.reject(storeAway());
    await feeds.feedChanged(message);
    late.match = () => Promise.resolve();
    memory.set(message.ref, gameAt(2));
    await feeds.feedChanged(message);
    expect(did).toEqual([ONE, ONE]);
    expect(frames).toEqual([expect.objectContaining({ type: 'delta', seq: 2, at: 20 })]);
  });
});

describe('a comparison with the store', () => {
  it('reads the marks, then only what has changed, once', async () => {
    const { did, feeds, follow, frames, put } = nodeWith(ONE, TWO);
    await feeds.compareAll();
    expect(did).toEqual([]);
    await follow();
    await feeds.compareAll();
    expect(did).toEqual(['marks', 'positions']);
    put('game:101', gameAt(2, 101), 25);
    did.length = 0;
    await feeds.compareAll();
    await feeds.compareAll();
    expect(did).toEqual(['marks', 'positions', TWO, 'marks']);
    expect(frames).toEqual([expect.objectContaining({ type: 'delta', seq: 2, at: 25 })]);
  });

  it('shows no new game of long ago', async () => {
    const { feeds, follow, frames, put } = nodeWith(ONE);
    await follow();
    put('game:102', gameAt(1, 102, Date.now() - 48 * 3_600_000));
    await feeds.compareAll();
    expect(frames).toEqual([]);
  });

  it('is made again while the match in memory is newer than its stored position', async () => {
    const { did, feeds, follow, frames, memory, stored } = nodeWith(ONE);
    await follow();
    await feeds.compareAll();
    memory.set('game:100', gameAt(3));
    stored.set('game:100', { seq: 2, at: 20 });
    did.length = 0;
    await feeds.compareAll();
    await feeds.compareAll();
    expect(did).toEqual(['marks', 'positions', ONE, 'marks', 'positions', ONE]);
    expect(frames).toEqual([]);
  });

  it.each([
    ['shorter', 1, 10],
    ['as long', 2, 21],
  ])('rule LIVE-4: finds a store that went back, whose history is %s, and begins one new epoch', async (_, seq, at) => {
    const { feeds, follow, frames, memory, put, stored } = nodeWith();
    put('game:100', gameAt(2));
    await follow();
    await feeds.compareAll();
    memory.set('game:100', gameAt(seq));
    stored.set('game:100', { seq, at });
    await feeds.compareAll();
    await feeds.compareAll();
    expect(frames.filter(({ type }) => type === 'snapshot')).toEqual([expect.objectContaining({ seq: 1 })]);
  });

  it.each(['before a comparison', 'while it is read', 'while another game is read'])(
    'rule LIVE-4: a match that went back %s begins one new epoch of the feed',
    async (when) => {
      const { feeds, follow, frames, late, memory, put, stored } = nodeWith();
      put(ONE, gameAt(2));
      put(TWO, gameAt(1, 101));
      await follow();
      await feeds.compareAll();
      const goBack = (): void => {
        memory.set('game:100', gameAt(1));
        feeds.wentBack(gameAt(1));
      };
      stored.set('game:100', { seq: 1, at: 10 });
      put('game:101', gameAt(2, 101));
      if (when === 'before a comparison') goBack();
      else {
        late.match = (ref) => {
          if (ref === (when === 'while it is read' ? ONE : TWO)) goBack();
          return Promise.resolve();
        };
      }
      await feeds.compareAll();
      late.match = () => Promise.resolve();
      await feeds.compareAll();
      await feeds.compareAll();
      expect(frames.filter(({ type }) => type === 'snapshot')).toHaveLength(1);
    },
  );
});

it('after an import a feed without subscribers is loaded again, and one with subscribers is compared', async () => {
  const { did, feeds, follow } = nodeWith(ONE);
  const channel = await follow();
  channel.left();
  await feeds.forget();
  expect(did).toEqual([`unfollow ${FEED}`]);
  expect(await follow()).not.toBe(channel);
  await feeds.forget();
  expect(did).toEqual(['marks', 'positions']);
  expect([...feeds.watched()].map(({ isLive }) => isLive)).toEqual([false]);
});
