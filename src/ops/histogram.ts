// A histogram that costs little per value: the one of the metrics library hashes its labels each time, which takes longer than
// answering a 304.

/** Upper bounds, seconds. */
export const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

export type Histogram = ReturnType<typeof openHistogram>;

/** `bounds`: upper bounds of the counts, rising. */
export function openHistogram(bounds: readonly number[]) {
  /** `counts[i]`: values within bound i and above the previous bound; the last count: values above all bounds. */
  const counts = new Array<number>(bounds.length + 1).fill(0);
  let sum = 0;

  return {
    observe(value: number): void {
      let at = 0;
      while (at < bounds.length && value > (bounds[at] ?? 0)) at += 1;
      counts[at] = (counts[at] ?? 0) + 1;
      sum += value;
    },
    /** The lines in the text format of Prometheus. `labels`: such as `route="getClub",status="200"`. */
    lines(name: string, labels = ''): string[] {
      let total = 0;
      const buckets = counts.map((count, at) => {
        total += count;
        return `${name}_bucket{${labels === '' ? '' : `${labels},`}le="${bounds[at] ?? '+Inf'}"} ${total}`;
      });
      const braces = labels === '' ? '' : `{${labels}}`;
      return [...buckets, `${name}_sum${braces} ${sum}`, `${name}_count${braces} ${total}`];
    },
  };
}

/** The text of one metric, with a newline after each line. */
export const histogramText = (name: string, help: string, lines: readonly string[]): string =>
  [`# HELP ${name} ${help}`, `# TYPE ${name} histogram`, ...lines, ''].join('\n');
