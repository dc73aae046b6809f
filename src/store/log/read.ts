// Reads match_log: changes that a node missed, and entries for the REST interface. A row has one change or more; each change is
// an entry.
import type { Fragment, ISql } from '../driver/sql.ts';
import type { LogToken } from '../../../protocol/rest/match-log.ts';
import type { MatchRef } from '../../../protocol/wire/ids.ts';
import type { StoredChange } from '../../match/log-row.ts';
import type { Logged } from '../../match/replay.ts';
import type { Change } from '../../match/command.ts';
import { storeAway } from '../../ops/problem.ts';

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
 * SQL for `from`: the entries `e` (seq, at, change, and the position `after` that its row follows) of a match after `seq`, with the
 * first `limit` of them. The row of the first one is the newest that follows `seq` or an earlier position. Each row has an entry, so
 * no row beyond `limit` and one more is read, and rows behind so many entries are not taken apart: a long log costs as much as a
 * short one.
 */
const entriesSql = (sql: ISql, ref: MatchRef, seq: number, limit: number): Fragment => sql`
  live_match m cross join lateral (
    select p.after, p.at, p.changes, p.seq - p.length as before,
      sum(p.length) over read - p.length - first_value(p.length) over read as entries
    from (
      select p.after, p.at, p.seq, p.changes, json_array_length(p.changes) as length from match_log p
      where p.match = m.id and p.after >= coalesce((
        select f.after from match_log f where f.match = m.id and f.after <= ${seq} order by f.after desc limit 1), 0)
      order by p.after limit ${limit + 1}) p
    window read as (order by p.after)) r
  cross join lateral (
    select r.after, (r.before + c.nth)::integer as seq, r.at, c.change
    from json_array_elements(r.changes) with ordinality as c(change, nth)) e
  where m.ref = ${ref} and r.entries < ${limit} and e.seq > ${seq}`;

/** The changes after `seq`, oldest first, at most `limit`. */
export async function readLog(sql: ISql, ref: MatchRef, seq: number, limit = 1_000): Promise<readonly LogEntry[]> {
  const rows = await sql<{ seq: number; at: number; change: StoredChange }[]>`
    select e.seq, e.at, e.change from ${entriesSql(sql, ref, seq, limit)} order by e.after, e.seq limit ${limit}`;
  return rows.map(({ seq, at, change: { token: _, ...change } }) => ({
    seq,
    at,
    ...('edited' in change ? { change: null, erased: change.erased === true } : { change }),
  }));
}

/** Entries of a statement that reads a long log: to parse them is a short turn of the event loop. */
const ENTRIES_AT_ONCE = 250;

/**
 * The entries, imports included, oldest first, at most `limit`. It reads a part with each statement, which `lookUp` runs with
 * its deadline. Throws Problem 503 when the log is shortened meanwhile.
 */
export async function readWholeLog(
  sql: ISql,
  ref: MatchRef,
  limit: number,
  lookUp: <T>(work: PromiseLike<T>) => PromiseLike<T> = (work) => work,
): Promise<readonly Logged[]> {
  const log: LoggedIn[] = [];
  while (log.length < limit) {
    const last = log.at(-1);
    const count = Math.min(ENTRIES_AT_ONCE, limit - log.length);
    const part = await lookUp(readPart(sql, ref, last?.seq ?? 0, count));
    const [first] = part;
    // It goes on in the same row, or in the row that follows.
    if (last && first && first.after !== last.after && first.after !== last.seq)
      throw storeAway(new Error(`The log of ${ref} was shortened while it was read.`));
    log.push(...part);
    if (part.length < count) break;
  }
  return log.map(({ seq, change }) => ({ seq, change }));
}

/** `after`: the position that its row follows. */
type LoggedIn = Logged & { readonly after: number };

const readPart = (sql: ISql, ref: MatchRef, seq: number, limit: number) =>
  sql<LoggedIn[]>`
    select e.after, e.seq, e.change from ${entriesSql(sql, ref, seq, limit)} order by e.after, e.seq limit ${limit}`;

/** The same entries with time and token; they contain no secret. */
export const readEntries = (
  sql: ISql,
  ref: MatchRef,
  seq: number,
  limit: number,
): PromiseLike<readonly StoredEntry[]> =>
  sql<StoredEntry[]>`
    with e as materialized (
      select e.seq, e.at, e.change from ${entriesSql(sql, ref, seq, limit)} order by e.after, e.seq limit ${limit})
    select e.seq, e.at, e.change, case when t.id is not null then jsonb_build_object(
      'id', t.id, 'kind', t.kind, 'app_name', t.app_name,
      'user', (select jsonb_build_object('id', u.id, 'name', u.name) from app_user u where u.id = t.user_id),
      'club', (select c.slug from club c where c.id = t.club_id),
      'tournament', (select n.slug from tournament n where n.id = t.tournament_id)) end as token
    from e left join api_token t on t.id = (e.change->>'token')::integer order by e.seq`;
