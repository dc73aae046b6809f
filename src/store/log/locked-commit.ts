// The commit of a writer that lost the race for a match. It waits for the lock on the match's row, which the database grants in
// order of arrival, reads the missed changes and writes under the lock. So it cannot lose again, and a node waits at most for
// one turn of each other node.
import type { Sql } from '../driver/sql.ts';
import type { MatchRef } from '../../../protocol/wire/ids.ts';
import { orStoreAway } from '../driver/with-deadline.ts';
import { groupStatement, type Write } from './append.ts';
import { type LogEntry, readLog } from './read.ts';
import { transaction } from '../driver/transaction.ts';

/** A node that stops while it holds the lock blocks writes to the match for this long, ms. */
const HOLD_MS = 3_000;
/** Deadline of the whole commit, ms. Together with the lost race it stays below the 5 seconds of a write. */
const DEADLINE_MS = 3_000;
const LOG_PAGE = 1_000;

/**
 * Calls `decide` under the lock with the changes after `seq`; `decide` returns the write on top of them, or null for none.
 * Returns whether the write is stored. Throws Problem 503 when the database does not answer in time.
 */
export async function lockedCommit(
  sql: Sql,
  ref: MatchRef,
  seq: number,
  decide: (missed: readonly LogEntry[]) => Write | null,
): Promise<'committed' | 'behind'> {
  let isLate = false;
  const commit = transaction(sql, async (tx) => {
    // All three are sent at once and in this order, hence `execute`: the log is read under the lock.
    const limit = tx`select set_config('idle_in_transaction_session_timeout', ${String(HOLD_MS)}, true)`.execute();
    const lock = tx`select from live_match where ref = ${ref} for update`.execute();
    const [missed] = await Promise.all([readLog(tx, ref, seq, LOG_PAGE), limit, lock]);
    if (isLate) return 'behind';
    const write = decide(missed);
    if (write === null) return 'behind';
    const moved = await groupStatement(tx, [write]);
    return moved.length > 0 ? 'committed' : 'behind';
  });
  try {
    return await orStoreAway(commit, DEADLINE_MS);
  } finally {
    isLate = true;
  }
}
