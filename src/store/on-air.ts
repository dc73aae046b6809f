// What is on air by a director's hand, as stored for all nodes.
import type { AirPatch } from '../../protocol/rest/air.ts';
import type { OnAir } from '../../protocol/wire/air.ts';
import type { MatchRef } from '../../protocol/wire/ids.ts';
import type { Sql } from './driver/sql.ts';
import { orStoreAway } from './driver/with-deadline.ts';
import type { StoredPosition } from './log/positions.ts';

export type StoredOnAir = StoredPosition & { readonly ref: MatchRef; readonly items: OnAir };

/**
 * What is on air at each of these matches; nothing at `seq` 0 where no director did anything. The epoch is the match's: one that is
 * deleted and made again begins another sequence. One statement.
 */
const readOnAir = async (sql: Sql, refs: readonly MatchRef[]): Promise<readonly StoredOnAir[]> =>
  sql<StoredOnAir[]>`
    select r.ref, coalesce(l.epoch, left(i.id::text, 8)) as epoch, coalesce(a.seq, 0) as seq, coalesce(a.at, 0) as at,
      coalesce(a.items, '{}') as items
    from unnest(${refs as MatchRef[]}::text[]) r(ref) cross join installation i
      left join live_match l on l.ref = r.ref left join on_air a on a.ref = r.ref`;

/**
 * Changes the items that the patch names; the others stay, also when two directors write at once. `at`: ms since 1970. Returns
 * the new row; null for an unknown match.
 */
async function writeOnAir(
  sql: Sql,
  ref: MatchRef,
  patch: AirPatch,
  at: number,
): Promise<Pick<StoredOnAir, 'seq' | 'at' | 'items'> | null> {
  const change = JSON.stringify(patch);
  const [row] = await sql<Pick<StoredOnAir, 'seq' | 'at' | 'items'>[]>`
    insert into on_air as a (ref, seq, at, items)
    select l.ref, 1, ${at}::bigint, jsonb_strip_nulls(${change}::text::jsonb) from live_match l where l.ref = ${ref}
    on conflict (ref) do update set seq = a.seq + 1, at = greatest(a.at + 1, ${at}::bigint),
      items = jsonb_strip_nulls(a.items || ${change}::text::jsonb)
    returning seq, at, items`;
  return row ?? null;
}

/** Both queries throw Problem 503 when the database is away. */
export const onAirQueries = (sql: Sql) => ({
  read: (refs: readonly MatchRef[]) => orStoreAway(readOnAir(sql, refs)),
  write: (ref: MatchRef, patch: AirPatch, at: number) => orStoreAway(writeOnAir(sql, ref, patch, at)),
});
