// The address that follows a sign-in: always one of this site.

/** Longest address, in characters. */
export const NEXT_MAX = 8_192;
const HOME = '/';
const elsewhere = 'http://site.invalid';

/** The address of the sign-in page that continues to `target` (a path with its query). */
export const signInAddress = (target: string): string => `/sign-in?next=${encodeURIComponent(target)}`;

/**
 * The path and query in `next`, or the home page when it is not an address of this site. It is parsed like in a browser,
 * which reads `\` as `/`, drops tabs, and folds `/./`.
 */
export function nextAddress(next: string | null): string {
  if (next === null || !next.startsWith('/') || next.length > NEXT_MAX || !URL.canParse(next, elsewhere)) return HOME;
  const { origin, pathname, search } = new URL(next, elsewhere);
  return origin === elsewhere && !pathname.startsWith('//') ? pathname + search : HOME;
}
