// What a ResetMatch clears (rule RESET-1). The stored markers are kept and the clearing is computed, so deleting a reset
// restores them.
import { byArrival } from './order.ts';
import type { StoredMarker } from './command.ts';

/**
 * The reset that decides. In order of arrival, a reset whose time is not after that of an earlier one is ignored: it is a late
 * delivery of the old match. Of the others the last one decides. A reset keeps its first arrival, so that repeating it
 * never clears newer markers.
 */
export function decidingReset(resets: readonly StoredMarker[]): StoredMarker | null {
  let last: StoredMarker | null = null;
  for (const reset of [...resets].sort(byArrival)) if (last === null || reset.at > last.at) last = reset;
  return last;
}

/** Whether `reset` clears `marker`: its last write is before the reset's arrival, or its time is not after the reset's. */
export function isCleared(marker: StoredMarker, reset: StoredMarker | null): boolean {
  if (reset === null || marker.key === reset.key) return false;
  if (marker.type === 'ResetMatch') return true;
  return marker.touched < reset.arrival || marker.at <= reset.at;
}
