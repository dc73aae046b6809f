// The tail of a match: the rows of its log that follow its checkpoint.
import type { MatchRef } from '../../../protocol/wire/ids.ts';
import type { Fragment, ISql, Sql } from '../driver/sql.ts';

/** SQL expression: the tail of the match `l` as json, oldest row first (LogRow[]); null if there is none. */
export const tailSql = (sql: ISql): Fragment => sql`(
  select json_agg(json_build_object('seq', r.seq, 'at', r.at, 'changes', r.changes) order by r.after)
  from match_log r where r.match = l.id and r.after >= l.seq)`;

/** SQL condition: the match named by `ref` has a tail. */
export const hasTailSql = (sql: ISql, ref: Fragment): Fragment => sql`exists (
  select from live_match l join match_log r on r.match = l.id and r.after >= l.seq where l.ref = ${ref})`;

/** The matches with a tail. */
export async function matchesWithTail(sql: Sql): Promise<readonly MatchRef[]> {
  const rows = await sql<{ ref: MatchRef }[]>`
    select l.ref from live_match l where exists (select from match_log r where r.match = l.id and r.after >= l.seq)`;
  return rows.map(({ ref }) => ref);
}
