// The matches of a feed in the order in which a screen lists them: by time, then by group.
import type { FeedMatch, FeedState, MatchStatus } from '../../../protocol/wire/board.ts';
import type { Facts } from '../../../protocol/rest/facts.ts';
import { stageLabel } from '../shared/heading.ts';
import { dateOf, timeOf } from '../shared/kick-off.ts';
import { hasShootout, matchStatusLabel } from '../shared/match-status.ts';
import type { Words } from '../shared/words.ts';

export type ListedMatch = {
  readonly id: string;
  readonly match: FeedMatch;
  /** ms since 1970; null when unknown. */
  readonly kickOff: number | null;
  /** Time zone of its place; null when unknown. */
  readonly zone: string | null;
  readonly isOneHalf: boolean;
  /** `Group A`, `Final`; empty without one. */
  readonly stage: string;
};
export type Listed = readonly ListedMatch[];

const ORDER: Readonly<Record<MatchStatus, number>> = {
  live: 0,
  completed: 1,
  awarded: 2,
  scheduled: 3,
  abandoned: 4,
  postponed: 5,
  cancelled: 6,
};
const LATEST = Number.MAX_SAFE_INTEGER;

/** What runs, then what has ended (the newest first), then what is to come (the soonest first). */
export function listedOf(state: FeedState, facts: Facts, words: Words): Listed {
  return Object.entries(state.matches)
    .map(([id, match]): ListedMatch => {
      const stage = facts.stages[id];
      return {
        id,
        match,
        kickOff: facts.kick_offs[id] ?? null,
        zone: facts.zones[id] ?? null,
        isOneHalf: facts.one_half.includes(id),
        stage: stage === undefined ? '' : stageLabel(stage, words),
      };
    })
    .sort(
      (a, b) =>
        ORDER[a.match.status] - ORDER[b.match.status] ||
        timeOrder(a, b) ||
        a.stage.localeCompare(b.stage, undefined, { numeric: true }),
    );
}

function timeOrder(a: ListedMatch, b: ListedMatch): number {
  if (a.kickOff === b.kickOff) return 0;
  const isOver = a.match.status === 'completed' || a.match.status === 'awarded';
  return isOver ? (b.kickOff ?? 0) - (a.kickOff ?? 0) : (a.kickOff ?? LATEST) - (b.kickOff ?? LATEST);
}

/** The time to show (ms since 1970), and the language. */
export type TextContext = { readonly now: number; readonly words: Words; readonly lang: string };

/** The status of a match; of a match to come, its kick-off: `15:30`, on another day `15:30 · Sun, Nov 22`. */
export function whenOf({ match, kickOff, zone, isOneHalf }: ListedMatch, { now, words, lang }: TextContext): string {
  if (match.status !== 'scheduled' || kickOff === null) return matchStatusLabel(match, words, isOneHalf);
  return [timeOf(kickOff, lang, zone), dateOf(kickOff, now, lang, zone)].filter((part) => part !== null).join(' · ');
}

/** `2–1`, `2–2 (4–3)`, `v`. */
export function resultOf(match: FeedMatch, words: Words): string {
  const { home, away, home_penalties: homeKicks, away_penalties: awayKicks } = match.score;
  if (home === undefined || away === undefined) return words.versus;
  return hasShootout(match) ? `${home}–${away} (${homeKicks}–${awayKicks})` : `${home}–${away}`;
}
