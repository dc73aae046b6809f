// The status of a match in words, and which parts of the match to show in that status.
import type { Board, FeedMatch, Period } from '../../../protocol/wire/board.ts';
import { PLAYING_PERIODS } from '../../match/clock.ts';
import type { StatusWords } from './words.ts';

type ShownMatch = Pick<Board | FeedMatch, 'status' | 'period' | 'clock' | 'score'>;

const PLAYED: ReadonlySet<Period> = new Set<Period>(PLAYING_PERIODS);

/** `2nd half`, `Full time`, `Postponed` …; the only half of a match is not named as its first. */
export function matchStatusLabel({ status, period }: ShownMatch, words: StatusWords, isOneHalf = false): string {
  if (isOneHalf && status === 'live' && period === 'first_half') return words.live;
  return words.statuses[status] ?? words.periods[period];
}

/** Whether to show the clock. In breaks and after the end its last value would mislead. */
export function showsClock({ status, period }: ShownMatch): boolean {
  return status === 'live' && PLAYED.has(period);
}

/** Paused inside a period, by a `Break`. */
export function isPaused(match: ShownMatch): boolean {
  return showsClock(match) && !match.clock.running;
}

/** Whether the score has the kicks of a shootout. */
export function hasShootout({ score }: ShownMatch): boolean {
  return score.home_penalties !== undefined && score.away_penalties !== undefined;
}

/** `autumn-cup` → `Autumn Cup`. The live state names a tournament or a club only by its slug. */
export function readableSlug(slug: string): string {
  const words = slug.split(/[-_.~]+/).filter((word) => word !== '');
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ');
}
