// What pages show of an event for some seconds: the screen's show for a goal, the overlay's banner for a card. A show
// says what the newest state says: it ends with its event, and takes over what is corrected (rules PAGE-14, PAGE-15).
import type { Board, BoardEvent, ChannelState, FeedMatch, Side } from '../../../protocol/wire/board.ts';
import { GOAL_TYPES } from './entries.ts';
import { kickKeys } from './kicks.ts';
import type { MatchEvent } from './match-events.ts';
import { observable } from './observable.ts';
import { otherCard } from './sending-off.ts';

export type Show = {
  /** `scorer`: the name of a goal that was shown without one. */
  readonly kind: 'goal' | 'goal_cancelled' | 'scorer' | 'card' | 'substitution';
  readonly matchId: string;
  readonly key: string;
  readonly side: Side;
  /** As in the newest state; of a cancelled goal, as it was. Null when the score has no markers. */
  readonly event: BoardEvent | null;
  /** The goals of the side when the show was made. */
  readonly goals: number;
};
export type Shown = { readonly show: Show; readonly isLeaving: boolean };

/** A name that joins a running show keeps it this much longer, ms. */
export const NAMED_MS = 5_000;
/** How long the name of a finished show is shown, ms. */
export const SCORER_MS = 5_000;
/** A later name is not news any more, ms. */
export const NAMED_WITHIN_MS = 60_000;
/** The longest queue. Older shows are dropped, because viewers know their news by then. */
const QUEUE_MAX = 6;

const KINDS: ReadonlySet<string> = new Set<Show['kind']>(['goal', 'goal_cancelled', 'card', 'substitution']);
type ShownEvent = Extract<MatchEvent, { kind: 'goal' | 'goal_cancelled' | 'card' | 'substitution' }>;

/** The shows for `events`, which led to `state`. */
export const showsOf = (state: ChannelState, events: readonly MatchEvent[]): readonly Show[] =>
  events
    .filter((one): one is ShownEvent => KINDS.has(one.kind))
    .map(({ kind, matchId, key, side, event }) => {
      const match: Board | FeedMatch | undefined = state.matches[matchId];
      return { kind, matchId, key, side, event, goals: match?.score[side] ?? 0 };
    });

/** The show as `state` has it; null when the state contradicts it. */
function showIn(state: ChannelState, show: Show): Show | null {
  const { kind, matchId, key, side, goals } = show;
  const match: Board | FeedMatch | undefined = state.matches[matchId];
  if (match === undefined) return null;
  const isCancelled = kind === 'goal_cancelled';
  if (show.event === null) {
    const now = match.score[side] ?? 0;
    return (isCancelled ? now <= goals : now >= goals) ? show : null;
  }
  if (!('events' in match)) return null;
  const event: BoardEvent | undefined = match.events[key];
  const isThere = event !== undefined && event.team === side && isSameKind(match, key, event, show.event);
  if (isCancelled) return isThere ? null : show;
  if (!isThere || (kind === 'scorer' && event.player?.name === undefined)) return null;
  return event === show.event ? show : { ...show, event };
}

/** A goal that becomes a penalty is the same goal, one that becomes a kick of a shootout is none. */
const isSameKind = (board: Board, key: string, now: BoardEvent, before: BoardEvent): boolean =>
  GOAL_TYPES.has(before.type)
    ? GOAL_TYPES.has(now.type) && now.team !== undefined && !kickKeys(board, now.team).includes(key)
    : now.type === before.type;

function otherKey({ matchId, event }: Show, state: ChannelState): string | null {
  const match: Board | FeedMatch | undefined = state.matches[matchId];
  return event !== null && match !== undefined && 'events' in match ? otherCard(match, event) : null;
}

const isUnnamed = ({ kind, event }: Show): boolean =>
  kind === 'goal' && event !== null && event.player?.name === undefined;

export type ShowQueue = ReturnType<typeof openShowQueue>;

/** Runs shows one at a time: each for `holdMs`, then for `leaveMs` while it leaves. */
export function openShowQueue({
  holdMs,
  leaveMs = 0,
  cancelsUnshown = false,
  wants,
}: {
  readonly holdMs: number;
  readonly leaveMs?: number;
  /** Whether a goal that was undone before its show is cancelled aloud: where the score is in view, its fall needs a word. */
  readonly cancelsUnshown?: boolean;
  /** Whether the page has a place for this show now. */
  readonly wants: (show: Show, state: ChannelState) => boolean;
}) {
  const current = observable<Shown | null>(null);
  let waiting: readonly Show[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let endsAt = 0;
  /** Goals whose shows have ended without a name, by key. */
  const unnamed = new Map<string, Show>();
  /** Keys of goals that were cancelled before their show. */
  const unshown = new Set<string>();
  /** Keys of the cards that were shown. */
  const cards = new Set<string>();

  function next(): void {
    clearTimeout(timer);
    const [show, ...rest] = waiting;
    waiting = rest;
    current.set(show === undefined ? null : { show, isLeaving: false });
    if (show !== undefined) hold(show.kind === 'scorer' ? SCORER_MS : holdMs);
  }
  function hold(ms: number): void {
    clearTimeout(timer);
    endsAt = performance.now() + ms;
    timer = setTimeout(leave, ms);
  }
  function leave(): void {
    const shown = current.get();
    if (shown !== null) keepUnnamed(shown.show);
    if (shown === null || leaveMs === 0) {
      next();
      return;
    }
    current.set({ ...shown, isLeaving: true });
    timer = setTimeout(next, leaveMs);
  }
  function keepUnnamed(show: Show): void {
    if (!isUnnamed(show)) return;
    unnamed.set(show.key, show);
    setTimeout(() => unnamed.delete(show.key), NAMED_WITHIN_MS);
  }

  /** Drops the shows of a match that was reset. */
  function drop(matchId: string): void {
    waiting = waiting.filter((show) => show.matchId !== matchId);
    for (const [key, show] of unnamed) if (show.matchId === matchId) unnamed.delete(key);
    if (current.get()?.show.matchId === matchId) next();
  }

  /** Ends, at once, what the state contradicts, and takes over what it corrects. */
  function follow(state: ChannelState): void {
    const inState = (show: Show): Show | null => (wants(show, state) ? showIn(state, show) : null);
    waiting = waiting.flatMap((show) => {
      const now = inState(show);
      if (now === null && show.kind === 'goal') unshown.add(show.key);
      return now ?? [];
    });
    for (const show of unnamed.values()) {
      const now = inState(show);
      if (now === null || isUnnamed(now)) continue;
      unnamed.delete(show.key);
      waiting = [...waiting, { ...now, kind: 'scorer' }];
    }
    const shown = current.get();
    if (shown === null) return;
    const now = inState(shown.show);
    if (now === null) {
      keepUnnamed(shown.show);
      next();
    } else if (now !== shown.show) {
      current.set({ ...shown, show: now });
      const isNamed = isUnnamed(shown.show) && !isUnnamed(now);
      if (isNamed && !shown.isLeaving) hold(endsAt - performance.now() + NAMED_MS);
    }
  }

  return {
    /** Takes the next state and the events that led to it. */
    update(state: ChannelState, events: readonly MatchEvent[]): void {
      for (const one of events) if (one.kind === 'reset') drop(one.matchId);
      follow(state);
      for (const show of showsOf(state, events)) {
        if (!wants(show, state)) continue;
        if (show.kind === 'goal_cancelled' && unshown.delete(show.key) && !cancelsUnshown) continue;
        // A sending-off is shown once, whichever of its cards comes first.
        if (show.kind === 'card' && cards.has(otherKey(show, state) ?? '')) continue;
        if (show.kind === 'card') cards.add(show.key);
        // Viewers have seen the score fall: its word goes before other news.
        const isFirst = show.kind === 'goal_cancelled';
        waiting = (isFirst ? [show, ...waiting] : [...waiting, show]).slice(-QUEUE_MAX);
      }
      if (current.get() === null && waiting.length > 0) next();
    },
    /** Ends the running show at once, and drops the waiting ones. */
    clear(): void {
      waiting = [];
      next();
    },
    current,
  };
}
