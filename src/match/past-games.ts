// Decides whether a club game is upcoming or past (rules READ-1 to READ-3). A game also becomes past as time goes by, so
// the answer is a time: the game is past from then on, unless a change comes first.
import type { MatchStatus } from '../../protocol/wire/board.ts';
import type { Match } from './apply.ts';
import { withoutByes } from './sides.ts';
import { effectiveManualResult } from './manual-result.ts';

/** A game is past this long after its kick-off and its last marker, ms. */
export const LIVE_FOR_MS = 4 * 3_600_000;

/** The upcoming list shows this many games at most (rule READ-4). */
export const UPCOMING_MAX = 20;

/** The part of a club game's `Match` that decides. */
type PlayedGame = Pick<Match, 'fixture' | 'pairings' | 'hand' | 'manualSince'>;

/**
 * The time from which a club game is past, ms since 1970. A completed game: always. A game with a result that has not
 * begun: its kick-off. Any other: 4 hours after its kick-off or its last marker, the later of the two.
 */
export function pastFrom(game: PlayedGame, lastMarker: number | null): number {
  if (isCompleted(game)) return -Infinity;
  const { fixture } = game;
  if (fixture.kind !== 'game') throw new TypeError(`match:${String(fixture.id)} is no club game`);
  // A manual result does not end a running game (rule READ-3).
  const isBegun = game.pairings.some(({ tally }) => tally.life.status !== 'scheduled');
  if (carriesResult(game) && !isBegun) return fixture.kickOff;
  return Math.max(fixture.kickOff, lastMarker ?? -Infinity) + LIVE_FOR_MS;
}

/** All pairings are completed; byes are not played. */
export function isCompleted({ pairings }: Pick<PlayedGame, 'pairings'>): boolean {
  const played = withoutByes(pairings);
  return played.length > 0 && played.every(({ tally }) => tally.life.status === 'completed');
}

/** The statuses after which a match is not played any more. */
const OVER: readonly (MatchStatus | undefined)[] = ['completed', 'abandoned', 'awarded', 'cancelled'];

/** Nothing more is expected of the game or match: all its pairings are over; byes are not played. */
export function isOver({ pairings, state }: Pick<Match, 'pairings' | 'state'>): boolean {
  const played = withoutByes(pairings);
  return played.length > 0 && played.every(({ sides }) => OVER.includes(state.matches[sides.id]?.status));
}

/** Whether there are manual scores or goals that no reset cleared. */
function carriesResult({ hand, manualSince }: PlayedGame): boolean {
  const { offsets, goals } = effectiveManualResult(hand, manualSince);
  return Object.keys(offsets).length > 0 || (goals?.list.length ?? 0) > 0;
}
