// Past states of a match, rebuilt from its log. The log holds every change, so any past state can be rebuilt, with one
// exception: if imported data changed later, only its newest version is stored. Names, line-ups and schedule are the current
// ones; the status and the score that the data gives are those of the time.
import type { BoardState, MatchStatus } from '../../protocol/wire/board.ts';
import { applyChange, type Match, openInPieces, type StoredMatch } from './apply.ts';
import type { Change, ManualResult, StoredMarker } from './command.ts';
import type { Fixture } from './fixture.ts';

/**
 * An import changed names, line-ups or schedule. `hand`: the manual result that the import set. `erased`: it erased a person.
 * `was`: what the data gave before, where the import changed it. `lineup`: the line-up or the format of a match
 * with results changed, so that goals and cards may count for the other side, and half time may be the end.
 */
export type Edit = {
  readonly edited: true;
  readonly erased?: true | undefined;
  readonly hand?: ManualResult | undefined;
  readonly was?: GivenBefore | undefined;
  readonly lineup?: true | undefined;
};

/** The status of a match, or `cancelled` or `scheduled` of a game; and the given score of a match, if there was one. */
export type GivenBefore = {
  readonly status: MatchStatus;
  readonly score?: Partial<Record<'home' | 'away' | 'home_penalties' | 'away_penalties', number>> | undefined;
};
export type Logged = { readonly seq: number; readonly change: Change | Edit };

/** null: the state is unknown. */
export type States = { readonly before: BoardState | null; readonly after: BoardState | null };

/** Imported data that existed from `from` but is known only from `until`. */
type Lost = { readonly from: number; readonly until: number };

type Imported = {
  readonly markers: readonly StoredMarker[];
  readonly lost: readonly Lost[];
  readonly hand: ManualResult;
};

/** An entry with the match before and after it. `isKnown` is false where imported data of that time is lost. */
export type Step = {
  readonly seq: number;
  readonly before: Match;
  readonly after: Match;
  readonly isKnown: { readonly before: boolean; readonly after: boolean };
};

/** Entries that are read in a piece of the preparation. */
const ENTRIES_AT_ONCE = 500;

/**
 * The match before and after each entry, for at most `count` entries after `after`, one by one. `now`: the match, at least as new
 * as the last of them. `log`: the complete log, oldest first. It yields null after each piece of its preparation: a long match takes
 * longer than one turn of the event loop may take.
 */
export function* stepsAround(now: Match, log: readonly Logged[], after: number, count: number): Generator<Step | null> {
  const imported = yield* importedData(now, log);
  const isKnown = (seq: number): boolean => !imported.lost.some(({ from, until }) => from <= seq && seq < until);
  const first = log.findIndex(({ seq }) => seq > after);
  if (first < 0) return;
  const start = log[first - 1]?.seq ?? baseOf(log);
  const fixtureAt = fixturesOf(now.fixture, log);
  let match = yield* matchAt(fixtureAt(start), log.slice(0, first), start, imported);
  for (const { seq, change } of log.slice(first, first + count)) {
    const before = match;
    match =
      'edited' in change
        ? yield* edited(match, { seq, change, fixture: fixtureAt(seq) }, imported)
        : applyChange(match, change);
    yield { seq, before, after: match, isKnown: { before: isKnown(before.seq), after: isKnown(seq) } };
  }
}

/** The states of `stepsAround`, each with the seq of its entry; null after each piece of the preparation. */
export function* statesAround(...of: Parameters<typeof stepsAround>): Generator<readonly [number, States] | null> {
  for (const step of stepsAround(...of)) yield step === null ? null : [step.seq, statesOf(step)];
}

const statesOf = ({ before, after, isKnown }: Step): States => ({
  before: isKnown.before ? before.state : null,
  after: isKnown.after ? after.state : null,
});

/** The position before the log begins: earlier data came with the data file that created the match. */
const baseOf = (log: readonly Logged[]): number => Math.max(0, (log[0]?.seq ?? 1) - 1);

/** The fixture at each position: what the data gave then is what the next import that changed it replaced. */
function fixturesOf(now: Fixture, log: readonly Logged[]): (at: number) => Fixture {
  const replaced = log.flatMap(({ seq, change }) =>
    'edited' in change && change.was !== undefined ? [{ seq, was: change.was }] : [],
  );
  return (at) => {
    const next = replaced.find(({ seq }) => seq > at);
    return next === undefined ? now : withGiven(now, next.was);
  };
}

function withGiven(fixture: Fixture, { status, score }: GivenBefore): Fixture {
  if (fixture.kind === 'game') return { ...fixture, cancellation: status === 'cancelled' ? { reason: null } : null };
  const none = { home: null, away: null, home_penalties: null, away_penalties: null };
  return { ...fixture, given: { ...fixture.given, status, score: score === undefined ? null : { ...none, ...score } } };
}

/** Imported data without a log entry: imports do not write their markers to the log. */
function* importedData(now: Match, log: readonly Logged[]): Generator<null, Imported> {
  const base = baseOf(log);
  const lost: Lost[] = [];
  const logged = new Set<string>();
  let hand: ManualResult | null = null;
  /** The first position at which an import may have added markers. */
  let since = base > 0 ? 0 : Infinity;
  for (const [index, { seq, change }] of log.entries()) {
    if (index % ENTRIES_AT_ONCE === 0) yield null;
    if ('edited' in change) {
      since = Math.min(since, seq);
      hand ??= change.hand ?? null;
      continue;
    }
    const { put = [], drop = [] } = change;
    for (const { key, arrival } of put) {
      if (!logged.has(key) && arrival < seq) lost.push({ from: arrival, until: seq });
      logged.add(key);
    }
    for (const key of drop) {
      if (!logged.has(key)) lost.push({ from: since, until: seq });
      logged.add(key);
    }
    if (change.hand === undefined) continue;
    // The first manual result of the log builds on an imported one that is unknown.
    if (hand === null && base > 0) lost.push({ from: 0, until: seq });
    hand ??= change.hand;
  }
  const markers = now.markers.values().filter(({ key }) => !logged.has(key));
  return { markers, lost, hand: hand === null ? now.hand : {} };
}

/** The match at a position, built from the log up to it. */
function* matchAt(fixture: Fixture, log: readonly Logged[], seq: number, imported: Imported): Generator<null, Match> {
  const markers = new Map(importedBefore(imported, seq).map((marker) => [marker.key, marker]));
  let { hand } = imported;
  for (const [index, { change }] of log.entries()) {
    if (index % ENTRIES_AT_ONCE === 0) yield null;
    hand = change.hand ?? hand;
    if ('edited' in change) continue;
    for (const key of change.drop ?? []) markers.delete(key);
    for (const marker of change.put ?? []) markers.set(marker.key, marker);
  }
  return yield* folded({ fixture, seq, markers: [...markers.values()], hand });
}

function* folded(stored: StoredMatch): Generator<null, Match> {
  const work = openInPieces(stored);
  for (;;) {
    const piece = work.next();
    if (piece.done === true) return piece.value;
    yield null;
  }
}

const importedBefore = ({ markers }: Imported, seq: number): readonly StoredMarker[] =>
  markers.filter(({ touched }) => touched <= seq);

function* edited(
  match: Match,
  { seq, change, fixture }: { seq: number; change: Edit; fixture: Fixture },
  imported: Imported,
): Generator<null, Match> {
  const markers = [...importedBefore(imported, seq), ...match.markers.values()];
  return yield* folded({ fixture, seq, markers, hand: change.hand ?? match.hand });
}
