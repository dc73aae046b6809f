// Medians, percentiles and the table at the end.

/** NaN without values. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  const upper = sorted[Math.floor(middle)] ?? NaN;
  return Number.isInteger(middle) ? ((sorted[middle - 1] ?? NaN) + upper) / 2 : upper;
}

export type Latencies = {
  add(ms: number, times?: number): void;
  /** The percentile for a share from 0 to 1, in ms, to a twentieth of a millisecond. */
  percentile(share: number): number;
};

const BUCKETS_PER_MS = 20;
const LONGEST_MS = 10_000;

/** Counts in buckets, so that a million samples need little memory and time during the measurement. */
export function openLatencies(): Latencies {
  const buckets = new Uint32Array(LONGEST_MS * BUCKETS_PER_MS);
  let total = 0;
  return {
    add(ms, times = 1) {
      const bucket = Math.min(buckets.length - 1, Math.max(0, Math.floor(ms * BUCKETS_PER_MS)));
      buckets[bucket] = (buckets[bucket] ?? 0) + times;
      total += times;
    },
    percentile(share) {
      let below = 0;
      for (const [bucket, count] of buckets.entries()) {
        below += count;
        if (below >= share * total) return (bucket + 1) / BUCKETS_PER_MS;
      }
      return NaN;
    },
  };
}

/** `1.23` for ratios and milliseconds, `12,345` for counts. */
export const figure = (value: number): string =>
  value >= 1_000 ? Math.round(value).toLocaleString('en') : value.toFixed(2);

/** Prints rows with aligned columns, the first row as the head. */
export function printTable(rows: readonly (readonly string[])[]): void {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  for (const row of rows) {
    const cells = row.map((cell, column) =>
      column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
    );
    console.log(cells.join('  '));
  }
}
