// The matches that this node has in memory: loaded once, kept up to date with the messages of other nodes, and evicted after
// their last use.
import type { Board } from '../../protocol/wire/board.ts';
import type { MatchRef } from '../../protocol/wire/ids.ts';
import type { Moved } from '../cluster/messages.ts';
import { feedOf } from '../match/fixture.ts';
import { type Match, openInPieces } from '../match/match.ts';
import { openDeadlines } from '../ops/deadline.ts';
import type { Logger } from '../ops/logger.ts';
import { eachInTurns, inTurns } from '../ops/turns.ts';
import type { StoredPosition } from '../store/log/positions.ts';
import type { MatchStore, Races } from './catch-up.ts';
import type { ChannelDeps, LiveChannel } from './channel.ts';
import type { LiveEmitter } from './events.ts';
import { type LiveMatch, openLiveMatch } from './live-match.ts';
import { openCommitSlots } from './commit-slots.ts';

export type LiveMatchesDeps = ChannelDeps & {
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
/** Maximum number of writers of this node that wait for a lock of the database at once: each of them holds a connection. */
const COMMIT_SLOTS_MAX = 4;

export type LiveMatches = ReturnType<typeof openLiveMatches>;

export function openLiveMatches(deps: LiveMatchesDeps) {
  const { store, events, publish, flushBudget, timing, logger } = deps;
  const races: Races = { holes: 0, wentBack: 0, lost: 0 };
  const matches = new Map<MatchRef, { readonly live: LiveMatch; usedAt: number }>();
  const loading = new Map<MatchRef, Promise<LiveMatch | null>>();
  const sweep = setInterval(evict, Math.max(1_000, timing.evictMs / 10)).unref();
  let isClosing = false;
  const matchDeps = {
    ...{ store, events, publish, flushBudget, timing, logger, races },
    slots: openCommitSlots(COMMIT_SLOTS_MAX),
    deadlines: openDeadlines(ANSWER_MS),
    current: get,
    isClosing: () => isClosing,
  };
  events.on('vanished', ({ ref }) => {
    drop(ref);
  });

  /** The match, loaded if needed; simultaneous calls share one load. Null for an unknown match. Throws Problem 503. */
  function get(ref: MatchRef): Promise<LiveMatch | null> {
    const known = matches.get(ref);
    if (known) {
      known.usedAt = Date.now();
      return Promise.resolve(known.live);
    }
    const running = loading.get(ref);
    if (running) return running;
    const started = load(ref).finally(() => loading.delete(ref));
    loading.set(ref, started);
    return started;
  }

  async function load(ref: MatchRef): Promise<LiveMatch | null> {
    // Follow first, then load, so that no message is missed.
    await deps.follow(ref);
    try {
      const stored = await store.load(ref);
      if (stored) {
        // To fold a long match takes longer than one turn of the event loop may take.
        const opened = await inTurns(openInPieces(stored));
        const live = openLiveMatch(ref, { ...stored, opened }, matchDeps);
        matches.set(ref, { live, usedAt: Date.now() });
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
    known.live.retire();
    matches.delete(ref);
    deps.unfollow(ref);
  }

  function evict(): void {
    const before = Date.now() - timing.evictMs;
    void eachInTurns(matches, ([ref, { live, usedAt }]) => {
      if (usedAt <= before && live.channel.subscribers() === 0 && live.isIdle() && !deps.isWatched(ref)) {
        drop(ref);
        events.emit('evicted', { ref });
      }
    });
  }

  /** Handles a message that a match has changed on another node. Never rejects. */
  async function receive(message: Moved): Promise<void> {
    const { ref } = message;
    const live = matches.get(ref)?.live ?? (await loading.get(ref)?.catch(() => null));
    await live?.receive(message);
  }

  /** Compares a match with its stored position. `before`: the position in memory at the time of the query. Never rejects. */
  async function compare(ref: MatchRef, before: StoredPosition, stored: StoredPosition | undefined): Promise<void> {
    await matches.get(ref)?.live.compare(before, stored);
  }

  /** After an import: updates the given matches that are in memory, and publishes the differences. */
  async function reload(refs: readonly MatchRef[]): Promise<void> {
    for (const ref of refs) {
      await loading.get(ref);
      await matches.get(ref)?.live.catchUp();
    }
  }

  /**
   * Stores an edit of names or line-ups under the match's lock, shows it, and tells the other nodes, which then read the log. Throws
   * Problem 503, and what `store` throws.
   */
  async function edit(ref: MatchRef, store: () => Promise<unknown>): Promise<void> {
    const live = await get(ref);
    if (!live) return;
    const { seq, at } = live.position();
    await live.catchUp(store);
    if (live.position().seq === seq) return;
    const message: Moved = { kind: 'moved', ref, ...live.position(), after: { seq, at }, changes: null };
    events.emit('moved', { message, feed: feedOf(live.match().fixture) });
  }

  /** The channel of a match, loaded if needed, caught up with the store to at least `seq`. Throws Problem 503. */
  async function channel(
    ref: MatchRef,
    seq = 0,
  ): Promise<{ readonly channel: LiveChannel; readonly match: Match } | null> {
    const live = await get(ref);
    if (!live) return null;
    // If a client has seen more than this node, the node asks the store first, so that no client moves back.
    await live.reach(seq);
    return { channel: live.channel, match: live.match() };
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
      new Map([...matches].map(([ref, { live }]) => [ref, live.position()])),
    /** Counters of effects that several nodes cause, since the start. */
    races: (): Readonly<Races> => ({ ...races }),
    /** Number of matches in memory. */
    count: (): number => matches.size,
    /** The match, if it is in memory. */
    peek: (ref: MatchRef): Match | null => matches.get(ref)?.live.match() ?? null,
    /** The channels that have subscribers. */
    *watched(): Iterable<{ readonly channel: LiveChannel; readonly isLive: boolean }> {
      for (const { live } of matches.values()) {
        if (live.channel.subscribers() > 0) yield { channel: live.channel, isLive: hasLiveBoard(live.match()) };
      }
    },
    /** Accepts no more writes. Resolves when the accepted ones are answered. */
    async close(): Promise<void> {
      isClosing = true;
      clearInterval(sweep);
      for (const { live } of matches.values()) await live.settled();
      await deps.storeIdle();
      for (const { live } of matches.values()) live.channel.stop();
    },
  };
}

const hasLiveBoard = (match: Match): boolean =>
  Object.values<Board>(match.state.matches).some((board) => board.status === 'live');
