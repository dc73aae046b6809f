// Runs a transaction that survives the loss of its connection.
//
// After an error in a transaction `postgres` sends a rollback, even when the error is a lost connection. That write has
// no socket: it throws where no code can catch it and leaves a timer that never fires in that slot of the pool, so the
// next user of the slot waits for ever.
import type { Sql, TransactionSql } from 'postgres';
import { CONNECTION_LOST, hasNoSession } from './errors.ts';

const hasEnded = (error: unknown): boolean => {
  // The server sends the reason, then closes.
  if (hasNoSession(error)) return true;
  return error instanceof Error && 'code' in error && CONNECTION_LOST.has(String(error.code));
};

/** Runs `work` in one transaction. `mode`: the text after `begin` in SQL. */
export function transaction<T>(sql: Sql, work: (tx: TransactionSql) => Promise<T>, mode = ''): Promise<T> {
  const whole = sql.begin(mode, async (tx) => {
    try {
      return await work(tx);
    } catch (error) {
      if (!hasEnded(error)) throw error;
      // No rollback is needed: the lost connection ends the transaction and rejects it as a whole.
      return new Promise<T>(() => undefined);
    }
  });
  return whole as Promise<T>;
}
