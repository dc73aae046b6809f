// A bye stands among the boards of a game, and nothing is played in it.
import type { Board, BoardState } from './board.ts';

/** The boards of the pairings that are played, in their order. */
export const playedBoards = ({ matches }: Pick<BoardState, 'matches'>): readonly Board[] =>
  Object.values<Board>(matches).filter(({ away }) => away !== undefined);
