// When a club game is upcoming and when it is past (rules READ-1 to READ-3). A game becomes past with time too, so the
// question is answered by a moment: from then on it is past, if nothing happens before.
import type { Match } from './apply.ts';
import { isBye } from './sides.ts';
import { effectiveManualResult } from './manual-result.ts';

/** A game without kick-off or marker for so long is past, ms. */
export const LIVE_FOR_MS = 4 * 3_600_000;

/** Games to come that are listed (rule READ-4). */
export const UPCOMING_MAX = 20;

/** What the question is about; a club game's `Match` fits. */
export type Played = Pick<Match, 'fixture' | 'pairings' | 'hand' | 'handSince'>;

/** Time of the last marker, cleared ones too, ms since 1970; null when there is none. */
export function lastMarkerOf({ markers }: Pick<Match, 'markers'>): number | null {
  let last: number | null = null;
  for (const { at } of markers.values()) if (last === null || at > last) last = at;
  return last;
}

/**
 * From when on a club game is past, ms since 1970: at all times once it is completed; else from its kick-off when it
 * carries a result and was not begun; else 4 hours after its kick-off or its last marker, whichever is later.
 */
export function pastFrom(game: Played, lastMarker: number | null): number {
  if (isCompleted(game)) return -Infinity;
  const { fixture } = game;
  if (fixture.kind !== 'game') throw new TypeError(`match:${String(fixture.id)} is no club game`);
  // A result set by hand does not end a game that is being played (rule READ-3).
  const isBegun = game.pairings.some(({ tally }) => tally.life.status !== 'scheduled');
  if (carriesResult(game) && !isBegun) return fixture.kickOff;
  return Math.max(fixture.kickOff, lastMarker ?? -Infinity) + LIVE_FOR_MS;
}

/** An `End` of its last period in every pairing; byes are not played. */
export function isCompleted({ pairings }: Pick<Played, 'pairings'>): boolean {
  const played = pairings.filter(({ ground }) => !isBye(ground));
  return played.length > 0 && played.every(({ tally }) => tally.life.status === 'completed');
}

/** Scores or goals set by hand (PATCH or the data file) that no reset cleared. */
function carriesResult({ hand, handSince }: Played): boolean {
  const { offsets, goals } = effectiveManualResult(hand, handSince);
  return Object.keys(offsets).length > 0 || (goals?.list.length ?? 0) > 0;
}
