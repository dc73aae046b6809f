// What the live side counts as it goes: plain numbers, because some of these places are passed with every frame. Prometheus
// reads them when it asks (metrics.ts).

/** Why a subscriber was sent the whole state. */
export const SNAPSHOT_REASONS = [
  /** It came without a position. */
  'subscribe',
  /** Its position could not be served any more. */
  'gap',
  /** It had been too slow, and could read again. */
  'slow_reader',
  /** The channel's sequence began anew. */
  'restart',
] as const;
export type SnapshotReason = (typeof SNAPSHOT_REASONS)[number];

/** What is read from the database for one who asks. */
export const STORE_READS = ['token', 'match', 'feed', 'list', 'log'] as const;
export type StoreRead = (typeof STORE_READS)[number];

export type Counters = {
  connectionsOpened: number;
  framesOut: number;
  bytesOut: number;
  resumes: number;
  /** Sockets that took no more. */
  slowReaders: number;
  /** What the library says it dropped for them: at least so many frames. */
  drops: number;
  readonly snapshots: Record<SnapshotReason, number>;
  readonly storeReads: Record<StoreRead, number>;
  /** Connections that the server closed, by close code; 1006: cut without one. */
  readonly closes: Map<number, number>;
  /** Handshakes refused, by status. */
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

/** One more of this key. */
export function countOne(counted: Map<number, number>, key: number): void {
  counted.set(key, (counted.get(key) ?? 0) + 1);
}
