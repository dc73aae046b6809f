// The commit of a writer that has lost the race for a match: it queues for the match's row, where the database serves
// everybody in the order of arrival, reads what it missed and writes before it lets go. So a second race cannot be lost,
// and no node waits longer than it takes the others once.
import type { Sql } from '../driver/sql.ts';
import type { MatchRef } from '../../../protocol/wire/ids.ts';
import { orUnavailable } from '../driver/with-deadline.ts';
import { groupStatement, type Write } from './append.ts';
import { type LogEntry, readLog } from './read.ts';
import { transaction } from '../driver/transaction.ts';

/** A node that stops in the middle holds up the writes to one match for so long, ms. */
const HOLD_MS = 3_000;
/** Longest wait for the whole of it, ms: with the lost race before it less than the 5 seconds in which writers hear. */
const TURN_MS = 3_000;
const LOG_PAGE = 1_000;

/**
 * `decide` is given what was logged after `seq`, under the lock, and says what to write on top of it; null for nothing.
 * Answers whether what it said is stored. Throws Problem 503 when the store does not answer in time.
 */
export async function lockedCommit(
  sql: Sql,
  ref: MatchRef,
  seq: number,
  decide: (missed: readonly LogEntry[]) => Write | null,
): Promise<'committed' | 'behind'> {
  let isLate = false;
  const turn = transaction(sql, async (tx) => {
    // Sent together and in this order, which is why each is executed here: the log is read under the lock.
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
    return await orUnavailable(turn, TURN_MS);
  } finally {
    isLate = true;
  }
}
