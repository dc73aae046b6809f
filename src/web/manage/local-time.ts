// Times as people type them: the time of day at the pitch, in the time zone of the game.
import { Temporal } from 'temporal-polyfill';

/** The zones that a form offers, as `Europe/Lisbon`. */
export const TIME_ZONES: readonly string[] = ['UTC', ...Intl.supportedValuesOf('timeZone')];

const localTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?$/;

/** The time of `2026-11-22T10:00` in a zone, ms since 1970; null for no such time or zone. In a gap of clocks that are put forward it is the time after it. */
export function timeIn(zone: string, local: string): number | null {
  if (!localTime.test(local)) return null;
  try {
    return Temporal.PlainDateTime.from(local, { overflow: 'reject' }).toZonedDateTime(zone).epochMilliseconds;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** The time `at` (ms since 1970) in a zone as a form field has it: `2026-11-22T10:00`. In UTC for a zone that is not known. */
export const localText = (zone: string, at: number): string =>
  zoned(zone, at).toPlainDateTime().toString({ smallestUnit: 'minute' });

/** The same time of day some weeks later, also when clocks change in between. ms since 1970. */
export const weeksLater = (zone: string, at: number, weeks: number): number =>
  zoned(zone, at).add({ weeks }).epochMilliseconds;

/** The first time after `now` with the same weekday and time of day, at least a week after `at`. ms since 1970. */
export function nextWeekly(zone: string, at: number, now: number): number {
  for (let weeks = Math.max(1, Math.floor((now - at) / WEEK_MS)); ; weeks += 1) {
    const found = weeksLater(zone, at, weeks);
    if (found > now) return found;
  }
}

const WEEK_MS = 604_800_000;

function zoned(zone: string, at: number): Temporal.ZonedDateTime {
  const instant = Temporal.Instant.fromEpochMilliseconds(at);
  try {
    return instant.toZonedDateTimeISO(zone);
  } catch (error) {
    if (error instanceof RangeError) return instant.toZonedDateTimeISO('UTC');
    throw error;
  }
}

/** Whether the server knows this time zone. */
export const isZone = (zone: string): boolean => zone !== '' && timeIn(zone, '2026-01-01T12:00') !== null;
