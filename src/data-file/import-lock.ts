// The lock of imports and of changes to data-file rows: one after another, because the rows that one has checked must not change.
import { busy } from '../ops/problem.ts';
import type { ISql, Sql } from '../store/driver/sql.ts';
import { transaction } from '../store/driver/transaction.ts';
import { IMPORT_LOCK } from '../store/integrations.ts';

/** How long a change waits for an import or for another change. */
const LOCK_MS = 4_000;
const LOCK_NOT_AVAILABLE = '55P03';

/** Runs `work` in a transaction that holds IMPORT_LOCK. Throws Problem 503 when another work holds it too long. */
export async function withImportLock<T>(sql: Sql, work: (tx: ISql) => Promise<T>): Promise<T> {
  try {
    return await transaction(sql, async (tx) => {
      await tx`select set_config('lock_timeout', ${`${LOCK_MS}ms`}, true)`;
      await tx`select pg_advisory_xact_lock(${IMPORT_LOCK})`;
      return work(tx);
    });
  } catch (error) {
    throw error instanceof Error && 'code' in error && error.code === LOCK_NOT_AVAILABLE ? busy(error) : error;
  }
}
