// Banners for goals, cards and substitutions. Each event gets one banner, one after the other, and a reload repeats
// none.
import type { BoardEvent, BoardState, Side } from '../../../protocol/wire/board.ts';
import type { MatchEvent } from '../shared/match-events.ts';
import { observable } from '../shared/observable.ts';
import type { Widget } from './options.ts';

/** An event as it is shown on air. */
export type Banner = {
  /** The event's key. A key is shown once. */
  readonly key: string;
  readonly kind: 'goal' | 'own_goal' | 'penalty' | 'cancelled' | 'yellow' | 'second_yellow' | 'red' | 'substitution';
  readonly side: Side | null;
  /** The scorer, the booked player, or the player who goes off. */
  readonly player: string | null;
  /** The assist, or the player who comes on. */
  readonly second: string | null;
  readonly minute: string | null;
  /** Home and away score after the goal; null when the event is not a goal. */
  readonly score: readonly [number, number] | null;
};

/** The banners for `events` of the match on air, if the address enables them. */
export function bannersOf(
  state: BoardState,
  matchId: string,
  events: readonly MatchEvent[],
  widgets: readonly Widget[],
): readonly Banner[] {
  const board = state.matches[matchId];
  if (!board) return [];
  const { home = 0, away = 0 } = board.score;
  return events.flatMap((one): Banner[] => {
    if (!('side' in one) || one.matchId !== matchId) return [];
    const { key, side } = one;
    const banner = (widget: Widget, kind: Banner['kind'], score: Banner['score'] = null): Banner[] =>
      widgets.includes(widget) && 'event' in one ? [{ key, kind, side, ...detailsOf(one.event), score }] : [];
    switch (one.kind) {
      case 'goal':
        return banner('goal', goalKind(one.event), [home, away]);
      case 'goal_cancelled':
        return banner('goal', 'cancelled', [home, away]);
      case 'card':
        return banner('card', cardKind(one.event));
      case 'substitution':
        return banner('substitution', 'substitution');
      case 'card_cancelled':
      case 'kick':
      case 'kick_cancelled':
        return [];
    }
  });
}

const detailsOf = (event: BoardEvent | null): Pick<Banner, 'player' | 'second' | 'minute'> => ({
  player: event?.player?.name ?? null,
  second: event?.second_player?.name ?? null,
  minute: event?.minute ?? null,
});

function goalKind(event: BoardEvent | null): Banner['kind'] {
  if (event?.own_goal === true) return 'own_goal';
  return event?.type === 'PenaltyScored' ? 'penalty' : 'goal';
}

function cardKind({ type, second_yellow: second }: BoardEvent): Banner['kind'] {
  if (type === 'RedCard') return 'red';
  return second === true ? 'second_yellow' : 'yellow';
}

/** Slightly longer than the exit animation in the style sheet, ms. */
const LEAVE_MS = 450;
/** The longest queue. Older banners are dropped, because viewers know their news by then. */
const QUEUE_MAX = 6;

export type BannerQueue = ReturnType<typeof openBannerQueue>;

/** Shows each banner for `holdMs`, then removes it. */
export function openBannerQueue(holdMs: number, isAnimated: boolean) {
  let waiting: readonly Banner[] = [];
  const current = observable<{ readonly banner: Banner; readonly isLeaving: boolean } | null>(null);

  function next(): void {
    const [banner, ...rest] = waiting;
    waiting = rest;
    if (banner === undefined) {
      current.set(null);
      return;
    }
    current.set({ banner, isLeaving: false });
    setTimeout(() => {
      if (!isAnimated) {
        next();
        return;
      }
      current.set({ banner, isLeaving: true });
      setTimeout(next, LEAVE_MS);
    }, holdMs);
  }

  return {
    /** When a goal is cancelled before its banner is shown, neither the goal nor the cancellation is shown. */
    push(banners: readonly Banner[]): void {
      for (const banner of banners) {
        const isWaiting = banner.kind === 'cancelled' && waiting.some(({ key }) => key === banner.key);
        waiting = isWaiting ? waiting.filter(({ key }) => key !== banner.key) : [...waiting, banner].slice(-QUEUE_MAX);
      }
      if (current.get() === null && waiting.length > 0) next();
    },
    current,
  };
}
