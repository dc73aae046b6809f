// The commit of a writer that lost the race for a match. It reserves the next row of the match's log, reads the missed changes
// and fills the row. So it cannot lose again. Losers of one match reserve in the order of their arrival, and a node waits at most
// for one commit of each other node.
import type { ISql, Sql } from '../driver/sql.ts';
import type { MatchRef } from '../../../protocol/wire/ids.ts';
import { orStoreAway } from '../driver/with-deadline.ts';
import { changesText, type CommitResult, type Write } from './append.ts';
import { type LogEntry, readLog } from './read.ts';
import { release, type Reserved, reserve } from './reserve.ts';
import { transaction } from '../driver/transaction.ts';

/** A node that stops while it holds the reservation blocks writes to the match for this long, ms. */
const HOLD_MS = 3_000;
/** Deadline of the whole commit, ms. Together with the lost race it stays below the 5 seconds of a write. */
const DEADLINE_MS = 3_000;
const LOG_PAGE = 1_000;
/** Advisory locks with this number and a match's id: the losers of the match wait for it. */
const LOSERS = 731_180_903;

/**
 * Calls `decide` under the reservation with the changes after `seq`; `decide` returns the write on top of them, or null for
 * none. Returns whether the write is stored. Throws Problem 503 when the database does not answer in time.
 */
export async function lockedCommit(
  sql: Sql,
  ref: MatchRef,
  seq: number,
  decide: (missed: readonly LogEntry[]) => Write | null,
): Promise<CommitResult> {
  let isLate = false;
  const commit = transaction(sql, async (tx) => {
    // All are sent at once and in this order, hence `execute`: the log is read under the reservation.
    const before = [
      tx`select set_config('idle_in_transaction_session_timeout', ${String(HOLD_MS)}, true)`.execute(),
      tx`select pg_advisory_xact_lock(${LOSERS}, id) from live_match where ref = ${ref}`.execute(),
    ];
    const [[reserved], missed] = await Promise.all([
      reserve(tx, [ref]).execute(),
      readLog(tx, ref, seq, LOG_PAGE),
      ...before,
    ]);
    if (reserved === undefined) return 'behind';
    // The caller of a late commit has its answer (503). The commit must not decide any more, and must not leave the row empty.
    const write = isLate ? null : decide(missed);
    return write === null ? abandon(tx, reserved) : fill(tx, reserved, write);
  });
  try {
    return await orStoreAway(commit, DEADLINE_MS);
  } finally {
    isLate = true;
  }
}

async function abandon(tx: ISql, { match }: Reserved): Promise<'behind'> {
  await release(tx, [match]);
  return 'behind';
}

/** Makes the reserved row the row of this write, if the write follows the same position. */
async function fill(tx: ISql, reserved: Reserved, { expected, changes }: Write): Promise<CommitResult> {
  const { match, after, at } = reserved;
  if (expected.seq !== after || expected.at !== at) return abandon(tx, reserved);
  const last = changes.at(-1)?.change;
  if (last === undefined) await release(tx, [match]);
  else {
    await tx`
      update match_log set seq = ${last.seq}, at = ${last.at}::bigint, changes = ${changesText(changes)}::text::json
      where match = ${match} and after = ${after}`;
  }
  return 'committed';
}
