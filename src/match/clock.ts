// Arithmetic of the match clock: no timer, no system clock. All values in ms; each half starts at its conventional time.
import type { Clock } from '../../protocol/wire/board.ts';
import type { Format } from './fixture.ts';

export const MINUTE_MS = 60_000;

/** The periods in which the ball is in play and the clock runs. */
export const PLAYING_PERIODS = [
  'first_half',
  'second_half',
  'extra_time_first_half',
  'extra_time_second_half',
] as const;
export type PlayingPeriod = (typeof PLAYING_PERIODS)[number];

/** Conventional start and end of a period on the match clock: the second half of 2 × 45 is 45:00 to 90:00. */
export function periodBounds(
  period: PlayingPeriod,
  format: Format,
): { readonly startMs: number; readonly endMs: number } {
  const half = format.halfMinutes * MINUTE_MS;
  const extra = format.extraHalfMinutes * MINUTE_MS;
  const regular = half * format.halves;
  switch (period) {
    case 'first_half':
      return { startMs: 0, endMs: half };
    case 'second_half':
      return { startMs: half, endMs: 2 * half };
    case 'extra_time_first_half':
      return { startMs: regular, endMs: regular + extra };
    case 'extra_time_second_half':
      return { startMs: regular + extra, endMs: regular + 2 * extra };
  }
}

/** The time on the match clock at `at` (ms since 1970); at least 0. */
export function elapsedAt(clock: Clock, at: number): number {
  const since = clock.running && clock.as_of !== undefined ? Math.max(0, at - clock.as_of) : 0;
  return Math.max(0, clock.elapsed_ms + since);
}

/** The minute at `at`, from 1, `45+2` in added time; undefined before Start and in a shootout (rule MIN-2). */
export function minuteAt(clock: Clock, at: number): string | undefined {
  if (clock.as_of === undefined || clock.period_ends_ms === undefined) return undefined;
  const elapsed = elapsedAt(clock, at);
  const end = clock.period_ends_ms;
  if (elapsed < end) return String(Math.floor(elapsed / MINUTE_MS) + 1);
  return `${String(end / MINUTE_MS)}+${String(Math.floor((elapsed - end) / MINUTE_MS) + 1)}`;
}
