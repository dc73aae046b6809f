// A match as a value: the stored data and the live state computed from it. The state depends only on the set of markers
// and the manual result. A change copies and folds only what it touches; each earlier match stays what it was.
import type { BoardState } from '../../protocol/wire/board.ts';
import type { Marker } from '../../protocol/rest/marker.ts';
import { boardState } from './board.ts';
import type { Fixture } from './fixture.ts';
import { withPublicNames } from './public-names.ts';
import { type Sides, sidesOf, isBye, withoutByes } from './sides.ts';
import { type EffectiveResult, effectiveManualResult } from './manual-result.ts';
import { changedPairing, foldPairing, type Pairing } from './pairing.ts';
import type { Change, ManualResult, StoredMarker } from './command.ts';
import { decidingReset } from './reset.ts';
import { PersistentMap } from './persistent-map.ts';

/** The stored part of a match. `hand`: the manual result (scores and goals set by PATCH or by the data file). */
export type StoredMatch = {
  readonly fixture: Fixture;
  readonly seq: number;
  readonly markers: readonly StoredMarker[];
  readonly hand: ManualResult;
  /** The match, where it is folded already (`openInPieces`). */
  readonly opened?: Match | undefined;
};

export type Match = {
  readonly fixture: Fixture;
  readonly seq: number;
  /** By key, cleared markers included. */
  readonly markers: Markers;
  readonly hand: ManualResult;
  /** The part of it that counts. */
  readonly manual: EffectiveResult;
  /** The live state: juniors are named by the policy of the club or tournament (rule NAME-1). */
  readonly state: BoardState;
  /** The same with full names, for staff; the same object if the policy hides nothing. */
  readonly named: BoardState;
  readonly pairings: readonly Pairing[];
  /** Arrival of the reset that cleared earlier manual results; 0 without such a reset. */
  readonly manualSince: number;
  /** Time of the last marker, cleared markers included, ms since 1970; null without markers. */
  readonly lastMarkerAt: number | null;
};

type Markers = PersistentMap<StoredMarker>;

/** Folds a stored match from the beginning, unless it is folded already. */
export const openMatch = (stored: StoredMatch): Match => stored.opened ?? atOnce(openInPieces(stored));

/** Folds in small pieces: it yields after each. */
export const openInPieces = (stored: StoredMatch): Generator<void, Match> => opened(stored, null);

/** Runs all pieces of a work. */
export function atOnce<Result>(work: Generator<void, Result>): Result {
  for (;;) {
    const piece = work.next();
    if (piece.done === true) return piece.value;
  }
}

/** The match after a change that was stored. */
export function applyChange(match: Match, change: Change): Match {
  const writes = writesOf(match.markers, change);
  const markers = writes.reduce(
    (all, { key, put }) => (put === undefined ? all.without(key) : all.with(put)),
    match.markers,
  );
  const pairings = match.pairings.map((pairing) => pairingAfter(match.pairings, pairing, writes, markers));
  const manualSince = writes.some(({ out, put }) => isReset(out) || isReset(put))
    ? manualSinceOf(pairings, markers.values())
    : match.manualSince;
  const lastMarkerAt = writes.reduce((last, write) => lastMarkerAfter(last, write, markers), match.lastMarkerAt);
  const hand = change.hand ?? match.hand;
  return assembled(
    { fixture: match.fixture, seq: change.seq, markers, hand, pairings, manualSince, lastMarkerAt },
    match,
  );
}

/** The same match with new names, line-ups or schedule at `seq` (after an import). */
export const withFixture = (match: Match, fixture: Fixture, seq: number): Match =>
  atOnce(opened({ fixture, seq, markers: match.markers.values(), hand: match.hand }, match));

/** `before`: an earlier state of the match, with which it shares what is equal. */
function* opened({ fixture, seq, hand, ...stored }: StoredMatch, before: Match | null): Generator<void, Match> {
  // Mostly in match order already: that is quicker to sort than the order of the map.
  const all = [...new Map(stored.markers.map((marker) => [marker.key, marker])).values()];
  const markers = PersistentMap.of(all);
  yield;
  const unfolded = sidesOf(fixture).map((sides) => ({ sides }));
  const pairings: Pairing[] = [];
  for (const [index, one] of unfolded.entries()) {
    pairings.push(yield* foldPairing(one.sides, markersOf(unfolded, one, all), before?.pairings[index]));
  }
  const manualSince = manualSinceOf(pairings, all);
  return assembled({ fixture, seq, markers, hand, pairings, manualSince, lastMarkerAt: lastOf(all) }, before);
}

type WithSides = { readonly sides: Sides };

/** The pairing of a marker: the one it names, if it still exists, else the first pairing that is not a bye. */
export const pairingOf = <T extends WithSides>(pairings: readonly T[], { matchId }: Marker): T | undefined =>
  pairings.find(({ sides }) => (matchId === undefined ? !isBye(sides) : sides.id === matchId));

/** A reset without a `match_id`: it clears all pairings. */
export const isWholeGameReset = (marker: Marker): boolean =>
  marker.type === 'ResetMatch' && marker.matchId === undefined;

const concerns = (pairings: readonly WithSides[], pairing: WithSides, marker: Marker): boolean =>
  isWholeGameReset(marker) || pairingOf(pairings, marker) === pairing;

const markersOf = (
  pairings: readonly WithSides[],
  pairing: WithSides,
  markers: readonly StoredMarker[],
): readonly StoredMarker[] => markers.filter((marker) => concerns(pairings, pairing, marker));

/** A whole-game reset clears manual results. In a game with one pairing, a reset of that pairing does too (rule RESET-6). */
function manualSinceOf(pairings: readonly Pairing[], markers: readonly StoredMarker[]): number {
  const isOne = withoutByes(pairings).length === 1;
  const resets = markers.filter((marker) => isWholeGameReset(marker) || (marker.type === 'ResetMatch' && isOne));
  return decidingReset(resets)?.arrival ?? 0;
}

/** One marker before and after a change. */
type Write = {
  readonly key: string;
  readonly out: StoredMarker | undefined;
  readonly put: StoredMarker | undefined;
};

function writesOf(markers: Markers, { put = [], drop = [] }: Change): Write[] {
  const [only] = put;
  // Nearly every change is one marker.
  if (only !== undefined && put.length === 1 && drop.length === 0) {
    return [{ key: only.key, out: markers.get(only.key), put: only }];
  }
  const puts = new Map(put.map((marker) => [marker.key, marker]));
  const keys = new Set([...drop, ...puts.keys()]);
  return [...keys].map((key) => ({ key, out: markers.get(key), put: puts.get(key) }));
}

const isReset = (marker: StoredMarker | undefined): boolean => marker?.type === 'ResetMatch';

/** An update may move a marker from one pairing to another. `markers`: all markers after the change. */
function pairingAfter(all: readonly Pairing[], pairing: Pairing, writes: readonly Write[], markers: Markers): Pairing {
  const own = (marker: StoredMarker | undefined): StoredMarker | undefined =>
    marker !== undefined && concerns(all, pairing, marker) ? marker : undefined;
  let next: Pairing | null = pairing;
  for (const { out, put } of writes) next = next && changedPairing(next, own(out), own(put));
  return next ?? atOnce(foldPairing(pairing.sides, markersOf(all, pairing, markers.values()), pairing));
}

/** Time of the last marker. It is looked for only when the last one itself has changed. */
function lastMarkerAfter(last: number | null, { out, put }: Write, markers: Markers): number | null {
  if (out !== undefined && out.at === last) return lastOf(markers.values());
  return put !== undefined && (last === null || put.at > last) ? put.at : last;
}

function lastOf(markers: readonly StoredMarker[]): number | null {
  let last: number | null = null;
  for (const { at } of markers) if (last === null || at > last) last = at;
  return last;
}

/** Each member is named, so that all matches have one shape. */
function assembled(
  { fixture, seq, markers, hand, pairings, manualSince, lastMarkerAt }: Omit<Match, 'manual' | 'state' | 'named'>,
  before: Match | null,
): Match {
  const isManualSame = before?.hand === hand && before.manualSince === manualSince;
  const manual = isManualSame ? before.manual : effectiveManualResult(hand, manualSince);
  const named = boardState({ fixture, pairings, manual }, before);
  const state = withPublicNames({ fixture, pairings, named }, before);
  return { fixture, seq, markers, hand, manual, state, named, pairings, manualSince, lastMarkerAt };
}
