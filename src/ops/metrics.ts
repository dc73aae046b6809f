// The metrics of the process in the text format of Prometheus (`GET /metrics`). docs/operations.md explains each series.
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import { parseAnyChannel } from '../../protocol/wire/ids.ts';
import { addedMetrics } from './added-metrics.ts';
import { readBuildInfo } from './build-info.ts';
import { newCounters, type RelayDrop } from './counters.ts';
import { watchTurns } from './event-loop-turns.ts';
import { SECONDS } from './histogram.ts';
import { openFiles } from './open-files.ts';
import { openRequestDurations } from './request-durations.ts';
import { eachInTurns } from './turns.ts';

/** The parts whose state is read for each answer. */
export type MeasuredParts = {
  readonly sessions: {
    count(): number;
    /** Sockets with a full buffer, and the bytes that wait for them. */
    blocked(): Promise<{ readonly sockets: number; readonly bytes: number }>;
  };
  readonly connectionsMax: number;
  readonly watched: () => Iterable<{ readonly channel: { readonly name: string; subscribers(): number } }>;
  readonly matches: {
    count(): number;
    /** Number of them that are packed, because they are quiet. */
    dormant(): number;
    /** Effects of several nodes, since the start. See `Races` in live/catch-up.ts. */
    races(): { readonly holes: number; readonly lost: number; readonly wentBack: number };
  };
  readonly committer: { waiting(): number };
  readonly commitHealth: { failures(): number };
  readonly checkpoints: {
    counts(): { readonly written: number; readonly failed: number };
    behind(): number;
    lagMs(): number;
  };
  readonly retention: { removed(): Readonly<Record<string, number>> };
  /** Rejects when the database is away. */
  readonly tableSizes: () => Promise<readonly { readonly table: string; readonly bytes: number }[]>;
  readonly peers: { redis(): 'none' | 'up' | 'away' };
  readonly isDatabaseUp: () => Promise<boolean>;
};

/** The channel to the other workers of this machine. */
export type OtherWorkers = {
  /** Called once with what gives the metrics of this process. */
  measuredBy(own: () => Promise<string>): void;
  /** The metrics of all workers. */
  metrics(): Promise<readonly string[]>;
};

/**
 * The library measures how late a timer is, and its timer would wake an idle process a hundred times a second. It cannot be left
 * out, so its first tick is as far away as a timer can be, ms, and its series are removed. The turns say more (event-loop-turns.ts).
 */
const NEVER_MS = 2 ** 31 - 1;
const LATE_TIMERS = ['min', 'max', 'mean', 'stddev', 'p50', 'p90', 'p99'];

export type Metrics = ReturnType<typeof openMetrics>;

/** Each gateway has its own registry, so that two gateways in one process do not add up. */
export function openMetrics() {
  const register = new Registry();
  collectDefaultMetrics({ register, eventLoopMonitoringPrecision: NEVER_MS });
  for (const what of LATE_TIMERS) register.removeSingleMetric(`nodejs_eventloop_lag_${what}_seconds`);
  const registers = [register];
  // The library lists one name for each connection, in one turn of the event loop.
  register.removeSingleMetric('process_open_fds');
  new Gauge({
    name: 'process_open_fds',
    help: 'Number of open file descriptors.',
    registers,
    async collect() {
      const open = await openFiles();
      if (open !== null) this.set(open);
    },
  });
  const requestTimes = openRequestDurations();
  const turns = watchTurns();
  const counts = newCounters();
  let parts: MeasuredParts | null = null;

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
  const countersBy = (
    label: string,
    name: string,
    help: string,
    values: () => Iterable<readonly [label: string | number, value: number]>,
  ): void => {
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
  const gauge = (name: string, help: string, value: (of: MeasuredParts) => number | Promise<number>): void => {
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        if (parts) this.set(await value(parts));
      },
    });
  };
  const histogram = (name: string, help: string, buckets = SECONDS): Histogram =>
    new Histogram({ name, help, buckets, registers });

  new Gauge({
    name: 'touchline_build_info',
    help: 'Always 1; the labels say which version runs.',
    labelNames: ['version', 'commit'],
    registers,
  }).set(readBuildInfo(), 1);
  gauge('touchline_live_connections', 'Live connections open now.', ({ sessions }) => sessions.count());
  gauge('touchline_live_connections_max', 'Maximum number of live connections.', (of) => of.connectionsMax);
  gauge(
    'touchline_blocked_sockets',
    'Sockets with a full buffer now.',
    async ({ sessions }) => (await sessions.blocked()).sockets,
  );
  gauge(
    'touchline_blocked_bytes',
    'Bytes that wait for those sockets.',
    async ({ sessions }) => (await sessions.blocked()).bytes,
  );
  gauge('touchline_matches_held', 'Games and matches in memory.', ({ matches }) => matches.count());
  gauge('touchline_matches_dormant', 'Games and matches in memory that are dormant.', ({ matches }) =>
    matches.dormant(),
  );
  gauge('touchline_commits_waiting', 'Writes that wait for their commit.', ({ committer }) => committer.waiting());
  gauge('touchline_checkpoints_behind', 'Matches whose newest changes are only in the log.', (of) =>
    of.checkpoints.behind(),
  );
  gauge(
    'touchline_checkpoint_lag_seconds',
    'Age of the oldest change here that is only in the log.',
    (of) => of.checkpoints.lagMs() / 1_000,
  );
  const redisUp = { none: -1, away: 0, up: 1 };
  gauge(
    'touchline_redis_up',
    '1 while Redis is connected, 0 while it is away, -1 without Redis.',
    ({ peers }) => redisUp[peers.redis()],
  );
  gauge('touchline_database_up', '1 while the database accepts writes.', async (of) => Number(await of.isDatabaseUp()));
  new Gauge({
    name: 'touchline_live_subscriptions',
    help: 'Subscriptions open now, by kind of channel.',
    labelNames: ['kind'],
    registers,
    async collect() {
      const sums = new Map<string, number>(['game', 'match', 'club', 'tournament', 'air'].map((kind) => [kind, 0]));
      await eachInTurns(parts?.watched() ?? [], ({ channel }) => {
        const kind = parseAnyChannel(channel.name)?.kind ?? '';
        sums.set(kind, (sums.get(kind) ?? 0) + channel.subscribers());
      });
      for (const [kind, sum] of sums) this.set({ kind }, sum);
    },
  });

  new Gauge({
    name: 'touchline_table_bytes',
    help: 'Size of the tables that grow with time, indexes included, by table.',
    labelNames: ['table'],
    registers,
    async collect() {
      // Without the database the last sizes stay.
      const sizes = await parts?.tableSizes().catch(() => []);
      for (const { table, bytes } of sizes ?? []) this.set({ table }, bytes);
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
  countersBy('reason', 'touchline_relay_drops_total', 'Messages on Redis that were ignored, by reason.', () =>
    Object.entries(counts.relayDrops),
  );
  countersBy('code', 'touchline_closes_total', 'Connections closed by the server, by close code.', () => counts.closes);
  countersBy(
    'status',
    'touchline_handshakes_refused_total',
    'Handshakes rejected, by status.',
    () => counts.rejectedHandshakes,
  );

  counter(
    'touchline_commits_failed_total',
    'Commits that failed in the database.',
    () => parts?.commitHealth.failures() ?? 0,
  );
  const checkpoints = () => parts?.checkpoints.counts() ?? { written: 0, failed: 0 };
  counter('touchline_checkpoints_written_total', 'Checkpoints of matches written.', () => checkpoints().written);
  counter('touchline_checkpoints_failed_total', 'Statements for checkpoints that failed.', () => checkpoints().failed);
  countersBy('table', 'touchline_rows_removed_total', 'Old rows that were removed, by table.', () =>
    Object.entries(parts?.retention.removed() ?? {}),
  );
  const races = () => parts?.matches.races() ?? { holes: 0, lost: 0, wentBack: 0 };
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
  const relayLag = histogram(
    'touchline_relay_lag_seconds',
    'Time from another node to this one over Redis, measured with both clocks.',
  );
  const commitSeconds = histogram('touchline_commit_seconds', 'Duration of a group of writes in the database.');
  const groupSizes = [1, 2, 4, 8, 16, 32, 64, 128, 256];
  const groupSize = histogram('touchline_commit_group_size', 'Matches per commit.', groupSizes);

  return {
    requestTimes,
    counts,
    /** Number of matches in a group, and the time of its statement. */
    commitDone(size: number, ms: number): void {
      commitSeconds.observe(ms / 1_000);
      groupSize.observe(size);
    },
    relayDropped(reason: RelayDrop): void {
      counts.relayDrops[reason] += 1;
    },
    /** Transit time of a message from another node. */
    relayLag(ms: number): void {
      relayLag.observe(ms / 1_000);
    },
    /** The answer of `GET /metrics`: of this process, or added up with the other workers of the machine. */
    openAnswer(of: MeasuredParts, workers?: OtherWorkers): () => Promise<{ contentType: string; text: string }> {
      parts = of;
      const own = async () => (await register.metrics()) + requestTimes.text() + turns.text();
      workers?.measuredBy(own);
      return async () => ({
        contentType: register.contentType,
        text: workers ? addedMetrics(await workers.metrics()) : await own(),
      });
    },
    close: turns.stop,
  };
}
