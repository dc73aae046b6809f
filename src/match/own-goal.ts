// Decides which goals are own goals (rules SCORE-2, SCORE-3).
import type { Marker } from '../../protocol/rest/marker.ts';

/** `own goal` or `og`. A full stop may follow either word. */
const ownGoalWords = /own[\s_-]*goal|o\.?\s?g/gi;
const letterOrDigit = /^[\p{L}\p{N}\p{M}]/u;
const mark = /^\p{M}/u;

/**
 * Whether a label says `own goal` or `og` as words, not inside a name (Pogba, Diogo, Trollåog): no letter or digit of any
 * script stands on either side. `_` counts as a space.
 */
export const labelSaysOwnGoal = (label: string): boolean =>
  [...label.matchAll(ownGoalWords)].some(
    ({ index, 0: words }) => !endsInLetter(label, index) && !letterOrDigit.test(label.slice(index + words.length)),
  );

/** Whether a letter or digit stands before `end`. The marks behind it (accents) are part of it. */
function endsInLetter(text: string, end: number): boolean {
  let at = end;
  for (;;) {
    at = startOfCharacter(text, at);
    if (at < 0) return false;
    const character = text.slice(at, end);
    if (!mark.test(character)) return letterOrDigit.test(character);
  }
}

/** The index of the character before `end`, which may be half of a pair; -1 at the beginning. */
const startOfCharacter = (text: string, end: number): number =>
  (text.codePointAt(end - 2) ?? 0) > 0xffff ? end - 2 : end - 1;

/** A boolean `own_goal` in the body overrides the label. Only a Goal can be an own goal. */
export function isOwnGoal(marker: Marker): boolean {
  if (marker.type !== 'Goal') return false;
  return marker.ownGoal ?? (marker.label !== undefined && labelSaysOwnGoal(marker.label));
}
