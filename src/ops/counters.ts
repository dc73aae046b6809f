// Counters of the live side. They are plain numbers, because some are increased with every frame; Prometheus reads them on
// request (metrics.ts).

export const newCounters = () => ({
  connectionsOpened: 0,
  framesOut: 0,
  bytesOut: 0,
  resumes: 0,
  /** Sockets whose buffer was full. */
  slowReaders: 0,
  /** Drops reported by uWebSockets.js: each stands for one frame or more. */
  drops: 0,
  /**
   * Why a subscriber got the whole state: it subscribed without a position, its position was too old, it was too slow and
   * can read again, or the sequence of the channel started again.
   */
  snapshots: { subscribe: 0, gap: 0, slow_reader: 0, restart: 0 },
  /** Queries that a request waits for. */
  storeReads: { token: 0, right: 0, match: 0, position: 0, feed: 0, list: 0, log: 0, page: 0 },
  /** Why a message of another node was dropped. */
  relayDrops: { forged: 0, replayed: 0, malformed: 0 },
  /** Connections closed by the server, by close code; 1006: cut without a close frame. */
  closes: new Map<number, number>(),
  /** Rejected handshakes, by status. */
  rejectedHandshakes: new Map<number, number>(),
});

export type Counters = ReturnType<typeof newCounters>;
export type StoreRead = keyof Counters['storeReads'];
export type RelayDrop = keyof Counters['relayDrops'];

/** Adds one to a key's count. */
export function countOne(counted: Map<number, number>, key: number): void {
  counted.set(key, (counted.get(key) ?? 0) + 1);
}
