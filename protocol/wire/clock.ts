// Calculates what a scoreboard shows for a match clock (P38).
import type { Clock } from './board.ts';

type ShownClock = {
  /** The match clock now, ms; never below 0. */
  readonly elapsedMs: number;
  /** The part before the conventional end of the period as `12:07` or `45:00`. */
  readonly base: string;
  /** Added time: ms past that end, in whole seconds; 0 before it. */
  readonly addedMs: number;
  /** `12:07`, or `45:00 +2:13` in added time. */
  readonly text: string;
  readonly running: boolean;
};

/** The clock at `nowMs`, the server's time in ms since 1970. */
export function shownClock(clock: Clock, nowMs: number): ShownClock {
  const sinceMs = clock.running && clock.as_of !== undefined ? nowMs - clock.as_of : 0;
  const elapsedMs = Math.max(0, clock.elapsed_ms + sinceMs);
  const seconds = Math.floor(elapsedMs / 1000);
  const endSeconds = clock.period_ends_ms === undefined ? Infinity : Math.floor(clock.period_ends_ms / 1000);
  const added = Math.max(0, seconds - endSeconds);
  const base = minutesAndSeconds(Math.min(seconds, endSeconds), 2);
  const text = added > 0 ? `${base} +${minutesAndSeconds(added, 1)}` : base;
  return { elapsedMs, base, addedMs: added * 1000, text, running: clock.running };
}

/** `12:07`, with at least so many digits of the minutes. */
export function minutesAndSeconds(seconds: number, minuteDigits: number): string {
  const minutes = String(Math.floor(seconds / 60)).padStart(minuteDigits, '0');
  return `${minutes}:${String(seconds % 60).padStart(2, '0')}`;
}
