// Checks whether the live state shows the effect of an entry.
import type { Board, BoardState } from '../../../protocol/wire/board.ts';
import { idOf } from './draft.ts';
import { shownSide } from './saved-penalty.ts';
import { type Entry, markerIdOf } from './outbox-entry.ts';

export function isConfirmed({ action, pairing }: Entry, state: BoardState): boolean {
  const board: Board | undefined = state.matches[pairing];
  if (board === undefined) return false;
  if (action.kind === 'delete') return !(action.id in board.events);
  const { draft } = action;
  const event = board.events[draft.id];
  if (event === undefined || event.type !== draft.type || event.at !== draft.timestamp) return false;
  return (
    idOf(event.player) === draft.primary_player_pc_id &&
    idOf(event.second_player) === draft.secondary_player_pc_id &&
    event.label === draft.label &&
    event.own_goal === (draft.own_goal === true) &&
    (draft.minute === undefined || event.minute === draft.minute) &&
    (event.team === undefined || draft.team === undefined || event.team === shownSide(draft, board.keepers))
  );
}

/** Whether the server stored a later entry for the same marker. Then the live state will never show this one. */
export const isSuperseded = (entry: Entry, entries: readonly Entry[]): boolean =>
  entries.some(
    (later) => later.order > entry.order && later.status === 'sent' && markerIdOf(later) === markerIdOf(entry),
  );

/**
 * Whether the server has a waiting record whose answer did not come: the live state shows it. Sent again, it would come back after an undo
 * on another phone. A restored entry is shown until the undo before it has arrived.
 */
export const isStored = (entry: Entry, entries: readonly Entry[], state: BoardState): boolean =>
  entry.status === 'waiting' &&
  entry.action.kind === 'record' &&
  isConfirmed(entry, state) &&
  !entries.some((earlier) => earlier.order < entry.order && markerIdOf(earlier) === markerIdOf(entry));
