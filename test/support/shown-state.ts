// One of the states that screens and overlays are tested with, by its name.
import type { BoardState, ChannelState, MatchBoard, MatchState } from '../../protocol/wire/board.ts';
import { shownStates } from './shown-states.ts';

export function shownState(name: string): ChannelState {
  const state = shownStates()[name];
  if (!state) throw new Error(`There is no state "${name}".`);
  return state;
}

/** The state of a game or match, which has boards. */
export function shownBoards(name: string): BoardState {
  const state = shownState(name);
  if (state.kind !== 'match' && state.kind !== 'game') throw new Error(`"${name}" has no boards.`);
  return state;
}

export function shownMatch(name: string): MatchState {
  const state = shownState(name);
  if (state.kind !== 'match') throw new Error(`"${name}" is not the state of a match.`);
  return state;
}

/** The board of the only match of such a state. */
export function shownBoard(name: string): MatchBoard {
  const board = shownMatch(name).matches['701'];
  if (!board) throw new Error(`"${name}" has no match 701.`);
  return board;
}
