// Where a match stands, in words and in what is to be shown of it.
import type { Board, FeedMatch, Period } from '../../../protocol/wire/board.ts';
import type { Words } from './words.ts';

export type ShownMatch = Pick<Board | FeedMatch, 'status' | 'period' | 'clock' | 'score'>;

const PLAYED: ReadonlySet<Period> = new Set<Period>([
  'first_half',
  'second_half',
  'extra_time_first_half',
  'extra_time_second_half',
]);

/** `2nd half`, `Full time`, `Postponed` … */
export function matchStatusLabel({ status, period }: ShownMatch, words: Words): string {
  return words.statuses[status] ?? words.periods[period];
}

/** Whether the clock is what people want to see: in breaks and at the end its last position only misleads. */
export function showsClock({ status, period }: ShownMatch): boolean {
  return status === 'live' && PLAYED.has(period);
}

/** Paused inside a period, by a `Break`. */
export function isPaused(standing: ShownMatch): boolean {
  return showsClock(standing) && !standing.clock.running;
}

/** Whether kicks from the mark belong to what is shown. */
export function hasShootout({ score }: ShownMatch): boolean {
  return score.home_penalties !== undefined && score.away_penalties !== undefined;
}

/** `autumn-cup` → `Autumn Cup`: a slug is all that the live state says of a tournament's or a club's name. */
export function readableSlug(slug: string): string {
  const words = slug.split(/[-_.~]+/).filter((word) => word !== '');
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ');
}
