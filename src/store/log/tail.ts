// The tail of a match: the rows of its log that follow its checkpoint.
import type { MatchRef } from '../../../protocol/wire/ids.ts';
import type { Fragment, ISql, Sql } from '../driver/sql.ts';

/** SQL expression: the tail of the match `l` as json, oldest row first (LogRow[]); null if there is none. */
export const tailSql = (sql: ISql): Fragment => sql`(
  select json_agg(json_build_object('seq', r.seq, 'at', r.at, 'changes', r.changes) order by r.after)
  from match_log r where r.match = l.id and r.after >= l.seq)`;

// Conditions ask for the newest row of one match. With `exists` the planner might join all rows of the log.
/** SQL condition: the match `l` has a tail. */
const tailConditionSql = (sql: ISql): Fragment => sql`(
  select max(r.after) from match_log r where r.match = l.id) >= l.seq`;

/** SQL condition: the match named by `ref` has a tail. */
export const hasTailSql = (sql: ISql, ref: Fragment): Fragment => sql`coalesce((
  select ${tailConditionSql(sql)} from live_match l where l.ref = ${ref}), false)`;

/** The matches with a tail. */
export async function matchesWithTail(sql: Sql): Promise<readonly MatchRef[]> {
  const rows = await sql<{ ref: MatchRef }[]>`
    select l.ref from live_match l where ${tailConditionSql(sql)} order by l.id`;
  return rows.map(({ ref }) => ref);
}
