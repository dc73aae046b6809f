// Reads match_log: changes that a node missed, and entries for the REST interface. A row has one change or more; each change is
// an entry.
import type { Fragment, ISql, Sql } from '../driver/sql.ts';
import type { LogToken } from '../../../protocol/rest/match-log.ts';
import type { MatchRef } from '../../../protocol/wire/ids.ts';
import type { StoredChange } from '../../match/log-row.ts';
import type { Logged } from '../../match/replay.ts';
import type { Change } from '../../match/command.ts';

/**
 * `at`: server time of the commit. `change` is null for an import: names or line-ups changed and the match must be loaded
 * again. `erased`: it erased a person.
 */
export type LogEntry = {
  readonly seq: number;
  readonly at: number;
  readonly change: Change | null;
  readonly erased?: boolean;
};

/** A stored entry; `at`: ms since 1970. */
export type StoredEntry = Logged & { readonly at: number; readonly token: LogToken | null };

/**
 * SQL for `from`: the entries `e` (seq, at, change) of a match after `seq`. The row that contains the first one is the newest
 * that follows `seq` or an earlier position.
 */
const entriesSql = (sql: ISql, ref: MatchRef, seq: number): Fragment => sql`
  live_match m join match_log r on r.match = m.id and r.after >= coalesce((
    select p.after from match_log p where p.match = m.id and p.after <= ${seq} order by p.after desc limit 1), 0)
  cross join lateral (
    select (r.seq - json_array_length(r.changes) + c.nth)::integer as seq, r.at, c.change
    from json_array_elements(r.changes) with ordinality as c(change, nth)) e
  where m.ref = ${ref} and e.seq > ${seq}`;

/** The changes after `seq`, oldest first, at most `limit`. */
export async function readLog(sql: ISql, ref: MatchRef, seq: number, limit = 1_000): Promise<readonly LogEntry[]> {
  const rows = await sql<{ seq: number; at: number; change: StoredChange }[]>`
    select e.seq, e.at, e.change from ${entriesSql(sql, ref, seq)} order by r.after, e.seq limit ${limit}`;
  return rows.map(({ seq, at, change: { token: _, ...change } }) => ({
    seq,
    at,
    ...('edited' in change ? { change: null, erased: change.erased === true } : { change }),
  }));
}

/** The entries after `seq`, imports included, oldest first, at most `limit`. */
export const readWholeLog = (sql: Sql, ref: MatchRef, seq: number, limit: number): PromiseLike<readonly Logged[]> =>
  sql<Logged[]>`
    select e.seq, e.change from ${entriesSql(sql, ref, seq)} order by r.after, e.seq limit ${limit}`;

/** The same entries with time and token; they contain no secret. */
export const readEntries = (sql: Sql, ref: MatchRef, seq: number, limit: number): PromiseLike<readonly StoredEntry[]> =>
  sql<StoredEntry[]>`
    with e as materialized (
      select e.seq, e.at, e.change from ${entriesSql(sql, ref, seq)} order by r.after, e.seq limit ${limit})
    select e.seq, e.at, e.change, case when t.id is not null then jsonb_build_object(
      'id', t.id, 'kind', t.kind, 'app_name', t.app_name,
      'user', (select jsonb_build_object('id', u.id, 'name', u.name) from app_user u where u.id = t.user_id),
      'club', (select c.slug from club c where c.id = t.club_id),
      'tournament', (select n.slug from tournament n where n.id = t.tournament_id)) end as token
    from e left join api_token t on t.id = (e.change->>'token')::integer order by e.seq`;
