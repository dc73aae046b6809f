// The matches of a knock-out stage, from its entrants in the order of their strength. When their number is no power of two, the
// strongest have a bye: they enter in the second round.
import type { RoundName } from '../../protocol/rest/rounds.ts';

export const KNOCKOUT_MAX = 64;

/** A round by the number of entrants that it has room for. */
const ROUND_OF: Readonly<Record<number, RoundName>> = {
  2: 'final',
  4: 'semi_final',
  8: 'quarter_final',
  16: 'round_of_16',
  32: 'round_of_32',
  64: 'round_of_64',
};

/** An entrant, or what another match of the same stage decides: `match` is its place in the list of matches. */
export type KnockoutSide<T> = { readonly entrant: T } | { readonly winnerOf: number } | { readonly loserOf: number };

type KnockoutMatch<T> = {
  readonly round: RoundName;
  /** 1, 2 … within the round. */
  readonly number: number;
  readonly home: KnockoutSide<T>;
  readonly away: KnockoutSide<T>;
};

/**
 * The matches in the order in which they can be played. `entrants`: 2 to 64, the strongest first. The third place is played for
 * only by four entrants or more. Throws RangeError for another number of entrants.
 */
export function knockout<T>(
  entrants: readonly T[],
  { thirdPlace = false }: { readonly thirdPlace?: boolean } = {},
): readonly KnockoutMatch<T>[] {
  if (entrants.length < 2 || entrants.length > KNOCKOUT_MAX) {
    throw new RangeError(`A knock-out stage has 2 to ${KNOCKOUT_MAX} entrants, not ${entrants.length}.`);
  }
  const size = sizeOf(entrants.length);
  const matches: KnockoutMatch<T>[] = [];
  let left: readonly (KnockoutSide<T> | null)[] = seedOrder(size).map((seed) => {
    const entrant = entrants[seed - 1];
    return entrant === undefined ? null : { entrant };
  });
  for (let room = size; room >= 2; room /= 2) {
    if (room === 2 && thirdPlace && entrants.length > 3) matches.push(thirdPlaceOf(matches.length));
    left = roundOf(left, ROUND_OF[room] ?? 'final', matches);
  }
  return matches;
}

/** The next power of two: the entrants that the first round has room for. */
export const sizeOf = (entrants: number): number => 2 ** Math.ceil(Math.log2(Math.max(2, entrants)));

/** The seeds in the order of the drawing: 1, 8, 4, 5, 2, 7, 3, 6. The two best can meet in the final only. */
export function seedOrder(size: number): readonly number[] {
  let order: readonly number[] = [1];
  for (let room = 2; room <= size; room *= 2) order = order.flatMap((seed) => [seed, room + 1 - seed]);
  return order;
}

/** Adds the matches of a round, and gives the sides of the next one. */
function roundOf<T>(
  sides: readonly (KnockoutSide<T> | null)[],
  round: RoundName,
  matches: KnockoutMatch<T>[],
): readonly (KnockoutSide<T> | null)[] {
  let number = 0;
  return Array.from({ length: sides.length / 2 }, (_, pair) => {
    const [home = null, away = null] = [sides[2 * pair], sides[2 * pair + 1]];
    if (home === null || away === null) return home ?? away;
    number += 1;
    matches.push({ round, number, home, away });
    return { winnerOf: matches.length - 1 };
  });
}

/** `played`: the matches so far; the semi-finals are the last two. */
const thirdPlaceOf = (played: number): KnockoutMatch<never> => ({
  round: 'third_place',
  number: 1,
  home: { loserOf: played - 2 },
  away: { loserOf: played - 1 },
});

/** A place of a group that goes on to the knock-out stage. */
export type Qualifier = { readonly group: string; readonly place: number };

/**
 * The places of the groups that go on, as entrants of a knock-out stage: all winners first, then all runners-up … Each one is put as
 * far from the others of its group as the drawing allows: with up to three of each group, none of them meet in their first match.
 */
export function qualifiers(groups: readonly string[], perGroup: number): readonly Qualifier[] {
  const size = sizeOf(groups.length * perGroup);
  const order = seedOrder(size);
  const spots = new Map(order.map((seed, spot) => [seed, spot]));
  const seeded: Qualifier[] = [];
  for (let place = 1; place <= perGroup; place += 1) {
    let waiting = [...groups];
    while (waiting.length > 0) {
      const spot = spots.get(seeded.length + 1) ?? 0;
      const nearness = (group: string): number =>
        Math.max(
          0,
          ...seeded.flatMap((other, index) =>
            other.group === group ? [sharedRounds(spot, spots.get(index + 1) ?? 0, size)] : [],
          ),
        );
      const [best = ''] = waiting.toSorted((a, b) => nearness(a) - nearness(b));
      waiting = waiting.filter((group) => group !== best);
      seeded.push({ group: best, place });
    }
  }
  return seeded;
}

/** How near two spots of the drawing are: 1 when they can meet in the final only, more when they meet earlier. */
function sharedRounds(a: number, b: number, size: number): number {
  let rounds = 1;
  for (let room = size / 2; room >= 1 && Math.floor(a / room) === Math.floor(b / room); room /= 2) rounds += 1;
  return rounds;
}
