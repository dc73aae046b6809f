// The clocks of a match under test: those of this process, which runs the server, and of its pages go ahead together.
import type { Page } from 'playwright-core';
import { elapsedAt } from '../../src/match/clock.ts';
import type { Board } from '../../protocol/wire/board.ts';
import { type MovedDate, openMovedDate } from './moved-date.mjs';

/** Moves this process's `Date` from now on. */
export function openMatchClock() {
  const date = openMovedDate();
  /** Each move: the time at which it was made, and how far the clocks were ahead before and after it, ms. */
  const moves: { readonly at: number; readonly before: number; readonly after: number }[] = [];
  const aheadMs = (): number => moves.at(-1)?.after ?? 0;

  return {
    /** Before the page is opened. */
    addTo: async (page: Page): Promise<void> => {
      await page.addInitScript({ content: `globalThis.movedDate = (${openMovedDate.toString()})()` });
      await page.addInitScript((ms) => {
        (globalThis as unknown as { movedDate: MovedDate }).movedDate.setAhead(ms);
      }, aheadMs());
    },
    /** Moves all clocks on. */
    async moveBy(ms: number, pages: readonly Page[]): Promise<void> {
      if (ms < 0) throw new RangeError(`The clock cannot go back by ${-ms} ms.`);
      const before = aheadMs();
      const after = before + ms;
      moves.push({ at: Date.now(), before, after });
      date.setAhead(after);
      await Promise.all(
        pages.map((page) =>
          page.evaluate((ahead) => {
            (globalThis as unknown as { movedDate: MovedDate }).movedDate.setAhead(ahead);
          }, after),
        ),
      );
    },
    /** How long it takes to this time of the match, ms. */
    until: ({ clock }: Board, elapsedMs: number): number => elapsedMs - elapsedAt(clock, Date.now()),
    /** The real time at a time of the moved clocks; both ms since 1970. */
    realOf(at: number): number {
      const next = moves.find((move) => at < move.at + move.after - move.before);
      if (next === undefined) return at - aheadMs();
      return Math.min(at, next.at) - next.before;
    },
    restore: date.restore,
  };
}
