// The timeouts and intervals of the subscriber client, ms. Tests shorten them.

export const CLIENT_TIMING = {
  /** From opening the connection to `welcome`. */
  connectMs: 10_000,
  /** After this time without an answer the client sends a `subscribe` again. */
  answerMs: 10_000,
  /** Time to reach the `seq` of a heartbeat. After it the channel has a gap (P34). */
  reachMs: 1_000,
  /** Maximum of the first wait before a reconnect. */
  backoffBaseMs: 500,
  /** Maximum of every wait before a reconnect. */
  backoffMaxMs: 10_000,
  /** A connection that lived for this long resets the back-off. */
  steadyMs: 10_000,
  /** Number of clock pings right after `welcome`, and the pause between them. */
  burstPings: 5,
  burstGapMs: 200,
  /** Interval of the clock pings after that. */
  clockPingMs: 60_000,
};
export type ClientTiming = Readonly<typeof CLIENT_TIMING>;
