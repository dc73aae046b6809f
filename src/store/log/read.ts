// Reads match_log: changes that a node missed, and entries for the REST interface.
import type { ISql, Sql } from '../driver/sql.ts';
import type { LogToken } from '../../../protocol/rest/match-log.ts';
import type { MatchRef } from '../../../protocol/wire/ids.ts';
import type { Logged } from '../../match/replay.ts';
import type { Change } from '../../match/command.ts';

/**
 * `at`: server time of the commit. `change` is null for an import: names or line-ups changed and the match must be loaded
 * again.
 */
export type LogEntry = { readonly seq: number; readonly at: number; readonly change: Change | null };

/** A stored entry; `at`: ms since 1970. */
export type StoredEntry = Logged & { readonly at: number; readonly token: LogToken | null };

/** The changes after `seq`, oldest first, at most `limit`. */
export async function readLog(sql: ISql, ref: MatchRef, seq: number, limit = 1_000): Promise<readonly LogEntry[]> {
  const rows = await sql<{ seq: number; at: number; change: Change | { edited: true } }[]>`
    select seq, at, change from match_log where ref = ${ref} and seq > ${seq} order by seq limit ${limit}`;
  return rows.map(({ seq, at, change }) => ({ seq, at, change: 'edited' in change ? null : change }));
}

/** The entries after `seq`, imports included, oldest first, at most `limit`. */
export const readWholeLog = (sql: Sql, ref: MatchRef, seq: number, limit: number): PromiseLike<readonly Logged[]> =>
  sql<Logged[]>`select seq, change from match_log where ref = ${ref} and seq > ${seq} order by seq limit ${limit}`;

/** The same entries with time and token; they contain no secret. */
export const readEntries = (sql: Sql, ref: MatchRef, seq: number, limit: number): PromiseLike<readonly StoredEntry[]> =>
  sql<StoredEntry[]>`
    select l.seq, l.at, l.change, case when t.id is not null then jsonb_build_object(
      'id', t.id, 'kind', t.kind, 'app_name', t.app_name,
      'user', (select jsonb_build_object('id', u.id, 'name', u.name) from app_user u where u.id = t.user_id),
      'club', (select c.slug from club c where c.id = t.club_id),
      'tournament', (select n.slug from tournament n where n.id = t.tournament_id)) end as token
    from match_log l left join api_token t on t.id = l.token_id
    where l.ref = ${ref} and l.seq > ${seq} order by l.seq limit ${limit}`;
