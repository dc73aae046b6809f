// Finds entries that were probably recorded twice, for example by two scorekeepers.
import type { BoardEvent } from '../../../protocol/wire/board.ts';
import { type Events, inTimeOrder } from '../shared/time-order.ts';

export type Duplicate = {
  /** The entry of this phone. An undo removes it. */
  readonly mine: string;
  readonly theirs: string;
  readonly event: BoardEvent;
};

/** Same type and side within a minute. */
const WITHIN_MS = 60_000;
/** Types that a scorekeeper may press twice by mistake, and that rarely happen twice in a minute to one team. */
const ONCE_A_MINUTE: ReadonlySet<string> = new Set(['Goal', 'PenaltyScored', 'RedCard']);

/** The key of a pair. A dismissed warning stays dismissed. */
export const pairKey = ({ mine, theirs }: Pick<Duplicate, 'mine' | 'theirs'>): string =>
  [mine, theirs].sort().join(' ');

/**
 * Returns the newest likely duplicate in `events`. At least one of the two entries was made on this phone, and the pair
 * is not in `dismissed`. Entries older than `sinceMs` are ignored.
 */
export function likelyDuplicate(
  events: Events,
  mine: ReadonlySet<string>,
  dismissed: ReadonlySet<string>,
  sinceMs: number,
): Duplicate | null {
  const recent = inTimeOrder(events)
    .filter(([, { at, team }]) => team !== undefined && Date.parse(at) >= sinceMs)
    .reverse();
  for (const [id, event] of recent) {
    for (const [otherId, candidate] of recent) {
      if (id === otherId || !isSimilar(event, candidate)) continue;
      // When both entries were made here, the later one is the mistake; `recent` starts with the newest.
      const isOwnPair = mine.has(id) && mine.has(otherId);
      if (!mine.has(id) || (isOwnPair && !ONCE_A_MINUTE.has(event.type))) continue;
      const pair = { mine: id, theirs: otherId, event };
      if (!dismissed.has(pairKey(pair))) return pair;
    }
  }
  return null;
}

const isSimilar = (a: BoardEvent, b: BoardEvent): boolean =>
  a.type === b.type && a.team === b.team && Math.abs(Date.parse(a.at) - Date.parse(b.at)) <= WITHIN_MS;
