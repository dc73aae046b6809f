// Which lines of a list are shown together: all of them, or pages that take turns.

/** A line's height in px, and the number of goals or cards in it. */
type MeasuredLine = { readonly height: number; readonly isGoal: boolean; readonly count: number };
export type EntryPage = {
  /** Indexes of the lines. */
  readonly lines: readonly number[];
  /** Goals and cards that are not on this page; 0 as well when there is no room to say so. */
  readonly more: number;
};

/**
 * Pages for lines with the goals before the cards, in a list `room` px high. Cards make way for goals; when not even the goals
 * fit, they take turns. `moreHeight`: height of the line that says how many are not shown.
 */
export function pagesOf(
  lines: readonly MeasuredLine[],
  { room, moreHeight }: { readonly room: number; readonly moreHeight: number },
): readonly EntryPage[] {
  const heightOf = (some: readonly MeasuredLine[]): number => some.reduce((sum, { height }) => sum + height, 0);
  const goals = lines.filter(({ isGoal }) => isGoal);
  const pages: number[][] = [];
  if (heightOf(lines) <= room) return [{ lines: lines.map((_, index) => index), more: 0 }];
  const isOnePage = heightOf(goals) <= room;
  const usable = isOnePage ? Math.max(heightOf(goals), room - moreHeight) : room - moreHeight;
  let used = Infinity;
  for (const [index, { height, isGoal }] of lines.entries()) {
    const isNew = used + height > usable;
    // One page of goals: the cards that fit below them, without a page of their own.
    if (isNew && !isGoal && goals.length > 0) break;
    if (isNew) pages.push([]);
    pages.at(-1)?.push(index);
    used = (isNew ? 0 : used) + height;
  }
  const total = lines.reduce((sum, { count }) => sum + count, 0);
  return pages.map((page) => {
    const shown = page.flatMap((index) => lines[index] ?? []);
    const hasRoom = heightOf(shown) + moreHeight <= room;
    return { lines: page, more: hasRoom ? total - shown.reduce((sum, { count }) => sum + count, 0) : 0 };
  });
}
