// What a ResetMatch clears (rule RESET-1). Nothing is destroyed: what is cleared follows from the markers that are
// there, so deleting a reset brings everything back.
import { byArrival } from './order.ts';
import type { StoredMarker } from './command.ts';

/**
 * The reset that decides, of those that apply. In order of arrival, one with a time before that of an earlier one
 * is itself cleared by it (a late delivery of the old match); of the others the last counts. For resets the first arrival
 * counts, so that a repeat of one never wipes what came since.
 */
export function decidingReset(resets: readonly StoredMarker[]): StoredMarker | null {
  let last: StoredMarker | null = null;
  for (const reset of [...resets].sort(byArrival)) if (last === null || reset.at >= last.at) last = reset;
  return last;
}

/** Whether `reset` clears `marker`: written before it arrived, or with a time at or before its own. */
export function isCleared(marker: StoredMarker, reset: StoredMarker | null): boolean {
  if (reset === null || marker.key === reset.key) return false;
  if (marker.type === 'ResetMatch') return true;
  return marker.touched < reset.arrival || marker.at <= reset.at;
}
