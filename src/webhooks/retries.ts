// When a message that was not taken is sent again (rule HOOK-6).

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** The pause after each failed attempt, ms: together about a day. */
export const RETRY_DELAYS: readonly number[] = [
  5 * SECOND_MS,
  30 * SECOND_MS,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  30 * MINUTE_MS,
  HOUR_MS,
  2 * HOUR_MS,
  4 * HOUR_MS,
  8 * HOUR_MS,
  8 * HOUR_MS,
];

/** The pause after so many failed attempts, in ms; null when the webhook is to be paused. */
export const delayAfter = (attempts: number, delays: readonly number[] = RETRY_DELAYS): number | null =>
  delays[attempts - 1] ?? null;
