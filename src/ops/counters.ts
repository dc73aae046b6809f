// Counters of the live side. They are plain numbers, because some are increased with every frame; Prometheus reads them on
// request (metrics.ts).

/** Why a subscriber got the whole state. */
export const SNAPSHOT_REASONS = [
  /** It subscribed without a position. */
  'subscribe',
  /** Its position was too old. */
  'gap',
  /** It was too slow and can read again. */
  'slow_reader',
  /** The sequence of the channel started again. */
  'restart',
] as const;
export type SnapshotReason = (typeof SNAPSHOT_REASONS)[number];

/** What is read from the database on request. */
export const STORE_READS = ['token', 'match', 'feed', 'list', 'log'] as const;
export type StoreRead = (typeof STORE_READS)[number];

export type Counters = {
  connectionsOpened: number;
  framesOut: number;
  bytesOut: number;
  resumes: number;
  /** Sockets whose buffer was full. */
  slowReaders: number;
  /** Drops reported by uWebSockets.js: each stands for one frame or more. */
  drops: number;
  readonly snapshots: Record<SnapshotReason, number>;
  readonly storeReads: Record<StoreRead, number>;
  /** Connections closed by the server, by close code; 1006: cut without a close frame. */
  readonly closes: Map<number, number>;
  /** Rejected handshakes, by status. */
  readonly refusals: Map<number, number>;
};

export const newCounters = (): Counters => ({
  connectionsOpened: 0,
  framesOut: 0,
  bytesOut: 0,
  resumes: 0,
  slowReaders: 0,
  drops: 0,
  snapshots: { subscribe: 0, gap: 0, slow_reader: 0, restart: 0 },
  storeReads: { token: 0, match: 0, feed: 0, list: 0, log: 0 },
  closes: new Map(),
  refusals: new Map(),
});

/** Adds one to a key's count. */
export function countOne(counted: Map<number, number>, key: number): void {
  counted.set(key, (counted.get(key) ?? 0) + 1);
}
