// The names of `knockout_round` that the pages know. A tournament may have others.

/** In the order in which they are played. */
export const ROUND_NAMES = [
  'round_of_64',
  'round_of_32',
  'round_of_16',
  'quarter_final',
  'semi_final',
  'third_place',
  'final',
] as const;
export type RoundName = (typeof ROUND_NAMES)[number];
