// The places of a 4-2-3-1 formation for samples and tests, from the goalkeeper to the striker.

/** From left to right and from the own goal, 0 to 100, as line-ups have them. */
export const PLACES_4_2_3_1: readonly (readonly [x: number, y: number])[] = [
  [50, 5],
  [86, 28],
  [63, 22],
  [37, 22],
  [14, 28],
  [66, 48],
  [34, 48],
  [16, 68],
  [84, 68],
  [50, 68],
  [50, 88],
];
