// A phone changes an entry of a tournament match by deleting it and recording it again under the same id (rule PAGE-9).
// When a scorer is named a moment after the goal, the goal must not be announced as cancelled. So this module holds a
// "cancelled" event for a moment before it passes the event on.
import type { Board, BoardEvent, ChannelState } from '../../../protocol/wire/board.ts';
import { type MatchEvent, isBoards } from './match-events.ts';

/** Time that a phone on a slow network needs to delete an entry and record it again, ms. */
export const CANCEL_DEBOUNCE_MS = 2_500;

type Cancelled = Extract<MatchEvent, { kind: 'goal_cancelled' | 'card_cancelled' | 'kick_cancelled' }>;

const CANCELLED: ReadonlySet<string> = new Set(['goal_cancelled', 'card_cancelled', 'kick_cancelled']);
/** A manual score has no entry that can come back. */
const isDoubtful = (one: MatchEvent): one is Cancelled =>
  CANCELLED.has(one.kind) && (one.kind !== 'goal_cancelled' || one.event !== null);

export type CancelDebounce = {
  /** Returns the events to announce now. Holds the doubtful ones, and drops them if the entry comes back. */
  take(events: readonly MatchEvent[]): readonly MatchEvent[];
  stop(): void;
};

export function openCancelDebounce(
  state: () => ChannelState | null,
  tell: (events: readonly MatchEvent[]) => void,
): CancelDebounce {
  const timers = new Set<ReturnType<typeof setTimeout>>();

  return {
    take(events) {
      const doubtful = events.filter(isDoubtful);
      if (doubtful.length > 0) {
        const timer = setTimeout(() => {
          timers.delete(timer);
          const certain = doubtful.filter((one) => !isBack(state(), one));
          if (certain.length > 0) tell(certain);
        }, CANCEL_DEBOUNCE_MS);
        timers.add(timer);
      }
      return events.filter((one) => !isDoubtful(one));
    },
    stop() {
      for (const timer of timers) clearTimeout(timer);
    },
  };
}

/** Whether the entry is on the board again, for the same side. */
function isBack(state: ChannelState | null, { matchId, key, side }: Cancelled): boolean {
  const board: Board | undefined = state !== null && isBoards(state) ? state.matches[matchId] : undefined;
  const event: BoardEvent | undefined = board?.events[key];
  return event?.team === side;
}
