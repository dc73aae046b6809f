// Which entries are kicks of a shootout.
import type { Board, Side } from '../../../protocol/wire/board.ts';

const KICKS: ReadonlySet<string> = new Set(['Goal', 'PenaltyScored', 'PenaltyMissed']);

/** The keys of a side's shootout kicks, in order. They are stored as goals, and they are the last goals of the side. */
export function kickKeys(board: Board, side: Side): readonly string[] {
  const count = board.shootout[side].length;
  if (count === 0) return [];
  return Object.entries(board.events)
    .filter(([, event]) => event.team === side && KICKS.has(event.type))
    .sort(([, a], [, b]) => Date.parse(a.at) - Date.parse(b.at))
    .slice(-count)
    .map(([key]) => key);
}
