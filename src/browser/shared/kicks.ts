// Shootout kicks: the places to show, and which entries are kicks.
import type { Board, Side } from '../../../protocol/wire/board.ts';
import { inTimeOrder } from './time-order.ts';

/** Each side shows this many places for kicks. With more kicks, the earliest are hidden. */
const PLACES = 5;

type ShownKick = { readonly number: number; readonly result: 'open' | 'in' | 'out' };

/** The kicks of a side to show; both sides show the same kick numbers. */
export function shownKicks({ shootout }: Board, side: Side): readonly ShownKick[] {
  const first = Math.max(0, Math.max(shootout.home.length, shootout.away.length) - PLACES);
  return Array.from({ length: PLACES }, (_, place) => {
    const scored = shootout[side][first + place];
    const kicked = scored === true ? 'in' : 'out';
    return { number: first + place, result: scored === undefined ? 'open' : kicked };
  });
}

export const KICK_TYPES: ReadonlySet<string> = new Set(['Goal', 'PenaltyScored', 'PenaltyMissed']);

/** The keys of a side's shootout kicks, in order. They are stored as goals, and they are the last goals of the side. */
export function kickKeys(board: Board, side: Side): readonly string[] {
  const count = board.shootout[side].length;
  if (count === 0) return [];
  return inTimeOrder(board.events)
    .filter(([, event]) => event.team === side && KICK_TYPES.has(event.type))
    .slice(-count)
    .map(([key]) => key);
}
