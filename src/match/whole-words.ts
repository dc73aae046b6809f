// Finds names in a text, as whole words only: `Ana` is not in `Anabel`. Keyboards and clients write one name in several ways:
// an accent is a part of its letter or a character of its own, and letter case and spaces differ.

/** The same for all spellings of a name: `ß` is written `SS` in capitals, and `ς` at the end of a word is `Σ` too. */
export const nameKey = (name: string): string =>
  name.normalize('NFC').trim().replaceAll(/\s+/gu, ' ').toUpperCase().toLowerCase().replaceAll('ς', 'σ');

/** A part of a word: an accent may be a character of its own. */
const OF_WORD = '[\\p{L}\\p{N}\\p{M}]';

/**
 * The pattern of any of these names, longer names first. A name of one word may be a common word, so it is found in its own
 * letter case only.
 */
export function wholeWords(names: readonly string[]): RegExp {
  const patterns = [...names].sort((a, b) => b.length - a.length).map(namePattern);
  return new RegExp(`(?<!${OF_WORD})(?:${patterns.join('|')})(?!${OF_WORD})`, 'gu');
}

/** The pattern of all spellings of a name, for JavaScript and for PostgreSQL. */
export function namePattern(name: string): string {
  const words = name.normalize('NFC').trim().split(/\s+/u);
  const isOneWord = words.length === 1;
  return words.map((word) => word.replaceAll(/./gsu, (letter) => letterPattern(letter, isOneWord))).join('\\s+');
}

function letterPattern(letter: string, isOwnCase: boolean): string {
  const cases = isOwnCase ? [letter] : [letter, letter.toLowerCase(), letter.toUpperCase()];
  const written = cases.includes('σ') ? [...cases, 'ς'] : cases;
  const forms = new Set(written.flatMap((one) => [one, one.normalize('NFD')]));
  return forms.size === 1 ? escaped(letter) : `(?:${[...forms].map(escaped).join('|')})`;
}

/** Leaves `-` unescaped: outside of a class an escaped `-` is an error. */
const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
