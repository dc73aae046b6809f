// Pages that take turns: all screens of a ground show the same one.
import { useTick } from '../shared/tick.ts';
import type { Listed } from './listed.ts';

/** How long a page stays, ms. */
export const PAGE_MS = 10_000;

/** The matches to show now: all of them, or a page of `size`. */
export function usePage(matches: Listed, size: number, now: () => number) {
  const pages = Math.max(1, Math.ceil(matches.length / size));
  const page = useTick(() => Math.floor(now() / PAGE_MS) % pages) % pages;
  return { shown: matches.slice(page * size, (page + 1) * size), page, pages };
}
