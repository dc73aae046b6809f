// Stops a gateway while other nodes go on: first new connections, then subscribers, then requests in flight.
import { setTimeout } from 'node:timers/promises';
import { withDeadline } from './deadline.ts';

/** Deadline of requests in flight, ms. A database statement has 4 seconds; the rest is reserve. */
const IN_FLIGHT_MS = 6_000;
/** Time for the last 503 answers to be sent, ms. */
const LAST_ANSWER_MS = 100;

type Draining = {
  /** Accepts no new connections; answers ask the client to close its connection. */
  readonly stopListening: () => void;
  /** Tells every subscriber when to reconnect and closes the connections; returns their number. */
  readonly closeSubscribers: () => number;
  /** Resolves when no request is in flight. */
  readonly idle: () => Promise<void>;
  /** Accepts no more writes; resolves when the accepted ones are stored and published. */
  readonly settle: () => Promise<unknown>;
  /** Answers requests still in flight with 503; returns their number. */
  readonly rejectInFlight: () => number;
};

/**
 * Resolves within 7 seconds, even with a frozen database, an endless request body or a blocked socket. `lingerMs`: time
 * for subscribers to receive the message that ends their connection.
 */
export async function drain(
  { stopListening, closeSubscribers, idle, settle, rejectInFlight }: Draining,
  lingerMs: number,
): Promise<void> {
  stopListening();
  const lingering = closeSubscribers() > 0 ? setTimeout(lingerMs) : Promise.resolve();
  const inFlight = async (): Promise<void> => {
    await Promise.all([lingering, idle()]);
    // An open connection may have sent another request in the meantime.
    await idle();
    await settle();
  };
  await withDeadline(inFlight(), IN_FLIGHT_MS, () => undefined);
  if (rejectInFlight() > 0) await setTimeout(LAST_ANSWER_MS);
}
