// A match as a value: the stored data and the live state computed from it. The state depends only on the set of markers
// and the manual result. A change that adds just the newest marker folds only that marker.
import type { Board, BoardState } from '../../protocol/wire/board.ts';
import type { Marker } from '../../protocol/rest/marker.ts';
import { boardState } from './board.ts';
import type { Fixture } from './fixture.ts';
import { type Sides, sidesOf, isBye } from './sides.ts';
import { effectiveManualResult } from './manual-result.ts';
import { foldNewest, foldPairing, type Pairing } from './pairing.ts';
import type { Change, ManualResult, StoredMarker } from './command.ts';
import { decidingReset } from './reset.ts';
import { shareStructure } from './structural-sharing.ts';

/** What the store keeps of a match. `hand`: scores and goals set by PATCH or by the data file. */
export type StoredMatch = {
  readonly fixture: Fixture;
  readonly seq: number;
  readonly markers: readonly StoredMarker[];
  readonly hand: ManualResult;
};

export type Match = {
  readonly fixture: Fixture;
  readonly seq: number;
  /** By key, cleared markers included. */
  readonly markers: ReadonlyMap<string, StoredMarker>;
  readonly hand: ManualResult;
  readonly state: BoardState;
  readonly pairings: readonly Pairing[];
  /** Arrival of the reset that cleared earlier manual results; 0 without such a reset. */
  readonly manualSince: number;
};

/** Folds a stored match from the beginning. */
export function openMatch(stored: StoredMatch): Match {
  const { fixture, seq, hand } = stored;
  const markers = new Map(stored.markers.map((marker) => [marker.key, marker]));
  const allSides = sidesOf(fixture);
  const pairings = allSides.map((sides) => foldPairing(sides, markersOf(allSides, sides, markers)));
  return assembled({ fixture, seq, markers, hand, pairings, manualSince: manualSinceOf(allSides, markers) }, null);
}

/** The match after a change that the store accepted. */
export function applyChange(match: Match, change: Change): Match {
  const markers = markersAfter(match.markers, change);
  const hand = change.hand ?? match.hand;
  const rest = { fixture: match.fixture, seq: change.seq, markers, hand };
  const added = addedMarker(match, change);
  if (added !== null) {
    const pairings = withNewest(match, added);
    if (pairings !== null) return assembled({ ...rest, pairings, manualSince: match.manualSince }, match.state);
  }
  const touched = touchedMarkers(match, change);
  const allSides = match.pairings.map(({ sides }) => sides);
  const pairings = match.pairings.map((pairing) =>
    touched.some((marker) => concerns(allSides, pairing.sides, marker))
      ? refolded(pairing, markersOf(allSides, pairing.sides, markers))
      : pairing,
  );
  const manualSince = touched.some(({ type }) => type === 'ResetMatch')
    ? manualSinceOf(allSides, markers)
    : match.manualSince;
  return assembled({ ...rest, pairings, manualSince }, match.state);
}

/** The same match with new names, line-ups or schedule at `seq` (after an import). */
export function withFixture(match: Match, fixture: Fixture, seq: number): Match {
  const next = openMatch({ fixture, seq, markers: [...match.markers.values()], hand: match.hand });
  return { ...next, state: shareStructure(match.state, next.state) };
}

/** The pairing of a marker: the one it names, if it still exists, else the first pairing that is not a bye. */
export function matchSidesOf(allSides: readonly Sides[], marker: Marker): Sides | undefined {
  const { matchId } = marker;
  return allSides.find((sides) => (matchId === undefined ? !isBye(sides) : sides.id === matchId));
}

/** A reset without a `match_id`: it clears all pairings. */
export const isWholeGameReset = (marker: Marker): boolean =>
  marker.type === 'ResetMatch' && marker.matchId === undefined;

const concerns = (allSides: readonly Sides[], sides: Sides, marker: Marker): boolean =>
  isWholeGameReset(marker) || matchSidesOf(allSides, marker) === sides;

const markersOf = (
  allSides: readonly Sides[],
  sides: Sides,
  markers: ReadonlyMap<string, StoredMarker>,
): StoredMarker[] => [...markers.values()].filter((marker) => concerns(allSides, sides, marker));

/** A whole-game reset clears manual results. In a game with one pairing, a reset of that pairing does too (rule RESET-6). */
function manualSinceOf(allSides: readonly Sides[], markers: ReadonlyMap<string, StoredMarker>): number {
  const resets = [...markers.values()].filter(
    (marker) => isWholeGameReset(marker) || (marker.type === 'ResetMatch' && allSides.length === 1),
  );
  return decidingReset(resets)?.arrival ?? 0;
}

function markersAfter(markers: ReadonlyMap<string, StoredMarker>, change: Change): ReadonlyMap<string, StoredMarker> {
  if (change.put === undefined && change.drop === undefined) return markers;
  const next = new Map(markers);
  for (const key of change.drop ?? []) next.delete(key);
  for (const marker of change.put ?? []) next.set(marker.key, marker);
  return next;
}

/** The markers before and after the change: an update may move a marker from one pairing to another. */
function touchedMarkers(match: Match, change: Change): StoredMarker[] {
  const put = change.put ?? [];
  const keys = [...put.map(({ key }) => key), ...(change.drop ?? [])];
  return [...put, ...keys.flatMap((key) => match.markers.get(key) ?? [])];
}

/** The marker of a change that only adds one marker; null for any other change. */
function addedMarker(match: Match, change: Change): StoredMarker | null {
  const [marker] = change.put ?? [];
  const isOne = change.put?.length === 1 && (change.drop?.length ?? 0) === 0;
  return isOne && marker !== undefined && !match.markers.has(marker.key) ? marker : null;
}

function withNewest(match: Match, marker: StoredMarker): readonly Pairing[] | null {
  const allSides = match.pairings.map(({ sides }) => sides);
  const sides = matchSidesOf(allSides, marker);
  const pairing = match.pairings.find((candidate) => candidate.sides === sides);
  const next = pairing === undefined ? null : foldNewest(pairing, marker);
  return next === null ? null : match.pairings.map((candidate) => (candidate === pairing ? next : candidate));
}

function refolded(pairing: Pairing, markers: readonly StoredMarker[]): Pairing {
  const next = foldPairing(pairing.sides, markers);
  return {
    ...next,
    tally: shareStructure(pairing.tally, next.tally),
    events: shareStructure(pairing.events, next.events),
  };
}

function assembled(match: Omit<Match, 'state'>, previous: BoardState | null): Match {
  const state = boardState(match.fixture, match.pairings, effectiveManualResult(match.hand, match.manualSince));
  return { ...match, state: previous === null ? state : sharedState(previous, state) };
}

/** Shares everything except the events: the fold has already shared those. */
function sharedState(previous: BoardState, next: BoardState): BoardState {
  const boards: Readonly<Record<string, Board>> = next.matches;
  const boardsBefore: Readonly<Record<string, Board>> = previous.matches;
  const shared: Record<string, Board> = {};
  for (const [id, board] of Object.entries(boards)) {
    const { events, ...rest } = board;
    const before = boardsBefore[id];
    if (before === undefined) {
      shared[id] = board;
      continue;
    }
    const { events: eventsBefore, ...restBefore } = before;
    const restShared = shareStructure(restBefore, rest);
    shared[id] = restShared === restBefore && events === eventsBefore ? before : { ...restShared, events };
  }
  return { ...shareStructure({ ...previous, matches: {} }, { ...next, matches: {} }), matches: shared } as BoardState;
}
