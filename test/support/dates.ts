// The dates of the test worlds. They are relative to now, so that no test depends on the day it runs.
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** The minute in which this test file began: ms since 1970. */
export const thisMinute = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;

/** A time so many hours after `thisMinute`, or before it: ms since 1970. */
export const hoursFromNow = (hours: number): number => thisMinute + hours * HOUR_MS;

/** `ms` since 1970, as JSON has it. */
export const iso = (ms: number): string => new Date(ms).toISOString();

const shortDate = { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' } as const;
/** `ms` since 1970, as the pages of text have it: `21 Nov 2026, 15:00 UTC`. */
export const inUtc = (ms: number): string =>
  `${new Intl.DateTimeFormat('en-GB', shortDate).format(ms)}, ${iso(ms).slice(11, 16)} UTC`;
