// The metrics of the process in the text format of Prometheus (`GET /metrics`). docs/operations.md explains each series.
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import { type Counters, newCounters } from './counters.ts';
import { openRequestDurations, type RequestDurations } from './request-durations.ts';

/** Values at the time of the request. */
export type Gauges = {
  readonly connections: number;
  readonly connectionsMax: number;
  /** Sockets with a full buffer, and the bytes that wait for them. */
  readonly blocked: { readonly sockets: number; readonly bytes: number };
  /** By kind of channel. */
  readonly subscriptions: Readonly<Record<string, number>>;
  /** Matches in memory. */
  readonly matches: number;
  /** Writes that wait for their commit. */
  readonly commitsWaiting: number;
  readonly isDatabaseUp: boolean;
  readonly redis: 'none' | 'up' | 'away';
  /** Effects of several nodes, since the start. */
  readonly races: {
    /** Changes that did not follow the local position. */
    readonly holes: number;
    /** Writes decided again because another node was first. */
    readonly lost: number;
    /** How often the database went back. */
    readonly wentBack: number;
  };
};

export type Metrics = {
  readonly requestTimes: RequestDurations;
  readonly counts: Counters;
  /** Number of matches in a group, and the time of its statement. */
  commitDone(size: number, ms: number): void;
  /** Transit time of a message from another node. */
  relayLag(ms: number): void;
  /** The answer of `GET /metrics`. */
  text(readings: Gauges): Promise<string>;
  readonly contentType: string;
};

type Labelled = Iterable<readonly [label: string, value: number]>;

/** Each gateway has its own registry, so that two gateways in one process do not add up. */
export function openMetrics(): Metrics {
  const register = new Registry();
  collectDefaultMetrics({ register });
  const registers = [register];
  const requestTimes = openRequestDurations();
  const counts = newCounters();
  let now: Gauges | null = null;

  const counter = (name: string, help: string, value: () => number): void => {
    new Counter({
      name,
      help,
      registers,
      collect() {
        this.reset();
        this.inc(value());
      },
    });
  };
  const countersBy = (label: string, name: string, help: string, values: () => Labelled): void => {
    new Counter({
      name,
      help,
      labelNames: [label],
      registers,
      collect() {
        this.reset();
        for (const [key, value] of values()) this.inc({ [label]: key }, value);
      },
    });
  };
  const gauge = (name: string, help: string, value: (readings: Gauges) => number): void => {
    new Gauge({
      name,
      help,
      registers,
      collect() {
        if (now) this.set(value(now));
      },
    });
  };

  gauge('touchline_live_connections', 'Live connections open now.', ({ connections }) => connections);
  gauge(
    'touchline_live_connections_max',
    'Maximum number of live connections.',
    ({ connectionsMax }) => connectionsMax,
  );
  gauge('touchline_blocked_sockets', 'Sockets with a full buffer now.', ({ blocked }) => blocked.sockets);
  gauge('touchline_blocked_bytes', 'Bytes that wait for those sockets.', ({ blocked }) => blocked.bytes);
  gauge('touchline_matches_held', 'Games and matches in memory.', ({ matches }) => matches);
  gauge('touchline_commits_waiting', 'Writes that wait for their commit.', ({ commitsWaiting }) => commitsWaiting);
  gauge('touchline_redis_up', '1 while Redis is connected, 0 while it is away, -1 without Redis.', ({ redis }) =>
    redis === 'none' ? -1 : Number(redis === 'up'),
  );
  gauge('touchline_database_up', '1 while the database accepts writes.', ({ isDatabaseUp }) => Number(isDatabaseUp));
  new Gauge({
    name: 'touchline_live_subscriptions',
    help: 'Subscriptions open now, by kind of channel.',
    labelNames: ['kind'],
    registers,
    collect() {
      for (const [kind, value] of Object.entries(now?.subscriptions ?? {})) this.set({ kind }, value);
    },
  });

  counter('touchline_connections_opened_total', 'Live connections accepted.', () => counts.connectionsOpened);
  counter('touchline_frames_out_total', 'Frames handed to sockets, one per subscriber.', () => counts.framesOut);
  counter('touchline_bytes_out_total', 'Bytes of those frames, before framing and TLS.', () => counts.bytesOut);
  counter('touchline_resumes_total', 'Subscribers that resumed from their position.', () => counts.resumes);
  counter('touchline_slow_readers_total', 'How often the buffer of a socket was full.', () => counts.slowReaders);
  counter('touchline_drops_total', 'Drops for slow readers; each stands for one frame or more.', () => counts.drops);
  countersBy('reason', 'touchline_snapshots_total', 'Complete states sent, by reason.', () =>
    Object.entries(counts.snapshots),
  );
  countersBy('what', 'touchline_store_reads_total', 'Reads of the database, by what was read.', () =>
    Object.entries(counts.storeReads),
  );
  countersBy('code', 'touchline_closes_total', 'Connections closed by the server, by close code.', () =>
    text(counts.closes),
  );
  countersBy('status', 'touchline_handshakes_refused_total', 'Handshakes rejected, by status.', () =>
    text(counts.refusals),
  );

  const races = (): Gauges['races'] => now?.races ?? { holes: 0, lost: 0, wentBack: 0 };
  counter('touchline_commit_retries_total', 'Writes decided again because another node was first.', () => races().lost);
  counter(
    'touchline_sequence_restarts_total',
    'Matches whose sequence started again because the database went back.',
    () => races().wentBack,
  );
  countersBy(
    'noticed_by',
    'touchline_gaps_total',
    'Gaps in the sequence that clients or this node could not fill.',
    () => [
      ['client', counts.snapshots.gap],
      ['node', races().holes],
    ],
  );
  const relayLag = new Histogram({
    name: 'touchline_relay_lag_seconds',
    help: 'Time from another node to this one over Redis, measured with both clocks.',
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers,
  });
  const commitSeconds = new Histogram({
    name: 'touchline_commit_seconds',
    help: 'Duration of a group of writes in the database.',
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers,
  });
  const groupSize = new Histogram({
    name: 'touchline_commit_group_size',
    help: 'Matches per commit.',
    buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256],
    registers,
  });

  return {
    requestTimes,
    counts,
    commitDone(size, ms) {
      commitSeconds.observe(ms / 1_000);
      groupSize.observe(size);
    },
    relayLag: (ms) => {
      relayLag.observe(ms / 1_000);
    },
    async text(readings) {
      now = readings;
      return (await register.metrics()) + requestTimes.text();
    },
    contentType: register.contentType,
  };
}

const text = (counted: ReadonlyMap<number, number>): Labelled =>
  [...counted].map(([key, value]) => [String(key), value] as const);
