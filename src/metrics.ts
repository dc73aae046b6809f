// What the process counts, in the text format of Prometheus (`GET /metrics`).
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import { openRequestTimes, type RequestTimes } from './request-times.ts';

export type Metrics = {
  readonly requestTimes: RequestTimes;
  /** Live connections open now. */
  readonly liveConnections: Gauge;
  /** Deltas and heartbeats handed to sockets: one per subscriber. */
  readonly framesOut: Counter;
  /** Time from a command's arrival in the queue to its commit. */
  readonly commitSeconds: Histogram;
  /** Everything, as `GET /metrics` answers it. */
  text(): Promise<string>;
  readonly contentType: string;
};

/** A registry of its own for each gateway, so that two of them in one process do not add up. */
export const openMetrics = (): Metrics => {
  const register = new Registry();
  collectDefaultMetrics({ register });
  const registers = [register];
  const requestTimes = openRequestTimes();
  return {
    requestTimes,
    liveConnections: new Gauge({ name: 'touchline_live_connections', help: 'Live connections open now.', registers }),
    framesOut: new Counter({
      name: 'touchline_frames_out_total',
      help: 'Deltas and heartbeats handed to sockets, one per subscriber.',
      registers,
    }),
    commitSeconds: new Histogram({
      name: 'touchline_commit_seconds',
      help: 'Time from a command to its commit.',
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
      registers,
    }),
    text: async () => (await register.metrics()) + requestTimes.text(),
    contentType: register.contentType,
  };
};
