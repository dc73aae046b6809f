// The lease of the node that removes old rows, and the rows that are not of a match's log.
import type { Sql } from './driver/sql.ts';

/** Rows that one statement deletes. */
const AUDIT_AT_ONCE = 1_000;

/**
 * Takes the lease for `forMs`, or extends it if `isGoing`. One node at a time has it; a node that is killed loses it after that
 * time. Returns the time of the database (ms since 1970), so that the clocks of the nodes do not matter; null if the lease is not due.
 */
export async function takeRetentionLease(sql: Sql, forMs: number, isGoing: boolean): Promise<number | null> {
  const [taken] = await sql<{ now: number }[]>`
    update retention set due_at = clock_timestamp() + ${forMs}::bigint * interval '1 ms'
    where ${isGoing} or due_at <= clock_timestamp()
    returning floor(extract(epoch from clock_timestamp()) * 1000)::bigint as now`;
  return taken?.now ?? null;
}

/** Deletes the oldest entries of the audit trail from before `before` (ms since 1970), at most 1,000. Returns how many. */
export async function deleteAudit(sql: Sql, before: number): Promise<number> {
  const deleted = await sql`
    delete from audit a using (
      select id from audit where at < ${before} order by id limit ${AUDIT_AT_ONCE} for update skip locked
    ) old where a.id = old.id returning 1`;
  return deleted.length;
}

/**
 * Makes the room of deleted rows usable for new ones. PostgreSQL does it by itself; the embedded database has nothing that does.
 */
export async function reuseRoom(sql: Sql): Promise<void> {
  await sql`vacuum match_log`;
  await sql`vacuum audit`;
  await sql`vacuum webhook_delivery`;
}
