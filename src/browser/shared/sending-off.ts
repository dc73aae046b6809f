// The second yellow card and the red card of one sending-off. A scorekeeper may post both; they are one event.
import type { Board, BoardEvent } from '../../../protocol/wire/board.ts';
import { playerKey } from './player-key.ts';

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
    ? one?.name !== undefined && one.name.toLowerCase() === other?.name?.toLowerCase()
    : playerKey(one) === playerKey(other);

/**
 * Whether a red card is of one sending-off with a second yellow card, for all red cards of a match. A match may have thousands: with
 * `otherCard` each of them would look at all events.
 */
export function openSendingOffs({ events }: Pick<Board, 'events'>): (red: BoardEvent) => boolean {
  /** The times of the second yellow cards of a player. */
  const times = new Map<string, number[]>();
  for (const yellow of Object.values(events)) {
    if (yellow.second_yellow !== true) continue;
    for (const key of keysOf(yellow)) {
      const known = times.get(key);
      if (known) known.push(Date.parse(yellow.at));
      else times.set(key, [Date.parse(yellow.at)]);
    }
  }
  for (const known of times.values()) known.sort((a, b) => a - b);
  return (red) => keysThatFit(red).some((key) => hasNear(times.get(key) ?? [], Date.parse(red.at)));
}

type Card = Pick<BoardEvent, 'team' | 'player'>;

const byId = ({ team, player }: Card): string => JSON.stringify([team, playerKey(player ?? {})]);
const byName = ({ team, player }: Card, of: 'all' | 'without id'): string =>
  JSON.stringify([team, of, player?.name?.toLowerCase(), '']);

/** Where a second yellow card is found. */
function keysOf(card: Card): readonly string[] {
  const { id, name } = card.player ?? {};
  const named = name === undefined ? [] : [byName(card, 'all')];
  if (id !== undefined) return [byId(card), ...named];
  return name === undefined ? [] : [...named, byName(card, 'without id')];
}

/** As `isSamePlayer` compares: by the ids where both cards have one, else by the names. */
function keysThatFit(card: Card): readonly string[] {
  const { id, name } = card.player ?? {};
  if (id === undefined) return name === undefined ? [] : [byName(card, 'all')];
  return name === undefined ? [byId(card)] : [byId(card), byName(card, 'without id')];
}

/** Whether one of the `times`, in ascending order, is within `SAME_MS` of `at`. */
function hasNear(times: readonly number[], at: number): boolean {
  let [from, to] = [0, times.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((times[middle] ?? 0) < at - SAME_MS) from = middle + 1;
    else to = middle;
  }
  const next = times[from];
  return next !== undefined && next <= at + SAME_MS;
}
