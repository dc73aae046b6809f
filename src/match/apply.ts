// A match as a value: what is stored of it, and the live state that this comes to. State is a function of the set of
// markers and the hand; a change that only adds the newest marker folds only that.
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

/** What the store keeps of a match. */
export type StoredMatch = {
  readonly fixture: Fixture;
  readonly seq: number;
  readonly markers: readonly StoredMarker[];
  readonly hand: ManualResult;
};

export type Match = {
  readonly fixture: Fixture;
  readonly seq: number;
  /** By key; cleared ones too. */
  readonly markers: ReadonlyMap<string, StoredMarker>;
  readonly hand: ManualResult;
  readonly state: BoardState;
  readonly pairings: readonly Pairing[];
  /** Arrival of the reset that cleared what was set by hand before it; 0 when there is none. */
  readonly handSince: number;
};

/** Folds a stored match from the beginning. */
export function openMatch(stored: StoredMatch): Match {
  const { fixture, seq, hand } = stored;
  const markers = new Map(stored.markers.map((marker) => [marker.key, marker]));
  const grounds = sidesOf(fixture);
  const pairings = grounds.map((ground) => foldPairing(ground, markersOf(grounds, ground, markers)));
  return assembled({ fixture, seq, markers, hand, pairings, handSince: handSinceOf(grounds, markers) }, null);
}

/** The match after a change that the store accepted. */
export function applyChange(match: Match, change: Change): Match {
  const markers = markersAfter(match.markers, change);
  const hand = change.hand ?? match.hand;
  const rest = { fixture: match.fixture, seq: change.seq, markers, hand };
  const added = addedMarker(match, change);
  if (added !== null) {
    const pairings = withNewest(match, added);
    if (pairings !== null) return assembled({ ...rest, pairings, handSince: match.handSince }, match.state);
  }
  const touched = touchedMarkers(match, change);
  const grounds = match.pairings.map(({ ground }) => ground);
  const pairings = match.pairings.map((pairing) =>
    touched.some((marker) => concerns(grounds, pairing.ground, marker))
      ? refolded(pairing, markersOf(grounds, pairing.ground, markers))
      : pairing,
  );
  const handSince = touched.some(({ type }) => type === 'ResetMatch') ? handSinceOf(grounds, markers) : match.handSince;
  return assembled({ ...rest, pairings, handSince }, match.state);
}

/** The same match under new names, line-ups or schedule, at `seq` (after an import). */
export function withFixture(match: Match, fixture: Fixture, seq: number): Match {
  const next = openMatch({ fixture, seq, markers: [...match.markers.values()], hand: match.hand });
  return { ...next, state: shareStructure(match.state, next.state) };
}

/** The pairing that a marker of one pairing belongs to: the named one (if it is still there), else the first that takes markers. */
export function matchSidesOf(grounds: readonly Sides[], marker: Marker): Sides | undefined {
  const { matchId } = marker;
  return grounds.find((ground) => (matchId === undefined ? !isBye(ground) : ground.id === matchId));
}

/** A reset that names no pairing. */
export const isWholeGameReset = (marker: Marker): boolean =>
  marker.type === 'ResetMatch' && marker.matchId === undefined;

const concerns = (grounds: readonly Sides[], ground: Sides, marker: Marker): boolean =>
  isWholeGameReset(marker) || matchSidesOf(grounds, marker) === ground;

const markersOf = (
  grounds: readonly Sides[],
  ground: Sides,
  markers: ReadonlyMap<string, StoredMarker>,
): StoredMarker[] => [...markers.values()].filter((marker) => concerns(grounds, ground, marker));

/** Results set by hand are cleared by a whole-game reset, and by one of the only pairing (rule RESET-6). */
function handSinceOf(grounds: readonly Sides[], markers: ReadonlyMap<string, StoredMarker>): number {
  const resets = [...markers.values()].filter(
    (marker) => isWholeGameReset(marker) || (marker.type === 'ResetMatch' && grounds.length === 1),
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

/** Markers as a change leaves them and as they were: an update may move one from one pairing to another. */
function touchedMarkers(match: Match, change: Change): StoredMarker[] {
  const put = change.put ?? [];
  const keys = [...put.map(({ key }) => key), ...(change.drop ?? [])];
  return [...put, ...keys.flatMap((key) => match.markers.get(key) ?? [])];
}

/** The marker of a change that does nothing but add one. */
function addedMarker(match: Match, change: Change): StoredMarker | null {
  const [marker] = change.put ?? [];
  const isOne = change.put?.length === 1 && (change.drop?.length ?? 0) === 0;
  return isOne && marker !== undefined && !match.markers.has(marker.key) ? marker : null;
}

function withNewest(match: Match, marker: StoredMarker): readonly Pairing[] | null {
  const grounds = match.pairings.map(({ ground }) => ground);
  const ground = matchSidesOf(grounds, marker);
  const pairing = match.pairings.find((candidate) => candidate.ground === ground);
  const next = pairing === undefined ? null : foldNewest(pairing, marker);
  return next === null ? null : match.pairings.map((candidate) => (candidate === pairing ? next : candidate));
}

function refolded(pairing: Pairing, markers: readonly StoredMarker[]): Pairing {
  const next = foldPairing(pairing.ground, markers);
  return {
    ...next,
    tally: shareStructure(pairing.tally, next.tally),
    events: shareStructure(pairing.events, next.events),
  };
}

function assembled(match: Omit<Match, 'state'>, previous: BoardState | null): Match {
  const state = boardState(match.fixture, match.pairings, effectiveManualResult(match.hand, match.handSince));
  return { ...match, state: previous === null ? state : sharedState(previous, state) };
}

/** Shares all but the events, which the fold has already shared one by one. */
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
