// A transaction, safe against the end of its connection in the middle.
//
// `postgres` answers an error in a transaction by rolling back, also when the error is that the connection has ended. That
// is written to no socket: it throws where nobody can catch it, and leaves that place of the pool with a timer that never
// fires, so that whoever is served by it next waits in vain.
import postgres, { type Sql, type TransactionSql } from 'postgres';

/** What queries are rejected with when their connection is gone. */
const endings = new Set([
  'CONNECTION_CLOSED',
  'CONNECTION_DESTROYED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
]);

const hasEnded = (error: unknown): boolean => {
  // The server says why, then closes.
  if (error instanceof postgres.PostgresError) return error.severity === 'FATAL' || error.severity === 'PANIC';
  return error instanceof Error && 'code' in error && endings.has(String(error.code));
};

/** Does `work` in one transaction, all or nothing. `mode`: as after `begin` in SQL. */
export function transaction<T>(sql: Sql, work: (tx: TransactionSql) => Promise<T>, mode = ''): Promise<T> {
  const whole = sql.begin(mode, async (tx) => {
    try {
      return await work(tx);
    } catch (error) {
      if (!hasEnded(error)) throw error;
      // There is nothing to roll back: the end of the connection ends the transaction and rejects it as a whole.
      return new Promise<T>(() => undefined);
    }
  });
  return whole as Promise<T>;
}
