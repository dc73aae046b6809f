// A backup of one match in PostgreSQL, for tests of databases that go back.
import type { Sql } from 'postgres';

/** Backs up the match with its log and markers; the result restores it. */
export async function backupOf(sql: Sql, ref: string): Promise<() => Promise<void>> {
  const rows = {
    live: await sql<{ id: number }[]>`select * from live_match where ref = ${ref}`,
    marker: await sql`select * from marker where ref = ${ref}`,
    log: await sql`select r.* from match_log r join live_match l on l.id = r.match where l.ref = ${ref}`,
  };
  return async () => {
    await sql.begin(async (tx) => {
      // No commit and no checkpoint comes in between, as when a backup is restored.
      await tx`lock table live_match, match_log in exclusive mode`;
      await tx`delete from marker where ref = ${ref}`;
      await tx`delete from match_log where match = any(${rows.live.map(({ id }) => id)})`;
      await tx`delete from live_match where ref = ${ref}`;
      for (const row of rows.live) await tx`insert into live_match ${tx(row)}`;
      for (const row of rows.marker) await tx`insert into marker ${tx(row)}`;
      for (const row of rows.log) await tx`insert into match_log ${tx(row)}`;
    });
  };
}
