// One pairing: its active markers in match order and the tally of them.
import type { BoardEvent } from '../../protocol/wire/board.ts';
import { fold, step } from './fold.ts';
import { type Sides, isBye } from './sides.ts';
import { type Life, notStarted, playedBefore } from './lifecycle.ts';
import { byTime } from './order.ts';
import type { StoredMarker } from './command.ts';
import { decidingReset, isCleared } from './reset.ts';
import type { Tally } from './tally.ts';

export type Pairing = {
  readonly sides: Sides;
  /** The reset that decides which markers are cleared; it comes first in `log`. */
  readonly reset: StoredMarker | null;
  readonly log: readonly StoredMarker[];
  readonly tally: Tally;
  /** Keyed by marker id as first sent. */
  readonly events: Readonly<Record<string, BoardEvent>>;
};

/** Folds all markers of this pairing, whole-game resets included, given in any order. */
export function foldPairing(sides: Sides, markers: readonly StoredMarker[]): Pairing {
  // A bye takes no markers and never changes (rule SIDE-9).
  const own = isBye(sides) ? [] : markers;
  const reset = decidingReset(own.filter((marker) => marker.type === 'ResetMatch'));
  const log = own.filter((marker) => !isCleared(marker, reset)).sort(byTime);
  return { sides, reset, log, ...fold(sides, baseOf(sides, log), log) };
}

/** The pairing with one new marker added, or null when all markers must be folded again. */
export function foldNewest(pairing: Pairing, marker: StoredMarker): Pairing | null {
  if (marker.type === 'ResetMatch' || isBye(pairing.sides) || isCleared(marker, pairing.reset)) return null;
  const last = pairing.log.at(-1);
  if (last !== undefined && byTime(last, marker) > 0) return null;
  // The first Start may change the state that the fold begins with.
  if (marker.type === 'Start' && pairing.sides.given !== null && pairing.tally.life.startedAt === null) return null;
  const { tally, event } = step(pairing.sides, pairing.tally, marker);
  return {
    ...pairing,
    log: [...pairing.log, marker],
    tally,
    events: withEvent(pairing.events, marker.id, event),
  };
}

/**
 * A copy with one event more. It has no prototype, so V8 makes it a hash table at once: it would give any other object with
 * ids as keys a shape of its own, at many times the cost.
 */
function withEvent(events: Pairing['events'], id: string, event: BoardEvent): Pairing['events'] {
  const next = Object.create(null) as Record<string, BoardEvent>;
  for (const known in events) next[known] = events[known] ?? event;
  next[id] = event;
  return next;
}

/**
 * The state that the fold begins with: the data file's, until the markers contain a Start or a reset. `board.ts` keeps
 * the statuses that only the data file sets.
 */
function baseOf(sides: Sides, log: readonly StoredMarker[]): Life {
  const told = log.some((marker) => marker.type === 'Start' || marker.type === 'ResetMatch');
  if (told || sides.given === null) return notStarted();
  switch (sides.given.status) {
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
