// Two scorekeepers, one goal: what was probably entered twice.
import type { BoardEvent } from '../../../protocol/wire/board.ts';
import { type Events, inTimeOrder } from './local-fold.ts';

export type Duplicate = {
  /** Made on this phone: what an undo takes back. */
  readonly mine: string;
  readonly theirs: string;
  readonly event: BoardEvent;
};

/** Same type and side within a minute. */
const WITHIN_MS = 60_000;
/** What a single thumb presses twice by mistake, and a team hardly does twice in a minute. */
const ONCE_A_MINUTE: ReadonlySet<string> = new Set(['Goal', 'PenaltyScored', 'RedCard']);

/** Names a pair, so that a warning that was answered stays answered. */
export const pairKey = ({ mine, theirs }: Pick<Duplicate, 'mine' | 'theirs'>): string =>
  [mine, theirs].sort().join(' ');

/**
 * The newest likely duplicate among `events` of which at least one was made here, and that is not among those `kept`.
 * Nothing is said of entries older than `sinceMs`.
 */
export function likelyDuplicate(
  events: Events,
  mine: ReadonlySet<string>,
  kept: ReadonlySet<string>,
  sinceMs: number,
): Duplicate | null {
  const recent = inTimeOrder(events)
    .filter(([, { at, team }]) => team !== undefined && Date.parse(at) >= sinceMs)
    .reverse();
  for (const [id, event] of recent) {
    for (const [otherId, candidate] of recent) {
      if (id === otherId || !isAlike(event, candidate)) continue;
      // Of a pair made here the later one is the slip; `recent` is walked from the newest.
      const isOwnPair = mine.has(id) && mine.has(otherId);
      if (!mine.has(id) || (isOwnPair && !ONCE_A_MINUTE.has(event.type))) continue;
      const pair = { mine: id, theirs: otherId, event };
      if (!kept.has(pairKey(pair))) return pair;
    }
  }
  return null;
}

const isAlike = (a: BoardEvent, b: BoardEvent): boolean =>
  a.type === b.type && a.team === b.team && Math.abs(Date.parse(a.at) - Date.parse(b.at)) <= WITHIN_MS;
