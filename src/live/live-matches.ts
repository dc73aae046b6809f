// The matches that this node has in memory: loaded once, followed on the other nodes while they are here, and evicted when
// they are not used any more.
import type { Board } from '../../protocol/wire/board.ts';
import type { MatchRef } from '../../protocol/wire/ids.ts';
import type { Moved } from '../cluster/messages.ts';
import type { Match } from '../match/match.ts';
import type { Logger } from '../ops/logger.ts';
import type { StoredPosition } from '../store/log/positions.ts';
import type { MatchStore, Races } from './catch-up.ts';
import type { LiveChannel, Publish } from './channel.ts';
import type { LiveEmitter } from './events.ts';
import { type LiveMatch, openLiveMatch } from './live-match.ts';
import type { Timing } from './timing.ts';
import { openTurns } from './turns.ts';

export type LiveMatchesDeps = {
  readonly store: MatchStore;
  /** Resolves when the store has no commit under way. */
  readonly storeIdle: () => Promise<void>;
  readonly events: LiveEmitter;
  readonly publish: Publish;
  /** Hears what other nodes say of a match from now on, until `unfollow`. Resolves when that is certain, if it can be. */
  readonly follow: (ref: MatchRef) => Promise<void>;
  readonly unfollow: (ref: MatchRef) => void;
  readonly timing: Timing;
  readonly log: Logger;
};

/** Writers of this node that wait for a lock of the database at once, at most: each of them holds a connection. */
const TURNS_MAX = 4;

export type LiveMatches = ReturnType<typeof openLiveMatches>;

export function openLiveMatches(deps: LiveMatchesDeps) {
  const { store, events, publish, timing, log } = deps;
  const races: Races = { holes: 0, logReads: 0, wentBack: 0, lost: 0 };
  const matches = new Map<MatchRef, { readonly live: LiveMatch; usedAt: number }>();
  const loading = new Map<MatchRef, Promise<LiveMatch | null>>();
  const sweep = setInterval(evict, Math.max(1_000, timing.evictMs / 10)).unref();
  let isClosing = false;
  const matchDeps = {
    ...{ store, events, publish, timing, log, races },
    turns: openTurns(TURNS_MAX),
    current: get,
    isClosing: () => isClosing,
  };
  events.on('vanished', ({ ref }) => {
    drop(ref);
  });

  /** The match, loaded if needed, once for all that ask; null when there is none. Throws Problem 503. */
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
    // Follow first, then load: no message falls between the two.
    await deps.follow(ref);
    try {
      const stored = await store.load(ref);
      if (stored) {
        const live = openLiveMatch(ref, stored, matchDeps);
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
    for (const [ref, { live, usedAt }] of matches) {
      if (usedAt <= before && live.channel.subscribers() === 0 && live.isIdle()) drop(ref);
    }
  }

  /** Another node says that a match has moved. Never rejects. */
  async function hear(message: Moved): Promise<void> {
    const { ref } = message;
    const live = matches.get(ref)?.live ?? (await loading.get(ref)?.catch(() => null));
    await live?.hear(message);
  }

  /** Compares a match with the store, as read when the match stood here at `before`. Never rejects. */
  async function compare(ref: MatchRef, before: StoredPosition, stored: StoredPosition | undefined): Promise<void> {
    await matches.get(ref)?.live.compare(before, stored);
  }

  /** After an import: brings those of these matches that are in memory up to date, and publishes what is different. */
  async function reload(refs: readonly MatchRef[]): Promise<void> {
    for (const ref of refs) {
      await loading.get(ref);
      await matches.get(ref)?.live.catchUp();
    }
  }

  /** The channel of a match, loaded if needed, caught up with the store to at least `seq`. Throws Problem 503. */
  async function channel(
    ref: MatchRef,
    seq = 0,
  ): Promise<{ readonly channel: LiveChannel; readonly match: Match } | null> {
    const live = await get(ref);
    if (!live) return null;
    // A client that has seen more than this node makes it ask the store first: no client is taken back.
    await live.catchUp(seq);
    return { channel: live.channel, match: live.match() };
  }

  return {
    get,
    channel,
    reload,
    hear,
    compare,
    /** Where the matches in memory stand. */
    positions: (): ReadonlyMap<MatchRef, StoredPosition> =>
      new Map([...matches].map(([ref, { live }]) => [ref, live.position()])),
    /** What came of several nodes since the start. */
    races: (): Readonly<Races> => ({ ...races }),
    /** How many are in memory now. */
    count: (): number => matches.size,
    /** The match, when it is in memory now. */
    peek: (ref: MatchRef): Match | null => matches.get(ref)?.live.match() ?? null,
    /** The channels that have subscribers. */
    *watched(): Iterable<{ readonly channel: LiveChannel; readonly isLive: boolean }> {
      for (const { live } of matches.values()) {
        if (live.channel.subscribers() > 0) yield { channel: live.channel, isLive: hasLiveBoard(live.match()) };
      }
    },
    /** Takes no more writes. Resolves when those taken are answered. */
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
