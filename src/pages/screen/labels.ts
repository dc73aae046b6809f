// What a screen says about where a match stands.
import type { Board, FeedMatch, MatchStatus, Period } from '../../../protocol/board.ts';

type Standing = Pick<Board, 'status' | 'period' | 'clock' | 'score'> | FeedMatch;

const PERIOD_LABELS: Readonly<Record<Period, string>> = {
  not_started: 'Not started',
  first_half: '1st half',
  half_time: 'Half-time',
  second_half: '2nd half',
  extra_time_break: 'Extra time to come',
  extra_time_first_half: 'Extra time, 1st half',
  extra_time_half_time: 'Extra time, half-time',
  extra_time_second_half: 'Extra time, 2nd half',
  penalty_shootout: 'Penalty shootout',
  full_time: 'Full time',
};
/** Statuses that say more than the period does. */
const STATUS_LABELS: Readonly<Partial<Record<MatchStatus, string>>> = {
  postponed: 'Postponed',
  cancelled: 'Cancelled',
  abandoned: 'Abandoned',
  awarded: 'Awarded',
  completed: 'Full time',
};
const PLAYED: ReadonlySet<Period> = new Set<Period>([
  'first_half',
  'second_half',
  'extra_time_first_half',
  'extra_time_second_half',
]);

/** `2nd half`, `Full time`, `Postponed` … */
export function standingLabel({ status, period }: Standing): string {
  return STATUS_LABELS[status] ?? PERIOD_LABELS[period];
}

/** Whether the clock is what people want to see: in breaks and at the end its last position only misleads. */
export function showsClock({ status, period }: Standing): boolean {
  return status === 'live' && PLAYED.has(period);
}

/** Paused inside a period, by a `Break`. */
export function isPaused(standing: Standing): boolean {
  return showsClock(standing) && !standing.clock.running;
}

/** Whether kicks from the mark belong to what is shown. */
export function hasShootout({ score }: Standing): boolean {
  return score.home_penalties !== undefined && score.away_penalties !== undefined;
}

/** `autumn-cup` → `Autumn Cup`: a slug is all that the live state says of a tournament's or a club's name. */
export function readableSlug(slug: string): string {
  const words = slug.split(/[-_.~]+/).filter((word) => word !== '');
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ');
}
