// How long the subscriber client waits for things, ms. The defaults suit a stadium; tests shorten them.

export type ClientTiming = {
  /** From opening the connection to `welcome`. */
  readonly connectMs: number;
  /** A `subscribe` without an answer for so long is sent again. */
  readonly answerMs: number;
  /** Time to reach the `seq` of a heartbeat before it counts as a gap (P34). */
  readonly reachMs: number;
  /** Reconnecting: the first wait is below this … */
  readonly backoffBaseMs: number;
  /** … and no wait is longer than this. */
  readonly backoffMaxMs: number;
  /** A connection that lived so long starts the back-off anew. */
  readonly steadyMs: number;
  /** Pings for the clock right after `welcome`, and the pause between two of them. */
  readonly burstPings: number;
  readonly burstGapMs: number;
  /** A ping for the clock every so often after that. */
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
