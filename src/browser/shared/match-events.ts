// Finds what happened between two states of a match, for code that animates it. States say what is true. Causes say
// that it happened just now. A snapshot has no cause, so loading a page starts no animation.
import type {
  Board,
  BoardEvent,
  BoardState,
  ChannelState,
  FeedMatch,
  FeedState,
  Period,
  Side,
} from '../../../protocol/wire/board.ts';
import { isEdit } from '../../../protocol/wire/edits.ts';
import type { Cause } from '../../../protocol/wire/down.ts';
import { minuteAt } from '../../match/clock.ts';
import type { StateUpdate } from './follow.ts';
import { GOAL_TYPES } from './entries.ts';
import { kickKeys } from './kicks.ts';
import { SIDES } from './side.ts';

/** An entry of a match: `key` is the marker's id, as in `events`. */
type Entry = { readonly matchId: string; readonly key: string; readonly side: Side };

export type MatchEvent =
  /** `event` is null for a manual score, and in a feed, which has no markers. */
  | (Entry & { readonly kind: 'goal' | 'goal_cancelled'; readonly event: BoardEvent | null })
  | (Entry & { readonly kind: 'card' | 'card_cancelled'; readonly event: BoardEvent })
  | (Entry & { readonly kind: 'substitution'; readonly event: BoardEvent })
  /** A shootout kick; `number` counts the kicks of its side from 1. */
  | (Entry & { readonly kind: 'kick' | 'kick_cancelled'; readonly scored: boolean; readonly number: number })
  | { readonly kind: 'period'; readonly matchId: string; readonly period: Period; readonly from: Period }
  | { readonly kind: 'reset'; readonly matchId: string }
  /** An edit from outside the match: names, line-ups or the schedule. */
  | { readonly kind: 'edited' };

const CARDS: ReadonlySet<string> = new Set(['YellowCard', 'RedCard']);

/** The events that `cause` lists between `before` and `after`, sorted by kind; none without a cause. */
export function matchEventsBetween(
  before: ChannelState | null,
  after: ChannelState,
  cause: readonly Cause[],
): readonly MatchEvent[] {
  if (cause.length === 0 || before === null) return [];
  const events = channelEvents(before, after, cause);
  return isEdit(cause) ? [{ kind: 'edited' }, ...events] : events;
}

function channelEvents(before: ChannelState, after: ChannelState, cause: readonly Cause[]): readonly MatchEvent[] {
  if (isBoards(before) && isBoards(after)) {
    return Object.entries<Board>(after.matches).flatMap(([matchId, board]) => {
      const old: Board | undefined = before.matches[matchId];
      return old === undefined || old === board ? [] : boardEvents(matchId, old, board, cause);
    });
  }
  if (isBoards(before) || isBoards(after) || cause.every(({ action }) => action === 'edited')) return [];
  return feedEvents(before, after);
}

/** A feed has scores, no markers. A score that moves by one during play is a goal or a cancelled goal. */
const feedEvents = (before: FeedState, after: FeedState): readonly MatchEvent[] =>
  Object.entries<FeedMatch>(after.matches).flatMap(([matchId, match]) => {
    const old: FeedMatch | undefined = before.matches[matchId];
    return old === undefined || old === match || match.status !== 'live' ? [] : scoreEvents(matchId, old, match);
  });

/** A game or a match, whose matches have boards; false for a feed. */
export const isBoards = (state: ChannelState): state is BoardState => state.kind === 'game' || state.kind === 'match';

function boardEvents(matchId: string, old: Board, board: Board, cause: readonly Cause[]): MatchEvent[] {
  const isCause = (key: string, ...actions: readonly Cause['action'][]): boolean =>
    cause.some(({ action, marker_id: id }) => actions.includes(action) && id?.toLowerCase() === key.toLowerCase());
  const events: MatchEvent[] = [];
  if (
    cause.some(({ action }) => action === 'reset') &&
    Object.keys(board.events).length < Object.keys(old.events).length
  ) {
    events.push({ kind: 'reset', matchId });
  }
  for (const [key, event] of Object.entries(old.events)) {
    const now = board.events[key];
    if (now === event || (now !== undefined && now.type === event.type && now.team === event.team)) continue;
    if (event.team === undefined || !isCause(key, 'deleted', 'updated')) continue;
    const entry = { matchId, key, side: event.team };
    if (isKick(old, key)) events.push({ kind: 'kick_cancelled', ...entry, ...kickOf(old, key, event.team) });
    else if (GOAL_TYPES.has(event.type)) events.push({ kind: 'goal_cancelled', ...entry, event });
    else if (CARDS.has(event.type)) events.push({ kind: 'card_cancelled', ...entry, event });
  }
  for (const [key, event] of Object.entries(board.events)) {
    const was = old.events[key];
    if (was === event || (was !== undefined && was.type === event.type && was.team === event.team)) continue;
    if (event.team === undefined || !isCause(key, 'recorded', 'updated')) continue;
    const entry = { matchId, key, side: event.team };
    if (isKick(board, key)) events.push({ kind: 'kick', ...entry, ...kickOf(board, key, event.team) });
    else if (GOAL_TYPES.has(event.type)) events.push({ kind: 'goal', ...entry, event });
    else if (CARDS.has(event.type)) events.push({ kind: 'card', ...entry, event });
    else if (event.type === 'Substitution') events.push({ kind: 'substitution', ...entry, event });
  }
  if (cause.some(({ action }) => action === 'scores')) {
    const isOpen = (one: MatchEvent): boolean =>
      !('side' in one) || !events.some((e) => 'side' in e && e.side === one.side);
    events.push(...scoreEvents(matchId, old, board).filter(isOpen));
  }
  if (old.period !== board.period) events.push({ kind: 'period', matchId, period: board.period, from: old.period });
  return events;
}

type Scored = Pick<Board | FeedMatch, 'score'>;

/**
 * A score without markers that moves by one is a goal or a cancelled goal. A whole result that is entered at once is
 * neither.
 */
function scoreEvents(matchId: string, old: Scored, { score }: Scored): MatchEvent[] {
  return SIDES.flatMap((side): MatchEvent[] => {
    const by = (score[side] ?? 0) - (old.score[side] ?? 0);
    if (Math.abs(by) !== 1) return [];
    const kind = by > 0 ? 'goal' : 'goal_cancelled';
    return [{ kind, matchId, key: `score ${side} ${score[side] ?? 0}`, side, event: null }];
  });
}

const isKick = (board: Board, key: string): boolean => SIDES.some((side) => kickKeys(board, side).includes(key));

function kickOf(board: Board, key: string, side: Side): { readonly scored: boolean; readonly number: number } {
  const index = kickKeys(board, side).indexOf(key);
  return { scored: board.shootout[side][index] ?? false, number: index + 1 };
}

/** An older change is shown without an animation, ms: the viewers missed it. */
const RECENT_MS = 15_000;
/** An entry this many minutes old comes from a phone that was offline. */
const LATE_MINUTES = 4;
/** A feed's score that falls and rises again within this time was edited, ms. */
const EDIT_MS = 2_500;

/** `now`: the time to show, in ms since 1970 (the server's time minus the delay). */
export function openMatchEvents(now: () => number) {
  let before: ChannelState | null = null;
  const announced = new Set<string>();
  /** The time of each side's last fall of the score in a feed, ms since 1970. */
  const fallenAt = new Map<string, number>();

  /** A feed does not say why a score falls, so it announces goals only. */
  function isFeedGoal({ kind, matchId, side }: Extract<MatchEvent, { key: string }>, at: number): boolean {
    const place = `${matchId} ${side}`;
    if (kind !== 'goal') fallenAt.set(place, at);
    return kind === 'goal' && at - (fallenAt.get(place) ?? -Infinity) > EDIT_MS;
  }

  return {
    /** The events of this update that deserve an animation. Each entry appears once, however often it comes and goes. */
    next(update: StateUpdate): readonly MatchEvent[] {
      const events = matchEventsBetween(before, update.state, update.cause);
      before = update.state;
      // An edit counts however late the page learns of it.
      if (now() - update.at > RECENT_MS) return events.filter(({ kind }) => kind === 'edited');
      return events.filter((one) => {
        if (!('key' in one)) return true;
        if (!isBoards(update.state)) return isFeedGoal(one, update.at);
        if (one.kind === 'goal' && isLate(update, one)) return false;
        const name = `${one.kind} ${one.key} ${one.side}`;
        // A manual score may go up again: it has no id that marks it as seen.
        if (announced.has(name) && !one.key.startsWith('score ')) return false;
        announced.add(name);
        return true;
      });
    },
  };
}

function isLate(
  { state, at }: StateUpdate,
  { matchId, event }: Extract<MatchEvent, { kind: 'goal' | 'goal_cancelled' }>,
): boolean {
  const board = isBoards(state) ? state.matches[matchId] : undefined;
  const now = board && minuteAt(board.clock, at);
  if (event?.minute === undefined || now === undefined) return false;
  return minutesOf(now) - minutesOf(event.minute) > LATE_MINUTES;
}

/** `45+2` → 47. */
const minutesOf = (minute: string): number =>
  minute.split('+').reduce((sum, part) => sum + Number.parseInt(part, 10), 0);
