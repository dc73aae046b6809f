// A match as a value: the stored data and the live state computed from it. The state depends only on the set of markers
// and the manual result. A change that adds just the newest marker folds only that marker.
import type { BoardState } from '../../protocol/wire/board.ts';
import type { Marker } from '../../protocol/rest/marker.ts';
import { boardState } from './board.ts';
import type { Fixture } from './fixture.ts';
import { hidesNames, withPublicNames } from './public-names.ts';
import { type Sides, sidesOf, isBye } from './sides.ts';
import { effectiveManualResult } from './manual-result.ts';
import { foldNewest, foldPairing, type Pairing } from './pairing.ts';
import type { Change, ManualResult, StoredMarker } from './command.ts';
import { decidingReset } from './reset.ts';
import { shareStructure } from './structural-sharing.ts';

/** The stored part of a match. `hand`: the manual result (scores and goals set by PATCH or by the data file). */
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
  /** The live state: juniors are named by the policy of the club or tournament (rule NAME-1). */
  readonly state: BoardState;
  /** The same with full names, for staff; the same object if the policy hides nothing. */
  readonly named: BoardState;
  readonly pairings: readonly Pairing[];
  /** Arrival of the reset that cleared earlier manual results; 0 without such a reset. */
  readonly manualSince: number;
};

/** Folds a stored match from the beginning. */
export function openMatch(stored: StoredMatch): Match {
  const { fixture, seq, hand } = stored;
  const markers = new Map(stored.markers.map((marker) => [marker.key, marker]));
  const unfolded = sidesOf(fixture).map((sides) => ({ sides }));
  const pairings = unfolded.map((one) => foldPairing(one.sides, markersOf(unfolded, one, markers)));
  return assembled({ fixture, seq, markers, hand, pairings, manualSince: manualSinceOf(pairings, markers) }, null);
}

/** The match after a change that was stored. */
export function applyChange(match: Match, change: Change): Match {
  const markers = markersAfter(match.markers, change);
  const hand = change.hand ?? match.hand;
  const rest = { fixture: match.fixture, seq: change.seq, markers, hand };
  const added = addedMarker(match, change);
  if (added !== null) {
    const pairings = withNewest(match, added);
    if (pairings !== null) return assembled({ ...rest, pairings, manualSince: match.manualSince }, match);
  }
  const touched = touchedMarkers(match, change);
  const pairings = match.pairings.map((pairing) =>
    touched.some((marker) => concerns(match.pairings, pairing, marker))
      ? refolded(pairing, markersOf(match.pairings, pairing, markers))
      : pairing,
  );
  const manualSince = touched.some(({ type }) => type === 'ResetMatch')
    ? manualSinceOf(pairings, markers)
    : match.manualSince;
  return assembled({ ...rest, pairings, manualSince }, match);
}

/** The same match with new names, line-ups or schedule at `seq` (after an import). */
export function withFixture(match: Match, fixture: Fixture, seq: number): Match {
  const next = openMatch({ fixture, seq, markers: [...match.markers.values()], hand: match.hand });
  const named = shareStructure(match.named, next.named);
  return { ...next, named, state: hidesNames(fixture) ? shareStructure(match.state, next.state) : named };
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
  markers: ReadonlyMap<string, StoredMarker>,
): StoredMarker[] => [...markers.values()].filter((marker) => concerns(pairings, pairing, marker));

/** A whole-game reset clears manual results. In a game with one pairing, a reset of that pairing does too (rule RESET-6). */
function manualSinceOf(pairings: readonly Pairing[], markers: ReadonlyMap<string, StoredMarker>): number {
  const resets = [...markers.values()].filter(
    (marker) => isWholeGameReset(marker) || (marker.type === 'ResetMatch' && pairings.length === 1),
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

function withNewest({ pairings }: Match, marker: StoredMarker): readonly Pairing[] | null {
  const pairing = pairingOf(pairings, marker);
  const next = pairing === undefined ? null : foldNewest(pairing, marker);
  return next === null ? null : pairings.map((candidate) => (candidate === pairing ? next : candidate));
}

function refolded(pairing: Pairing, markers: readonly StoredMarker[]): Pairing {
  const next = foldPairing(pairing.sides, markers);
  return {
    ...next,
    tally: shareStructure(pairing.tally, next.tally),
    events: shareStructure(pairing.events, next.events),
  };
}

function assembled(match: Omit<Match, 'state' | 'named'>, previous: Match | null): Match {
  const { fixture } = match;
  const board = boardState(fixture, match.pairings, effectiveManualResult(match.hand, match.manualSince));
  const named = previous === null ? board : sharedState(previous.named, board);
  if (!hidesNames(fixture)) return { ...match, named, state: named };
  const state = withPublicNames(fixture, named);
  return { ...match, named, state: previous === null ? state : sharedState(previous.state, state) };
}

/** The fold has shared the single events already. */
const sharedState = (previous: BoardState, next: BoardState): BoardState => shareStructure(previous, next, 'events');
