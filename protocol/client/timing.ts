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

/** The same for the fallback, which most clients never load. */
export const FALLBACK_TIMING = {
  /** Between two polls of a channel, give or take a fifth, so that clients do not poll together. */
  pollMs: 5_000,
  /** An event stream has a comment line every 15 s. Until one is overdue, the stream counts as heard. */
  quietMs: 16_000,
  /** An event stream is dead after this time without a byte. */
  deadMs: 20_000,
  /** How often a stream is checked for that. */
  checkMs: 2_000,
  /** A byte of a stream this long after its first ones shows that nothing on the way collects them. */
  provenMs: 1_000,
  /** First wait before a better transport is tried. It doubles up to `betterMaxMs`. */
  betterMs: 10_000,
  betterMaxMs: 600_000,
};
export type FallbackTiming = Readonly<typeof FALLBACK_TIMING>;

export type ClientTiming = Readonly<typeof CLIENT_TIMING>;
