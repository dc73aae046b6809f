// A series of `growth`: some costs, measured at growing sizes, with the exponent of each.
import { median } from '../figures.ts';
import { spread } from '../result.ts';

/** Values by size, one list for each line of the plot; one value a round. */
export type Samples = ReadonlyMap<string, ReadonlyMap<number, readonly number[]>>;

export type Point = { readonly size: number; readonly median: number; readonly least: number; readonly most: number };

export type Line = {
  readonly name: string;
  readonly points: readonly Point[];
  /** The cost grows with the size to the power of this. NaN with less than two points. */
  readonly exponent: number;
};

export type Series = {
  /** A short name, for the file of the plot. */
  readonly name: string;
  /** What the size counts. */
  readonly sizes: string;
  /** All values are ms. */
  readonly lines: readonly Line[];
};

/** Collects the values of all rounds. */
export function openSamples(): { add(line: string, size: number, ms: number): void; readonly samples: Samples } {
  const samples = new Map<string, Map<number, number[]>>();
  return {
    samples,
    add(line, size, ms) {
      const sizes = samples.get(line) ?? new Map<number, number[]>();
      samples.set(line, sizes);
      sizes.set(size, [...(sizes.get(size) ?? []), ms]);
    },
  };
}

/** The medians of the samples with their spread and exponents. `sizes`: what the size counts. */
export function seriesOf(name: string, sizes: string, samples: Samples): Series {
  const lines = [...samples].map(([line, values]): Line => {
    const points = [...values].map(([size, all]) => ({
      size,
      median: median(all),
      least: Math.min(...all),
      most: Math.max(...all),
    }));
    return { name: line, points, exponent: exponentOf(points) };
  });
  return { name, sizes, lines };
}

/** The slope of the line through the logarithms, by least squares. */
export function exponentOf(points: readonly Pick<Point, 'size' | 'median'>[]): number {
  if (points.length < 2) return NaN;
  const logs = points.map((point) => ({ x: Math.log(point.size), y: Math.log(point.median) }));
  const mean = (of: (log: { x: number; y: number }) => number): number =>
    logs.reduce((sum, log) => sum + of(log), 0) / logs.length;
  const [x, y] = [mean((log) => log.x), mean((log) => log.y)];
  return mean((log) => (log.x - x) * (log.y - y)) / mean((log) => (log.x - x) ** 2);
}

/** One row for each size, one column for each line, and the exponents at the end. */
export function tableOf({ sizes, lines }: Series, samples: Samples): string[][] {
  const all = [...new Set(lines.flatMap(({ points }) => points.map(({ size }) => size)))];
  return [
    [sizes, ...lines.map(({ name }) => `${name}, ms`)],
    ...all.map((size) => [
      size.toLocaleString('en'),
      ...lines.map(({ name }) => spread(samples.get(name)?.get(size) ?? [])),
    ]),
    ['exponent', ...lines.map(({ exponent }) => exponent.toFixed(2))],
  ];
}
