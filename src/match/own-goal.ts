// Decides which goals are own goals (rules SCORE-2, SCORE-3).
import type { Marker } from '../../protocol/rest/marker.ts';

/** `own goal` or `og` as whole words, not inside a name (Pogba, Diogo, Ogden); `_` counts as a space. */
const ownGoalWords = /(?<![^\W_])(?:own[\s_-]*goal|o\.?\s?g\.?)(?![^\W_])/iu;

export const labelSaysOwnGoal = (label: string): boolean => ownGoalWords.test(label);

/** A boolean `own_goal` in the body overrides the label. Only a Goal can be an own goal. */
export function isOwnGoal(marker: Marker): boolean {
  if (marker.type !== 'Goal') return false;
  return marker.ownGoal ?? (marker.label !== undefined && labelSaysOwnGoal(marker.label));
}
