// One pairing: its active markers in match order and the tally of them.
import type { BoardEvent } from '../../protocol/wire/board.ts';
import { type Block, foldLog, withChanged, withNewest } from './log-blocks.ts';
import { type Sides, isBye } from './sides.ts';
import { type Life, notStarted, playedBefore } from './lifecycle.ts';
import { byTime } from './order.ts';
import type { StoredMarker } from './command.ts';
import { decidingReset, isCleared } from './reset.ts';
import { startingTally, type Tally } from './tally.ts';

export type Pairing = {
  readonly sides: Sides;
  /** The reset that decides which markers are cleared; it comes first of the active markers. */
  readonly reset: StoredMarker | null;
  /** The active markers with their events, in match order. */
  readonly blocks: readonly Block[];
  /** Number of active markers. */
  readonly length: number;
  readonly tally: Tally;
};

/** The active markers in match order. */
export const logOf = ({ blocks }: Pairing): StoredMarker[] => blocks.flatMap(({ markers }) => markers);

/** The events of the active markers in match order. */
export const eventsOf = ({ blocks }: Pairing): BoardEvent[] => blocks.flatMap(({ events }) => events);

/**
 * Folds all markers of this pairing, whole-game resets included, given in any order. It yields after each block. `before`: an
 * earlier fold; events that are equal keep their reference.
 */
export function* foldPairing(
  sides: Sides,
  markers: readonly StoredMarker[],
  before?: Pairing,
): Generator<void, Pairing> {
  // A bye takes no markers and never changes (rule SIDE-9).
  const own = isBye(sides) ? [] : markers;
  const reset = decidingReset(own.filter((marker) => marker.type === 'ResetMatch'));
  const log = own.filter((marker) => !isCleared(marker, reset)).sort(byTime);
  const folded = yield* foldLog(sides, startingTally(baseOf(sides, log)), log, before);
  return { sides, reset, length: log.length, blocks: folded.blocks, tally: folded.tally };
}

/**
 * The pairing after one marker changed: `out` is its old version, `put` the new one. Null when all markers must be folded
 * again.
 */
export function changedPairing(
  pairing: Pairing,
  out: StoredMarker | undefined,
  put: StoredMarker | undefined,
): Pairing | null {
  if (out?.type === 'ResetMatch' || put?.type === 'ResetMatch') return null;
  const isActive = (marker: StoredMarker): boolean => !isBye(pairing.sides) && !isCleared(marker, pairing.reset);
  const removed = out !== undefined && isActive(out) ? out : undefined;
  const added = put !== undefined && isActive(put) ? put : undefined;
  if (removed === undefined && added === undefined) return pairing;
  const { sides, reset, tally } = pairing;
  // The first Start changes the state that the fold begins with.
  const movesBase = removed?.type === 'Start' || (added?.type === 'Start' && tally.life.startedAt === null);
  if (movesBase && isBegunByFile(sides)) return null;
  const length = pairing.length + Number(added !== undefined) - Number(removed !== undefined);
  const last = pairing.blocks.at(-1)?.markers.at(-1);
  const isNewest = removed === undefined && added !== undefined && (last === undefined || byTime(last, added) < 0);
  const folded = isNewest ? withNewest(sides, pairing, added) : withChanged(sides, pairing, removed, added);
  return { sides, reset, length, blocks: folded.blocks, tally: folded.tally };
}

/** The data file gives these matches a state to begin with, until the markers contain a Start or a reset. */
const isBegunByFile = ({ given }: Sides): boolean => given?.status === 'completed' || given?.status === 'live';

/** The state that the fold begins with. `board.ts` keeps the statuses that only the data file sets. */
function baseOf(sides: Sides, log: readonly StoredMarker[]): Life {
  if (!isBegunByFile(sides)) return notStarted();
  if (log.some((marker) => marker.type === 'Start' || marker.type === 'ResetMatch')) return notStarted();
  return sides.given?.status === 'completed' ? playedBefore() : notStarted('live');
}
