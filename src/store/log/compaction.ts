// Shortens the logs of matches to their checkpoint (rule OPS-22). The newest row stays: nodes, webhooks and restored databases are
// compared with it. The oldest rows go first, so the log is whole from its first row on, also when a node is killed in between.
import type { MatchRef } from '../../../protocol/wire/ids.ts';
import type { ISql } from '../driver/sql.ts';

/** Matches that one statement looks at, and rows that one statement deletes. */
const LOOKED_AT_ONCE = 200;
const ROWS_AT_ONCE = 1_000;

export type LongLogs = {
  readonly matches: readonly { readonly id: number; readonly ref: MatchRef }[];
  /** Where the next search begins; null after the last match. */
  readonly next: number | null;
};

/**
 * Matches whose log has more than one row and whose newest change is older than `before` (ms since 1970). A call looks at 200
 * matches, those whose id follows `after`.
 */
export async function findLongLogs(sql: ISql, after: number, before: number): Promise<LongLogs> {
  const rows = await sql<{ id: number; ref: MatchRef; isLong: boolean }[]>`
    select l.id, l.ref, l.at < ${before} and (
      select count(*) from (select from match_log r where r.match = l.id limit 2) two) = 2 as "isLong"
    from live_match l where l.id > ${after} order by l.id limit ${LOOKED_AT_ONCE}`;
  return {
    matches: rows.flatMap(({ id, ref, isLong }) => (isLong ? [{ id, ref }] : [])),
    next: rows.length < LOOKED_AT_ONCE ? null : (rows.at(-1)?.id ?? null),
  };
}

/**
 * Deletes rows of these logs that their checkpoint has, at most 1,000. Returns how many. A log stays as it is while its match has
 * changes that are newer than `before`, while its checkpoint is behind, and while a webhook has not sent all of it.
 */
export async function compactLogs(sql: ISql, ids: readonly number[], before: number): Promise<number> {
  // A reserved row that its writer left empty is no change: the newest row is the one before it.
  // The resource of a webhook is looked up by the number in the name of the match. A webhook without a cursor has sent nothing.
  const deleted = await sql`
    with kept as materialized (
      select l.id, n.after from live_match l cross join lateral (
        select r.after, r.seq, r.at from match_log r
        where r.match = l.id and r.seq > r.after order by r.after desc limit 1) n
      where l.id = any(${ids as number[]}) and n.seq = l.seq and n.at = l.at and n.at < ${before}
        and not exists (
          select from webhook w left join webhook_cursor c on c.webhook_id = w.id and c.match = l.id
          where coalesce(c.seq, 0) < n.seq and case
            when l.ref like 'game:%' then w.club_id = (
              select g.club_id from game g where g.id = split_part(l.ref, ':', 2)::bigint)
            else w.tournament_id = (
              select m.tournament_id from tournament_match m where m.id = split_part(l.ref, ':', 2)::bigint) end)
    ), old as materialized (
      select r.match, r.after from kept k join match_log r on r.match = k.id and r.after < k.after
      order by r.match, r.after limit ${ROWS_AT_ONCE}
    )
    delete from match_log r using old o where r.match = o.match and r.after = o.after returning 1`;
  return deleted.length;
}
