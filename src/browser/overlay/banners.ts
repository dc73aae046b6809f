// What the banner of a show says. Its words and its score are read from the newest state.
import type { Board, BoardEvent, BoardState, Side } from '../../../protocol/wire/board.ts';
import { otherCard } from '../shared/sending-off.ts';
import type { Show } from '../shared/shows.ts';
import type { OverlayOptions, Widget } from './options.ts';
import { currentPairing } from '../shared/on-air.ts';

export type Banner = {
  readonly kind:
    | 'goal'
    | 'own_goal'
    | 'penalty'
    | 'scorer'
    | 'cancelled'
    | 'yellow'
    | 'second_yellow'
    | 'sending_off'
    | 'red'
    | 'substitution';
  readonly side: Side;
  /** The scorer, the booked player, or the player who goes off. */
  readonly player: string | null;
  /** The assist, or the player who comes on. */
  readonly second: string | null;
  readonly minute: string | null;
  readonly isOwnGoal: boolean;
  /** Home and away score; null when the event is not a goal. */
  readonly score: readonly [number, number] | null;
};

const WIDGETS: Readonly<Record<Show['kind'], Widget>> = {
  goal: 'goal',
  goal_cancelled: 'goal',
  scorer: 'goal',
  card: 'card',
  substitution: 'substitution',
};

/** Whether the address asks for a banner of this show, and its match is on air. */
export const isOnAir = (
  { kind, matchId }: Show,
  state: BoardState,
  { widgets, match }: Pick<OverlayOptions, 'widgets' | 'match'>,
): boolean => widgets.includes(WIDGETS[kind]) && matchId === currentPairing(state, match);

/** What the banner of a show says. */
export function bannerOf({ kind, side, event }: Show, board: Board): Banner {
  const { home = 0, away = 0 } = board.score;
  return {
    kind: bannerKind(kind, event, board),
    side,
    player: event?.player?.name ?? null,
    second: event?.second_player?.name ?? null,
    minute: event?.minute ?? null,
    isOwnGoal: event?.own_goal === true,
    score: WIDGETS[kind] === 'goal' ? [home, away] : null,
  };
}

function bannerKind(kind: Show['kind'], event: BoardEvent | null, board: Board): Banner['kind'] {
  switch (kind) {
    case 'goal':
      if (event?.own_goal === true) return 'own_goal';
      return event?.type === 'PenaltyScored' ? 'penalty' : 'goal';
    case 'goal_cancelled':
      return 'cancelled';
    case 'card':
      if (event === null) return 'yellow';
      if (otherCard(board, event) !== null) return 'sending_off';
      if (event.type === 'RedCard') return 'red';
      return event.second_yellow === true ? 'second_yellow' : 'yellow';
    case 'scorer':
    case 'substitution':
      return kind;
  }
}
