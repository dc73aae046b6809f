// Whether a step of the clock comes too early to be meant: such a step is quiet, and a tap does not record it.
import type { Board } from '../../../protocol/wire/board.ts';
import { elapsedAt, periodBounds, PLAYING_PERIODS } from '../../match/clock.ts';
import type { Format } from './local-fold.ts';
import type { Step } from './next-step.ts';

/** A period may end with one tap after this share of it. */
const PERIOD_SHARE = 0.9;
/** A break takes longer than this, ms. */
const BREAK_MS = 60_000;
/** A match starts this long before its scheduled time at the earliest, ms. */
const KICK_OFF_MS = 15 * 60_000;

/** `kickOff` is the scheduled time; it and `now` are ms since 1970. */
export function isEarly(
  step: Step,
  { period, clock }: Pick<Board, 'period' | 'clock'>,
  format: Format,
  kickOff: number | null,
  now: number,
): boolean {
  if (step.type === 'Break' || step.type === 'Resume') return false;
  const playing = PLAYING_PERIODS.find((one) => one === period);
  if (playing !== undefined) {
    const { startMs, endMs } = periodBounds(playing, format);
    return elapsedAt(clock, now) < startMs + PERIOD_SHARE * (endMs - startMs);
  }
  switch (period) {
    case 'not_started':
      return kickOff !== null && kickOff - now > KICK_OFF_MS;
    case 'penalty_shootout':
      return false;
    case 'full_time':
      return true;
    default:
      return clock.as_of !== undefined && now - clock.as_of < BREAK_MS;
  }
}
