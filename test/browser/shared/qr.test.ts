// The code of an address for cameras.
import { expect, test } from 'vitest';
import { qrPath } from '../../../src/browser/shared/qr.ts';

test('the code for cameras has a quiet zone and the three marks in its corners', () => {
  const { size, path: drawn } = qrPath(`https://scores.example/overlay/match:701?token=tlv_${'x'.repeat(300)}`);
  const dark = new Set([...drawn.matchAll(/M(\d+) (\d+)h1v1h-1z/g)].map(([, x, y]) => `${x},${y}`));
  const isDark = (x: number, y: number): boolean => dark.has(`${x},${y}`);
  for (let place = 0; place < size; place += 1) expect(isDark(place, 3) || isDark(3, place)).toBe(false);
  for (const [left, top] of [
    [4, 4],
    [size - 11, 4],
    [4, size - 11],
  ] as const) {
    expect([isDark(left, top), isDark(left + 1, top + 1), isDark(left + 3, top + 3)]).toEqual([true, false, true]);
  }
});
