// Which week of a series each of its later games belongs to, from its distance to the game that is changed (rule MANAGE-15).

const WEEK_DAYS = 7;

/**
 * A week of its own for each later game, 1 or more: two games never get the same time. Each takes the nearest free week, those first
 * that stand in their week; a postponed game goes where there is room.
 */
export function weeksOf(days: readonly number[]): readonly number[] {
  const taken = new Set<number>();
  const weeks = new Map<number, number>();
  const inTurn = [...days.entries()].toSorted(([a, first], [b, second]) => offWeek(first) - offWeek(second) || a - b);
  for (const [index, distance] of inTurn) {
    const week = nearestFree(distance, taken);
    taken.add(week);
    weeks.set(index, week);
  }
  return days.map((_, index) => weeks.get(index) ?? 1);
}

const nearestWeek = (days: number): number => Math.round(days / WEEK_DAYS);

/** How many days a game stands off a whole week. */
const offWeek = (days: number): number => Math.abs(days - nearestWeek(days) * WEEK_DAYS);

function nearestFree(days: number, taken: ReadonlySet<number>): number {
  const nearest = nearestWeek(days);
  const first = days < nearest * WEEK_DAYS ? -1 : 1;
  for (let step = 0; ; step += 1) {
    const found = [nearest + first * step, nearest - first * step].find((week) => week >= 1 && !taken.has(week));
    if (found !== undefined) return found;
  }
}
