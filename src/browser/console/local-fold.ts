// Replays events in time order from kick-off. The match machine's own table gives period and clock; the file counts
// score, cards and kicks.
import type { BoardEvent, MatchStatus, Side } from '../../../protocol/wire/board.ts';
import { minuteAt } from '../../match/clock.ts';
import { advance, isLifecycle, type Life, notStarted } from '../../match/lifecycle.ts';

/** A match's format. The defaults are two halves of 45 minutes, and 15 minutes for each half of extra time. */
export type Format = {
  readonly halves: 1 | 2;
  readonly halfMinutes: number;
  readonly extraHalfMinutes: number;
};
export const USUAL_FORMAT: Format = { halves: 2, halfMinutes: 45, extraHalfMinutes: 15 };

/** Events by marker id. */
export type Events = Readonly<Record<string, BoardEvent>>;
type BySide<T> = Record<Side, T>;

export type Replayed = {
  readonly life: Life;
  readonly goals: BySide<number>;
  readonly cards: BySide<{ yellow: number; red: number }>;
  readonly kicks: BySide<boolean[]>;
  /** Minutes of the play events, by marker id. */
  readonly minutes: Readonly<Record<string, string>>;
};

/** The entries of `events` in time order. Entries with equal times keep their order in `events`. */
export const inTimeOrder = (events: Events): readonly (readonly [string, BoardEvent])[] =>
  Object.entries(events).sort(([, a], [, b]) => Date.parse(a.at) - Date.parse(b.at));

const KICKS: ReadonlySet<string> = new Set(['Goal', 'PenaltyScored', 'PenaltyMissed']);

export function replay(events: Events, format: Format, status: MatchStatus = 'scheduled'): Replayed {
  let life = notStarted(status);
  const goals = { home: 0, away: 0 };
  const cards = { home: { yellow: 0, red: 0 }, away: { yellow: 0, red: 0 } };
  const kicks: BySide<boolean[]> = { home: [], away: [] };
  const minutes: Record<string, string> = {};
  for (const [id, event] of inTimeOrder(events)) {
    const at = Date.parse(event.at);
    const { type, team } = event;
    if (isLifecycle(type)) {
      life = advance(life, type, at, format);
      continue;
    }
    const minute = type === 'Keeper' ? undefined : (event.minute ?? minuteAt(life.clock, at));
    if (minute !== undefined) minutes[id] = minute;
    if (team === undefined) continue;
    if (life.shootoutBegun && KICKS.has(type)) kicks[team].push(type !== 'PenaltyMissed');
    else if (type === 'Goal' || type === 'PenaltyScored') goals[team] += 1;
    else if (type === 'YellowCard') cards[team].yellow += 1;
    else if (type === 'RedCard') cards[team].red += 1;
  }
  return { life, goals, cards, kicks, minutes };
}
