// The matches that this node has in memory: loaded once, kept up to date with the messages of other nodes, and evicted after
// their last use.
import type { MatchRef } from '../../protocol/wire/ids.ts';
import type { Moved } from '../cluster/messages.ts';
import { feedOf } from '../match/fixture.ts';
import { type Match, openInPieces } from '../match/match.ts';
import { openDeadlines } from '../ops/deadline.ts';
import type { Logger } from '../ops/logger.ts';
import { isStoreAway } from '../ops/problem.ts';
import { eachInTurns, inTurns } from '../ops/turns.ts';
import type { StoredPosition } from '../store/log/positions.ts';
import type { MatchScope } from '../store/match-scopes.ts';
import { isNews, type MatchStore, missesAny, type Races } from './catch-up.ts';
import type { ChannelDeps, LiveChannel, WatchedChannel } from './channel.ts';
import { channelOf, type Held, isDormant, isPlayed, openDormancy } from './dormancy.ts';
import type { LiveEmitter } from './events.ts';
import { evictRegularly, isUnused } from './last-use.ts';
import { type LiveMatch, openLiveMatch } from './live-match.ts';
import type { Seen } from './readable-channel.ts';
import { openCommitSlots } from './commit-slots.ts';
import { openMarkerTurns } from './marker-turns.ts';

type LiveMatchesDeps = ChannelDeps & {
  readonly store: MatchStore;
  /** Resolves when the store has no commit under way. */
  readonly storeIdle: () => Promise<void>;
  readonly events: LiveEmitter;
  /**
   * Subscribes to the messages of other nodes about a match, until `unfollow`. Resolves when the subscription is confirmed, or
   * after a short wait.
   */
  readonly follow: (ref: MatchRef) => Promise<void>;
  readonly unfollow: (ref: MatchRef) => void;
  /** Whether subscribers follow what is on air at the match: then it stays in memory, where their rights are checked. */
  readonly isWatched: (ref: MatchRef) => boolean;
  readonly logger: Logger;
};

/** A write is answered within this time; with the check of its credential in less than 5 seconds (rule OPS-2). */
const ANSWER_MS = 4_000;
/** Maximum number of matches of this node that wait for a reservation of their log at once: each of them holds a connection. */
const COMMIT_SLOTS_MAX = 4;

export type LiveMatches = ReturnType<typeof openLiveMatches>;

export function openLiveMatches(deps: LiveMatchesDeps) {
  const { store, events, publish, flushBudget, timing, logger } = deps;
  const races: Races = { holes: 0, wentBack: 0, lost: 0 };
  const matches = new Map<MatchRef, Held>();
  const loading = new Map<MatchRef, Promise<LiveMatch | null>>();
  const sweep = evictRegularly(evict, timing.evictMs);
  let isClosing = false;
  const matchDeps = {
    store,
    events,
    publish,
    flushBudget,
    timing,
    logger,
    races,
    slots: openCommitSlots(COMMIT_SLOTS_MAX),
    turns: openMarkerTurns(),
    deadlines: openDeadlines(ANSWER_MS),
    current: get,
    isClosing: () => isClosing,
  };
  const open = (ref: MatchRef, stored: Parameters<typeof openLiveMatch>[1]): LiveMatch =>
    openLiveMatch(ref, stored, matchDeps);
  const dormancy = openDormancy({ matches, open, timing });
  let waking: Promise<unknown> = Promise.resolve();
  events.on('vanished', ({ ref }) => {
    drop(ref);
  });

  /** The match, loaded if needed; simultaneous calls share one load. Null for an unknown match. Throws Problem 503. */
  function get(ref: MatchRef): Promise<LiveMatch | null> {
    const known = matches.get(ref);
    if (known) {
      known.usedAt = performance.now();
      const live = active(known);
      if (live) return Promise.resolve(live);
    }
    const running = loading.get(ref);
    if (running) return running;
    const started = (known ? dormancy.wake(ref, known) : load(ref)).finally(() => loading.delete(ref));
    loading.set(ref, started);
    return started;
  }

  /** Notes a use or a change. Null while the match is dormant. */
  function active(held: Held): LiveMatch | null {
    held.activeAt = performance.now();
    return isDormant(held.served) ? null : held.served;
  }

  async function load(ref: MatchRef): Promise<LiveMatch | null> {
    // Follow first, then load, so that no message is missed.
    await deps.follow(ref);
    try {
      const stored = await store.load(ref);
      if (stored) {
        // To fold a long match takes longer than one turn of the event loop may take.
        const opened = await inTurns(openInPieces(stored));
        const live = open(ref, { ...stored, opened });
        matches.set(ref, { served: live, usedAt: performance.now(), activeAt: performance.now() });
        return live;
      }
    } catch (error) {
      deps.unfollow(ref);
      throw error;
    }
    deps.unfollow(ref);
    return null;
  }

  function drop(ref: MatchRef): void {
    const known = matches.get(ref);
    if (!known) return;
    if (!isDormant(known.served)) known.served.retire();
    channelOf(known).end();
    matches.delete(ref);
    deps.unfollow(ref);
  }

  function evict(): void {
    void eachInTurns(matches, ([ref, held]) => {
      const isIdle = isDormant(held.served) || held.served.isIdle();
      const isFollowed = channelOf(held).subscribers() > 0 || deps.isWatched(ref);
      if (isUnused(held, isFollowed, timing.evictMs) && isIdle) {
        drop(ref);
        events.emit('evicted', { ref });
      }
    });
  }

  /** The match, if it is in memory or is being loaded; awake. */
  async function inMemory(ref: MatchRef): Promise<LiveMatch | null> {
    const known = matches.get(ref);
    return (known && active(known)) ?? (known ? dormancy.wake(ref, known) : ((await loading.get(ref)) ?? null));
  }

  /** Handles a message that a match has changed on another node. Never rejects. */
  async function receive(message: Moved): Promise<void> {
    const known = matches.get(message.ref);
    if (known && isDormant(known.served) && !isNews(channelOf(known).position(), message)) return;
    const live = (known && active(known)) ?? (await inMemory(message.ref).catch(() => null));
    await live?.receive(message);
  }

  /** Wakes one match after the other: a restored backup moves all of them at once. */
  function wakeInOrder(ref: MatchRef, known: Held): Promise<LiveMatch> {
    const woken = waking.then(() => dormancy.wake(ref, known));
    waking = woken.catch(() => undefined);
    return woken;
  }

  /** Compares a match with its stored position. `before`: the position in memory at the time of the query. Never rejects. */
  async function compare(ref: MatchRef, before: StoredPosition, stored: StoredPosition | undefined): Promise<void> {
    const known = matches.get(ref);
    if (!known || !missesAny(channelOf(known).position(), before, stored)) return;
    const live = active(known) ?? (await wakeInOrder(ref, known));
    await live.compare(before, stored);
  }

  /** After an import: updates the given matches that are in memory, and publishes the differences. */
  async function reload(refs: readonly MatchRef[]): Promise<void> {
    for (const ref of refs) {
      await (await inMemory(ref))?.catchUp();
    }
  }

  /**
   * Stores an edit of names or line-ups while no other work changes the match, shows it, and tells the other nodes, which then read the log. Returns
   * the match; null if unknown. Throws Problem 503, and what `write` throws.
   */
  async function edit(ref: MatchRef, write: () => Promise<unknown>): Promise<LiveMatch | null> {
    const live = await get(ref);
    if (!live) return null;
    const { seq, at } = live.position();
    try {
      await live.catchUp(write);
    } catch (error) {
      // It may still be stored. A node with an embedded database does not poll it, so it asks again.
      if (isStoreAway(error)) live.doubt();
      throw error;
    }
    if (live.position().seq === seq) return live;
    const message: Moved = { kind: 'moved', ref, ...live.position(), after: { seq, at }, changes: null };
    events.emit('moved', { message, feed: feedOf(live.match().fixture) });
    return live;
  }

  /** The channel of a match, loaded if needed, caught up to at least what a client has `seen`. Throws Problem 503. */
  async function channel(
    ref: MatchRef,
    seen: Seen = { seq: 0 },
  ): Promise<{ readonly channel: LiveChannel; readonly match: Match; readonly position: StoredPosition } | null> {
    const live = await get(ref);
    if (!live) return null;
    // If a client has seen more than this node, the node asks the store first, so that no client moves back.
    await live.reach(seen.seq, seen.epoch);
    return { channel: live.channel, match: live.match(), position: live.position() };
  }

  return {
    get,
    channel,
    reload,
    edit,
    receive,
    compare,
    /** The positions of the matches in memory. */
    positions: (): ReadonlyMap<MatchRef, StoredPosition> =>
      new Map([...matches].map(([ref, one]) => [ref, channelOf(one).position()])),
    /** Counters of effects that several nodes cause, since the start. */
    races: (): Readonly<Races> => ({ ...races }),
    /** Number of matches in memory. */
    count: (): number => matches.size,
    /** Number of them that are dormant. */
    dormant: (): number => [...matches.values()].filter(({ served }) => isDormant(served)).length,
    /** What decides who may read the match, if it is in memory. */
    scope(ref: MatchRef): MatchScope | null {
      const served = matches.get(ref)?.served;
      if (!served) return null;
      return isDormant(served) ? served.scope : served.match().fixture;
    },
    /** Whether the match is being played, if it is in memory. */
    isPlayed(ref: MatchRef): boolean {
      const held = matches.get(ref);
      return held !== undefined && isPlayed(held);
    },
    /** The channels that have subscribers. */
    *watched(): Iterable<WatchedChannel> {
      for (const one of matches.values()) {
        const channel = channelOf(one);
        if (channel.subscribers() > 0) yield { channel, isLive: isPlayed(one) };
      }
    },
    /** Accepts no more writes. Resolves when the accepted ones are answered. */
    async close(): Promise<void> {
      isClosing = true;
      clearInterval(sweep);
      dormancy.close();
      for (const { served } of matches.values()) if (!isDormant(served)) await served.settled();
      await deps.storeIdle();
      for (const one of matches.values()) channelOf(one).stop();
    },
  };
}
