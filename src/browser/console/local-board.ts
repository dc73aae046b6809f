// The board as it will be when all entries of this phone have arrived: the live state with the waiting entries applied.
import type { Board, BoardEvent, Score, Side } from '../../../protocol/wire/board.ts';
import { isLifecycle } from '../../match/lifecycle.ts';
import type { Draft } from './draft.ts';
import { isSame, type Player } from './fixture.ts';
import type { Action } from './outbox-entry.ts';
import { type Format, replay, type Replayed, DEFAULT_FORMAT } from './local-fold.ts';
import { shownSide } from './saved-penalty.ts';
import { type Events, inTimeOrder } from '../shared/time-order.ts';
import { SIDES } from '../shared/side.ts';

export type { Format } from './local-fold.ts';

export type LocalBoard = {
  readonly board: Board;
  readonly format: Format;
  /** Ids of events that the live state lacks or has with other data. */
  readonly unconfirmed: ReadonlySet<string>;
  /** The score includes an entry that the server has not confirmed. */
  readonly isScoreAhead: boolean;
};

const NONE: ReadonlySet<string> = new Set();

/** Returns `board` with `actions` applied in order. `format` holds the known part of the match's format. */
export function localBoard(
  board: Board,
  actions: readonly Action[],
  players: readonly Player[],
  format: Format,
): LocalBoard {
  if (actions.length === 0) return { board, format, unconfirmed: NONE, isScoreAhead: false };
  const events = applyActions(board, actions, players);
  const initialStatus = board.status === 'live' || board.status === 'completed' ? 'scheduled' : board.status;
  const before = replay(board.events, format, initialStatus);
  const after = replay(events, format, initialStatus);
  const isReset = resetIn(events) !== undefined && resetIn(events) !== resetIn(board.events);
  const score = scoreAfter(board, before, after, isReset);
  const changesLifecycle = actions.some((action) => affectsLifecycle(action, board.events));
  const { status, period, clock } = changesLifecycle ? after.life : board;
  return {
    board: {
      ...board,
      status,
      period,
      clock,
      score,
      cards: { home: cardsAfter(board, before, after, 'home'), away: cardsAfter(board, before, after, 'away') },
      keepers: keepersAfter(isReset ? {} : board.keepers, board.events, events),
      shootout: isReset || before.life.shootoutBegun || after.life.shootoutBegun ? after.kicks : board.shootout,
      events: withMinutes(events, board.events, after.minutes),
    },
    format,
    unconfirmed: new Set(Object.keys(events).filter((id) => events[id] !== board.events[id])),
    isScoreAhead: JSON.stringify(score) !== JSON.stringify(board.score),
  };
}

function applyActions({ events, keepers }: Board, actions: readonly Action[], players: readonly Player[]): Events {
  let result: Record<string, BoardEvent> = { ...events };
  for (const action of actions) {
    if (action.kind === 'delete') {
      delete result[action.id];
      continue;
    }
    const { id } = action.draft;
    // Another phone has deleted the marker, or a reset has cleared it: the server refuses the edit.
    if (action.kind === 'replace' && !(id in result)) continue;
    const event = eventOf(action.draft, players, keepers);
    if (event.type === 'ResetMatch' && !(id in result)) result = withReset(result, id, event);
    else if (isCleared(event, resetIn(result))) delete result[id];
    else result[id] = event;
  }
  return result;
}

/** The reset in `events`. There is at most one: a new reset replaces the last one. */
const resetIn = (events: Events): BoardEvent | undefined =>
  Object.values(events).find(({ type }) => type === 'ResetMatch');

/** A new reset clears all events before it, or none when an earlier reset has the same time or a later one (rule RESET-4). */
function withReset(events: Events, id: string, reset: BoardEvent): Record<string, BoardEvent> {
  const earlier = resetIn(events);
  return earlier !== undefined && Date.parse(reset.at) <= Date.parse(earlier.at) ? { ...events } : { [id]: reset };
}

/**
 * Whether `reset` clears an entry recorded after it: an entry with a time at or before the reset's own (rule RESET-1).
 */
const isCleared = (event: BoardEvent, reset: BoardEvent | undefined): boolean =>
  reset !== undefined && event.type !== 'ResetMatch' && Date.parse(event.at) <= Date.parse(reset.at);

/** Converts a draft to the event that it will become. */
function eventOf(draft: Draft, players: readonly Player[], keepers: Board['keepers']): BoardEvent {
  const player = playerOf(draft.primary_player_pc_id, draft.primary_player_type, players, draft.scorer);
  const second = playerOf(draft.secondary_player_pc_id, draft.secondary_player_type, players, undefined);
  const team = isLifecycle(draft.type) || draft.type === 'Keeper' ? undefined : shownSide(draft, keepers);
  return {
    type: draft.type,
    at: draft.timestamp,
    ...(draft.minute === undefined ? {} : { minute: draft.minute }),
    ...(team === undefined ? {} : { team }),
    ...(player === undefined ? {} : { player }),
    ...(second === undefined ? {} : { second_player: second }),
    own_goal: draft.own_goal === true,
    ...(draft.label === undefined ? {} : { label: draft.label }),
  };
}

function playerOf(
  id: string | undefined,
  type: Draft['primary_player_type'],
  players: readonly Player[],
  name: string | undefined,
) {
  if (id === undefined) return name === undefined ? undefined : { name };
  const found = players.find((player) => isSame(player, id, type));
  return {
    id: Number(id),
    ...(found === undefined ? {} : { name: found.name }),
    ...(type === undefined ? {} : { type }),
  };
}

const affectsLifecycle = (action: Action, events: Events): boolean => {
  const type = action.kind === 'delete' ? events[action.id]?.type : action.draft.type;
  return type !== undefined && isLifecycle(type);
};

function withMinutes(events: Events, known: Events, minutes: Replayed['minutes']): Events {
  return Object.fromEntries(
    Object.entries(events).map(([id, event]) => {
      const minute = minutes[id];
      return [id, event === known[id] || minute === undefined ? event : { ...event, minute }];
    }),
  );
}

/**
 * Returns the goalkeepers, updated from `events`. A marker with one player leaves the other side's keeper unchanged.
 */
function keepersAfter(keepers: Board['keepers'], known: Events, events: Events): Board['keepers'] {
  const updated = { ...keepers };
  for (const [id, event] of inTimeOrder(events)) {
    if (event.type !== 'Keeper' || event === known[id]) continue;
    if (event.player) updated.home = { ...event.player, saves: keepers.home?.saves ?? 0 };
    if (event.second_player) updated.away = { ...event.second_player, saves: keepers.away?.saves ?? 0 };
  }
  return updated;
}

/**
 * The server's score may contain goals that the phone does not know, such as a manual score. They stay until a reset,
 * so only the difference is applied.
 */
function scoreAfter({ score }: Board, before: Replayed, after: Replayed, isReset: boolean): Score {
  const hasBegun = after.life.period !== 'not_started' || SIDES.some((side) => after.goals[side] > 0);
  const goalsAfter = (side: Side): number | undefined => {
    const [known, counted] = isReset ? [0, 0] : [score[side] ?? 0, before.goals[side]];
    const value = Math.max(0, known + after.goals[side] - counted);
    return value === 0 && !hasBegun ? undefined : value;
  };
  const scored = (side: Side): number => after.kicks[side].filter(Boolean).length;
  const [home, away] = [goalsAfter('home'), goalsAfter('away')];
  return {
    ...(home === undefined ? {} : { home }),
    ...(away === undefined ? {} : { away }),
    ...(after.life.shootoutBegun ? { home_penalties: scored('home'), away_penalties: scored('away') } : {}),
  };
}

function cardsAfter({ cards }: Board, before: Replayed, after: Replayed, side: Side) {
  const countAfter = (kind: 'yellow' | 'red'): number =>
    Math.max(0, cards[side][kind] + after.cards[side][kind] - before.cards[side][kind]);
  return { yellow: countAfter('yellow'), red: countAfter('red') };
}

/** Reads the match's format from its board. Missing parts come from `known`. */
export function formatOf(board: Board, known: Format | null): Format {
  const format = known ?? DEFAULT_FORMAT;
  const ends = board.clock.period_ends_ms;
  if (ends === undefined) return format;
  const endMinute = ends / 60_000;
  switch (board.period) {
    case 'first_half':
    case 'half_time':
      return { ...format, halfMinutes: endMinute };
    case 'second_half':
      return { ...format, halves: 2, halfMinutes: endMinute / 2 };
    case 'extra_time_first_half':
    case 'extra_time_half_time':
      return { ...format, extraHalfMinutes: endMinute - format.halves * format.halfMinutes };
    case 'full_time': {
      const single: Format = { ...format, halves: 1 };
      const ended = (of: Format): boolean => replay(board.events, of).life.period === 'full_time';
      return !ended(format) && ended(single) ? { ...single, halfMinutes: endMinute } : format;
    }
    case 'not_started':
    case 'extra_time_break':
    case 'extra_time_second_half':
    case 'penalty_shootout':
      return format;
  }
}
