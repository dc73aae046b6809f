import { expect, test } from 'vitest';
import { plot } from '../../loadtest/growth/plot.ts';
import { exponentOf, openSamples, seriesOf, tableOf } from '../../loadtest/growth/series.ts';

const powers = (exponent: number) => [10, 100, 1_000].map((size) => ({ size, median: 3 * size ** exponent }));

test.for([0, 0.5, 1, 2])('finds the exponent %d', (exponent) => {
  expect(exponentOf(powers(exponent))).toBeCloseTo(exponent, 10);
});

test('one point has no exponent', () => {
  expect(exponentOf([{ size: 10, median: 1 }])).toBeNaN();
});

test('a series has the median and the spread of its rounds', () => {
  const { add, samples } = openSamples();
  for (const [size, values] of [
    [10, [1, 3, 2]],
    [100, [10, 30, 20]],
  ] as const)
    for (const value of values) add('CPU', size, value);
  const series = seriesOf('boards', 'boards of a match', samples);
  expect(series.lines).toEqual([
    {
      name: 'CPU',
      exponent: expect.closeTo(1, 10) as number,
      points: [
        { size: 10, median: 2, least: 1, most: 3 },
        { size: 100, median: 20, least: 10, most: 30 },
      ],
    },
  ]);
  expect(tableOf(series, samples)).toEqual([
    ['boards of a match', 'CPU, ms'],
    ['10', '2.00 (1.00–3.00)'],
    ['100', '20.00 (10.00–30.00)'],
    ['exponent', '1.00'],
  ]);
});

test('a plot has a point for each size, within the picture, and names each line with its exponent', () => {
  const { add, samples } = openSamples();
  for (const { size, median } of powers(1)) add('CPU of an update', size, median);
  for (const { size, median } of powers(0)) add('p50', size, median);
  const svg = plot(seriesOf('boards', 'boards of a match', samples), 'Growth by boards');
  const centres = [...svg.matchAll(/cx="([\d.]+)" cy="([\d.]+)"/g)].map(([, x, y]) => [Number(x), Number(y)] as const);
  expect(centres).toHaveLength(6);
  const [width = 0, height = 0] = (/viewBox="0 0 (\d+) (\d+)"/.exec(svg) ?? []).slice(1).map(Number);
  for (const [x, y] of centres) {
    expect(x).toBeGreaterThan(0);
    expect(x).toBeLessThan(width);
    expect(y).toBeGreaterThan(0);
    expect(y).toBeLessThan(height);
  }
  // Larger sizes stand further right; larger costs stand higher.
  const [first, second] = centres;
  expect(second?.[0]).toBeGreaterThan(first?.[0] ?? NaN);
  expect(second?.[1]).toBeLessThan(first?.[1] ?? NaN);
  expect(svg).toContain('CPU of an update: exponent 1.00');
  expect(svg).toContain('p50: exponent 0.00');
});
