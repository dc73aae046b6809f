// How a board writes the names of players: all of them in full, or all of them as `A. Griezmann` (rule PAGE-24).

/** With a longer name among them, all names of a board are shortened. */
const FULL_MAX = 16;

/** `Antoine Griezmann` → `A. Griezmann`, `Virgil van Dijk` → `V. van Dijk`. One word stays, and so do scripts without capitals. */
export function shortName(name: string): string {
  const [first = '', ...others] = name.split(/\s+/);
  const initial = Array.from(first)[0] ?? '';
  if (others.length === 0 || initial.toLowerCase() === initial.toUpperCase()) return name;
  // The surname begins with its particle, as `van` or `da`.
  const particle = others.findIndex((word) => word.charAt(0) !== word.charAt(0).toUpperCase());
  return `${initial}. ${others.slice(particle === -1 ? -1 : particle).join(' ')}`;
}

/** `Virgil van Dijk` → `van Dijk`: the short name without its initial. */
export const surname = (name: string): string => shortName(name).replace(/^\S\. /u, '');

export type NameRule = (name: string) => string;

/** The one rule for all `names` of a board. */
export function nameRule(names: readonly (string | null)[]): NameRule {
  const isLong = names.some((name) => name !== null && Array.from(name).length > FULL_MAX);
  return isLong ? shortName : (name) => name;
}
