// The timeline of a match in words: goals, cards, substitutions, missed penalties and notes, the newest first.
import type { Board, BoardEvent, BoardState, Side } from '../../../protocol/wire/board.ts';
import { type Entry, matchEntries, withSendingOffs } from '../../browser/shared/entries.ts';
import { isSavedKick, kickKeys, takerOf } from '../../browser/shared/kicks.ts';
import { SIDES } from '../../browser/shared/side.ts';
import type { PublicWords } from './public-words.ts';

export type TimelineEntry = {
  readonly key: string;
  /** As `45+2`; null when unknown. */
  readonly minute: string | null;
  readonly what: string;
  readonly who: string | null;
  readonly icon: 'goal' | 'yellow' | 'second_yellow' | 'red' | 'substitution' | null;
  /** Null when the entry belongs to no team. */
  readonly side: Side | null;
  /** The name of the team. */
  readonly team: string | null;
};
/** `order`: minutes, then ms since 1970. */
type Placed = TimelineEntry & { readonly order: readonly [minute: number, at: number] };

/** The entries of match `matchId`, the newest first. */
export function timelineOf(state: BoardState, matchId: string, words: PublicWords): readonly TimelineEntry[] {
  const board: Board | undefined = state.matches[matchId];
  if (board === undefined) return [];
  const listed = withSendingOffs(board, matchEntries(state, matchId));
  const placed = [
    ...SIDES.flatMap((side) => listed[side].map((entry) => goalOrCard(board, side, entry, words))),
    ...othersOf(board, words),
  ];
  return placed.sort((a, b) => b.order[0] - a.order[0] || b.order[1] - a.order[1]);
}

function goalOrCard(board: Board, side: Side, { key, kind, minute, name, note }: Entry, words: PublicWords): Placed {
  const assister = kind === 'goal' ? board.events[key]?.second_player?.name : undefined;
  const who =
    assister === undefined ? name : `${name ?? words.screen.unknownPlayer} (${words.screen.assist}: ${assister})`;
  const at = board.events[key]?.at;
  return {
    key,
    minute,
    who,
    what: labelOf({ kind, note }, words),
    icon: kind,
    side,
    team: board[side]?.name ?? null,
    order: [minuteOrder(minute), at === undefined ? 0 : Date.parse(at)],
  };
}

/** What it is, in words. */
export function labelOf({ kind, note }: Pick<Entry, 'kind' | 'note'>, { screen, texts }: PublicWords): string {
  switch (kind) {
    case 'goal':
      if (note === 'own_goal') return texts.ownGoal;
      return note === 'penalty' ? screen.penaltyGoal : texts.goal;
    case 'yellow':
      return screen.yellowCard;
    case 'second_yellow':
      return screen.secondYellow;
    case 'red':
      return screen.redCard;
  }
}

function othersOf(board: Board, words: PublicWords): Placed[] {
  const kicks = new Set(SIDES.flatMap((side) => kickKeys(board, side)));
  return Object.entries(board.events).flatMap(([key, event]) => {
    const entry = kicks.has(key) ? null : otherOf(event, board.keepers, words);
    if (entry === null) return [];
    const minute = event.minute ?? null;
    const side = event.team ?? null;
    const team = side === null ? null : (board[side]?.name ?? null);
    const icon = event.type === 'Substitution' ? ('substitution' as const) : null;
    return [{ key, minute, icon, side, team, ...entry, order: [minuteOrder(minute), Date.parse(event.at)] as const }];
  });
}

/** An entry that is neither goal nor card; null for types that only count in the statistics. */
function otherOf(
  event: BoardEvent,
  keepers: Board['keepers'],
  { screen, texts }: PublicWords,
): Pick<TimelineEntry, 'what' | 'who'> | null {
  const [first = null, second = null] = [event.player?.name, event.second_player?.name];
  switch (event.type) {
    case 'Substitution':
      return { what: screen.substitution, who: substitutes(first, second, screen) };
    case 'PenaltyMissed':
      return {
        what: isSavedKick(event, keepers) ? screen.penaltySaved : screen.penaltyMissed,
        who: takerOf(event, keepers),
      };
    case 'Event':
      return event.label === undefined ? null : { what: texts.note, who: event.label };
    default:
      return null;
  }
}

function substitutes(
  out: string | null,
  into: string | null,
  { playerIn, playerOut }: PublicWords['screen'],
): string | null {
  const parts = [...(into === null ? [] : [`${playerIn}: ${into}`]), ...(out === null ? [] : [`${playerOut}: ${out}`])];
  return parts.length === 0 ? null : parts.join(' · ');
}

/** `45+2` → 45.02; entries without a minute come last. */
function minuteOrder(minute: string | null): number {
  const [base = '', added = '0'] = (minute ?? '').split('+');
  const value = Number.parseInt(base, 10) + Number.parseInt(added, 10) / 100;
  return Number.isNaN(value) ? -1 : value;
}
