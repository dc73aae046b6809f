// What the process counts, in the text format of Prometheus (`GET /metrics`). What each series means for whoever runs it
// stands in docs/operations.md.
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import { type Counters, newCounters } from './counters.ts';
import { openRequestDurations, type RequestDurations } from './request-durations.ts';

/** How things stand at the moment of asking. */
export type Gauges = {
  readonly connections: number;
  readonly connectionsMax: number;
  /** Sockets that take no more, and the bytes that wait for them. */
  readonly blocked: { readonly sockets: number; readonly bytes: number };
  /** By kind of channel. */
  readonly subscriptions: Readonly<Record<string, number>>;
  /** Matches in memory. */
  readonly matches: number;
  /** Writes that wait for their commit. */
  readonly commitsWaiting: number;
  readonly isDatabaseUp: boolean;
  readonly redis: 'none' | 'up' | 'away';
  /** What comes of several nodes, since the start. */
  readonly races: {
    /** Changes that did not follow on what was here. */
    readonly holes: number;
    /** Writes decided anew because another node was first. */
    readonly lost: number;
    /** Times the database was found to have gone back. */
    readonly wentBack: number;
  };
};

export type Metrics = {
  readonly requestTimes: RequestDurations;
  readonly counts: Counters;
  /** Matches in a group, and how long its statement took. */
  commitDone(size: number, ms: number): void;
  /** How long a message took from another node. */
  relayLag(ms: number): void;
  /** Everything, as `GET /metrics` answers it. */
  text(readings: Gauges): Promise<string>;
  readonly contentType: string;
};

type Labelled = Iterable<readonly [label: string, value: number]>;

/** A registry of its own for each gateway, so that two of them in one process do not add up. */
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
  gauge('touchline_live_connections_max', 'Live connections that are let in.', ({ connectionsMax }) => connectionsMax);
  gauge('touchline_blocked_sockets', 'Sockets that take no more frames now.', ({ blocked }) => blocked.sockets);
  gauge('touchline_blocked_bytes', 'Bytes that wait for those sockets.', ({ blocked }) => blocked.bytes);
  gauge('touchline_matches_held', 'Games and matches in memory.', ({ matches }) => matches);
  gauge('touchline_commits_waiting', 'Writes that wait for their commit.', ({ commitsWaiting }) => commitsWaiting);
  gauge(
    'touchline_redis_up',
    '1 while other nodes are heard over Redis, 0 while it is away; -1: this node uses none.',
    ({ redis }) => (redis === 'none' ? -1 : Number(redis === 'up')),
  );
  gauge('touchline_database_up', '1 while the database takes writes.', ({ isDatabaseUp }) => Number(isDatabaseUp));
  new Gauge({
    name: 'touchline_live_subscriptions',
    help: 'Subscriptions open now, by kind of channel.',
    labelNames: ['kind'],
    registers,
    collect() {
      for (const [kind, value] of Object.entries(now?.subscriptions ?? {})) this.set({ kind }, value);
    },
  });

  counter('touchline_connections_opened_total', 'Live connections let in.', () => counts.connectionsOpened);
  counter('touchline_frames_out_total', 'Frames handed to sockets, one per subscriber.', () => counts.framesOut);
  counter('touchline_bytes_out_total', 'Bytes of those frames, before framing and TLS.', () => counts.bytesOut);
  counter('touchline_resumes_total', 'Subscribers that went on where they were.', () => counts.resumes);
  counter('touchline_slow_readers_total', 'Times a socket took no more frames.', () => counts.slowReaders);
  counter('touchline_drops_total', 'Drops for slow readers; each stands for one frame or more.', () => counts.drops);
  countersBy('reason', 'touchline_snapshots_total', 'Whole states sent, by reason.', () =>
    Object.entries(counts.snapshots),
  );
  countersBy('what', 'touchline_store_reads_total', 'Reads of the database, by what was asked for.', () =>
    Object.entries(counts.storeReads),
  );
  countersBy('code', 'touchline_closes_total', 'Connections closed by the server, by close code.', () =>
    text(counts.closes),
  );
  countersBy('status', 'touchline_handshakes_refused_total', 'Handshakes refused, by status.', () =>
    text(counts.refusals),
  );

  const races = (): Gauges['races'] => now?.races ?? { holes: 0, lost: 0, wentBack: 0 };
  counter('touchline_commit_retries_total', 'Writes decided anew because another node was first.', () => races().lost);
  counter(
    'touchline_sequence_restarts_total',
    'Matches whose sequence began anew, because the database had gone back.',
    () => races().wentBack,
  );
  countersBy(
    'noticed_by',
    'touchline_gaps_total',
    'Positions that could not be bridged: by clients, or by this node.',
    () => [
      ['client', counts.snapshots.gap],
      ['node', races().holes],
    ],
  );
  const relayLag = new Histogram({
    name: 'touchline_relay_lag_seconds',
    help: 'Time from another node to this one over Redis, by the clocks of both.',
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers,
  });
  const commitSeconds = new Histogram({
    name: 'touchline_commit_seconds',
    help: 'Time of a group of writes in the database.',
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers,
  });
  const groupSize = new Histogram({
    name: 'touchline_commit_group_size',
    help: 'Matches that one commit moved.',
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
