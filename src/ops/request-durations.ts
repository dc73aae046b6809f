// Durations of requests by route and status. Every request is counted, so counting must be cheap.
import { type Histogram, histogramText, openHistogram, SECONDS } from './histogram.ts';

const NAME = 'touchline_request_seconds';

export function openRequestDurations() {
  const routes = new Map<string, Map<number, Histogram>>();

  function durationsOf(route: string, status: number): Histogram {
    const statuses = routes.get(route) ?? new Map<number, Histogram>();
    routes.set(route, statuses);
    const durations = statuses.get(status) ?? openHistogram(SECONDS);
    statuses.set(status, durations);
    return durations;
  }

  return {
    /** `route` is the endpoint's name, not the path: paths contain ids, so their number is unbounded. */
    observe(route: string, status: number, seconds: number): void {
      (routes.get(route)?.get(status) ?? durationsOf(route, status)).observe(seconds);
    },
    /** The histogram in the text format of Prometheus. */
    text(): string {
      const lines = [...routes].flatMap(([route, statuses]) =>
        [...statuses].flatMap(([status, times]) => times.lines(NAME, `route="${route}",status="${status}"`)),
      );
      return histogramText(NAME, 'Time to answer a request, by route and status.', lines);
    },
  };
}
