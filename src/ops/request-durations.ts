// Durations of requests by route and status. Every request is counted, so counting must be cheap: the histogram of the
// metrics library hashes its labels each time, which takes longer than answering a 304.

/** Upper bounds, seconds. */
const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];
const NAME = 'touchline_request_seconds';

/** `counts[i]`: durations within bound i and above the previous bound; the last count: durations above all bounds. */
type Times = { readonly counts: number[]; sum: number };

export type RequestDurations = {
  /** `route` is the endpoint's name, not the path: paths contain ids, so their number is unbounded. */
  observe(route: string, status: number, seconds: number): void;
  /** The histogram in the text format of Prometheus. */
  text(): string;
};

export function openRequestDurations(): RequestDurations {
  const routes = new Map<string, Map<number, Times>>();

  function timesOf(route: string, status: number): Times {
    const statuses = routes.get(route) ?? new Map<number, Times>();
    routes.set(route, statuses);
    const times = statuses.get(status) ?? { counts: new Array<number>(BOUNDS.length + 1).fill(0), sum: 0 };
    statuses.set(status, times);
    return times;
  }

  return {
    observe(route, status, seconds) {
      const times = routes.get(route)?.get(status) ?? timesOf(route, status);
      let at = 0;
      while (at < BOUNDS.length && seconds > (BOUNDS[at] ?? 0)) at += 1;
      times.counts[at] = (times.counts[at] ?? 0) + 1;
      times.sum += seconds;
    },
    text() {
      const lines = [`# HELP ${NAME} Time to answer a request, by route and status.`, `# TYPE ${NAME} histogram`];
      for (const [route, statuses] of routes) {
        for (const [status, { counts, sum }] of statuses) {
          const labels = `route="${route}",status="${status}"`;
          let total = 0;
          for (const [at, count] of counts.entries()) {
            total += count;
            lines.push(`${NAME}_bucket{${labels},le="${BOUNDS[at] ?? '+Inf'}"} ${total}`);
          }
          lines.push(`${NAME}_sum{${labels}} ${sum}`, `${NAME}_count{${labels}} ${total}`);
        }
      }
      return `${lines.join('\n')}\n`;
    },
  };
}
