// The input of the widgets: one match at the time that is shown, with the names and colours of its sides.
import type { Board, BoardState, Side } from '../../../protocol/wire/board.ts';
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
};

/** The match of `state` that is on air; null when no match has two sides. */
export function sceneOf(
  state: BoardState,
  { options, words, now }: Pick<Scene, 'options' | 'words' | 'now'>,
): Scene | null {
  const matchId = onAir(state, options.match);
  const board: Board | undefined = matchId === null ? undefined : state.matches[matchId];
  if (matchId === null || !board) return null;
  return { state, matchId, board, sides: looksOf(board, options), now, options, words };
}

/** The pairing in the address; else the first that is being played, else the first that is not over, else the last. */
export function onAir(state: BoardState, chosen: string | undefined): string | null {
  const pairings = Object.entries<Board>(state.matches).filter(([, { away }]) => away !== undefined);
  const found =
    pairings.find(([id]) => id === chosen) ??
    pairings.find(([, { status }]) => status === 'live') ??
    pairings.find(([, { status }]) => status === 'scheduled') ??
    pairings.at(-1);
  return found?.[0] ?? null;
}

function looksOf(board: Board, options: OverlayOptions): Readonly<Record<Side, SideLook>> {
  const chosen = { home: options.home_color, away: options.away_color };
  const colors = sideColors(board, chosen);
  const names = {
    home: options.home_name ?? board.home.name,
    away: options.away_name ?? board.away?.name ?? '',
  };
  const short = shortNames(names.home, names.away);
  const of = (side: Side): SideLook => {
    const team = board[side];
    const badge = team !== undefined && 'badge_url' in team ? (team.badge_url ?? null) : null;
    return { name: names[side], short: short[side], ...colors[side], badge };
  };
  return { home: of('home'), away: of('away') };
}
