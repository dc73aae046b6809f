// How long the live channel waits for things, ms. Tests shorten them.
export type Timing = {
  /** Heartbeats on a channel with a live match, and the `heartbeat_ms` of the welcome frame. */
  readonly heartbeatMs: number;
  /** Heartbeats on other channels. */
  readonly quietHeartbeatMs: number;
  /** Time for the first `auth` frame. */
  readonly authMs: number;
  /** A socket that takes nothing for this long is closed. */
  readonly stuckMs: number;
  /** After an update, the updates of the next so many ms leave as one. */
  readonly gatherMs: number;
  /** How often the rights of open connections are checked again. */
  readonly recheckMs: number;
  /** How long past states are kept for subscribers that come back, at most. */
  readonly holdMs: number;
  /** A match without use and without subscribers leaves the memory after this time. */
  readonly evictMs: number;
  /** At shutdown, subscribers have this long to read why: cutting a socket drops what was not read. */
  readonly lingerMs: number;
  /** How often the times of last use of credentials are stored. */
  readonly usesMs: number;
  /** How often the database is polled while Redis is away. */
  readonly lookMs: number;
  /** The same while Redis is up: a lost message shows within this time. */
  readonly toldLookMs: number;
};

export const TIMING: Timing = {
  heartbeatMs: 5_000,
  quietHeartbeatMs: 30_000,
  authMs: 5_000,
  stuckMs: 30_000,
  gatherMs: 25,
  recheckMs: 4_000,
  holdMs: 300_000,
  evictMs: 600_000,
  lingerMs: 1_000,
  usesMs: 15_000,
  lookMs: 800,
  toldLookMs: 3_000,
};

/** Past states kept per channel, at most. */
export const HELD_DELTAS = 1_000;
