// Team codes for the scorebug: three letters, as on television.

/** Legal forms and other words that do not distinguish teams. */
const GENERIC_WORDS = new Set('fc cf sc ac afc cd sv vfl vfb tsv the de do da club'.split(' '));

/** `Riverside FC` → `RIV`, `Team 2` → `TE2`. */
function code(name: string): readonly string[] {
  const parts = name.split(/[\s\-–/]+/).filter((word) => word !== '');
  const distinctive = parts.filter((word) => !GENERIC_WORDS.has(word.toLowerCase().replaceAll('.', '')));
  const [first = '', ...others] = distinctive.length > 0 ? distinctive : parts;
  const last = others.at(-1) ?? '';
  const letters = (text: string, count: number): string => Array.from(text).slice(0, count).join('').toUpperCase();
  // In `Team 1` and `Team 2`, the difference is at the end.
  if (/^\d{1,2}$/.test(last)) return [letters(first, 3 - last.length) + last];
  return [letters(first, 3), letters(first, 1) + letters(last === '' ? Array.from(first).slice(2).join('') : last, 2)];
}

/** The codes of both sides. They differ wherever the names allow it. */
export function shortNames(home: string, away: string): { readonly home: string; readonly away: string } {
  const [a = '', otherA = a] = code(home);
  const [b = '', otherB = b] = code(away);
  return a === b ? { home: otherA, away: otherB } : { home: a, away: b };
}
