// When a message that was not taken is sent again (rule HOOK-6).

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** The pause after each failed attempt: together about a day. */
export const RETRY_DELAYS: readonly number[] = [
  ...[5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE],
  ...[HOUR, 2 * HOUR, 4 * HOUR, 8 * HOUR, 8 * HOUR],
];

/** The pause after so many failed attempts, in ms; null when the webhook is to be paused. */
export const delayAfter = (attempts: number, delays: readonly number[] = RETRY_DELAYS): number | null =>
  delays[attempts - 1] ?? null;
