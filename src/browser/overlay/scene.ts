// The input of the widgets: one match at the time that is shown, with the names and colours of its sides.
import type { Board, BoardState, Side } from '../../../protocol/wire/board.ts';
import { type Aired, airedFor, currentPairing, NOTHING } from '../shared/on-air.ts';
import { sideColors } from '../shared/colors.ts';
import { shortNames } from './names.ts';
import type { OverlayOptions } from './options.ts';
import type { Words } from '../shared/words.ts';

/** The name and colours of a side on air. */
export type SideLook = {
  readonly name: string;
  readonly short: string;
  /** `#rrggbb` */
  readonly color: string;
  /** Black or white, whichever is readable on the colour. */
  readonly ink: string;
  readonly badge: string | null;
};

export type Scene = {
  readonly state: BoardState;
  readonly matchId: string;
  readonly board: Board;
  readonly sides: Readonly<Record<Side, SideLook>>;
  /** The time to show: the server's time minus the delay, ms since 1970. */
  readonly now: () => number;
  readonly options: OverlayOptions;
  readonly words: Words;
  /** The announced added time, minutes; null if none is on air. */
  readonly announced: number | null;
};

/** The match of `state` that is on air; null when no match has two sides. */
export function sceneOf(
  state: BoardState,
  { options, words, now, aired = NOTHING }: Pick<Scene, 'options' | 'words' | 'now'> & { readonly aired?: Aired },
): Scene | null {
  const matchId = currentPairing(state, options.match);
  const board: Board | undefined = matchId === null ? undefined : state.matches[matchId];
  if (matchId === null || !board) return null;
  const announced = airedFor(aired, state, matchId).added_time?.minutes ?? null;
  return { state, matchId, board, sides: looksOf(board, options), now, options, words, announced };
}

/** Ids of the teams of all its pairings, as far as they have one. */
export const playingTeams = (state: BoardState): readonly number[] =>
  Object.values<Board>(state.matches).flatMap(({ home, away }) => [idOf(home), idOf(away)].filter((id) => id !== null));

const idOf = (side: object | undefined): number | null =>
  side !== undefined && 'id' in side && typeof side.id === 'number' ? side.id : null;

function looksOf(board: Board, options: OverlayOptions): Readonly<Record<Side, SideLook>> {
  const chosen = { home: options.home_color, away: options.away_color };
  const colors = sideColors(board, chosen);
  // A name in the address replaces both names of the data file.
  const named = {
    home: options.home_name === undefined ? board.home : { name: options.home_name },
    away: options.away_name === undefined ? (board.away ?? { name: '' }) : { name: options.away_name },
  };
  const short = shortNames(named.home, named.away);
  const of = (side: Side): SideLook => {
    const team = board[side];
    const badge = team !== undefined && 'badge_url' in team ? (team.badge_url ?? null) : null;
    return { name: named[side].name, short: short[side], ...colors[side], badge };
  };
  return { home: of('home'), away: of('away') };
}
