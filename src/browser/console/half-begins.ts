// Sets the match clock: the marker that began the half moves, and the clock with it.
import type { Board } from '../../../protocol/wire/board.ts';
import { elapsedAt, PLAYING_PERIODS } from '../../match/clock.ts';
import { advance, isLifecycle, notStarted } from '../../match/lifecycle.ts';
import { type Format, replay } from './local-fold.ts';
import { inTimeOrder } from '../shared/time-order.ts';

/**
 * The marker that began the current half, and its time when the clock is `byMs` ahead. Null when there is none, or when
 * another entry of the clock is in the way. Times are ms since 1970.
 */
export function halfBegins(
  { events, period }: Pick<Board, 'events' | 'period'>,
  format: Format,
  byMs: number,
  now: number,
): { readonly id: string; readonly at: number } | null {
  let life = notStarted();
  let start: { readonly id: string; readonly at: number } | null = null;
  for (const [id, { type, at }] of inTimeOrder(events)) {
    if (!isLifecycle(type)) continue;
    const next = advance(life, type, Date.parse(at), format);
    const isHalf = PLAYING_PERIODS.some((one) => one === next.period);
    if (isHalf && next.period !== life.period) start = { id, at: Date.parse(at) - byMs };
    life = next;
  }
  const event = start === null ? undefined : events[start.id];
  if (start === null || event === undefined) return null;
  const moved = { ...events, [start.id]: { ...event, at: new Date(start.at).toISOString() } };
  const after = replay(moved, format).life;
  const isSet = Math.abs(elapsedAt(after.clock, now) - elapsedAt(life.clock, now) - byMs) < 1;
  return isSet && after.period === period && life.period === period ? start : null;
}
