// Polls the database for changes that no message announced: every few seconds while Redis is up, so that a lost last message
// shows, and nearly every second while it is away. One query covers all matches in memory.
import type { MatchRef } from '../../protocol/wire/ids.ts';
import type { Logger } from '../ops/logger.ts';
import type { StoredPosition } from '../store/log/positions.ts';

/** ms between two polls: while Redis is away, and while it is up. */
export type PollTiming = { readonly lookMs: number; readonly toldLookMs: number };

export type DatabasePollerDeps = {
  /** Where the matches in memory stand here. */
  readonly positions: () => ReadonlyMap<MatchRef, StoredPosition>;
  /** Where they stand in the store. Throws Problem 503. */
  readonly readPositions: (refs: readonly MatchRef[]) => Promise<ReadonlyMap<MatchRef, StoredPosition>>;
  /** Settles a difference. `before` is where the match stood here when the store was asked. */
  readonly compare: (ref: MatchRef, before: StoredPosition, stored: StoredPosition | undefined) => Promise<void>;
  /** Compares the feeds with the store. Never rejects. */
  readonly compareFeeds: () => Promise<void>;
  /** Whether messages of other nodes reach this one. */
  readonly isLinkUp: () => boolean;
  readonly timing: PollTiming;
  readonly log: Logger;
};

export type DatabasePoller = {
  /** Polls now, or right after the poll that is under way. */
  now(): void;
  stop(): void;
};

export function startDatabasePoller(deps: DatabasePollerDeps): DatabasePoller {
  const { timing, log } = deps;
  let timer: NodeJS.Timeout | undefined;
  let isPolling = false;
  let isAskedAgain = false;
  let isStopped = false;
  wait();

  function wait(): void {
    clearTimeout(timer);
    if (!isStopped) timer = setTimeout(now, deps.isLinkUp() ? timing.toldLookMs : timing.lookMs);
  }

  function now(): void {
    if (isPolling) {
      isAskedAgain = true;
      return;
    }
    isPolling = true;
    isAskedAgain = false;
    void poll().finally(() => {
      isPolling = false;
      if (isAskedAgain) now();
      else wait();
    });
  }

  /** Never rejects: the next poll asks a store that does not answer again. */
  async function poll(): Promise<void> {
    const here = deps.positions();
    if (isStopped) return;
    try {
      const stored = here.size === 0 ? here : await deps.readPositions([...here.keys()]);
      await Promise.all([...here].map(([ref, before]) => deps.compare(ref, before, stored.get(ref))));
    } catch (error) {
      log.debug({ err: error }, 'the database could not be polled');
    }
    await deps.compareFeeds();
  }

  return {
    now,
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
