// Exponential back-off with full jitter: the n-th wait is a random time from 0 to base × 2ⁿ, up to a maximum. So ten
// thousand scoreboards that lost one server do not reconnect at the same moment.

/** The longest wait of a timer, ms. A longer one would be over at once. */
export const WAIT_MAX_MS = 2 ** 31 - 1;

export type BackoffLimits = { readonly baseMs: number; readonly maxMs: number };

/** The wait before attempt number `attempt` (0: the first attempt after a loss), ms. `random` returns 0 ≤ x < 1. */
export function backoffDelay(attempt: number, limits: BackoffLimits, random: () => number): number {
  const ceiling = Math.min(limits.maxMs, limits.baseMs * 2 ** Math.min(attempt, 30));
  return random() * ceiling;
}
