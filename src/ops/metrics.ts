// The metrics of the process in the text format of Prometheus (`GET /metrics`). docs/operations.md explains each series.
import { parseAnyChannel } from '../../protocol/wire/ids.ts';
import { addedMetrics } from './added-metrics.ts';
import { readBuildInfo } from './build-info.ts';
import { type Counters, newCounters, type RelayDrop } from './counters.ts';
import { watchTurns } from './event-loop-turns.ts';
import { type MetricRegistry, openMetricRegistry } from './metric-registry.ts';
import { openRequestDurations } from './request-durations.ts';
import { eachInTurns } from './turns.ts';

/** The parts whose state is read for each answer. */
type MeasuredParts = {
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
type OtherWorkers = {
  /** Called once with what gives the metrics of this process. */
  measuredBy(own: () => Promise<string>): void;
  /** The metrics of all workers. */
  metrics(): Promise<readonly string[]>;
};

/** null until the gateway has opened them. */
type PartsNow = () => MeasuredParts | null;

export type Metrics = ReturnType<typeof openMetrics>;

export function openMetrics() {
  const registry = openMetricRegistry();
  const { register, histogram } = registry;
  const requestTimes = openRequestDurations();
  const turns = watchTurns();
  const counts = newCounters();
  let parts: MeasuredParts | null = null;
  registry.info('touchline_build_info', 'Always 1; the labels say which version runs.', readBuildInfo());
  addGauges(registry, () => parts);
  addCounters(registry, counts, () => parts);
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

/** What is so now. */
function addGauges({ gauge: add, gaugesBy }: MetricRegistry, parts: PartsNow): void {
  const gauge = (name: string, help: string, value: (of: MeasuredParts) => number | Promise<number>): void =>
    add(name, help, () => {
      const of = parts();
      return of === null ? null : value(of);
    });
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
  gaugesBy('kind', 'touchline_live_subscriptions', 'Subscriptions open now, by kind of channel.', async () => {
    const sums = new Map<string, number>(['game', 'match', 'club', 'tournament', 'air'].map((kind) => [kind, 0]));
    await eachInTurns(parts()?.watched() ?? [], ({ channel }) => {
      const kind = parseAnyChannel(channel.name)?.kind ?? '';
      sums.set(kind, (sums.get(kind) ?? 0) + channel.subscribers());
    });
    return sums;
  });
  gaugesBy(
    'table',
    'touchline_table_bytes',
    'Size of the tables that grow with time, indexes included, by table.',
    async () => {
      // Without the database the last sizes stay.
      const sizes = await parts()
        ?.tableSizes()
        .catch(() => []);
      return (sizes ?? []).map(({ table, bytes }) => [table, bytes] as const);
    },
  );
}

/** What has happened since the start. */
function addCounters({ counter, countersBy }: MetricRegistry, counts: Counters, parts: PartsNow): void {
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
    () => parts()?.commitHealth.failures() ?? 0,
  );
  const checkpoints = () => parts()?.checkpoints.counts() ?? { written: 0, failed: 0 };
  counter('touchline_checkpoints_written_total', 'Checkpoints of matches written.', () => checkpoints().written);
  counter('touchline_checkpoints_failed_total', 'Statements for checkpoints that failed.', () => checkpoints().failed);
  countersBy('table', 'touchline_rows_removed_total', 'Old rows that were removed, by table.', () =>
    Object.entries(parts()?.retention.removed() ?? {}),
  );
  const races = () => parts()?.matches.races() ?? { holes: 0, lost: 0, wentBack: 0 };
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
}
