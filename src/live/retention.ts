// When old rows are removed (rule OPS-22): an hour after the last time, by one node, in small statements with pauses, so that no
// writer waits for them. Each statement leaves the database whole: a node may be killed after any of them.
import { setTimeout as sleep } from 'node:timers/promises';
import { DELIVERY_DAYS } from '../../protocol/rest/webhook.ts';
import type { MatchRef } from '../../protocol/wire/ids.ts';
import { openInPieces, type StoredMatch } from '../match/match.ts';
import { isOver } from '../match/past-games.ts';
import type { Logger } from '../ops/logger.ts';
import { Problem } from '../ops/problem.ts';
import { inTurns } from '../ops/turns.ts';
import type { LongLogs } from '../store/log/compaction.ts';
import type { Timing } from './timing.ts';

const DAY_MS = 86_400_000;
/** After a node took the lease, or extended it, no other one takes it for this time. */
const LEASE_MS = 3_600_000;
/** Between two statements. */
const PAUSE_MS = 50;

/** The tables with rows that are removed. */
const TABLES = ['match_log', 'audit', 'webhook_delivery'] as const;
type RetentionTable = (typeof TABLES)[number];

/** Times in ms since 1970. The lease gives the time of the database. Those that delete return the number of rows. All throw Problem 503. */
export type RetentionStore = {
  readonly takeRetentionLease: (forMs: number, isGoing: boolean) => Promise<number | null>;
  readonly findLongLogs: (after: number, before: number) => Promise<LongLogs>;
  readonly compactLogs: (ids: readonly number[], before: number) => Promise<number>;
  readonly deleteAudit: (before: number) => Promise<number>;
  readonly clearDeliveries: (before: number) => Promise<number>;
  /** Where the database does not do it by itself. */
  readonly reuseRoom: (() => Promise<void>) | null;
  readonly load: (ref: MatchRef) => Promise<StoredMatch | null>;
};

type RetentionDeps = {
  readonly store: RetentionStore;
  /** null: logs and audit trail are kept. */
  readonly days: number | null;
  readonly timing: Pick<Timing, 'retentionMs'>;
  readonly logger: Logger;
};

export function openRetention({ store, days, timing, logger }: RetentionDeps) {
  const removed: Record<RetentionTable, number> = { match_log: 0, audit: 0, webhook_delivery: 0 };
  let isClosed = false;
  const isOpen = (): boolean => !isClosed;
  let looking: Promise<void> | null = null;
  const timer = setInterval(look, timing.retentionMs).unref();

  function look(): void {
    looking ??= sweep().finally(() => {
      looking = null;
    });
  }

  /** Removes what is too old, if this node gets the lease. Never rejects. */
  async function sweep(): Promise<void> {
    const before = { ...removed };
    try {
      // A node whose clock is wrong removes no row too early.
      const now = await store.takeRetentionLease(LEASE_MS, false);
      if (now === null) return;
      const deliveriesFrom = now - Math.min(DELIVERY_DAYS, days ?? DELIVERY_DAYS) * DAY_MS;
      await repeat('webhook_delivery', () => store.clearDeliveries(deliveriesFrom));
      if (days !== null) {
        const keptFrom = now - days * DAY_MS;
        await repeat('audit', () => store.deleteAudit(keptFrom));
        await compactAll(keptFrom);
      }
      if (TABLES.some((table) => removed[table] > before[table])) await store.reuseRoom?.();
    } catch (error) {
      // The rest is removed with a later lease.
      if (error instanceof Problem) logger.debug({ err: error }, 'old rows could not be removed');
      else logger.error({ err: error }, 'old rows could not be removed');
    }
    const rows = Object.fromEntries(TABLES.map((table) => [table, removed[table] - before[table]]));
    if (Object.values(rows).some((count) => count > 0)) logger.info({ rows }, 'old rows were removed');
  }

  /** Deletes until nothing is left, or until the node stops. */
  async function repeat(table: RetentionTable, remove: () => Promise<number>): Promise<void> {
    while (isOpen()) {
      const count = await remove();
      if (count === 0) return;
      removed[table] += count;
      await sleep(PAUSE_MS);
    }
  }

  /** False also for a match that cannot be read: it must not hold up the others. Throws Problem 503. */
  async function isMatchOver(ref: MatchRef): Promise<boolean> {
    try {
      const stored = await store.load(ref);
      return stored !== null && isOver(await inTurns(openInPieces(stored)));
    } catch (error) {
      if (error instanceof Problem) throw error;
      logger.error({ err: error, ref }, 'a match could not be read: its log is kept');
      return false;
    }
  }

  async function compactAll(before: number): Promise<void> {
    let after: number | null = 0;
    while (after !== null && isOpen()) {
      const found: LongLogs = await store.findLongLogs(after, before);
      const over: number[] = [];
      for (const { id, ref } of found.matches) {
        if (!isOpen()) return;
        if (await isMatchOver(ref)) over.push(id);
        await sleep(PAUSE_MS);
      }
      if (over.length > 0) await repeat('match_log', () => store.compactLogs(over, before));
      await store.takeRetentionLease(LEASE_MS, true);
      after = found.next;
      await sleep(PAUSE_MS);
    }
  }

  return {
    sweep,
    /** Rows removed since the start, by table. */
    removed: (): Readonly<Record<RetentionTable, number>> => removed,
    /** Resolves when the statement under way is done. */
    async close(): Promise<void> {
      clearInterval(timer);
      isClosed = true;
      await looking;
    },
  };
}
