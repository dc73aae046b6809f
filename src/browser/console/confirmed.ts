// Checks whether the live state shows the effect of an entry.
import type { Board, BoardState } from '../../../protocol/wire/board.ts';
import { creditedSide } from './draft.ts';
import type { Entry } from './outbox-entry.ts';

/** Whether `state` shows the effect of the entry. */
export function isSeen({ action, pairing }: Entry, state: BoardState): boolean {
  const board: Board | undefined = state.matches[pairing];
  if (board === undefined) return false;
  if (action.kind === 'delete') return !(action.id in board.events);
  const { draft } = action;
  const event = board.events[draft.id];
  if (event === undefined || event.type !== draft.type || event.at !== draft.timestamp) return false;
  const player = event.player?.id === undefined ? undefined : String(event.player.id);
  const second = event.second_player?.id === undefined ? undefined : String(event.second_player.id);
  return (
    player === draft.primary_player_pc_id &&
    second === draft.secondary_player_pc_id &&
    event.label === draft.label &&
    event.own_goal === (draft.own_goal === true) &&
    (draft.minute === undefined || event.minute === draft.minute) &&
    (event.team === undefined || draft.team === undefined || event.team === creditedSide(draft))
  );
}

const idOf = ({ action }: Entry): string => (action.kind === 'record' ? action.draft.id : action.id);

/** Whether the server stored a later entry for the same marker. Then the live state will never show this one. */
export const superseded = (entry: Entry, entries: readonly Entry[]): boolean =>
  entries.some((later) => later.order > entry.order && later.status === 'sent' && idOf(later) === idOf(entry));
