// The matches that this node holds in memory, and the writes to them. A write is decided upon what is here, stored by
// compare-and-set and only then shown; what others stored comes through the same door (held.ts).
import type { Board } from '../../protocol/wire/board.ts';
import type { MatchRef } from '../../protocol/wire/ids.ts';
import { type Match, openMatch } from '../match/match.ts';
import type { Change, Command } from '../match/command.ts';
import type { Logger } from '../ops/logger.ts';
import { Problem, unavailable } from '../ops/problem.ts';
import type { Moved } from '../cluster/messages.ts';
import type { Committer } from '../store/log/append.ts';
import type { PlacedMatch } from '../store/matches.ts';
import type { Position, StoredPosition } from '../store/log/positions.ts';
import type { Recorded } from './batch.ts';
import { type LiveChannel, openChannel, type Publish, type Step } from './channel.ts';
import { type DoorDeps, type Held, isBehind, openDoor, positionOf } from './live-match.ts';
import type { Timing } from './timing.ts';
import { openWrites, type WritesDeps } from './writes.ts';

export type MatchesDeps = Omit<DoorDeps, 'wentBack' | 'vanished' | 'logRead'> & {
  readonly committer: Committer;
  readonly commitInTurn: WritesDeps['commitInTurn'];
  readonly publish: Publish;
  /** Hears what other nodes say of a match from now on, until `unfollow`. Resolves when that is certain, if it can be. */
  readonly follow: (ref: MatchRef) => Promise<void>;
  readonly unfollow: (ref: MatchRef) => void;
  /** Tells other nodes where a match stands. */
  readonly tell: (message: Moved, match: Match) => void;
  /** The store went back behind what was shown of a match. */
  readonly wentBack: (match: Match) => void;
  /** A match is not stored any more. */
  readonly vanished: () => void;
  readonly timing: Timing;
  readonly log: Logger;
};

/** What comes of several nodes, counted since the start. */
type Races = {
  /** Messages that did not follow from what was here. */
  holes: number;
  /** Times the log was read. */
  logReads: number;
  /** Times the store was found to have gone back. */
  wentBack: number;
};

/** A write is answered within this time, the look at its credential aside: together less than 5 seconds (rule OPS-2). */
const ANSWER_MS = 4_000;
/** How long a load waits for the certainty that nothing of other nodes is missed from then on. */
const FOLLOW_MS = 100;

export type Matches = ReturnType<typeof openMatches>;

export function openMatches(deps: MatchesDeps) {
  const { timing, log } = deps;
  const races: Races = { holes: 0, logReads: 0, wentBack: 0 };
  const door = openDoor({
    ...deps,
    wentBack,
    vanished(held) {
      drop(held);
      deps.vanished();
    },
    logRead() {
      races.logReads += 1;
    },
  });
  const writes = openWrites({
    door,
    commit: deps.committer.commit,
    commitInTurn: deps.commitInTurn,
    committed: tell,
    doubt,
    log,
  });
  const matches = new Map<MatchRef, Held>();
  const loading = new Map<MatchRef, Promise<Held | null>>();
  const sweep = setInterval(evict, Math.max(1_000, timing.evictMs / 10)).unref();
  let closed = false;

  /** The match, loaded if needed (once, however many ask); null when there is none. */
  function hold(ref: MatchRef): Promise<Held | null> {
    const held = matches.get(ref);
    if (held) {
      held.usedAt = Date.now();
      return Promise.resolve(held);
    }
    const running = loading.get(ref);
    if (running) return running;
    const started = load(ref).finally(() => loading.delete(ref));
    loading.set(ref, started);
    return started;
  }

  async function load(ref: MatchRef): Promise<Held | null> {
    // Followed first and loaded then: no message falls between the two.
    await Promise.race([deps.follow(ref), new Promise((resolve) => setTimeout(resolve, FOLLOW_MS).unref())]);
    try {
      const stored = await deps.load(ref);
      if (stored) return keep(ref, stored);
    } catch (error) {
      deps.unfollow(ref);
      throw error;
    }
    deps.unfollow(ref);
    return null;
  }

  function keep(ref: MatchRef, stored: PlacedMatch): Held {
    const match = openMatch(stored);
    const step: Step = { seq: match.seq, at: stored.at, cause: [], state: match.state };
    const channel = openChannel(ref, { epoch: stored.epoch, step }, { hashed: true, publish: deps.publish, timing });
    const held: Held = {
      ref,
      match,
      at: stored.at,
      channel,
      leftEpochs: new Set(),
      queue: [],
      working: null,
      isAsked: false,
      doubtful: false,
      usedAt: Date.now(),
    };
    matches.set(ref, held);
    return held;
  }

  function drop(held: Held): void {
    held.channel.stop();
    if (matches.get(held.ref) !== held) return;
    matches.delete(held.ref);
    deps.unfollow(held.ref);
  }

  async function get(ref: MatchRef): Promise<Match | null> {
    return (await hold(ref))?.match ?? null;
  }

  /**
   * Decides a command, commits it and shows it. Resolves when it is durable. Commands of one match are taken in the
   * order in which they came.
   * @throws Problem 404 when there is no such match, 503 when the store does not answer.
   */
  async function record(ref: MatchRef, command: Command, tokenId: number | null): Promise<Recorded> {
    const deadline = performance.now() + ANSWER_MS;
    const held = await hold(ref);
    if (!held) throw new Problem(404, 'No such match.');
    if (closed) throw unavailable(new Error('Shutting down.'));
    return writes.record(held, command, tokenId, deadline);
  }

  function tell(held: Held, after: Position, changes: readonly Change[] | null): void {
    const { ref, match } = held;
    deps.tell({ kind: 'moved', ref, ...positionOf(held), after: { seq: after.seq, at: after.at }, changes }, match);
  }

  function wentBack(held: Held): void {
    races.wentBack += 1;
    log.warn({ ref: held.ref, ...positionOf(held) }, 'the store is older than what was shown: a new epoch begins');
    // Without changes: whoever has another epoch looks for itself.
    tell(held, positionOf(held), null);
    deps.wentBack(held.match);
  }

  /** Another node says that a match has moved. */
  async function hear(message: Moved): Promise<void> {
    const held = matches.get(message.ref) ?? (await loading.get(message.ref)?.catch(() => null));
    if (!held || door.take(held, message)) return;
    races.holes += 1;
    await checked(held, async () => {
      if (door.take(held, message)) return;
      await (message.epoch === held.channel.epoch() ? door.catchUp(held) : door.renew(held, false));
    });
  }

  /** Holds a match against where it stands in the store, as read when it stood here at `before`. */
  async function compare(ref: MatchRef, before: StoredPosition, stored: StoredPosition | undefined): Promise<void> {
    const held = matches.get(ref);
    if (!held) return;
    if (!stored || isBehind(stored, before)) await checked(held, () => door.renew(held, false));
    else if (stored.seq > held.match.seq) {
      await checked(held, async () => {
        if (stored.seq > held.match.seq) await door.catchUp(held);
      });
    }
  }

  /** Looks into the store when nothing else moves the match; a store that does not answer is asked again and again. */
  async function checked(held: Held, look: () => Promise<void>): Promise<void> {
    try {
      await writes.exclusively(held, look);
    } catch (error) {
      log.debug({ err: error, ref: held.ref }, 'a match could not be held against the store');
      doubt(held);
    }
  }

  /** After a commit without an answer: look into the store until it answers, so that what is stored is shown. */
  function doubt(held: Held): void {
    if (held.doubtful) return;
    held.doubtful = true;
    const retry = (): void => {
      if (closed || !held.doubtful) return;
      writes
        .exclusively(held, async () => {
          if (!held.doubtful) return;
          await door.catchUp(held);
          // What was stored without our knowing was announced by nobody.
          tell(held, positionOf(held), null);
        })
        .catch((error: unknown) => {
          log.debug({ err: error, ref: held.ref }, 'the store does not answer yet');
          setTimeout(retry, 1_000).unref();
        });
    };
    setTimeout(retry, 250).unref();
  }

  /** After an import: loads these anew where this node holds them, and publishes what is different. */
  async function reload(refs: readonly MatchRef[]): Promise<void> {
    for (const ref of refs) {
      await loading.get(ref);
      const held = matches.get(ref);
      if (held) await writes.exclusively(held, () => door.catchUp(held));
    }
  }

  function evict(): void {
    const before = Date.now() - timing.evictMs;
    for (const held of matches.values()) {
      const inUse = held.usedAt > before || held.channel.subscribers() > 0 || held.working || held.queue.length > 0;
      if (!inUse && !held.doubtful) drop(held);
    }
  }

  return {
    get,
    record,
    reload,
    hear,
    compare,
    /** Where the matches in memory stand. */
    positions: (): ReadonlyMap<MatchRef, StoredPosition> =>
      new Map([...matches].map(([ref, held]) => [ref, positionOf(held)])),
    /** What came of several nodes since the start. `lost`: commits that found the match moved by another node. */
    races: () => ({ ...races, lost: writes.racesLost() }),
    /** The channel of a match, loaded if needed, caught up with the store to at least `seq`. */
    async channel(ref: MatchRef, seq = 0): Promise<{ readonly channel: LiveChannel; readonly match: Match } | null> {
      const held = await hold(ref);
      if (!held) return null;
      // Nobody is taken back: a client that has seen more than this node makes it look into the store first.
      if (seq > held.match.seq) await writes.exclusively(held, () => door.catchUp(held));
      return { channel: held.channel, match: held.match };
    },
    /** In memory now. */
    count: (): number => matches.size,
    /** What is in memory now, without loading. */
    peek: (ref: MatchRef): Match | null => matches.get(ref)?.match ?? null,
    /** Channels that somebody watches. */
    *watched(): Iterable<{ readonly channel: LiveChannel; readonly isLive: boolean }> {
      for (const { channel, match } of matches.values()) {
        if (channel.subscribers() > 0) yield { channel, isLive: hasLiveBoard(match) };
      }
    },
    /** Takes no more writes and resolves when those taken are answered. */
    async close(): Promise<void> {
      closed = true;
      clearInterval(sweep);
      for (const held of matches.values()) while (held.working !== null) await held.working;
      await deps.committer.idle();
      for (const held of matches.values()) held.channel.stop();
    },
  };
}

const hasLiveBoard = (match: Match): boolean =>
  Object.values<Board>(match.state.matches).some((board) => board.status === 'live');
