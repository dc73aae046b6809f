// Formations without a browser: who stands where, and how large.
import { describe, expect, test } from 'vitest';
import type { FactsLineup } from '../../../protocol/rest/facts.ts';
import {
  cutName,
  hasFormation,
  linesOf,
  placed,
  type Placed,
  sizesOf,
  spotsOf,
} from '../../../src/browser/shared/formation.ts';
import { surname } from '../../../src/browser/shared/player-names.ts';
import { PLACES_4_2_3_1 } from '../../../src/browser/design/formation-places.ts';

const lineupOf = (places: readonly (readonly [number, number] | null)[]): FactsLineup => ({
  starters: places.map((place, index) => ({
    number: index + 1,
    name: `Player ${index + 1}`,
    captain: index === 0,
    position: null,
    ...(place === null ? {} : { pitch: { x: place[0], y: place[1] } }),
  })),
  substitutes: [],
});
const full = lineupOf(PLACES_4_2_3_1);
const wide = { width: 1_800, height: 700 };
const upright = { width: 370, height: 650 };
const at = (all: readonly Placed[], number: number): Placed => {
  const found = all.find(({ player }) => player.number === number);
  if (!found) throw new Error(`There is no ${number}.`);
  return found;
};

describe('rule PAGE-28: a formation', () => {
  test('needs the place of every starter, and room between them', () => {
    expect(spotsOf(full)).toHaveLength(11);
    expect(spotsOf(lineupOf([...PLACES_4_2_3_1.slice(0, 10), null]))).toBeNull();
    // Two on one place, all on one line, too few, too many.
    expect(spotsOf(lineupOf([...PLACES_4_2_3_1.slice(0, 10), [52, 5]]))).toBeNull();
    expect(spotsOf(lineupOf(PLACES_4_2_3_1.map(([x]) => [x, 50])))).toBeNull();
    expect(spotsOf(lineupOf(PLACES_4_2_3_1.slice(0, 4)))).toBeNull();
    expect(spotsOf(lineupOf([...PLACES_4_2_3_1, [5, 95]]))).toBeNull();
    expect(hasFormation([full, full])).toBe(true);
    expect(hasFormation([full, lineupOf([null])])).toBe(false);
  });

  test('has each side in its half, and mirrors the away side', () => {
    const spots = spotsOf(full) ?? [];
    const [home, away] = [placed(spots, 'home', wide), placed(spots, 'away', wide)];
    expect(home.every(({ x }) => x > 0 && x < 900)).toBe(true);
    for (const { x, y, player } of home) {
      const other = at(away, player.number ?? 0);
      expect(other.x).toBeCloseTo(wide.width - x);
      expect(other.y).toBeCloseTo(wide.height - y);
    }
    // Number 5 plays on the left: at the top for a side that attacks to the right.
    expect(at(home, 5).y).toBeLessThan(at(home, 2).y);
    // Upright, home attacks downwards, so its left is on the right.
    const standing = placed(spots, 'home', upright);
    expect(at(standing, 5).x).toBeGreaterThan(at(standing, 2).x);
    expect(standing.every(({ y }) => y < upright.height / 2)).toBe(true);
    // A side alone attacks upwards.
    const alone = placed(spots, 'alone', upright);
    expect(at(alone, 1).y).toBeGreaterThan(at(alone, 11).y);
    expect(at(alone, 5).x).toBeLessThan(at(alone, 2).x);
  });

  test.each([
    ['wide', wide],
    ['upright', upright],
    ['a small box', { width: 300, height: 200 }],
  ])('has shirts and names that do not cover each other: %s', (_name, box) => {
    const spots = spotsOf(full) ?? [];
    const all = [...placed(spots, 'home', box), ...placed(spots, 'away', box)];
    const widths = all.map(() => 5);
    const { shirt, name, room } = sizesOf(all, widths, box);
    for (const [index, one] of all.entries()) {
      const half = Math.min(5 * name, room[index] ?? 0) / 2;
      expect(one.x - half).toBeGreaterThanOrEqual(0);
      expect(one.x + half).toBeLessThanOrEqual(box.width);
      for (const other of all.slice(index + 1)) {
        const [dx, dy] = [Math.abs(one.x - other.x), Math.abs(one.y - other.y)];
        expect(dx >= shirt || dy >= shirt * 1.49, `${index} and ${String(other.player.number)}`).toBe(true);
        if (dy < shirt * 0.5) expect(dx).toBeGreaterThanOrEqual(2 * half - 0.01);
      }
    }
  });

  test('cuts a name that does not fit at the smallest size', () => {
    const widthOf = (text: string): number => Array.from(text).length;
    expect(cutName('Griezmann', 9, widthOf)).toBe('Griezmann');
    expect(cutName('Griezmann', 6, widthOf)).toBe('Griez…');
    expect(cutName('Griezmann', 0, widthOf)).toBe('G…');
    expect(surname('Virgil van Dijk')).toBe('van Dijk');
    expect(surname('محمد صلاح')).toBe('محمد صلاح');
  });

  test('is told line by line on a strip', () => {
    const numbers = linesOf(full).map((line) => line.map(({ number }) => number));
    expect(numbers).toEqual([[1], [5, 4, 3, 2], [7, 6], [8, 10, 9], [11]]);
    expect(linesOf(lineupOf([null]))).toEqual([]);
  });
});
