import type { MatchStatus, Period } from '../../../../../protocol/wire/board.ts';

/** Statuses that need their own label instead of the period's. */
const statuses: Readonly<Partial<Record<MatchStatus, string>>> = {
  completed: 'Full time',
  postponed: 'Postponed',
  cancelled: 'Cancelled',
  abandoned: 'Abandoned',
  awarded: 'Awarded',
};

/** The status of a match: the texts that the console shares with screens. */
export const en = {
  periods: {
    not_started: 'Not started',
    first_half: '1st half',
    half_time: 'Half-time',
    second_half: '2nd half',
    extra_time_break: 'Break before extra time',
    extra_time_first_half: 'Extra time, 1st half',
    extra_time_half_time: 'Extra time, half-time',
    extra_time_second_half: 'Extra time, 2nd half',
    penalty_shootout: 'Penalty shootout',
    full_time: 'Full time',
  } satisfies Record<Period, string>,
  statuses,
  /** The only half of a match. */
  live: 'Live',
  /** The clock is paused inside a period. */
  stopped: 'stopped',
  versus: 'v',
};
