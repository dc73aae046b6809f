// How a match on this node gets what it misses: from a message, from its log, or, where these are not enough, from the store.
import type { MatchRef } from '../../protocol/wire/ids.ts';
import type { Moved } from '../cluster/messages.ts';
import type { Change } from '../match/command.ts';
import type { Logger } from '../ops/logger.ts';
import type { CommitResult, Write } from '../store/log/append.ts';
import type { Position, StoredPosition } from '../store/log/positions.ts';
import type { LogEntry } from '../store/log/read.ts';
import type { PlacedMatch } from '../store/matches.ts';

/** The store as one match needs it. All throw Problem 503 when it does not answer. */
export type MatchStore = {
  readonly load: (ref: MatchRef) => Promise<PlacedMatch | null>;
  /** The changes after `seq`, oldest first, at most `limit`. */
  readonly readLog: (ref: MatchRef, seq: number, limit: number) => Promise<readonly LogEntry[]>;
  /** Gives a match whose stored sequence went back a new epoch. Answers the epoch that is stored in the end. */
  readonly renewEpoch: (ref: MatchRef, epoch: string) => Promise<string | null>;
  /** When this throws, the write may be stored all the same. */
  readonly commit: (write: Write) => Promise<CommitResult>;
  /**
   * Waits for the match's lock, gives `decide` what was logged after `seq`, and stores the answer before it lets go. When
   * this throws, the write may be stored all the same.
   */
  readonly commitInTurn: (
    ref: MatchRef,
    seq: number,
    decide: (missed: readonly LogEntry[]) => Write | null,
  ) => Promise<CommitResult>;
};

/** What comes of several nodes, counted since the start. */
export type Races = {
  /** Messages that did not follow from what was here. */
  holes: number;
  /** Times the log was read. */
  logReads: number;
  /** Times the store was found to have gone back. */
  wentBack: number;
  /** Commits that found the match moved by another node. */
  lost: number;
};

/** The match that catches up. */
export type CatchUpTarget = {
  readonly position: () => StoredPosition;
  /** Takes changes that are stored. */
  readonly accept: (changes: readonly { readonly change: Change }[]) => void;
  /** Takes a newer state whose changes are not known one by one. */
  readonly replace: (stored: PlacedMatch) => void;
  /** Continues from an older or different state, under a new epoch. */
  readonly restart: (stored: PlacedMatch, epoch: string) => void;
  /** Whether the match left this epoch before: in the store it means that the store went back once more. */
  readonly hasLeft: (epoch: string) => boolean;
  readonly vanish: () => void;
  /** Runs `work` while nothing else moves the match, in the order of asking. */
  readonly exclusively: (work: () => Promise<unknown>) => Promise<unknown>;
  /** Tells other nodes where the match stands, without its changes. */
  readonly tellPosition: () => void;
};

export type CatchUpDeps = {
  readonly store: MatchStore;
  readonly races: Races;
  readonly isClosing: () => boolean;
  readonly log: Logger;
};

export type CatchUp = {
  /** Takes what is missing from the log, or loads the match again where the log does not tell all. Throws Problem 503. */
  fromLog(): Promise<void>;
  /** Another node says that the match has moved. Never rejects. */
  hear(message: Moved): Promise<void>;
  /** Compares with the store, as read when the match stood here at `before`. Never rejects. */
  compare(before: StoredPosition, stored: StoredPosition | undefined): Promise<void>;
  /** A commit got no answer: asks the store until it answers, so that what is stored is shown. */
  doubt(): void;
  /** The store may be ahead of what is here. */
  isDoubtful(): boolean;
};

/** Changes read from the log at a time. */
const LOG_PAGE = 1_000;

/**
 * The changes after `before`, which is where the match stood when the log was asked. That position must be in the log as
 * it was here: otherwise the store has another history (`rewritten`). `edited`: the log does not tell all of it.
 */
export function missedChanges(
  before: Position,
  entries: readonly LogEntry[],
): readonly { readonly change: Change }[] | 'edited' | 'rewritten' {
  const known = entries.find(({ seq }) => seq === before.seq);
  // A position that came with a data file has no line in the log.
  if (known ? known.at !== before.at : before.at !== 0) return 'rewritten';
  const changes: { readonly change: Change }[] = [];
  for (const { seq, change } of entries) {
    if (seq <= before.seq) continue;
    if (change === null) return 'edited';
    changes.push({ change });
  }
  return changes;
}

/** Whether what is stored neither led to nor follows from what was shown. */
export const isBehind = (stored: StoredPosition, shown: StoredPosition): boolean =>
  stored.epoch !== shown.epoch || stored.seq < shown.seq || (stored.seq === shown.seq && stored.at !== shown.at);

/**
 * The changes of a message that are new here. `old`: there are none. `unknown`: the message does not follow from what is
 * here, and the store has to be asked.
 */
export function toldChanges(
  here: StoredPosition,
  { epoch, seq, at, after, changes }: Moved,
): readonly { readonly change: Change }[] | 'old' | 'unknown' {
  if (epoch !== here.epoch) return 'unknown';
  if (seq < here.seq || (seq === here.seq && at === here.at)) return 'old';
  const news = (changes ?? []).filter((change) => change.seq > here.seq);
  // The position that is here must be part of the message: an equal number alone may be of another history.
  const base = changes?.find((change) => change.seq === here.seq) ?? after;
  const follows = news[0]?.seq === here.seq + 1 && base.seq === here.seq && base.at === here.at;
  return follows ? news.map((change) => ({ change })) : 'unknown';
}

export function openCatchUp(ref: MatchRef, target: CatchUpTarget, deps: CatchUpDeps): CatchUp {
  const { store, races, log } = deps;
  const { position, exclusively } = target;
  let isDoubtful = false;

  async function fromLog(): Promise<void> {
    for (;;) {
      const before = position();
      const entries = await store.readLog(ref, before.seq - 1, LOG_PAGE);
      races.logReads += 1;
      const missed = missedChanges(before, entries);
      if (typeof missed === 'string') return fromStore(missed === 'rewritten');
      target.accept(missed);
      isDoubtful = false;
      if (entries.length < LOG_PAGE) return;
    }
  }

  /**
   * Loads the match again (after an import, or when the store went back) and shows what is different. `isRewritten`: the
   * store has another history than the one that was shown. Throws Problem 503.
   */
  async function fromStore(isRewritten: boolean): Promise<void> {
    const before = position();
    const stored = await store.load(ref);
    isDoubtful = false;
    if (!stored) target.vanish();
    else if (isRewritten || isBehind(stored, before)) {
      const isSame = stored.epoch === before.epoch || target.hasLeft(stored.epoch);
      const epoch = isSame ? await store.renewEpoch(ref, stored.epoch) : stored.epoch;
      if (epoch === null) target.vanish();
      else target.restart(stored, epoch);
    } else if (stored.seq > position().seq) target.replace(stored);
  }

  /** Accepts what is new in a message. False when the store has to be asked. */
  function accepts(message: Moved): boolean {
    const told = toldChanges(position(), message);
    if (typeof told === 'string') return told === 'old';
    target.accept(told);
    return true;
  }

  async function hear(message: Moved): Promise<void> {
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

  /** A store that does not answer is asked again later. */
  async function checked(look: () => Promise<void>): Promise<void> {
    try {
      await exclusively(look);
    } catch (error) {
      log.debug({ err: error, ref }, 'a match could not be compared with the store');
      doubt();
    }
  }

  function doubt(): void {
    if (isDoubtful) return;
    isDoubtful = true;
    setTimeout(retry, 250).unref();
  }

  function retry(): void {
    if (deps.isClosing() || !isDoubtful) return;
    exclusively(async () => {
      if (!isDoubtful) return;
      await fromLog();
      // No node has announced what was stored without an answer.
      target.tellPosition();
    }).catch((error: unknown) => {
      log.debug({ err: error, ref }, 'the store does not answer yet');
      setTimeout(retry, 1_000).unref();
    });
  }

  return { fromLog, hear, compare, doubt, isDoubtful: () => isDoubtful };
}
