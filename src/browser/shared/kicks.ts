// Which entries are kicks of a shootout.
import type { Board, Side } from '../../../protocol/wire/board.ts';

const KICKS: ReadonlySet<string> = new Set(['Goal', 'PenaltyScored', 'PenaltyMissed']);

/** The keys of the shootout's kicks of a side, in order. They look like goals, and are the last of them. */
export function kickKeys(board: Board, side: Side): readonly string[] {
  const count = board.shootout[side].length;
  if (count === 0) return [];
  return Object.entries(board.events)
    .filter(([, event]) => event.team === side && KICKS.has(event.type))
    .sort(([, a], [, b]) => Date.parse(a.at) - Date.parse(b.at))
    .slice(-count)
    .map(([key]) => key);
}
