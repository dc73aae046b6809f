// Where the players of a line-up stand on a drawn pitch: pure geometry, in the pixels of the drawing.
import type { FactsLineup, FactsPlayer } from '../../../protocol/rest/facts.ts';

/** A starter by his place as his own side sees it: `across` from left to right, `ahead` from the own goal, both 0 to 1. */
type Spot = { readonly player: FactsPlayer; readonly across: number; readonly ahead: number };
/** Home attacks to the right or downwards, away to the left or upwards. A side `alone` attacks upwards. */
export type PitchSide = 'home' | 'away' | 'alone';
export type Placed = { readonly player: FactsPlayer; readonly x: number; readonly y: number };
export type Box = { readonly width: number; readonly height: number };

const STARTERS_MIN = 5;
const STARTERS_MAX = 11;
/** Players whose places differ by less than this both ways hide each other. */
const APART = 0.1;
/** A side whose players all stand within this depth (of 100) is not a formation. */
const DEPTH_MIN = 20;

/** The starters on the pitch; null where the place of one is unknown, or where two would hide each other. */
export function spotsOf({ starters }: FactsLineup): readonly Spot[] | null {
  const places = starters.flatMap(({ pitch }) => pitch ?? []);
  if (places.length !== starters.length || starters.length < STARTERS_MIN || starters.length > STARTERS_MAX)
    return null;
  const deepest = Math.min(...places.map(({ y }) => y));
  const depth = Math.max(...places.map(({ y }) => y)) - deepest;
  if (depth < DEPTH_MIN) return null;
  // The lines of a side fill its half, however far up the field its strikers are noted.
  const spots = starters.map((player, index) => {
    const { x = 0, y = 0 } = places[index] ?? {};
    return { player, across: x / 100, ahead: (y - deepest) / depth };
  });
  const hides = (one: Spot, other: Spot): boolean =>
    one !== other && Math.abs(one.across - other.across) < APART && Math.abs(one.ahead - other.ahead) < APART;
  return spots.some((one) => spots.some((other) => hides(one, other))) ? null : spots;
}

/** Whether all of these can be drawn as formations. */
export const hasFormation = (lineups: readonly FactsLineup[]): boolean =>
  lineups.every((lineup) => spotsOf(lineup) !== null);

/** Parts of the length and the width of the pitch that stay free beside its edges and its middle. */
const FREE = { goal: 0.06, middle: 0.05, side: 0.08, alone: 0.11 };

export const isLyingPitch = ({ width, height }: Box): boolean => width >= height;

/** The places of a side in the drawing: both sides in their halves, a side alone on the whole pitch. */
export function placed(spots: readonly Spot[], side: PitchSide, box: Box): readonly Placed[] {
  const isLying = side !== 'alone' && isLyingPitch(box);
  return spots.map(({ player, across, ahead }) => {
    const along =
      side === 'alone'
        ? FREE.alone + ahead * (1 - 2 * FREE.alone)
        : FREE.goal + ahead * (0.5 - FREE.goal - FREE.middle);
    const beside = FREE.side + across * (1 - 2 * FREE.side);
    if (isLying) {
      return side === 'home'
        ? { player, x: along * box.width, y: beside * box.height }
        : { player, x: (1 - along) * box.width, y: (1 - beside) * box.height };
    }
    return side === 'home'
      ? { player, x: (1 - beside) * box.width, y: along * box.height }
      : { player, x: beside * box.width, y: (1 - along) * box.height };
  });
}

/** A shirt with its name below is this many times as high as the shirt. */
const WITH_NAME = 1.5;
/** Names of players who are this close from row to row (in shirts) stand beside each other. */
const SAME_ROW = 0.5;
/** Largest shirt: a part of the shorter edge. */
const SHIRT_MAX = 0.13;
/** Size of a name, as a part of the shirt. */
const NAME = { max: 0.42, min: 0.33 };

type Sizes = {
  /** Whether all names are whole at this size. */
  readonly isWhole: boolean;
  /** Edge of a shirt, px. */
  readonly shirt: number;
  /** Font size of the names, px. */
  readonly name: number;
  /** The most that each name may be wide, px. */
  readonly room: readonly number[];
};

/**
 * The largest shirts and names that leave each other room, one size for all. `widths`: of the names, in parts of their font
 * size. A name that is wider than its `room` has to be cut.
 */
export function sizesOf(all: readonly Placed[], widths: readonly number[], box: Box): Sizes {
  const pairs = all.flatMap((one, index) => all.slice(index + 1).map((other) => gapOf(one, other)));
  const shirt = Math.min(
    SHIRT_MAX * Math.min(box.width, box.height),
    ...pairs.map(({ dx, dy }) => Math.max(dx / 1.1, dy / WITH_NAME)),
  );
  const room = all.map((one) => {
    const beside = all.flatMap((other) => {
      const [dx, below] = [Math.abs(other.x - one.x), other.y - one.y];
      // Names in one row share the space between their players. A name stays clear of a shirt that stands lower.
      if (other !== one && Math.abs(below) < SAME_ROW * shirt) return [dx];
      return below > 0 && below < (WITH_NAME - 0.05) * shirt ? [2 * dx - shirt] : [];
    });
    const toEdge = 2 * Math.min(one.x, box.width - one.x);
    return Math.min(toEdge, ...beside) - 0.1 * shirt;
  });
  const fits = room.map((width, index) => width / Math.max(0.1, widths[index] ?? 1));
  const name = Math.max(NAME.min * shirt, Math.min(NAME.max * shirt, ...fits));
  return { isWhole: fits.every((size) => size >= name), shirt, name, room };
}

const gapOf = (one: Placed, other: Placed) => ({ dx: Math.abs(one.x - other.x), dy: Math.abs(one.y - other.y) });

/** The name, cut where it is wider than `room`. `widthOf`: in px. */
export function cutName(name: string, room: number, widthOf: (text: string) => number): string {
  const letters = Array.from(name);
  if (widthOf(name) <= room) return name;
  while (letters.length > 1 && widthOf(`${letters.join('')}…`) > room) letters.pop();
  return `${letters.join('').trimEnd()}…`;
}

/** Players who stand no further apart than this, from goal to goal, are one line. */
const LINE_DEPTH = 0.14;

/** The lines of a formation from the goalkeeper on, each from left to right; none where there is no formation. */
export function linesOf(lineup: FactsLineup): readonly (readonly FactsPlayer[])[] {
  const lines: Spot[][] = [];
  for (const spot of [...(spotsOf(lineup) ?? [])].sort((a, b) => a.ahead - b.ahead)) {
    const line = lines.at(-1);
    const isNew = spot.ahead - (line?.[0]?.ahead ?? -1) > LINE_DEPTH;
    if (isNew || !line) lines.push([spot]);
    else line.push(spot);
  }
  return lines.map((line) => line.sort((a, b) => a.across - b.across).map(({ player }) => player));
}
