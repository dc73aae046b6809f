// What leaves the memory of a node: not what someone followed until just now, whose deltas are needed when it comes back (P32).
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { LiveEvents } from '../../src/live/events.ts';
import { openFeeds } from '../../src/live/feeds.ts';
import { openFlushBudget } from '../../src/live/flush-budget.ts';
import { openLiveMatches } from '../../src/live/live-matches.ts';
import { openOnAirChannels } from '../../src/live/on-air.ts';
import { TIMING } from '../../src/live/timing.ts';
import { openEvents } from '../../src/ops/events.ts';
import { createLogger } from '../../src/ops/logger.ts';
import { nextTurn } from '../support/next-turn.ts';
import { oneMatchStore } from '../support/one-match-store.ts';
import { game } from '../support/play.ts';

const timing = { ...TIMING, dormantMs: 1_000_000_000 };
const shared = {
  events: openEvents<LiveEvents>(),
  publish: () => undefined,
  flushBudget: openFlushBudget(timing),
  follow: () => Promise.resolve(),
  unfollow: () => undefined,
  timing,
  logger: createLogger('silent'),
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const openMatches = () =>
  openLiveMatches({
    store: oneMatchStore(game()),
    storeIdle: () => Promise.resolve(),
    isWatched: () => false,
    ...shared,
  });
const openOnlyFeeds = () =>
  openFeeds({
    feedGames: () => Promise.resolve([]),
    feedMatches: () => Promise.resolve([]),
    readMarks: () => Promise.resolve(new Map()),
    readPositions: () => Promise.resolve(new Map()),
    getMatch: () => Promise.resolve(null),
    ...shared,
  });
const openOnAir = () =>
  openOnAirChannels({
    read: (refs) => Promise.resolve(refs.map((ref) => ({ ref, epoch: 'e', seq: 0, at: 0, items: {} }))),
    write: () => Promise.resolve(null),
    ...shared,
  });

const kinds = {
  match() {
    const matches = openMatches();
    return { close: matches.close, channel: async () => (await matches.channel('game:100'))?.channel };
  },
  feed() {
    const feeds = openOnlyFeeds();
    return { close: feeds.close, channel: () => feeds.channel('club:riverside-fc') };
  },
  'on air'() {
    const onAir = openOnAir();
    return { close: onAir.close, channel: () => onAir.channel('game:100') };
  },
};

it.each(['match', 'feed', 'on air'] as const)(
  'rule LIVE-8: the %s channel leaves memory 10 minutes after its last subscriber, not at once',
  async (kind) => {
    const { channel, close } = kinds[kind]();
    const pass = async (ms: number): Promise<void> => {
      vi.advanceTimersByTime(ms);
      await nextTurn();
    };
    const first = await channel();
    first?.joined();
    await pass(3 * timing.evictMs);
    first?.left();
    await pass(timing.evictMs / 2);
    expect(await channel()).toBe(first);
    await pass(timing.evictMs / 2);
    await pass(timing.evictMs / 4);
    expect(await channel(), 'the read was a use too').toBe(first);
    await pass(timing.evictMs / 2);
    await pass(timing.evictMs);
    expect(await channel()).not.toBe(first);
    await close();
  },
);

it.each(['match', 'feed', 'on air'] as const)(
  'rule LIVE-8: the %s channel leaves memory as soon when the time of day was set back, and no sooner when it was set on',
  async (kind) => {
    const { channel, close } = kinds[kind]();
    const first = await channel();
    vi.setSystemTime(Date.now() + 24 * timing.evictMs);
    vi.advanceTimersByTime(timing.evictMs / 2);
    expect(await channel()).toBe(first);
    vi.setSystemTime(Date.now() - 48 * timing.evictMs);
    vi.advanceTimersByTime(2 * timing.evictMs);
    await nextTurn();
    expect(await channel()).not.toBe(first);
    await close();
  },
);
