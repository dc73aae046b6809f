// The first kick-off of each day of a schedule.
import { Temporal } from 'temporal-polyfill';

const DAY_MS = 86_400_000;

/** The same time of day some days later, also when clocks change in between. In UTC for a zone that is not known. ms since 1970. */
export function daysLater(zone: string, at: number, days: number): number {
  try {
    return Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).add({ days }).epochMilliseconds;
  } catch (error) {
    if (error instanceof RangeError) return at + days * DAY_MS;
    throw error;
  }
}
