// One pairing as it stands: its markers in match order without those that are cleared, and what they come to.
import type { BoardEvent } from '../../protocol/wire/board.ts';
import { fold, step } from './fold.ts';
import { type Sides, isBye } from './sides.ts';
import { type Life, notStarted, playedBefore } from './lifecycle.ts';
import { byTime } from './order.ts';
import type { StoredMarker } from './command.ts';
import { decidingReset, isCleared } from './reset.ts';
import type { Tally } from './tally.ts';

export type Pairing = {
  readonly ground: Sides;
  /** The reset that decides what is cleared; it stands first in the log. */
  readonly reset: StoredMarker | null;
  readonly log: readonly StoredMarker[];
  readonly tally: Tally;
  /** Keyed by marker id as first sent. */
  readonly events: Readonly<Record<string, BoardEvent>>;
};

/** Folds the markers of this pairing (whole-game resets among them), in any order, from the beginning. */
export function foldPairing(ground: Sides, markers: readonly StoredMarker[]): Pairing {
  // A bye takes no markers and never changes (rule SIDE-9).
  const own = isBye(ground) ? [] : markers;
  const reset = decidingReset(own.filter((marker) => marker.type === 'ResetMatch'));
  const log = own.filter((marker) => !isCleared(marker, reset)).sort(byTime);
  return { ground, reset, log, ...fold(ground, baseOf(ground, log), log) };
}

/** The pairing with one new marker folded in, or null where only folding anew is right. */
export function foldNewest(pairing: Pairing, marker: StoredMarker): Pairing | null {
  if (marker.type === 'ResetMatch' || isBye(pairing.ground) || isCleared(marker, pairing.reset)) return null;
  const last = pairing.log.at(-1);
  if (last !== undefined && byTime(last, marker) > 0) return null;
  // The first Start may change what the match begins from.
  if (marker.type === 'Start' && pairing.ground.given !== null && pairing.tally.life.startedAt === null) return null;
  const { tally, event } = step(pairing.ground, pairing.tally, marker);
  return {
    ...pairing,
    log: [...pairing.log, marker],
    tally,
    events: { ...pairing.events, [marker.id]: event },
  };
}

/**
 * What the fold begins from: what the data file says of a match, until a Start or a reset among the markers tells it from
 * the beginning. The statuses that only the data file sets stay whatever comes (see `board.ts`).
 */
function baseOf(ground: Sides, log: readonly StoredMarker[]): Life {
  const told = log.some((marker) => marker.type === 'Start' || marker.type === 'ResetMatch');
  if (told || ground.given === null) return notStarted();
  switch (ground.given.status) {
    case 'completed':
      return playedBefore();
    case 'live':
      return notStarted('live');
    case 'scheduled':
    case 'postponed':
    case 'cancelled':
    case 'abandoned':
    case 'awarded':
      return notStarted();
  }
}
