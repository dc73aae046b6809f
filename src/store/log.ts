// Reading match_log: what a node missed.
import type { Sql } from 'postgres';
import type { MatchRef } from '../../protocol/ids.ts';
import type { Change } from '../match/record.ts';

/** `null` stands for an import: names or line-ups changed and the match is to be loaded anew. */
export type LogEntry = { readonly seq: number; readonly change: Change | null };

/** The changes after `seq`, oldest first, at most `limit`. */
export async function readLog(sql: Sql, ref: MatchRef, seq: number, limit = 1_000): Promise<readonly LogEntry[]> {
  const rows = await sql<{ seq: number; change: Change | { edited: true } }[]>`
    select seq, change from match_log where ref = ${ref} and seq > ${seq} order by seq limit ${limit}`;
  return rows.map((row) => ({ seq: row.seq, change: 'edited' in row.change ? null : row.change }));
}

/** Gives the sequence of a match a new epoch: what was shown of it is no longer what is stored. */
export async function renewEpoch(sql: Sql, ref: MatchRef): Promise<string> {
  const [row] = await sql<{ epoch: string }[]>`
    update live_match set epoch = left(gen_random_uuid()::text, 8) where ref = ${ref} returning epoch`;
  if (!row) throw new Error(`${ref} is not stored.`);
  return row.epoch;
}
