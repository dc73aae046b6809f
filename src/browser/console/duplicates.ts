// Finds entries that were probably recorded twice, for example by two scorekeepers.
import type { BoardEvent } from '../../../protocol/wire/board.ts';
import { type Events, inTimeOrder } from '../shared/time-order.ts';

/** Two entries of one event. The undo of the warning removes `goes`, on every phone. */
export type Duplicate = {
  readonly stays: string;
  readonly goes: string;
  /** The entry that goes. */
  readonly event: BoardEvent;
};

/** Same type and side within a minute. */
const WITHIN_MS = 60_000;
/** Types that a scorekeeper may press twice by mistake, and that rarely happen twice in a minute to one team. */
const ONCE_A_MINUTE: ReadonlySet<string> = new Set(['Goal', 'PenaltyScored', 'RedCard']);

/** The key of a pair. A dismissed warning stays dismissed. */
export const pairKey = ({ stays, goes }: Pick<Duplicate, 'stays' | 'goes'>): string => `${stays} ${goes}`;

/**
 * Returns the newest likely duplicate in `events`. At least one of the two entries was made on this phone, and the pair
 * is not in `dismissed`. Entries older than `sinceMs` are ignored.
 *
 * The order of the ids decides which entry goes (rule PAGE-42). Unlike the times, no edit changes them: two phones that
 * undo at the same moment undo the same entry, and of three or more the first always stays.
 */
export function likelyDuplicate(
  events: Events,
  stored: Events,
  mine: ReadonlySet<string>,
  dismissed: ReadonlySet<string>,
  sinceMs: number,
): Duplicate | null {
  const recent = inTimeOrder(events)
    .filter(([, { at, team }]) => team !== undefined && Date.parse(at) >= sinceMs)
    .reverse();
  for (const [id, event] of recent) {
    for (const [otherId, other] of recent) {
      if (!mine.has(id) || id === otherId || !isSimilar(event, other)) continue;
      // The server may still refuse an entry that it has not stored. The entry of the other phone must not go for it.
      const isAsked = mine.has(otherId) ? ONCE_A_MINUTE.has(event.type) : id in stored;
      const pair = id < otherId ? { stays: id, goes: otherId, event: other } : { stays: otherId, goes: id, event };
      if (isAsked && !dismissed.has(pairKey(pair))) return pair;
    }
  }
  return null;
}

const isSimilar = (a: BoardEvent, b: BoardEvent): boolean =>
  a.type === b.type && a.team === b.team && Math.abs(Date.parse(a.at) - Date.parse(b.at)) <= WITHIN_MS;
