// The timeouts and intervals of the subscriber client, ms. Tests shorten them.

export type ClientTiming = {
  /** From opening the connection to `welcome`. */
  readonly connectMs: number;
  /** After this time without an answer the client sends a `subscribe` again. */
  readonly answerMs: number;
  /** Time to reach the `seq` of a heartbeat. After it the channel has a gap (P34). */
  readonly reachMs: number;
  /** Maximum of the first wait before a reconnect. */
  readonly backoffBaseMs: number;
  /** Maximum of every wait before a reconnect. */
  readonly backoffMaxMs: number;
  /** A connection that lived for this long resets the back-off. */
  readonly steadyMs: number;
  /** Number of clock pings right after `welcome`, and the pause between them. */
  readonly burstPings: number;
  readonly burstGapMs: number;
  /** Interval of the clock pings after that. */
  readonly clockPingMs: number;
};

export const CLIENT_TIMING: ClientTiming = {
  connectMs: 10_000,
  answerMs: 10_000,
  reachMs: 1_000,
  backoffBaseMs: 500,
  backoffMaxMs: 10_000,
  steadyMs: 10_000,
  burstPings: 5,
  burstGapMs: 200,
  clockPingMs: 60_000,
};
