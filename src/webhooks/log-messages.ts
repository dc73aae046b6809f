// Reads the log of a match behind its commits, as the messages of its changes. The match at the newest position is cached, so that
// the next change needs its own row of the log only; otherwise the match is folded from its whole log.
import { boundedMap } from '../ops/bounded-map.ts';
import type { MatchRef } from '../../protocol/wire/ids.ts';
import { correctionOf, eventsBetween, type MatchEvent } from '../match/match-events.ts';
import { applyChange, type Match, openInPieces, type StoredMatch } from '../match/match.ts';
import { type Logged, type Step, stepsAround } from '../match/replay.ts';
import { inTurns } from '../ops/turns.ts';
import type { Position, StoredPosition } from '../store/log/positions.ts';
import type { StoredEntry } from '../store/log/read.ts';
import { type ChangeMessages, messageOf } from './message.ts';

/** All throw Problem 503 when the database is away. */
type LogMessagesDeps = {
  readonly loadMatch: (ref: MatchRef) => Promise<StoredMatch | null>;
  readonly readPosition: (ref: MatchRef) => Promise<StoredPosition | undefined>;
  readonly readEntries: (ref: MatchRef, after: number, limit: number) => Promise<readonly StoredEntry[]>;
  readonly readWholeLog: (ref: MatchRef, limit: number) => Promise<readonly Logged[]>;
};

/** Changes of one answer. */
const CHANGES_MAX = 100;
/** A longer log is not folded (rule HOOK-9). */
export const LOG_MAX = 50_000;
const CACHED_MAX = 200;

/** The log is too long to be folded. */
export class LogTooLong extends Error {
  constructor(ref: MatchRef) {
    super(`The log of ${ref} has more than ${LOG_MAX} entries.`);
  }
}

type CachedChanges = {
  readonly epoch: string;
  /** The newest changes that were read, those after `from`, up to `match`. */
  readonly from: number;
  readonly changes: readonly ChangeMessages[];
  readonly match: Match;
  /** The time of its newest change: it distinguishes histories of the same length. */
  readonly at: number;
};

export function openLogMessages({ loadMatch, readPosition, readEntries, readWholeLog }: LogMessagesDeps) {
  const cache = boundedMap<MatchRef, CachedChanges>(CACHED_MAX);
  let folding: Promise<unknown> = Promise.resolve();
  /** Increased by `forget`: what was read before is not cached, and no longer sent. */
  let generation = 0;

  /** The first changes after `seq`, oldest first; none at the end of the log. Throws LogTooLong, or Problem 503. */
  async function after(ref: MatchRef, seq: number): Promise<readonly ChangeMessages[]> {
    const generationBefore = generation;
    const position = await readPosition(ref);
    if (position === undefined || position.seq <= seq) return [];
    const known = cache.get(ref);
    const isKnown = known !== undefined && known.epoch === position.epoch && known.from <= seq;
    if (isKnown && seq < known.match.seq && (await isCurrent(ref, known, position)))
      return known.changes.filter((change) => change.seq > seq);
    const { base, entries } = await entriesAfter(ref, seq);
    const isNext = isKnown && known.match.seq === seq && known.at === base?.at && entries.every(isPlain);
    const steps = isNext ? stepsFrom(known.match, entries) : await folded(ref, seq, entries);
    const match = steps.at(-1)?.after;
    // The game or match was deleted: its log has no changes.
    if (match === undefined) return [{ seq: position.seq, at: position.at, messages: [] }];
    const changes = steps.map((step, index) => changeOf(step, entries[index], position.at));
    if (generation === generationBefore)
      cache.set(ref, { epoch: position.epoch, from: seq, changes, match, at: changes.at(-1)?.at ?? position.at });
    return changes;
  }

  /**
   * Whether the log still has the cached changes, and data has not changed since: another node may have done so and have no way to
   * announce it here, and a database that went back keeps its epoch until a node notices it.
   */
  async function isCurrent(ref: MatchRef, { match, at }: CachedChanges, newest: Position): Promise<boolean> {
    if (match.seq === newest.seq) return at === newest.at;
    const { base, entries } = await entriesAfter(ref, match.seq);
    return base?.at === at && entries.length < CHANGES_MAX && entries.every(isPlain);
  }

  /** The first entries after `seq`. `base`: the entry at `seq`; undefined where the log has none. */
  async function entriesAfter(ref: MatchRef, seq: number) {
    const read = await readEntries(ref, Math.max(0, seq - 1), CHANGES_MAX + 1);
    const base = read[0]?.seq === seq ? read[0] : undefined;
    return { base, entries: (base ? read.slice(1) : read).slice(0, CHANGES_MAX) };
  }

  /** One log at a time: a whole one is large. */
  function folded(ref: MatchRef, seq: number, entries: readonly StoredEntry[]): Promise<readonly Step[]> {
    const work = folding.then(async (): Promise<readonly Step[]> => {
      const log = await readWholeLog(ref, LOG_MAX + 1);
      if (log.length > LOG_MAX) throw new LogTooLong(ref);
      // Read after the log, so that it is at least as new.
      const stored = await loadMatch(ref);
      if (stored === null) return [];
      return inTurns(foldedSteps(stored, log, seq, entries.length));
    });
    folding = work.catch(() => undefined);
    return work;
  }

  /** Data changed: names of before must not be sent any more. */
  function forget(): void {
    generation += 1;
    cache.clear();
  }

  return {
    after,
    /** The position of the match now, for `forgetIfChanged`. Throws Problem 503. */
    newest: async (ref: MatchRef): Promise<number> => (await readPosition(ref))?.seq ?? 0,
    /** The same as `forget`, if the data of the match has changed since `seq`: a node without Redis is not told. Throws Problem 503. */
    async forgetIfChanged(ref: MatchRef, seq: number): Promise<void> {
      const { entries } = await entriesAfter(ref, seq);
      if (entries.length === CHANGES_MAX || !entries.every(isPlain)) forget();
    },
    /** It changes when messages that were read before may have names that must not be sent any more. */
    version: (): number => generation,
    forget,
  };
}

/** Data files, erasures and policies of names change data: their entries are `edited`. */
const isPlain = ({ change }: StoredEntry): boolean => !('edited' in change);

export type LogMessages = ReturnType<typeof openLogMessages>;

function stepsFrom(match: Match, entries: readonly StoredEntry[]): readonly Step[] {
  const isKnown = { before: true, after: true };
  let before = match;
  return entries.flatMap(({ seq, change }): Step[] => {
    if ('edited' in change) return [];
    const step = { seq, before, after: applyChange(before, change), isKnown };
    before = step.after;
    return [step];
  });
}

/** In pieces: it yields after each. */
function* foldedSteps(
  stored: StoredMatch,
  log: readonly Logged[],
  after: number,
  count: number,
): Generator<void, Step[]> {
  const steps: Step[] = [];
  for (const step of stepsAround(yield* openInPieces(stored), log, after, count)) {
    if (step !== null) steps.push(step);
    yield;
  }
  return steps;
}

function changeOf(step: Step, entry: StoredEntry | undefined, newest: number): ChangeMessages {
  const { seq, after } = step;
  const at = entry?.at ?? newest;
  const events = replacesUnknown(step, entry) ? [correctionOf(after)] : eventsOf(step, entry);
  const messages = events.map((event) => ({
    type: event.type,
    body: JSON.stringify(messageOf(after, event, seq, at)),
  }));
  return { seq, at, messages };
}

/** The log keeps no earlier line-up or format: both states have the newest, so that what a changed one moved is seen in its entry only. */
function eventsOf({ before, after }: Step, entry: StoredEntry | undefined): readonly MatchEvent[] {
  const events = eventsBetween(before, after);
  const isTold = events.some(({ type }) => type === 'match.corrected');
  const hasNewLineup = entry !== undefined && 'edited' in entry.change && entry.change.lineup === true;
  return hasNewLineup && !isTold ? [...events, correctionOf(after)] : events;
}

/** The change replaces or deletes a marker that came before the log begins: what the marker was then is lost. */
function replacesUnknown({ before }: Step, entry: StoredEntry | undefined): boolean {
  if (entry === undefined || 'edited' in entry.change) return false;
  const { put = [], drop = [] } = entry.change;
  const earlier = put.filter(({ arrival, touched }) => arrival < touched).map(({ key }) => key);
  return [...earlier, ...drop].some((key) => !before.markers.has(key));
}
