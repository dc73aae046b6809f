// The view of a channel for a page: the state now, or the state some seconds ago, and the events that led to it.
import type { ChannelState } from '../../../protocol/wire/board.ts';
import { type Delay, openDelay, type DelayStorage } from './delay.ts';
import { follow, type Followed, type FollowOptions, type FollowRejection, type StateUpdate } from './follow.ts';
import { type MatchEvent, openMatchEvents } from './match-events.ts';
import { openCancelDebounce } from './cancel-debounce.ts';

export type ChannelView = {
  /** Kept when the connection or the read permission is lost. */
  readonly state: ChannelState | null;
  readonly rejection: FollowRejection | null;
  /** Events between the previous state and `state`. Each event appears once. */
  readonly events: readonly MatchEvent[];
};

/** `now` is the time to show: the server's time minus the delay. */
export type Follower = Followed & {
  /** ms until the first state is old enough to show; null when no state is waiting. */
  waitMs(): number | null;
};

export type WatchOptions = Omit<FollowOptions, 'onUpdate' | 'onRejection' | 'onHeard' | 'start'> & {
  /** The page shows the match this many ms late. */
  readonly delayMs: number;
  /** Keeps delayed states across a reload; usually `localStorage`. */
  readonly storage?: DelayStorage | null;
  /** State that the server put into the page. It is shown before the connection opens. */
  readonly initial?: InitialStates | undefined;
  readonly onView: (view: ChannelView) => void;
  /** Called when a whole state replaced the last one: it does not say what was edited before it. */
  readonly onReplaced?: () => void;
};

export type InitialStates = {
  /** The server's time when it wrote the page, ms since 1970. */
  readonly now: number;
  /** The channel's states of the last seconds, oldest first. */
  readonly updates: readonly StateUpdate[];
};

/** Watches a channel until stopped. Calls `onView` with each new view, and not before there is a state or a rejection. */
export function watchChannel({ delayMs, storage = null, initial, onView, ...options }: WatchOptions): Follower {
  let view: ChannelView = { state: null, rejection: null, events: [] };
  const startedAt = performance.now();
  /** Until the server answers, its time is the time it wrote into the page. */
  let hasServerTime = false;
  const now = (): number =>
    hasServerTime || initial === undefined ? followed.now() : initial.now + performance.now() - startedAt;
  const shownNow = (): number => now() - delayMs;
  const events = openMatchEvents(shownNow);

  const followed = follow({
    ...options,
    start: initial?.updates.at(-1),
    onServerTime: () => (hasServerTime = true),
    onUpdate(update) {
      // A state ends an earlier rejection.
      if (view.rejection !== null) publish({ ...view, rejection: null, events: [] });
      if (view.state !== null && update.cause.length === 0) options.onReplaced?.();
      delay.add(update);
    },
    onRejection: (rejection) => publish({ ...view, rejection, events: [] }),
  });
  const delay: Delay = openDelay({
    channel: options.channel,
    delayMs,
    now,
    storage: delayMs > 0 ? storage : null,
    show(update) {
      const confirmed = cancelDebounce.filter(events.next(update));
      publish({ state: update.state, rejection: view.rejection, events: confirmed });
    },
  });
  const cancelDebounce = openCancelDebounce(
    () => view.state,
    (certain) => publish({ ...view, events: certain }),
  );

  // Call `onView` in a microtask, so that the caller already has the returned object.
  queueMicrotask(() => {
    for (const update of initial?.updates ?? []) delay.add(update);
  });

  function publish(next: ChannelView): void {
    view = next;
    onView(view);
  }

  return {
    now: shownNow,
    silentMs: followed.silentMs,
    waitMs: delay.waitMs,
    stop() {
      followed.stop();
      delay.stop();
      cancelDebounce.stop();
    },
  };
}
