// Finds names in a text, as whole words only: `Ana` is not in `Anabel`.

/**
 * The pattern of any of these names, longer names first. It leaves `-` unescaped: outside of a class an escaped `-` is an
 * error.
 */
export function wholeWords(names: readonly string[]): RegExp {
  const escaped = [...names]
    .sort((a, b) => b.length - a.length)
    .map((name) => name.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&'));
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${escaped.join('|')})(?![\\p{L}\\p{N}])`, 'gu');
}
