// What a state says that turned out not to be so: an entry that was removed or that counts differently, a score too high.
import type { Board, BoardEvent, ChannelState, FeedMatch, Side } from '../../../protocol/wire/board.ts';

/**
 * Whether `state`, seen after `before` and with `later` known by now, would show something that was taken back: an entry
 * that `later` no longer has or counts for another side, or a score that came down again. What `before` shows already
 * cannot be unseen. Details put right (who it was, the minute) are no reason: the goal was one.
 */
export function showsCancelled(before: ChannelState | null, state: ChannelState, later: ChannelState): boolean {
  return Object.entries<Board | FeedMatch>(state.matches).some(([id, board]) => {
    const newest: Board | FeedMatch | undefined = later.matches[id];
    if (newest === undefined) return true;
    const old: Board | FeedMatch | undefined = before?.matches[id];
    if (scoreCameDown(old?.score, board.score, newest.score)) return true;
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
const SIDES: readonly Side[] = ['home', 'away'];
const KEYS = ['', '_penalties'] as const;

const scoreCameDown = (before: Score | undefined, then: Score, later: Score): boolean =>
  SIDES.some((side) =>
    KEYS.some((ending) => {
      const of = (score: Score | undefined): number => score?.[`${side}${ending}`] ?? 0;
      return of(then) > Math.max(of(before), of(later));
    }),
  );
