// Goals and cards of one side, in the order a screen lists them: goals first, then cards, the newest first in each
// group. A screen that lacks room leaves out cards first, because it counts them elsewhere.
import type { Board, BoardEvent, BoardGoal, BoardState, Side } from '../../../protocol/wire/board.ts';
import { playedBoards } from '../../../protocol/wire/played-boards.ts';
import { kickKeys } from './kicks.ts';
import { playerKey } from './player-key.ts';
import { openSendingOffs } from './sending-off.ts';
import { inTimeOrder } from './time-order.ts';

export type Entry = {
  readonly key: string;
  readonly kind: 'goal' | 'yellow' | 'second_yellow' | 'red';
  /** As `45+2`; null when unknown. */
  readonly minute: string | null;
  readonly name: string | null;
  /** The same for all entries of one player; null without a player. Two players may have the same initials. */
  readonly player: string | null;
  readonly note: 'penalty' | 'own_goal' | null;
};
export type Entries = Readonly<Record<Side, readonly Entry[]>>;

export const GOAL_TYPES: ReadonlySet<string> = new Set(['Goal', 'PenaltyScored']);

/** Goals and cards of both sides of match `matchId`. */
export function matchEntries(state: BoardState, matchId: string): Entries {
  const board: Board | undefined = state.matches[matchId];
  if (!board) return { home: [], away: [] };
  return { home: sideEntries(state, board, 'home'), away: sideEntries(state, board, 'away') };
}

function sideEntries(state: BoardState, board: Board, side: Side): readonly Entry[] {
  const own = inTimeOrder(board.events).filter(([, { team }]) => team === side);
  const kicks = new Set(kickKeys(board, side));
  const entries = own.filter(([key]) => !kicks.has(key)).flatMap(([key, event]) => entryOf(key, event));
  const manual = manualGoals(state, board, side);
  const scored = entries.filter(isGoal);
  // A manual goal list decides which goals count. Without one, the list has the goals of the markers.
  const isOfMarkers = manual?.length === scored.length && manual.every((goal, index) => isGoalOf(goal, scored[index]));
  const listed = manual === null || isOfMarkers ? entries : withManualGoals(entries, manual);
  const newest = [...listed].reverse();
  return [...newest.filter(isGoal), ...newest.filter((entry) => !isGoal(entry))];
}

const isGoal = ({ kind }: Entry): boolean => kind === 'goal';

function entryOf(key: string, event: BoardEvent): readonly Entry[] {
  const { name = null } = event.player ?? {};
  const about = { key, minute: event.minute ?? null, name, player: playerKey(event.player ?? {}) };
  if (GOAL_TYPES.has(event.type)) {
    if (event.own_goal) return [{ ...about, kind: 'goal', note: 'own_goal' }];
    return [{ ...about, kind: 'goal', note: event.type === 'PenaltyScored' ? 'penalty' : null }];
  }
  if (event.type === 'YellowCard') {
    return [{ ...about, kind: event.second_yellow ? 'second_yellow' : 'yellow', note: null }];
  }
  return event.type === 'RedCard' ? [{ ...about, kind: 'red', note: null }] : [];
}

/** The manual goal list of a club game with one pairing. With several pairings, a goal in the list names no pairing; a bye is none. */
function manualGoals(state: BoardState, board: Board, side: Side): readonly BoardGoal[] | null {
  if (state.kind !== 'game' || playedBoards(state).length !== 1) return null;
  const team = side === 'home' ? board.home : board.away;
  if (!team || !('number' in team)) return null;
  return state.goals.filter((goal) => goal.team === String(team.number));
}

/** Whether the entry of a marker shows this goal. */
const isGoalOf = (goal: BoardGoal, entry: Entry | undefined): boolean =>
  entry !== undefined &&
  goal.scorer === (entry.name ?? UNKNOWN_SCORER) &&
  goal.minute === (entry.minute ?? undefined) &&
  goal.own_goal === (entry.note === 'own_goal') &&
  goal.penalty === (entry.note === 'penalty');

/** The server's word for a goal that has no name. */
const UNKNOWN_SCORER = 'Unknown';

function withManualGoals(entries: readonly Entry[], goals: readonly BoardGoal[]): readonly Entry[] {
  const manual = goals.map((goal, index): Entry => {
    const penalty = goal.penalty ? 'penalty' : null;
    const note = goal.own_goal ? 'own_goal' : penalty;
    const name = goal.scorer === UNKNOWN_SCORER ? null : goal.scorer;
    const player = playerKey({ id: goal.user_id, name: name ?? undefined });
    return { key: `goal ${index}`, kind: 'goal', minute: goal.minute ?? null, name, player, note };
  });
  return [...entries.filter((entry) => !isGoal(entry)), ...manual];
}

/** A second yellow card and its red one as the one sending-off that they are (rule PAGE-16). */
export function withSendingOffs({ events }: Board, { home, away }: Entries): Entries {
  const isOfSecondYellow = openSendingOffs({ events });
  const isOwn = ({ kind, key }: Entry): boolean => {
    const card = kind === 'red' ? events[key] : undefined;
    return card === undefined || !isOfSecondYellow(card);
  };
  return { home: home.filter(isOwn), away: away.filter(isOwn) };
}

/** A line of the list: the goals of one player, or a card. */
export type EntryLine = Pick<Entry, 'key' | 'kind' | 'name'> & {
  readonly times: readonly Pick<Entry, 'minute' | 'note'>[];
};

/** The lines of a side in the order of `entries`, each player's goals in one line, the earliest first. */
export function linesOf(entries: readonly Entry[]): readonly EntryLine[] {
  const lines = new Map<string, EntryLine & { readonly times: EntryLine['times'][number][] }>();
  for (const { key, kind, name, player, minute, note } of entries) {
    const place = kind === 'goal' && player !== null ? `goal of ${player}` : key;
    const times = lines.get(place)?.times ?? [];
    times.push({ minute, note });
    lines.set(place, { key: place, kind, name, times });
  }
  for (const { times } of lines.values()) times.reverse();
  return [...lines.values()];
}
