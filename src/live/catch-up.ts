// Brings a match on this node up to date: from a message, from its log, or, if these are not enough, from the whole stored
// match.
import type { MatchRef } from '../../protocol/wire/ids.ts';
import type { Moved } from '../cluster/messages.ts';
import type { Change } from '../match/command.ts';
import type { Logger } from '../ops/logger.ts';
import { isStoreAway } from '../ops/problem.ts';
import type { CommitResult, Write } from '../store/log/append.ts';
import type { Position, StoredPosition } from '../store/log/positions.ts';
import type { LogEntry } from '../store/log/read.ts';
import type { PositionedMatch } from '../store/matches.ts';
import { openAskAgain } from './ask-again.ts';

/** The part of the store that a match uses. All throw Problem 503 when the store does not answer. */
export type MatchStore = {
  readonly load: (ref: MatchRef) => Promise<PositionedMatch | null>;
  /** The changes after `seq`, oldest first, at most `limit`. */
  readonly readLog: (ref: MatchRef, seq: number, limit: number) => Promise<readonly LogEntry[]>;
  /** The stored position; undefined for an unknown match. */
  readonly readPosition: (ref: MatchRef) => Promise<StoredPosition | undefined>;
  /** Gives a match whose stored sequence went back a new epoch. Returns the epoch that is stored afterwards. */
  readonly renewEpoch: (ref: MatchRef, epoch: string) => Promise<string | null>;
  /** When this throws, the write may still be stored. */
  readonly commit: (write: Write) => Promise<CommitResult>;
  /**
   * Reserves the next row of the match's log, passes the log entries after `seq` to `decide`, and fills the row with its write.
   * When this throws, the write may still be stored.
   */
  readonly commitLocked: (
    ref: MatchRef,
    seq: number,
    decide: (missed: readonly LogEntry[]) => Write | null,
  ) => Promise<CommitResult>;
};

/** Counters of effects that several nodes cause, since the start. */
export type Races = {
  /** Messages that did not follow the position in memory. */
  holes: number;
  /** Times the store was found to have gone back. */
  wentBack: number;
  /** Commits that found the match moved by another node. */
  lost: number;
};

/** The match that catches up. */
type CatchUpTarget = {
  readonly position: () => StoredPosition;
  /** Accepts stored changes. */
  readonly accept: (changes: readonly { readonly change: Change }[]) => void;
  /** Replaces the state with a newer one whose changes are not known one by one. `isErased`: a person was erased meanwhile. */
  readonly replace: (stored: PositionedMatch, isErased: boolean) => void;
  /** Continues from an older or different state, under a new epoch. */
  readonly restart: (stored: PositionedMatch, epoch: string) => void;
  /** Whether the match has left this epoch before. If the store has it again, the store went back once more. */
  readonly hasLeft: (epoch: string) => boolean;
  readonly vanish: () => void;
  /** Runs `work` while no other work changes the match, in the order of the calls. */
  readonly exclusively: (work: () => Promise<unknown>) => Promise<unknown>;
  /** Sends the position to other nodes, without the changes. */
  readonly announcePosition: () => void;
};

export type CatchUpDeps = {
  readonly store: MatchStore;
  readonly races: Races;
  readonly isClosing: () => boolean;
  readonly logger: Logger;
};

export type CatchUp = {
  /** Reads the missing changes from the log, or loads the match again if the log is not complete. Throws Problem 503. */
  fromLog(): Promise<void>;
  /**
   * The same for a client that has seen `seq`, of `epoch` where that is known. If this node is not behind, the call does not wait
   * for other work on the match. Simultaneous calls share one query. Throws Problem 503, but not for the epoch alone.
   */
  reach(seq: number, epoch?: string): Promise<void>;
  /** Handles a message that the match has changed on another node. Never rejects. */
  receive(message: Moved): Promise<void>;
  /** Compares with the stored position. `before`: the position in memory at the time of the query. Never rejects. */
  compare(before: StoredPosition, stored: StoredPosition | undefined): Promise<void>;
  /** After a commit without an answer: asks the store until it answers, so that the stored state is shown. */
  doubt(): void;
  /** The store may be ahead of this node. */
  isDoubtful(): boolean;
  /** It is not doubtful, and no query of `reach` runs. */
  isIdle(): boolean;
};

/** Maximum number of changes in one read of the log. */
const LOG_PAGE = 1_000;

/**
 * The changes after `before`, the position in memory at the time of the query. The log must contain the same position:
 * otherwise the store has another history (`rewritten`). `edited`: the log does not contain all of the change.
 */
export function missedChanges(
  before: Position,
  entries: readonly LogEntry[],
): readonly { readonly change: Change }[] | 'edited' | 'rewritten' {
  const known = entries.find(({ seq }) => seq === before.seq);
  // A position that came with a data file has no log entry.
  if (known ? known.at !== before.at : before.at !== 0) return 'rewritten';
  const changes: { readonly change: Change }[] = [];
  for (const { seq, change } of entries) {
    if (seq <= before.seq) continue;
    if (change === null) return 'edited';
    changes.push({ change });
  }
  return changes;
}

/** Whether the stored history does not contain the shown state. */
const isBehind = (stored: StoredPosition, shown: StoredPosition): boolean =>
  stored.epoch !== shown.epoch || stored.seq < shown.seq || (stored.seq === shown.seq && stored.at !== shown.at);

/**
 * The changes of a message that are new here. `old`: there are none. `unknown`: the message does not follow the position in
 * memory, so the store must be asked.
 */
function announcedChanges(
  here: StoredPosition,
  { epoch, seq, at, after, changes }: Moved,
): readonly { readonly change: Change }[] | 'old' | 'unknown' {
  if (epoch !== here.epoch) return 'unknown';
  if (seq < here.seq || (seq === here.seq && at === here.at)) return 'old';
  const news = (changes ?? []).filter((change) => change.seq > here.seq);
  // The position in memory must be part of the message: an equal `seq` alone may belong to another history.
  const base = changes?.find((change) => change.seq === here.seq) ?? after;
  const follows = news[0]?.seq === here.seq + 1 && base.seq === here.seq && base.at === here.at;
  return follows ? news.map((change) => ({ change })) : 'unknown';
}

/** Whether a message has anything new for a match at this position. */
export const isNews = (here: StoredPosition, message: Moved): boolean => announcedChanges(here, message) !== 'old';

/**
 * Whether the store has another position than a match at `here`: a later one, or one of another history. `before`: the position in
 * memory at the time of the query.
 */
export const missesAny = (here: StoredPosition, before: StoredPosition, stored: StoredPosition | undefined): boolean =>
  !stored || isBehind(stored, before) || stored.seq > here.seq;

export function openCatchUp(ref: MatchRef, target: CatchUpTarget, deps: CatchUpDeps): CatchUp {
  const { store, races, logger } = deps;
  const { position, exclusively } = target;
  let isDoubtful = false;
  /** A commit without an answer may be stored after the store was asked: until another change has its place. */
  let mayComeLate = false;
  let looking: Promise<void> | null = null;
  const later = openAskAgain(askStore, (error) => logger.debug({ err: error, ref }, 'the store does not answer yet'));

  async function fromLog(): Promise<void> {
    const { seq } = position();
    for (;;) {
      const before = position();
      const entries = await store.readLog(ref, before.seq - 1, LOG_PAGE);
      const missed = missedChanges(before, entries);
      if (typeof missed === 'string') return fromStore(missed === 'rewritten');
      // Without a change a deleted match has the same log as before.
      if (entries.length === 0 && !(await store.readPosition(ref))) return fromStore(false);
      target.accept(missed);
      if (entries.length < LOG_PAGE) break;
    }
    settle(position().seq > seq);
  }

  /** All that is stored is shown. No node has announced the changes of a commit without an answer. */
  function settle(hasMoved: boolean): void {
    if (!isDoubtful && !(mayComeLate && hasMoved)) return;
    isDoubtful = false;
    if (hasMoved) mayComeLate = false;
    target.announcePosition();
  }

  async function reach(seq: number, epoch?: string): Promise<void> {
    const isAhead = (): boolean => {
      const here = position();
      return seq > here.seq || (epoch !== undefined && epoch !== here.epoch && !target.hasLeft(epoch));
    };
    // A running query may have begun before the change that the client has seen was stored.
    if (isAhead()) await looking?.catch(() => undefined);
    if (!isAhead()) return;
    looking ??= look().finally(() => {
      looking = null;
    });
    try {
      await looking;
    } catch (error) {
      // Without the store, a client of another epoch gets what this node has.
      if (!isStoreAway(error) || seq > position().seq) throw error;
    }
  }

  async function look(): Promise<void> {
    const before = position();
    const stored = await store.readPosition(ref);
    if (!stored || isBehind(stored, before)) await exclusively(() => fromStore(false));
    else if (stored.seq > position().seq) await exclusively(fromLog);
  }

  /**
   * Loads the match again (after an import, or when the store went back) and shows the differences. `isRewritten`: the stored
   * history differs from the shown one. Throws Problem 503.
   */
  async function fromStore(isRewritten: boolean): Promise<void> {
    const before = position();
    const stored = await store.load(ref);
    if (stored && !isRewritten && !isBehind(stored, before)) {
      // A store that went back may have grown beyond the shown `seq` meanwhile. Only its log tells.
      const entries = await store.readLog(ref, before.seq - 1, LOG_PAGE);
      if (missedChanges(before, entries) !== 'rewritten') {
        // Read after the match. The changes beyond a page are not known: they count as an erasure.
        const isErased =
          entries.length === LOG_PAGE || entries.some(({ seq, erased }) => seq > before.seq && erased === true);
        const hasMoved = stored.seq > position().seq;
        if (hasMoved) target.replace(stored, isErased);
        settle(hasMoved);
        return;
      }
    }
    const isSame = stored?.epoch === before.epoch || (stored && target.hasLeft(stored.epoch));
    const epoch = stored && isSame ? await store.renewEpoch(ref, stored.epoch) : stored?.epoch;
    [isDoubtful, mayComeLate] = [false, false];
    // A new epoch is announced with it.
    if (stored && epoch) target.restart(stored, epoch);
    else target.vanish();
  }

  /** Accepts the new changes of a message. Returns false when the store must be asked. */
  function accepts(message: Moved): boolean {
    const announced = announcedChanges(position(), message);
    if (typeof announced === 'string') return announced === 'old';
    target.accept(announced);
    return true;
  }

  async function receive(message: Moved): Promise<void> {
    if (accepts(message)) return;
    races.holes += 1;
    await checked(async () => {
      if (accepts(message)) return;
      await (message.epoch === position().epoch ? fromLog() : fromStore(false));
    });
  }

  async function compare(before: StoredPosition, stored: StoredPosition | undefined): Promise<void> {
    if (!stored || isBehind(stored, before)) await checked(() => fromStore(false));
    else if (stored.seq > position().seq) {
      await checked(async () => {
        if (stored.seq > position().seq) await fromLog();
      });
    }
  }

  /** If the store does not answer, it is asked again later. */
  async function checked(look: () => Promise<void>): Promise<void> {
    try {
      await exclusively(look);
    } catch (error) {
      logger.debug({ err: error, ref }, 'a match could not be compared with the store');
      askLater();
    }
  }

  function doubt(): void {
    mayComeLate = true;
    askLater();
  }

  function askLater(): void {
    if (isDoubtful) return;
    isDoubtful = true;
    later.begin();
  }

  async function askStore(): Promise<void> {
    if (deps.isClosing()) return;
    await exclusively(async () => {
      if (isDoubtful) await fromLog();
    });
  }

  return {
    fromLog,
    reach,
    receive,
    compare,
    doubt,
    isDoubtful: () => isDoubtful,
    isIdle: () => !isDoubtful && looking === null,
  };
}
