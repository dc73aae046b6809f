// What a page shows of a channel: the state as it is, or as it was some seconds ago, and what has just happened.
import type { ChannelState } from '../../../protocol/wire/board.ts';
import { type Delay, openDelay, type DelayStorage } from './delay.ts';
import { follow, type FollowOptions, type FollowRejection, type StateUpdate } from './follow.ts';
import { type MatchEvent, openMatchEvents } from './match-events.ts';
import { openCancelDebounce } from './cancel-debounce.ts';

export type ChannelView = {
  /** Stays when the connection or the right to read is lost. */
  readonly state: ChannelState | null;
  readonly refusal: FollowRejection | null;
  /** What has just happened on the way to `state`; each thing once. */
  readonly events: readonly MatchEvent[];
};

export type Follower = {
  /** The time that is shown: the server's, less the delay; ms since 1970. */
  now(): number;
  /** ms since the last sign of life that means the picture is true; since the start when there was none. */
  silentMs(): number;
  /** ms until the first state is old enough to be shown; null when there is nothing to wait for. */
  waitMs(): number | null;
  stop(): void;
};

export type WatchOptions = Omit<FollowOptions, 'onUpdate' | 'onRefusal' | 'onHeard' | 'start'> & {
  /** The match is shown as it was so long ago. */
  readonly delayMs: number;
  /** Where states are kept over a reload, when they are delayed; usually `localStorage`. */
  readonly storage?: DelayStorage | null;
  /** What the page was given by the server that wrote it: shown before the connection is there. */
  readonly given?: Given | undefined;
  readonly onView: (view: ChannelView) => void;
};

export type Given = {
  /** The server's time when it wrote the page, ms since 1970. */
  readonly now: number;
  /** The channel's states of the last seconds, oldest first. */
  readonly updates: readonly StateUpdate[];
};

/** Watches a channel for ever. `onView` is called with each view, never before there is something to tell. */
export function watchChannel({ delayMs, storage = null, given, onView, ...options }: WatchOptions): Follower {
  let view: ChannelView = { state: null, refusal: null, events: [] };
  const startedAt = performance.now();
  /** Until the server is heard its time is that of the page. */
  let isHeard = false;
  const now = (): number =>
    isHeard || given === undefined ? followed.now() : given.now + performance.now() - startedAt;
  const shownNow = (): number => now() - delayMs;
  const events = openMatchEvents(shownNow);

  const followed = follow({
    ...options,
    start: given?.updates.at(-1),
    onHeard: () => (isHeard = true),
    onUpdate(update) {
      // A state is an answer to what was refused before.
      if (view.refusal !== null) tell({ ...view, refusal: null, events: [] });
      delay.take(update);
    },
    onRefusal: (refusal) => tell({ ...view, refusal, events: [] }),
  });
  const delay: Delay = openDelay({
    channel: options.channel,
    delayMs,
    now,
    storage: delayMs > 0 ? storage : null,
    show(update) {
      const told = cancelDebounce.take(events.take(update));
      tell({ state: update.state, refusal: view.refusal, events: told });
    },
  });
  const cancelDebounce = openCancelDebounce(
    () => view.state,
    (certain) => tell({ ...view, events: certain }),
  );

  // Whoever watches hears of it when it has what is returned here.
  queueMicrotask(() => {
    for (const update of given?.updates ?? []) delay.take(update);
  });

  function tell(next: ChannelView): void {
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
