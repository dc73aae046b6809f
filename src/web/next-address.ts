// Where somebody goes on after signing in: an address of this site, never another.

/** Longest that is taken along, in characters. */
const NEXT_MAX = 8_192;
const HOME = '/';
const elsewhere = 'http://site.invalid';

/** The address of the sign-in page that leads on to `target` (a path with its query). */
export const signInAddress = (target: string): string => `/sign-in?next=${encodeURIComponent(target)}`;

/**
 * The path and query that `next` names; the home page when it names none of this site. It is read as a browser would read
 * it, which takes `\` for `/`, drops tabs, and folds `/./`.
 */
export function nextAddress(next: string | null): string {
  if (next === null || !next.startsWith('/') || next.length > NEXT_MAX || !URL.canParse(next, elsewhere)) return HOME;
  const { origin, pathname, search } = new URL(next, elsewhere);
  return origin === elsewhere && !pathname.startsWith('//') ? pathname + search : HOME;
}
