// How a gateway stops taking part while others go on: first the door, then the subscribers, then what is in flight.

/** How long requests in flight are waited for, ms. The database has 4 seconds for each statement; the rest is reserve. */
const IN_FLIGHT_MS = 6_000;
/** How long the answer takes to those that are turned away in the end, ms. */
const LAST_WORD_MS = 100;

export type Draining = {
  /** No new connections; answers ask the client to close its own. */
  readonly stopListening: () => void;
  /** Tells every subscriber when to come back, and closes; the answer is how many they were. */
  readonly sendAway: () => number;
  /** Resolves when no request is in flight. */
  readonly idle: () => Promise<void>;
  /** Takes no more writes; resolves when those taken are stored and shown. */
  readonly settle: () => Promise<unknown>;
  /** Answers whatever is still in flight with 503; the answer is how many they were. */
  readonly turnAway: () => number;
};

/**
 * Resolves within 7 seconds, whatever hangs: a frozen database, a body that never ends, a socket that takes nothing.
 * `lingerMs`: how long subscribers may take to hear that they are to go.
 */
export async function drain(
  { stopListening, sendAway, idle, settle, turnAway }: Draining,
  lingerMs: number,
): Promise<void> {
  stopListening();
  const lingering = sendAway() > 0 ? wait(lingerMs) : Promise.resolve();
  const inFlight = async (): Promise<void> => {
    await Promise.all([lingering, idle()]);
    // Connections that were open already may have asked once more meanwhile.
    await idle();
    await settle();
  };
  let patience: NodeJS.Timeout | undefined;
  const limit = new Promise<void>((resolve) => {
    patience = setTimeout(resolve, IN_FLIGHT_MS);
  });
  await Promise.race([inFlight(), limit]);
  clearTimeout(patience);
  if (turnAway() > 0) await wait(LAST_WORD_MS);
}

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
