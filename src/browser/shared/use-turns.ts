// Things that take turns on a page: the images of sponsors, and the large graphics of an overlay.
import { useTick } from './tick.ts';

/** How long one of several stays, ms. All pages of a ground show the same one. */
const TURN_MS = 10_000;

/** Those to show now, `count` at a time. `now`: ms since 1970. */
export function useTurns<T>(all: readonly T[], count: number, now: () => number): readonly T[] {
  const pages = Math.max(1, Math.ceil(all.length / count));
  const page = useTick(() => Math.floor(now() / TURN_MS) % pages) % pages;
  return all.slice(page * count, (page + 1) * count);
}
