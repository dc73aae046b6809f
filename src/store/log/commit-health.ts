// Whether the commits of this node succeed. A database can answer queries and fail every write, for example when its disk is
// full: only the commits show that.
import type { Logger } from '../../ops/logger.ts';
import { isStoreAway } from '../../ops/problem.ts';
import { REPEAT_MS } from '../../ops/repeats.ts';
import { isFaultOfData } from '../driver/errors.ts';

/** Failures in a row after which the database counts as one that takes no writes. */
export const FAILURES_MIN = 3;
/** A failure counts for this time, ms. Then the node takes writes again, and the next ones show whether they succeed. */
export const FAILURE_MS = 30_000;

/** `now`: ms on any clock. */
export function openCommitHealth(logger: Logger, now: () => number = () => performance.now()) {
  let failedSinceStart = 0;
  /** Failures since the last success. */
  let inRow: { count: number; lastAt: number; readonly reason: string } | null = null;
  let loggedAt = -Infinity;
  /** The newest line says that commits fail. */
  let isFailureLogged = false;

  function succeeded(): void {
    if (inRow === null) return;
    if (isFailureLogged) logger.info({ failed: inRow.count }, 'the database takes writes again');
    isFailureLogged = false;
    inRow = null;
  }

  /** An error that concerns only the data of one write says nothing about the database. */
  function failed(error: unknown): void {
    if (isFaultOfData(error)) return;
    failedSinceStart += 1;
    if (inRow === null) inRow = { count: 0, lastAt: 0, reason: reasonOf(error) };
    inRow.count += 1;
    inRow.lastAt = now();
    if (inRow.lastAt - loggedAt < REPEAT_MS) return;
    loggedAt = inRow.lastAt;
    isFailureLogged = true;
    logger.error({ reason: inRow.reason, failed: inRow.count }, 'commits fail');
  }

  return {
    succeeded,
    failed,
    /** The result of one commit; notes whether it succeeded. */
    async watched<Result>(commit: Promise<Result>): Promise<Result> {
      try {
        const result = await commit;
        succeeded();
        return result;
      } catch (error) {
        failed(error);
        throw error;
      }
    },
    /** Why the database takes no writes; null while it does, or while too little is known. */
    whyFailing(): string | null {
      if (inRow === null || inRow.count < FAILURES_MIN || now() - inRow.lastAt > FAILURE_MS) return null;
      return inRow.reason;
    },
    /** The database was away as a whole: what failed meanwhile says nothing about it when it is back. */
    forget(): void {
      inRow = null;
    },
    /** Number of commits that failed since the start. */
    failures: (): number => failedSinceStart,
  };
}

function reasonOf(error: unknown): string {
  const cause = isStoreAway(error) && error.cause !== undefined ? error.cause : error;
  return cause instanceof Error ? cause.message : String(cause);
}
