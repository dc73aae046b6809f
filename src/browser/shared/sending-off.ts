// The second yellow card and the red card of one sending-off. A scorekeeper may post both; they are one event.
import type { Board, BoardEvent } from '../../../protocol/wire/board.ts';

/** A red card this long after a second yellow, or before it, is of the same sending-off, ms. */
const SAME_MS = 60_000;

/** The key of the other card of this sending-off; null when the card stands alone. */
export function otherCard({ events }: Pick<Board, 'events'>, card: BoardEvent): string | null {
  const found = Object.entries(events).find(([, other]) => isPair(card, other) || isPair(other, card));
  return found?.[0] ?? null;
}

const isPair = (yellow: BoardEvent, red: BoardEvent): boolean =>
  yellow.second_yellow === true &&
  red.type === 'RedCard' &&
  yellow.team === red.team &&
  isSamePlayer(yellow.player, red.player) &&
  Math.abs(Date.parse(red.at) - Date.parse(yellow.at)) <= SAME_MS;

const isSamePlayer = (one: BoardEvent['player'], other: BoardEvent['player']): boolean =>
  one?.id === undefined || other?.id === undefined
    ? one?.name !== undefined && one.name === other?.name
    : one.id === other.id && one.type === other.type;
