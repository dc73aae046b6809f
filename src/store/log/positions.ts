// Where matches stand: what a node holds against what is stored, without reading the matches themselves.
import type { Sql } from '../driver/sql.ts';
import type { MatchRef } from '../../../protocol/wire/ids.ts';

/**
 * A point in the history of a match. `at` (server time of the newest change, ms since 1970; 0 where none is known) tells
 * two histories of the same length apart: a database that went back and was written to again.
 */
export type Position = { readonly seq: number; readonly at: number };
export type StoredPosition = Position & { readonly epoch: string };

/** Where these matches stand; those that are not stored are left out. */
export async function readPositions(
  sql: Sql,
  refs: readonly MatchRef[],
): Promise<ReadonlyMap<MatchRef, StoredPosition>> {
  const rows = await sql<(StoredPosition & { ref: MatchRef })[]>`
    select ref, seq, at, epoch from live_match where ref = any(${refs as MatchRef[]})`;
  return new Map(rows.map(({ ref, ...position }) => [ref, position]));
}

/**
 * Gives the sequence of a match a new epoch: what was shown of it is no longer what is stored. Of several nodes that find
 * that out at once one decides: the answer is the epoch that is stored in the end. Null when there is no such match.
 */
export async function renewEpoch(sql: Sql, ref: MatchRef, epoch: string): Promise<string | null> {
  const [renewed] = await sql<{ epoch: string }[]>`
    update live_match set epoch = left(gen_random_uuid()::text, 8) where ref = ${ref} and epoch = ${epoch}
    returning epoch`;
  if (renewed) return renewed.epoch;
  const [row] = await sql<{ epoch: string }[]>`select epoch from live_match where ref = ${ref}`;
  return row?.epoch ?? null;
}

/** Which installation this database belongs to. */
export async function installationId(sql: Sql): Promise<string> {
  const [row] = await sql<{ id: string }[]>`select id from installation`;
  if (!row) throw new Error('The table installation has one row.');
  return row.id;
}
