// Replays events in time order from kick-off. The match machine's own table gives period and clock; the file counts
// score, cards and kicks.
import type { MatchStatus, Period, Side } from '../../../protocol/wire/board.ts';
import { minuteAt } from '../../match/clock.ts';
import { advance, isLifecycle, type Life, notStarted } from '../../match/lifecycle.ts';
import { KICK_TYPES } from '../shared/kicks.ts';
import { type Events, inTimeOrder } from '../shared/time-order.ts';

/** A match's format. The defaults are two halves of 45 minutes, and 15 minutes for each half of extra time. */
export type Format = {
  readonly halves: 1 | 2;
  readonly halfMinutes: number;
  readonly extraHalfMinutes: number;
};
export const DEFAULT_FORMAT: Format = { halves: 2, halfMinutes: 45, extraHalfMinutes: 15 };

type BySide<T> = Record<Side, T>;

export type Replayed = {
  readonly life: Life;
  readonly goals: BySide<number>;
  readonly cards: BySide<{ yellow: number; red: number }>;
  readonly kicks: BySide<boolean[]>;
  /** Minutes of the play events, by marker id. */
  readonly minutes: Readonly<Record<string, string>>;
};

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
    if (life.shootoutBegun && KICK_TYPES.has(type)) kicks[team].push(type !== 'PenaltyMissed');
    else if (type === 'Goal' || type === 'PenaltyScored') goals[team] += 1;
    else if (type === 'YellowCard') cards[team].yellow += 1;
    else if (type === 'RedCard') cards[team].red += 1;
  }
  return { life, goals, cards, kicks, minutes };
}

/** The period that each marker of the clock has begun, by marker id. A marker without such an effect has none. */
export function begunPeriods(events: Events, format: Format): Readonly<Record<string, Period>> {
  let life = notStarted();
  const begun: Record<string, Period> = {};
  for (const [id, { type, at }] of inTimeOrder(events)) {
    if (!isLifecycle(type)) continue;
    const next = advance(life, type, Date.parse(at), format);
    if (next.period !== life.period) begun[id] = next.period;
    life = next;
  }
  return begun;
}
