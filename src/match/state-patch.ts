// The merge patch between two states of a channel. Of the events of a match it visits only the blocks that the fold made
// anew (log-blocks.ts), so its cost follows the change and not the length of the match.
import type { AnyState } from '../../protocol/wire/air.ts';
import type { ChannelState } from '../../protocol/wire/board.ts';
import { isEmpty, patchBetween } from '../../protocol/wire/merge-patch.ts';
import { FoldedBoard } from './folded-board.ts';

/** The same as `patchBetween`. */
export function statePatch(before: AnyState, after: AnyState): Record<string, unknown> {
  if (before.kind === 'air' || after.kind === 'air') return patchBetween(before, after);
  const boards = foldedBoards(before.matches, after.matches);
  if (boards === null) return patchBetween(before, after);
  const patch = patchBetween(before, after, 'matches');
  const matches: Record<string, unknown> = {};
  for (const [id, from, to] of boards) {
    const changed = from === to ? {} : boardPatch(from, to);
    if (!isEmpty(changed)) matches[id] = changed;
  }
  if (!isEmpty(matches)) patch['matches'] = matches;
  return patch;
}

type Boards = readonly (readonly [id: string, from: FoldedBoard, to: FoldedBoard])[];

/** The boards of both; null if they are no states of the same match. */
function foldedBoards(before: ChannelState['matches'], after: ChannelState['matches']): Boards | null {
  const boards: [string, FoldedBoard, FoldedBoard][] = [];
  const ids = Object.keys(after);
  if (ids.length !== Object.keys(before).length) return null;
  for (const id of ids) {
    const [from, to] = [before[id], after[id]];
    if (!(from instanceof FoldedBoard) || !(to instanceof FoldedBoard)) return null;
    boards.push([id, from, to]);
  }
  return boards;
}

function boardPatch(from: FoldedBoard, to: FoldedBoard): Record<string, unknown> {
  const patch = patchBetween(from, to, 'events');
  const events = to.eventsPatch(from);
  if (!isEmpty(events)) patch['events'] = events;
  return patch;
}
