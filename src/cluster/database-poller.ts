// Polls the database for changes that no message announced: every few seconds while Redis is up, so that a lost last message is
// noticed, and nearly every second while Redis is away. One query covers all matches in memory.
import type { MatchRef } from '../../protocol/wire/ids.ts';
import type { Logger } from '../ops/logger.ts';
import type { StoredPosition } from '../store/log/positions.ts';

/** ms between two polls: while Redis is away, and while it is up. */
type PollTiming = { readonly pollMs: number; readonly pollWithRedisMs: number };

type DatabasePollerDeps = {
  /** Positions of the matches in memory. */
  readonly positions: () => ReadonlyMap<MatchRef, StoredPosition>;
  /** Their stored positions. Throws Problem 503. */
  readonly readPositions: (refs: readonly MatchRef[]) => Promise<ReadonlyMap<MatchRef, StoredPosition>>;
  /** Called for each match whose stored position differs. `before`: the position in memory at the time of the query. */
  readonly compare: (ref: MatchRef, before: StoredPosition, stored: StoredPosition | undefined) => Promise<void>;
  /** Each compares channels of another kind with the database. They never reject. */
  readonly compareOthers: readonly (() => Promise<void>)[];
  /** Whether messages from other nodes arrive. */
  readonly isLinkUp: () => boolean;
  readonly timing: PollTiming;
  readonly logger: Logger;
};

export type DatabasePoller = ReturnType<typeof startDatabasePoller>;

export function startDatabasePoller(deps: DatabasePollerDeps) {
  const { timing, logger } = deps;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | null = null;
  /** The poll that begins when the running one ends. */
  let next: Promise<void> | null = null;
  let isStopped = false;
  wait();

  function wait(): void {
    clearTimeout(timer);
    if (!isStopped) timer = setTimeout(() => void pollNow(), deps.isLinkUp() ? timing.pollWithRedisMs : timing.pollMs);
  }

  /** Polls now, or right after the running poll. Resolves when this poll has ended, all matches compared. Never rejects. */
  function pollNow(): Promise<void> {
    if (running) {
      next ??= running.then(() => {
        next = null;
        return pollNow();
      });
      return next;
    }
    running = poll().then(() => {
      running = null;
      if (!next) wait();
    });
    return running;
  }

  /** Never rejects: after a failure, the next poll tries again. */
  async function poll(): Promise<void> {
    const here = deps.positions();
    if (isStopped) return;
    try {
      const stored = here.size === 0 ? here : await deps.readPositions([...here.keys()]);
      await Promise.all([...here].map(([ref, before]) => deps.compare(ref, before, stored.get(ref))));
    } catch (error) {
      logger.debug({ err: error }, 'the database could not be polled');
    }
    for (const compareAll of deps.compareOthers) await compareAll();
  }

  return {
    pollNow,
    stop(): void {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
