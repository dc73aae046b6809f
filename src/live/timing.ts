// The timeouts and intervals of the live channel, ms. Tests shorten them.
export type Timing = {
  /** Heartbeats on a channel with a live match, and the `heartbeat_ms` of the welcome frame. */
  readonly heartbeatMs: number;
  /** Heartbeats on other channels. */
  readonly quietHeartbeatMs: number;
  /** Time for the first `auth` frame. */
  readonly authMs: number;
  /** A socket that takes no data for this long is closed. */
  readonly stuckMs: number;
  /** A comment line on every event stream: proxies close connections that are silent. */
  readonly commentMs: number;
  /** After an update to many subscribers, the updates of this many ms, at most, are sent as one. */
  readonly coalesceMs: number;
  /** The part of the event loop that such updates may use, from 0 to 1. */
  readonly flushShare: number;
  /** A channel with this many subscribers or fewer sends each update at once. */
  readonly eagerSubscribers: number;
  /** How often the rights of open connections are checked again. */
  readonly recheckMs: number;
  /** How long past states are kept for subscribers that come back, at most. */
  readonly keepMs: number;
  /** A match without use and without subscribers is evicted after this time. */
  readonly evictMs: number;
  /** A match without use and without changes is dormant after this time. */
  readonly dormantMs: number;
  /** A match that was quiet for this long gets a checkpoint. */
  readonly checkpointMs: number;
  /** How often a node looks for matches that another one left without a checkpoint. */
  readonly checkpointSearchMs: number;
  /** How often a node checks whether old rows are due to be removed. */
  readonly retentionMs: number;
  /** How often a node tells the others how many follow its channels. */
  readonly viewersMs: number;
  /** At shutdown, subscribers have this long to read the reason: cutting a socket drops unread data. */
  readonly lingerMs: number;
  /** How often the times of last use of credentials are stored. */
  readonly lastUsedMs: number;
  /** How often the database is polled while Redis is away. */
  readonly pollMs: number;
  /** The same while Redis is up: a lost message shows within this time. */
  readonly pollWithRedisMs: number;
};

export const TIMING: Timing = {
  heartbeatMs: 5_000,
  quietHeartbeatMs: 30_000,
  authMs: 5_000,
  stuckMs: 30_000,
  commentMs: 15_000,
  coalesceMs: 25,
  flushShare: 0.2,
  eagerSubscribers: 50,
  recheckMs: 3_800,
  keepMs: 300_000,
  evictMs: 600_000,
  dormantMs: 15_000,
  checkpointMs: 1_000,
  checkpointSearchMs: 60_000,
  retentionMs: 600_000,
  viewersMs: 5_000,
  lingerMs: 1_000,
  lastUsedMs: 15_000,
  pollMs: 800,
  pollWithRedisMs: 3_000,
};

/** Bytes kept for subscribers that come back, per channel: the oldest positions are removed first. */
export const KEPT_BYTES_MAX = 8 * 1_024 * 1_024;

/** Past positions kept per channel, at most. */
export const KEPT_DELTAS_MAX = 1_000;
