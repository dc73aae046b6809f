// Taps of a wet thumb.
import { expect, test } from 'vitest';
import { openBounces } from '../../../src/browser/console/bounces.ts';

test('rule PAGE-39: a second tap at once on the same place belongs to the first one', () => {
  const isBounce = openBounces();
  const taps: readonly (readonly [ms: number, x: number, y: number, expected: boolean])[] = [
    [0, 90, 300, false],
    [120, 92, 310, true],
    // A third one too.
    [400, 90, 300, true],
    // Elsewhere, or later.
    [500, 290, 300, false],
    [600, 290, 340, false],
    [1_000, 290, 340, false],
  ];
  expect(taps.map(([timeStamp, clientX, clientY]) => isBounce({ timeStamp, clientX, clientY }))).toEqual(
    taps.map(([, , , expected]) => expected),
  );
});
