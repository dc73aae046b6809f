// Stored positions of matches, to compare with those in memory without reading the matches.
import type { Fragment, ISql, Sql } from '../driver/sql.ts';
import type { MatchRef } from '../../../protocol/wire/ids.ts';

/**
 * A point in the history of a match. `at` is the server time of the newest change (ms since 1970; 0 if unknown). It
 * distinguishes histories of the same length: a database restored from a backup and written to again.
 */
export type Position = { readonly seq: number; readonly at: number };

/** Positions of games or of matches, by id. */
export type PositionsById = Readonly<Record<string, Position>>;

/** SQL aggregate: the positions of the rows `l` of `match_position`, by `id`. */
export const positionsByIdSql = (sql: ISql, id: Fragment): Fragment =>
  sql`coalesce(jsonb_object_agg(${id}, jsonb_build_object('seq', l.seq, 'at', l.at)), '{}')`;
export type StoredPosition = Position & { readonly epoch: string };

/** The positions of these matches; unknown matches are left out. */
export async function readPositions(
  sql: Sql,
  refs: readonly MatchRef[],
): Promise<ReadonlyMap<MatchRef, StoredPosition>> {
  const rows = await sql<(StoredPosition & { ref: MatchRef })[]>`
    select ref, seq, at, epoch from match_position where ref = any(${refs as MatchRef[]})`;
  return new Map(rows.map(({ ref, ...position }) => [ref, position]));
}

/**
 * Gives a match's sequence a new epoch: the published state is no longer the stored one. When several nodes detect this at
 * once, one of them wins; all get the epoch that is stored. Null for an unknown match.
 */
export async function renewEpoch(sql: Sql, ref: MatchRef, epoch: string): Promise<string | null> {
  const [renewed] = await sql<{ epoch: string }[]>`
    update live_match set epoch = left(gen_random_uuid()::text, 8) where ref = ${ref} and epoch = ${epoch}
    returning epoch`;
  if (renewed) return renewed.epoch;
  const [row] = await sql<{ epoch: string }[]>`select epoch from live_match where ref = ${ref}`;
  return row?.epoch ?? null;
}

/** The id of the installation that this database belongs to. */
export async function installationId(sql: Sql): Promise<string> {
  const [row] = await sql<{ id: string }[]>`select id from installation`;
  if (!row) throw new Error('The table installation has one row.');
  return row.id;
}
