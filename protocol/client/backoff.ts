// Exponential back-off with full jitter: the n-th wait is anywhere between nothing and base × 2ⁿ, up to a ceiling, so that
// ten thousand scoreboards that lost one server do not come back in step.

export type BackoffLimits = { readonly baseMs: number; readonly maxMs: number };

/** The wait before attempt number `attempt` (0 for the first one after a loss), ms. `random` gives 0 ≤ x < 1. */
export function backoffDelay(attempt: number, limits: BackoffLimits, random: () => number): number {
  const ceiling = Math.min(limits.maxMs, limits.baseMs * 2 ** Math.min(attempt, 30));
  return random() * ceiling;
}
