// Ways into every situation of the lifecycle table.
import type { Body } from './play.ts';

/** The markers that lead into each situation; the last marker comes at minute 100 or before. */
export const ways: Readonly<Record<string, readonly Body[]>> = {
  'not started': [],
  'first half, running': [{ at: 0, type: 'Start' }],
  'first half, just paused': [
    { at: 60, type: 'Start' },
    { at: 99, type: 'Break' },
  ],
  'half time': [
    { at: 0, type: 'Start' },
    { at: 46, type: 'HalfTime' },
  ],
  'second half, running': [
    { at: 0, type: 'Start' },
    { at: 46, type: 'HalfTime' },
    { at: 61, type: 'Resume' },
  ],
  'second half, paused': [
    { at: 0, type: 'Start' },
    { at: 46, type: 'HalfTime' },
    { at: 61, type: 'Resume' },
    { at: 99, type: 'Break' },
  ],
  'extra-time break': [
    { at: 0, type: 'Start' },
    { at: 40, type: 'HalfTime' },
    { at: 42, type: 'Resume' },
    { at: 90, type: 'HalfTime' },
  ],
  'extra time one, running': [
    { at: 0, type: 'Start' },
    { at: 90, type: 'ExtraTime1' },
  ],
  'extra time one, paused': [
    { at: 0, type: 'Start' },
    { at: 90, type: 'ExtraTime1' },
    { at: 99, type: 'Break' },
  ],
  'extra-time half time': [
    { at: 0, type: 'Start' },
    { at: 80, type: 'ExtraTime1' },
    { at: 97, type: 'End' },
  ],
  'extra time two, running': [
    { at: 0, type: 'Start' },
    { at: 90, type: 'ExtraTime2' },
  ],
  'extra time two, paused': [
    { at: 0, type: 'Start' },
    { at: 90, type: 'ExtraTime2' },
    { at: 99, type: 'Break' },
  ],
  shootout: [
    { at: 0, type: 'Start' },
    { at: 46, type: 'HalfTime' },
    { at: 61, type: 'Resume' },
    { at: 99, type: 'PenaltyShootout' },
  ],
  'full time of regular time': [
    { at: 0, type: 'Start' },
    { at: 99, type: 'FullTime' },
  ],
  'full time after extra time': [
    { at: 0, type: 'Start' },
    { at: 60, type: 'ExtraTime2' },
    { at: 99, type: 'FullTime' },
  ],
  'full time after a shootout': [
    { at: 0, type: 'Start' },
    { at: 46, type: 'HalfTime' },
    { at: 61, type: 'Resume' },
    { at: 90, type: 'PenaltyShootout' },
    { at: 99, type: 'FullTime' },
  ],
};
