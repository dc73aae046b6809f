// Kicks from the mark: who took and who saved them; of a shootout the places to show, and which entries are kicks.
import type { Board, BoardEvent, Side } from '../../../protocol/wire/board.ts';
import { playerKey } from './player-key.ts';
import { SIDES } from './side.ts';
import { inTimeOrder } from './time-order.ts';

/** Each side shows this many places for kicks. With more kicks, the earliest are hidden. After them comes sudden death. */
const PLACES = 5;

type ShownKick = {
  /** From 0. */
  readonly number: number;
  readonly result: 'open' | 'in' | 'out';
};

type Keepers = Board['keepers'];

/** Whether this missed penalty was saved: its marker names the goalkeeper first and the taker second (rule STAT-4). */
export const isSavedKick = ({ type, player, second_player: second }: BoardEvent, keepers: Keepers): boolean =>
  type === 'PenaltyMissed' && (second !== undefined || SIDES.some((side) => isSamePlayer(player, keepers[side])));

const isSamePlayer = (one: BoardEvent['player'], other: BoardEvent['player']): boolean =>
  one?.id !== undefined && other?.id !== undefined && playerKey(one) === playerKey(other);

/** The name of the player who took the kick; null where it is not known. */
export const takerOf = (event: BoardEvent, keepers: Keepers): string | null =>
  (isSavedKick(event, keepers) ? event.second_player : event.player)?.name ?? null;

/** The names of a side's takers by the number of their kick, from 0; null where the taker is not known. */
export function takersOf(board: Board, side: Side): readonly (string | null)[] {
  const keys = kickKeys(board, side);
  const unknown = board.shootout[side].length - keys.length;
  const nameOf = (event: BoardEvent | undefined): string | null => (event ? takerOf(event, board.keepers) : null);
  return [...Array<null>(unknown).fill(null), ...keys.map((key) => nameOf(board.events[key]))];
}

/** The side whose turn it is; null before the first kick, and when the order of the first kicks is not known. */
export function nextSide(board: Board): Side | null {
  const { home, away } = board.shootout;
  if (home.length !== away.length) return home.length < away.length ? 'home' : 'away';
  const [homeKey] = kickKeys(board, 'home');
  const [awayKey] = kickKeys(board, 'away');
  if (homeKey === undefined || awayKey === undefined) return null;
  const order = inTimeOrder(board.events).map(([key]) => key);
  return order.indexOf(homeKey) < order.indexOf(awayKey) ? 'home' : 'away';
}

/** Whether each side has had its five kicks, so that the next pair can decide. */
export const isSuddenDeath = ({ shootout: { home, away } }: Board): boolean =>
  Math.min(home.length, away.length) >= PLACES;

/** The kicks of a side to show; both sides show the same kick numbers. */
export function shownKicks({ shootout }: Board, side: Side): readonly ShownKick[] {
  const first = Math.max(0, Math.max(shootout.home.length, shootout.away.length) - PLACES);
  return Array.from({ length: PLACES }, (_, place) => {
    const scored = shootout[side][first + place];
    const kicked = scored === true ? 'in' : 'out';
    return { number: first + place, result: scored === undefined ? 'open' : kicked };
  });
}

export const KICK_TYPES: ReadonlySet<string> = new Set(['Goal', 'PenaltyScored', 'PenaltyMissed']);

/** The keys of a side's shootout kicks, in order. They are stored as goals, and they are the last goals of the side. */
export function kickKeys(board: Board, side: Side): readonly string[] {
  const count = board.shootout[side].length;
  if (count === 0) return [];
  return inTimeOrder(board.events)
    .filter(([, event]) => event.team === side && KICK_TYPES.has(event.type))
    .slice(-count)
    .map(([key]) => key);
}
