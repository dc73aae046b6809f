// Who plays whom when everyone plays everyone: the circle method. One stands still, the others move on by one place a round.

type Pair<T> = { readonly home: T; readonly away: T };

/**
 * The rounds in which everyone meets everyone once, or twice with `legs` 2 (then with the sides changed). In a round each one
 * plays once at most: with an odd number one is free. The numbers of home and away games of each one differ by one at most.
 */
export function roundRobin<T>(entrants: readonly T[], legs: 1 | 2 = 1): readonly (readonly Pair<T>[])[] {
  const seats: readonly (T | null)[] = entrants.length % 2 === 0 ? entrants : [...entrants, null];
  const rounds = Array.from({ length: Math.max(0, seats.length - 1) }, (_, round) => roundOf(seats, round));
  if (legs === 1) return rounds;
  return [...rounds, ...rounds.map((pairs) => pairs.map(({ home, away }) => ({ home: away, away: home })))];
}

function roundOf<T>(seats: readonly (T | null)[], round: number): readonly Pair<T>[] {
  const moving = seats.length - 1;
  const at = (place: number): T | null => seats[place === moving ? moving : (place + round) % moving] ?? null;
  return Array.from({ length: seats.length / 2 }, (_, index): Pair<T>[] => {
    const [first, second] = [at(index), at(moving - index)];
    if (first === null || second === null) return [];
    // The one that stands still changes sides each round; the others do by their place in the circle.
    const isFirstHome = index === 0 ? round % 2 === 0 : index % 2 === 1;
    return [isFirstHome ? { home: first, away: second } : { home: second, away: first }];
  }).flat();
}
