// The dates of the world. They are relative to now, so that no test depends on the day it runs.
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** The minute in which this test file began: ms since 1970. */
export const thisMinute = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;

/** A time so many hours after `thisMinute`, or before it: ms since 1970. */
export const hoursFromNow = (hours: number): number => thisMinute + hours * HOUR_MS;

/** A time so many days of 24 hours after `thisMinute`, or before it: ms since 1970. */
export const daysFromNow = (days: number): number => hoursFromNow(days * 24);

/** `ms` since 1970, as JSON has it. */
export const iso = (ms: number): string => new Date(ms).toISOString();

/** As `iso`, without the fraction of a second: `2026-11-21T15:00:00Z`. `ms` is of a whole second. */
export const isoSeconds = (ms: number): string => iso(ms).replace('.000Z', 'Z');

/** The day of `ms`: `2026-11-21`. */
export const dayOf = (ms: number): string => iso(ms).slice(0, 10);

const shortDate = { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' } as const;
/** `ms` since 1970, as the text pages show it: `21 Nov 2026, 15:00 UTC`. */
export const inUtc = (ms: number): string =>
  `${new Intl.DateTimeFormat('en-GB', shortDate).format(ms)}, ${iso(ms).slice(11, 16)} UTC`;
