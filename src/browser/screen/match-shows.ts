// The shows of a screen: one queue for each match, because each has a tile of its own.
import type { ChannelState } from '../../../protocol/wire/board.ts';
import type { MatchEvent } from '../shared/match-events.ts';
import { openShowQueue, type Show, type ShowQueue } from '../shared/shows.ts';

/** How long a show runs, ms. */
export const SHOW_MS = 7_000;

export type MatchShows = {
  update(state: ChannelState, events: readonly MatchEvent[]): void;
  /** Ends the running shows. */
  clear(): void;
  /** The running show of this match. */
  current(matchId: string): Show | null;
};

/** Calls `onChange` when a show starts, changes or ends. */
export function openMatchShows(onChange: () => void): MatchShows {
  const queues = new Map<string, ShowQueue>();

  function open(matchId: string): ShowQueue {
    // The board counts the cards.
    const wants = (show: Show): boolean => show.matchId === matchId && show.kind !== 'card';
    const queue = openShowQueue({ holdMs: SHOW_MS, cancelsUnshown: true, wants });
    queue.current.subscribe(onChange);
    queues.set(matchId, queue);
    return queue;
  }

  return {
    update(state, events) {
      for (const matchId of Object.keys(state.matches)) if (!queues.has(matchId)) open(matchId);
      for (const [matchId, queue] of queues) {
        queue.update(
          state,
          events.filter((one) => 'matchId' in one && one.matchId === matchId),
        );
      }
    },
    clear() {
      for (const queue of queues.values()) queue.clear();
    },
    current: (matchId) => queues.get(matchId)?.current.get()?.show ?? null,
  };
}
