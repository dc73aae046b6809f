// Finds states that show something later cancelled: an entry that was removed or moved to the other side, or a score
// that went down again.
import type { Board, BoardEvent, ChannelState, FeedMatch } from '../../../protocol/wire/board.ts';
import { SIDES } from './side.ts';

/**
 * Whether `state`, shown after `before`, would show something that `later` has cancelled: an entry that `later` lacks
 * or counts for the other side, or a score that went down again. Content that `before` already shows does not count.
 * Corrected details (the player, the minute) do not count either: the goal itself is still valid.
 */
export function showsCancelled(before: ChannelState | null, state: ChannelState, later: ChannelState): boolean {
  return Object.entries<Board | FeedMatch>(state.matches).some(([id, board]) => {
    const newest: Board | FeedMatch | undefined = later.matches[id];
    if (newest === undefined) return true;
    const old: Board | FeedMatch | undefined = before?.matches[id];
    if (scoreDecreased(old?.score, board.score, newest.score)) return true;
    if (!hasEvents(board) || !hasEvents(newest)) return false;
    const seen = old !== undefined && hasEvents(old) ? old.events : {};
    return Object.entries(board.events).some(
      ([key, event]) => !countsAs(event, seen[key]) && !countsAs(event, newest.events[key]),
    );
  });
}

const hasEvents = (board: object): board is Board => 'events' in board;

const countsAs = (event: BoardEvent, other: BoardEvent | undefined): boolean =>
  other !== undefined &&
  event.type === other.type &&
  event.team === other.team &&
  event.own_goal === other.own_goal &&
  event.second_yellow === other.second_yellow;

type Score = Board['score'];
const KEYS = ['', '_penalties'] as const;

const scoreDecreased = (before: Score | undefined, then: Score, later: Score): boolean =>
  SIDES.some((side) =>
    KEYS.some((ending) => {
      const of = (score: Score | undefined): number => score?.[`${side}${ending}`] ?? 0;
      return of(then) > Math.max(of(before), of(later));
    }),
  );
