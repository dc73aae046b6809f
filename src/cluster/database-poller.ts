// The look into the store for what nobody told us: once in a while as long as other nodes can tell us of their writes, so
// that a lost last message shows; nearly every second while they cannot. One question for all matches in memory.
import type { MatchRef } from '../../protocol/wire/ids.ts';
import type { Logger } from '../ops/logger.ts';
import type { StoredPosition } from '../store/log/positions.ts';
import type { Timing } from '../live/timing.ts';

export type DatabasePollerDeps = {
  /** Where the matches in memory stand here. */
  readonly positions: () => ReadonlyMap<MatchRef, StoredPosition>;
  /** Where they stand in the store. Throws Problem 503. */
  readonly readPositions: (refs: readonly MatchRef[]) => Promise<ReadonlyMap<MatchRef, StoredPosition>>;
  /** Settles a difference; `before` is what was here when the store was asked. */
  readonly compare: (ref: MatchRef, before: StoredPosition, stored: StoredPosition | undefined) => Promise<void>;
  /** Looks for what moved in the feeds. Never rejects. */
  readonly feeds: () => Promise<void>;
  /** Whether other nodes can tell us. */
  readonly isTold: () => boolean;
  readonly timing: Timing;
  readonly log: Logger;
};

export type DatabasePoller = {
  /** Looks now, or right after the look that is under way. */
  now(): void;
  stop(): void;
};

export function startDatabasePoller(deps: DatabasePollerDeps): DatabasePoller {
  const { timing, log } = deps;
  let timer: NodeJS.Timeout | undefined;
  let isLooking = false;
  let isAskedAgain = false;
  let isStopped = false;
  wait();

  function wait(): void {
    clearTimeout(timer);
    if (!isStopped) timer = setTimeout(now, deps.isTold() ? timing.toldLookMs : timing.lookMs);
  }

  function now(): void {
    if (isLooking) {
      isAskedAgain = true;
      return;
    }
    isLooking = true;
    isAskedAgain = false;
    void look().finally(() => {
      isLooking = false;
      if (isAskedAgain) now();
      else wait();
    });
  }

  /** Never rejects: a store that does not answer is looked into the next time. */
  async function look(): Promise<void> {
    const here = deps.positions();
    if (isStopped) return;
    try {
      const stored = here.size === 0 ? here : await deps.readPositions([...here.keys()]);
      await Promise.all([...here].map(([ref, before]) => deps.compare(ref, before, stored.get(ref))));
    } catch (error) {
      log.debug({ err: error }, 'the store could not be looked into');
    }
    await deps.feeds();
  }

  return {
    now,
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
