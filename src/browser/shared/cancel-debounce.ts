// An entry of a tournament match cannot be changed, only taken back and recorded again under its id (rule PAGE-9): a goal
// whose scorer is named a moment later must not be announced as cancelled. So "cancelled" waits for a moment.
import type { Board, BoardEvent, ChannelState } from '../../../protocol/wire/board.ts';
import { type MatchEvent, isBoards } from './match-events.ts';

/** What a phone on a slow network needs from taking an entry back to having it recorded again, ms. */
export const CANCEL_DEBOUNCE_MS = 2_500;

type Cancelled = Extract<MatchEvent, { kind: 'goal_cancelled' | 'card_cancelled' | 'kick_cancelled' }>;

const CANCELLED: ReadonlySet<string> = new Set(['goal_cancelled', 'card_cancelled', 'kick_cancelled']);
/** A score set by hand has no entry that could come back. */
const isDoubtful = (one: MatchEvent): one is Cancelled =>
  CANCELLED.has(one.kind) && (one.kind !== 'goal_cancelled' || one.event !== null);

export type CancelDebounce = {
  /** What can be told at once; the rest is told later, unless it was put right by then. */
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

/** Whether the entry stands again, for the same side. */
function isBack(state: ChannelState | null, { matchId, key, side }: Cancelled): boolean {
  const board: Board | undefined = state !== null && isBoards(state) ? state.matches[matchId] : undefined;
  const event: BoardEvent | undefined = board?.events[key];
  return event?.team === side;
}
