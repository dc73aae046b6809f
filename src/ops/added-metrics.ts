// The metrics of several workers as those of one server, in the text format of Prometheus.

/** Gauges that say yes or no, or since when: the lowest counts. */
const LOWEST = /^(?:touchline_database_up|touchline_redis_up|process_start_time_seconds)\b/;
/** Gauges of a single process, and of the database that all share: the highest counts. */
const HIGHEST =
  /^(?:nodejs_version_info|touchline_build_info|touchline_table_bytes|touchline_checkpoint_lag_seconds|nodejs_eventloop_lag_|process_(?:open|max)_fds)/;

/** The counters and histograms of a text. */
export function countersOf(text: string): string {
  let isCounter = false;
  let head = '';
  return text
    .split('\n')
    .flatMap((line) => {
      if (line.startsWith('# HELP ')) {
        [head, isCounter] = [line, false];
        return [];
      }
      if (!line.startsWith('# TYPE ')) return isCounter ? [line] : [];
      isCounter = / (?:counter|histogram)$/.test(line);
      return isCounter ? [head, line] : [];
    })
    .join('\n');
}

/** Adds up the samples of all texts. */
export function addedMetrics(texts: readonly string[]): string {
  /** Each metric by its `# HELP` line, with its samples by name and labels. */
  const metrics = new Map<string, { head: string[]; samples: Map<string, number> }>();
  for (const text of texts) {
    let current = metrics.get('') ?? { head: [], samples: new Map<string, number>() };
    for (const line of text.split('\n')) {
      if (line.startsWith('# HELP ')) {
        current = metrics.get(line) ?? { head: [line], samples: new Map() };
        metrics.set(line, current);
      } else if (line.startsWith('#')) {
        if (!current.head.includes(line)) current.head.push(line);
      } else {
        // A sample is a name, perhaps with labels, a space and a number.
        const cut = line.lastIndexOf(' ');
        const name = line.slice(0, cut);
        if (cut > 0) current.samples.set(name, combined(name, current.samples.get(name), Number(line.slice(cut))));
      }
    }
  }
  return [...metrics.values()]
    .flatMap(({ head, samples }) => [...head, ...[...samples].map(([name, value]) => `${name} ${value}`), ''])
    .join('\n');
}

function combined(name: string, before: number | undefined, value: number): number {
  if (before === undefined) return value;
  if (LOWEST.test(name)) return Math.min(before, value);
  if (HIGHEST.test(name)) return Math.max(before, value);
  return before + value;
}
