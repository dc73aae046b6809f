// The lock of imports and of changes to data-file rows: one after another, because the rows that one has checked must not change.
import { type FairQueue, openFairQueue } from '../ops/fair-queue.ts';
import { busy } from '../ops/problem.ts';
import type { ISql, Sql } from '../store/driver/sql.ts';
import { transaction } from '../store/driver/transaction.ts';
import { IMPORT_LOCK } from '../store/integrations.ts';

/** How long a change waits for an import and for other changes: nearly as long as its request may take (rule LIMIT-5). */
const WAIT_MS = 8_000;
const LOCK_NOT_AVAILABLE = '55P03';
/** A change that waits for the lock holds a connection of the database, and markers need them too. The others wait without one. */
const QUEUE = { atOnce: 2, waiting: 1_000, waitingOfOne: 150, waitMs: WAIT_MS };

const queues = new WeakMap<Sql, FairQueue>();

/** Of the changes through these connections. */
function queueOf(sql: Sql): FairQueue {
  const queue = queues.get(sql) ?? openFairQueue(QUEUE, () => busy(new Error('Too many changes wait.')));
  queues.set(sql, queue);
  return queue;
}

/**
 * Runs `work` in a transaction that holds IMPORT_LOCK. Clubs and tournaments take turns: `client` names the one that asks. Throws
 * Problem 503 when other work holds the lock too long.
 */
export function withImportLock<T>(sql: Sql, client: string, work: (tx: ISql) => Promise<T>): Promise<T> {
  const until = performance.now() + WAIT_MS;
  return queueOf(sql).run(client, async () => {
    try {
      return await transaction(sql, async (tx) => {
        const leftMs = Math.max(1, Math.floor(until - performance.now()));
        await tx`select set_config('lock_timeout', ${`${leftMs}ms`}, true)`;
        await tx`select pg_advisory_xact_lock(${IMPORT_LOCK})`;
        return work(tx);
      });
    } catch (error) {
      throw error instanceof Error && 'code' in error && error.code === LOCK_NOT_AVAILABLE ? busy(error) : error;
    }
  });
}
