// How long the live channel waits for things, ms. Tests shorten them.
export type Timing = {
  /** Heartbeats on a channel with a live match, and the `heartbeat_ms` of the welcome frame. */
  readonly heartbeatMs: number;
  /** Heartbeats on other channels. */
  readonly quietHeartbeatMs: number;
  /** Time for the first `auth` frame. */
  readonly authMs: number;
  /** A socket that takes nothing for so long is closed. */
  readonly stuckMs: number;
  /** After an update, those of the next so many ms are sent as one. */
  readonly gatherMs: number;
  /** How often the rights of open connections are looked at again. */
  readonly recheckMs: number;
  /** How long missed deltas are held, at most. */
  readonly holdMs: number;
  /** A match nobody used or watched for so long leaves the memory. */
  readonly evictMs: number;
  /** Subscribers that are told to go have so long to hear it: cutting a socket takes from them what they did not read. */
  readonly lingerMs: number;
  /** How often it is written down when credentials were last used. */
  readonly usesMs: number;
  /** How often the store is looked into while other nodes cannot tell us of their writes. */
  readonly lookMs: number;
  /** The same while they can: a lost message shows within this time. */
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
/** Deltas held per channel at most. */
export const HELD_DELTAS = 1_000;
