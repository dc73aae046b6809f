// A match whose entries come and go, and the shows of its page.
import type { BoardEvent, MatchState } from '../../protocol/wire/board.ts';
import type { MatchEvent } from '../../src/browser/shared/match-events.ts';
import { openShowQueue } from '../../src/browser/shared/shows.ts';
import { shownBoard, shownMatch } from './shown-state.ts';

export const HOLD_MS = 8_000;
export const AT = 1.8e12;

export const entry = (type: BoardEvent['type'], more: Partial<BoardEvent> = {}): BoardEvent => ({
  type,
  at: new Date(AT).toISOString(),
  minute: '41',
  team: 'home',
  own_goal: false,
  ...more,
});
export const goal = (more: Partial<BoardEvent> = {}): BoardEvent => entry('Goal', more);
export const named = (name: string): BoardEvent => goal({ player: { name } });
const KINDS: Readonly<Partial<Record<BoardEvent['type'], 'goal' | 'card' | 'substitution'>>> = {
  Goal: 'goal',
  PenaltyScored: 'goal',
  YellowCard: 'card',
  RedCard: 'card',
  Substitution: 'substitution',
};

/** Match 701 with these entries; its score counts the goals. */
export function stateWith(
  events: Readonly<Record<string, BoardEvent>>,
  score?: { home: number; away: number },
): MatchState {
  const goalsOf = (side: string): number =>
    Object.values(events).filter(({ type, team }) => KINDS[type] === 'goal' && team === side).length;
  const counted = score ?? { home: goalsOf('home'), away: goalsOf('away') };
  const board = { ...shownBoard('added time'), events: { ...events }, score: counted };
  return { ...shownMatch('added time'), matches: { '701': board } };
}
export const news = (key: string, event: BoardEvent, kind = KINDS[event.type]): MatchEvent =>
  ({ kind, matchId: '701', key, side: event.team, event }) as MatchEvent;
export const cancelled = (key: string): MatchEvent => ({ ...news(key, goal()), kind: 'goal_cancelled' }) as MatchEvent;

/** A queue of shows and the match that it follows. */
export function openMatchWithShows(leaveMs = 0, cancelsUnshown = false) {
  let events: Readonly<Record<string, BoardEvent>> = {};
  const queue = openShowQueue({ holdMs: HOLD_MS, leaveMs, cancelsUnshown, wants: () => true });
  return {
    queue,
    /** The kind and the key of the running show, and its player. */
    current(): string | null {
      const shown = queue.current.get();
      if (shown === null) return null;
      const { kind, key, event } = shown.show;
      return [kind, key, event?.player?.name].filter((part) => part !== undefined).join(' ');
    },
    /** These entries are recorded, and announced. */
    record(more: Readonly<Record<string, BoardEvent>>) {
      events = { ...events, ...more };
      queue.update(
        stateWith(events),
        Object.entries(more).map(([key, event]) => news(key, event)),
      );
    },
    /** Replaces entries; the page announces nothing. */
    replace(more: Readonly<Record<string, BoardEvent>>) {
      events = { ...events, ...more };
      queue.update(stateWith(events), []);
    },
    remove(key: string) {
      events = Object.fromEntries(Object.entries(events).filter(([other]) => other !== key));
      queue.update(stateWith(events), []);
    },
    announce: (...one: MatchEvent[]) => queue.update(stateWith(events), one),
  };
}
