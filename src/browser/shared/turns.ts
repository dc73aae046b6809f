// Things that take turns on a page: images of sponsors, large graphics, pages of a list, lines of a strip.
import { useTick } from './tick.ts';

/** How long one of several stays, ms. */
export const TURN_MS = 10_000;

/** Those to show now, `count` at a time; all pages of a ground show the same ones. `now`: ms since 1970. */
export function useTurns<T>(all: readonly T[], count: number, now: () => number, turnMs = TURN_MS) {
  const pages = Math.max(1, Math.ceil(all.length / count));
  const page = useTick(() => Math.floor(now() / turnMs) % pages) % pages;
  return { shown: all.slice(page * count, (page + 1) * count), page, pages };
}
