// Writes checkpoints: position, manual result and markers of a match as lists and loads read them. A checkpoint is computed
// from the log alone, so any node can write any of them, and twice the same does nothing.
import type { MatchRef } from '../../../protocol/wire/ids.ts';
import type { ISql } from '../driver/sql.ts';

/**
 * Moves the checkpoints of these matches to the end of their logs, in one statement. Matches of which another transaction
 * writes the checkpoint are left out. Returns the others: their checkpoints are complete.
 */
export async function writeCheckpoints(sql: ISql, refs: readonly MatchRef[]): Promise<readonly MatchRef[]> {
  // A checkpoint that another node has just written is newer than the markers that this statement sees: `s` is the row that
  // it sees. Such a match is left out.
  // The planner cannot estimate the rows of a JSON text: `offset 0` and the repeated list make it use the indexes.
  // A key may be written and deleted within one tail: only its last state is stored.
  const rows = await sql<{ ref: MatchRef }[]>`
    with locked as materialized (
      select l.id, l.ref, l.seq from live_match l where l.ref = any(${refs as MatchRef[]}) for update skip locked
    ), held as materialized (
      select l.id, l.ref, l.seq from locked l where l.seq = (select s.seq from live_match s where s.id = l.id)
    ), tail as materialized (
      select h.id, h.ref, r.after, r.seq, r.at, c.nth, c.hand, c.put, c.drop
      from held h cross join lateral (
        select l.after, l.seq, l.at, l.changes from match_log l
        where l.match = h.id and l.after >= h.seq and l.seq > h.seq order by l.after offset 0) r
      left join lateral rows from (json_to_recordset(r.changes) as (hand jsonb, put jsonb, drop jsonb))
        with ordinality as c(hand, put, drop, nth) on true
    ), moved as (
      update live_match l set seq = n.seq, at = n.at, hand = coalesce(n.hand, l.hand)
      from (
        select t.id, max(t.seq) as seq, (array_agg(t.at order by t.after desc))[1] as at,
          (array_agg(t.hand order by t.after desc, t.nth desc) filter (where t.hand is not null))[1] as hand
        from tail t group by t.id
      ) n
      where l.id = n.id and l.ref = any(${refs as MatchRef[]})
    ), last as materialized (
      select distinct on (w.ref, w.key) w.ref, w.key, w.marker
      from (
        select t.ref, t.after, t.nth, 0 as step, d.key::uuid as key, null::jsonb as marker
        from tail t, jsonb_array_elements_text(t.drop) as d(key)
        union all
        select t.ref, t.after, t.nth, 1, (p.marker->>'key')::uuid, p.marker
        from tail t, jsonb_array_elements(t.put) as p(marker)
      ) w order by w.ref, w.key, w.after desc, w.nth desc, w.step desc
    ), dropped as (
      delete from marker k using last
      where last.marker is null and k.ref = last.ref and k.key = last.key and k.ref = any(${refs as MatchRef[]})
    ), saved as (
      insert into marker (ref, key, arrival, touched, body)
      select ref, key, (marker->>'arrival')::integer, (marker->>'touched')::integer, marker - 'arrival' - 'touched'
      from last where marker is not null
      on conflict (ref, key) do update
        set arrival = excluded.arrival, touched = excluded.touched, body = excluded.body
    )
    select ref from held`;
  return rows.map(({ ref }) => ref);
}

/** Moves the checkpoints to the newest commits, so that the rest of the transaction can read and change them. */
export async function completeCheckpoints(sql: ISql, refs: readonly MatchRef[]): Promise<void> {
  const wanted = refs as MatchRef[];
  // Another node may be writing some of them: its statement ends soon.
  await sql`select from live_match m where m.ref = any(${wanted}) order by m.ref for update`;
  await writeCheckpoints(sql, wanted);
}
