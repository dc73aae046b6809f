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
const mayReturn = (one: MatchEvent): one is Cancelled =>
  CANCELLED.has(one.kind) && (one.kind !== 'goal_cancelled' || one.event !== null);

/** `state`: the state that is shown now. `announce` gets the events that were held and that the state confirms. */
export function openCancelDebounce(
  state: () => ChannelState | null,
  announce: (events: readonly MatchEvent[]) => void,
) {
  const timers = new Set<ReturnType<typeof setTimeout>>();

  return {
    /** Returns the events to announce now. Holds the doubtful ones, and drops them if the entry comes back. */
    filter(events: readonly MatchEvent[]): readonly MatchEvent[] {
      const pending = events.filter(mayReturn);
      if (pending.length > 0) {
        const timer = setTimeout(() => {
          timers.delete(timer);
          const confirmed = pending.filter((one) => !hasReturned(state(), one));
          if (confirmed.length > 0) announce(confirmed);
        }, CANCEL_DEBOUNCE_MS);
        timers.add(timer);
      }
      return events.filter((one) => !mayReturn(one));
    },
    stop(): void {
      for (const timer of timers) clearTimeout(timer);
    },
  };
}

/** Whether the entry is on the board again, for the same side. */
function hasReturned(state: ChannelState | null, { matchId, key, side }: Cancelled): boolean {
  const board: Board | undefined = state !== null && isBoards(state) ? state.matches[matchId] : undefined;
  const event: BoardEvent | undefined = board?.events[key];
  return event?.team === side;
}
