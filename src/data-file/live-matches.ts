// The live side of an import: inserts new matches, applies results, and moves the `seq` of changed stored matches by one,
// so that nodes reload them.
import type { MatchRef } from '../../protocol/wire/ids.ts';
import type { ManualResult } from '../match/command.ts';
import { loadFixtures } from '../store/fixtures.ts';
import { affectedMatches } from './affected-matches.ts';
import type { Draft, OnProgress } from './draft.ts';
import type { Drafts } from './drafts.ts';
import { type Carrier, gameCarrier, matchCarrier, type Result, resultOf } from './results.ts';
import { writeRows } from './rows.ts';
import { TABLES } from './tables.ts';

/** Fixtures loaded at once. */
const CARRIED_AT_ONCE = 200;
const WRITE_AT_ONCE = 1_000;

/** The live row of a stored match. */
type Held = { readonly ref: MatchRef; readonly seq: number; readonly hasResults: boolean };
type LiveRow = { readonly ref: MatchRef; readonly seq: number; readonly hand: ManualResult | null };

/**
 * Stored matches are locked as late as possible, because markers wait for these locks, and all in the order of `ref`, as in
 * the group commit.
 */
export async function applyLive(
  draft: Draft,
  drafts: Drafts,
  onProgress: OnProgress,
): Promise<{ readonly affected: readonly MatchRef[]; readonly applied: ReadonlySet<MatchRef> }> {
  const carriers = [
    ...drafts.games.flatMap((game) => gameCarrier(game) ?? []),
    ...drafts.matches.flatMap((match) => matchCarrier(match) ?? []),
  ];
  const unseen = new Map<MatchRef, number>();
  for (const { id, stored } of drafts.games) if (!stored) unseen.set(`game:${id}`, 0);
  for (const { id, stored } of drafts.matches) if (!stored) unseen.set(`match:${id}`, 0);

  let done = 0;
  const report = (count: number): void => {
    done += count;
    onProgress({ entity: 'results', done, total: carriers.length });
  };
  const isNew = ({ ref }: Carrier): boolean => unseen.has(ref);
  const ofNew = await resultsOf(draft, carriers.filter(isNew), unseen, report);
  await insertLive(draft, unseen, ofNew);
  await writeResults(draft, ofNew);

  const edited = await affectedMatches(draft.sql, drafts);
  const ofStored = carriers.filter((carrier) => !isNew(carrier));
  const held = await lock(draft, [...edited, ...ofStored.map(({ ref }) => ref)]);
  const seqs = new Map(held.map(({ ref, seq }) => [ref, seq]));
  const open = new Set(held.filter(({ hasResults }) => !hasResults).map(({ ref }) => ref));
  const added = await resultsOf(
    draft,
    ofStored.filter(({ ref }) => open.has(ref)),
    seqs,
    report,
  );
  await writeResults(draft, added);
  const moved = new Map<MatchRef, LiveRow>();
  for (const ref of edited) {
    const seq = seqs.get(ref);
    if (seq !== undefined) moved.set(ref, { ref, seq: seq + 1, hand: null });
  }
  for (const { ref, seq, hand } of added) moved.set(ref, { ref, seq: Math.max(seq, (seqs.get(ref) ?? 0) + 1), hand });
  await move(draft, [...moved.values()]);
  return { affected: [...moved.keys()], applied: new Set(added.map(({ ref }) => ref)) };
}

async function resultsOf(
  draft: Draft,
  carriers: readonly Carrier[],
  seqs: ReadonlyMap<MatchRef, number>,
  report: (count: number) => void,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (const kind of ['game', 'match'] as const) {
    const ofKind = carriers.filter((carrier) => carrier.kind === kind);
    for (let at = 0; at < ofKind.length; at += CARRIED_AT_ONCE) {
      const some = ofKind.slice(at, at + CARRIED_AT_ONCE);
      const ids = some.map(({ id }) => id);
      const fixtures = await loadFixtures(draft.sql, kind, ids);
      for (const carrier of some) {
        await draft.breathe();
        const fixture = fixtures.get(carrier.id);
        if (fixture) results.push(await resultOf(draft, fixture, carrier, seqs.get(carrier.ref) ?? 0));
      }
      report(some.length);
    }
  }
  return results;
}

async function insertLive(
  { sql }: Draft,
  unseen: ReadonlyMap<MatchRef, number>,
  results: readonly Result[],
): Promise<void> {
  const byRef = new Map(results.map((result) => [result.ref, result]));
  const rows = [...unseen.keys()].map((ref): LiveRow => {
    const result = byRef.get(ref);
    return { ref, seq: result?.seq ?? 0, hand: result?.hand ?? {} };
  });
  for (let at = 0; at < rows.length; at += WRITE_AT_ONCE) {
    await sql`
      insert into live_match (ref, seq, hand)
      select ref, seq, hand
      from jsonb_to_recordset(${JSON.stringify(rows.slice(at, at + WRITE_AT_ONCE))}::text::jsonb)
        as r(ref text, seq integer, hand jsonb)`;
  }
}

async function writeResults({ sql, breathe }: Draft, results: readonly Result[]): Promise<void> {
  const markers = results.flatMap((result) =>
    result.markers.map(({ arrival, touched, ...body }) => ({ ref: result.ref, key: body.key, arrival, touched, body })),
  );
  for (let at = 0; at < markers.length; at += WRITE_AT_ONCE) {
    await sql`
      insert into marker (ref, key, arrival, touched, body)
      select ref, key, arrival, touched, body
      from jsonb_to_recordset(${JSON.stringify(markers.slice(at, at + WRITE_AT_ONCE))}::text::jsonb)
        as r(ref text, key uuid, arrival integer, touched integer, body jsonb)`;
    await breathe();
  }
  await writeRows(
    sql,
    TABLES.given_scores,
    results.map(({ given }) => given).filter((given) => given !== null),
  );
}

/** Locks before reading, so that writes committed during the wait are included. */
async function lock({ sql }: Draft, refs: readonly MatchRef[]): Promise<readonly Held[]> {
  if (refs.length === 0) return [];
  const wanted = JSON.stringify([...new Set(refs)]);
  await sql`
    select from live_match m
    where m.ref in (select value from jsonb_array_elements_text(${wanted}::text::jsonb))
    order by m.ref for update`;
  return sql<Held[]>`
    select m.ref, m.seq, (
      m.hand <> '{}'::jsonb
      or exists (select from marker k where k.ref = m.ref)
      or exists (select from match_given_score s where m.ref = 'match:' || s.match_id)) as "hasResults"
    from live_match m
    where m.ref in (select value from jsonb_array_elements_text(${wanted}::text::jsonb))`;
}

/** Moves stored matches by one and logs that nodes must reload them. */
async function move({ sql }: Draft, rows: readonly LiveRow[]): Promise<void> {
  const at = Date.now();
  for (let from = 0; from < rows.length; from += WRITE_AT_ONCE) {
    await sql`
      with moved as (
        update live_match m set seq = r.seq, at = ${at}::bigint, hand = coalesce(nullif(r.hand, 'null'::jsonb), m.hand)
        from jsonb_to_recordset(${JSON.stringify(rows.slice(from, from + WRITE_AT_ONCE))}::text::jsonb)
          as r(ref text, seq integer, hand jsonb)
        where m.ref = r.ref
        returning m.ref, m.seq, nullif(r.hand, 'null'::jsonb) as hand
      )
      insert into match_log (ref, seq, at, change)
      select ref, seq, ${at}::bigint, jsonb_strip_nulls(jsonb_build_object('edited', true, 'hand', hand))
      from moved`;
  }
}
