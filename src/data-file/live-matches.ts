// The live side of an import: inserts new matches, applies results, and moves the `seq` of changed stored matches by one,
// so that nodes reload them.
import { gameRef, type MatchRef, matchRef } from '../../protocol/wire/ids.ts';
import type { ManualResult, StoredMarker } from '../match/command.ts';
import type { Edit, GivenBefore } from '../match/replay.ts';
import type { ISql } from '../store/driver/sql.ts';
import { loadFixtures } from '../store/fixtures.ts';
import { completeCheckpoints } from '../store/log/checkpoint.ts';
import { release, reserve } from '../store/log/reserve.ts';
import { affectedMatches, differs, FORMAT, matchesOfMovedPlayers, matchesOfNewFormats } from './affected-matches.ts';
import type { Draft, DraftedOwner, OnProgress } from './draft.ts';
import type { Drafts } from './drafts.ts';
import { checkPlayedPairings } from './games.ts';
import { type TokenIds, writeLogs } from './history.ts';
import { writeStoredEdits } from './imported-edits.ts';
import { type ResultTarget, gameResultTarget, matchResultTarget, type Result, resultOf } from './results.ts';
import { batches, insertRows, type Row, sameRow, writeRows } from './rows.ts';
import { TABLES } from './tables.ts';

/** Fixtures loaded at once. */
const FIXTURES_AT_ONCE = 200;

/** A stored match whose next log row is reserved, and whose checkpoint is at the end of its log. */
type LockedMatch = {
  readonly ref: MatchRef;
  readonly id: number;
  readonly seq: number;
  /** Markers, cleared ones included, or a manual result. */
  readonly hasResults: boolean;
  /** Its row of `match_given_score`. */
  readonly given: Row | null;
};
type LiveRow = {
  readonly ref: MatchRef;
  readonly seq: number;
  readonly at?: number;
  readonly hand: ManualResult | null;
  readonly was?: GivenBefore | undefined;
  readonly lineup?: Edit['lineup'];
};
/** `token`: the id of the token that caused it. `erased`: a person was erased, so that nodes forget the earlier names. */
type MovedRow = LiveRow & { readonly token?: number | null; readonly erased?: true };

type Applied = {
  /** Stored matches with a new `seq`. */
  readonly affected: readonly MatchRef[];
  /** Stored matches with new results. */
  readonly applied: ReadonlySet<MatchRef>;
  /** Number of matches with markers whose score in the file was left alone (rule DATA-3). */
  readonly scoresKept: number;
};

/**
 * Writes the results of the file, and moves on every stored match that the import changes. It reserves the next rows of their logs
 * as late as possible, because markers wait for these reservations.
 */
export async function applyLive(
  draft: Draft,
  drafts: Drafts,
  onProgress: OnProgress,
  tokenIds: TokenIds,
): Promise<Applied> {
  const targets = [
    ...drafts.games.flatMap((game) => gameResultTarget(game) ?? []),
    ...drafts.matches.flatMap((match) => matchResultTarget(match) ?? []),
  ];
  const unseen = new Map<MatchRef, number>();
  for (const { id, stored } of drafts.games) if (!stored) unseen.set(gameRef(id), 0);
  for (const { id, stored } of drafts.matches) if (!stored) unseen.set(matchRef(id), 0);

  let done = 0;
  const report = (count: number): void => {
    done += count;
    onProgress({ entity: 'results', done, total: targets.length });
  };
  const isNew = ({ ref }: ResultTarget): boolean => unseen.has(ref);
  const ofNew = await resultsOf(draft, targets.filter(isNew), unseen, report);
  // With a fault nothing is applied, and the tables may refuse what has one.
  const isRefused = (): boolean => draft.faults.details.length > 0;
  if (!isRefused()) {
    await insertLive(draft, unseen, ofNew);
    await writeLogs(draft, ofNew, tokenIds);
    await writeResults(draft, ofNew);
  }

  const edited = await affectedMatches(draft.sql, drafts);
  const ofStored = targets.filter((target) => !isNew(target));
  const locked = await lockMatches(draft.sql, [...edited, ...ofStored.map(({ ref }) => ref)]);
  await checkPlayedPairings(draft, drafts.games);
  await writeStoredEdits(draft.sql, [...drafts.games, ...drafts.matches]);
  const seqs = new Map(locked.map(({ ref, seq }) => [ref, seq]));
  const byRef = new Map(locked.map((row) => [row.ref, row]));
  const open = ofStored.filter((target) => isOpen(target, byRef.get(target.ref)));
  const found = await resultsOf(draft, open, seqs, report);
  if (isRefused()) return { affected: [], applied: new Set(), scoresKept: 0 };
  const added = found.filter((result) => !isKnown(result, byRef.get(result.ref)));
  await writeResults(draft, added);
  await dropScores(draft, added);
  const was = givenBefore(drafts, new Set(added.map(({ ref }) => ref)), byRef);
  const moving = await matchesOfMovedPlayers(draft.sql, drafts, edited);
  const formatted = await matchesOfNewFormats(draft.sql, drafts);
  const lineups = changedLineups(drafts, byRef, [...moving, ...formatted]);
  const moved = new Map<MatchRef, LiveRow>();
  for (const ref of edited) {
    const seq = seqs.get(ref);
    if (seq !== undefined)
      moved.set(ref, { ref, seq: seq + 1, hand: null, was: was.get(ref), lineup: lineups.get(ref) });
  }
  for (const { ref, seq, hand } of added) {
    const isByHand = Object.keys(hand).length > 0;
    const next = Math.max(seq, (seqs.get(ref) ?? 0) + 1);
    moved.set(ref, { ref, seq: next, hand: isByHand ? hand : null, was: was.get(ref) });
  }
  await moveMatches(draft.sql, [...moved.values()]);
  await release(
    draft.sql,
    locked.map(({ id }) => id),
  );
  const scoresKept = ofStored.filter(({ score, ref }) => score && byRef.get(ref)?.hasResults === true).length;
  return { affected: [...moved.keys()], applied: new Set(added.map(({ ref }) => ref)), scoresKept };
}

/** Whether the results of the file apply: the stored match has none, or only a score and the file has one too. */
function isOpen({ score, scoreOffset }: ResultTarget, locked: LockedMatch | undefined): boolean {
  if (locked === undefined || locked.hasResults) return false;
  return locked.given === null || score !== undefined || Boolean(scoreOffset);
}

/** Whether a stored match without markers has this result already. */
function isKnown({ markers, hand, given }: Result, locked: LockedMatch | undefined): boolean {
  if (locked === undefined || markers.length > 0 || Object.keys(hand).length > 0) return false;
  if (given === null || locked.given === null) return given === locked.given;
  return sameRow(given, locked.given);
}

/** Of each stored match whose status or given score changes. `scored`: with new results. */
function givenBefore(
  { games, matches }: Drafts,
  scored: ReadonlySet<MatchRef>,
  locked: ReadonlyMap<MatchRef, LockedMatch>,
): ReadonlyMap<MatchRef, GivenBefore> {
  const was = new Map<MatchRef, GivenBefore>();
  for (const { id, row, stored } of games) {
    if (stored && isCancelled(stored) !== isCancelled(row))
      was.set(gameRef(id), { status: isCancelled(stored) ? 'cancelled' : 'scheduled' });
  }
  for (const { id, row, stored } of matches) {
    const ref = matchRef(id);
    if (!stored || (stored['status'] === row['status'] && !scored.has(ref))) continue;
    const { match_id: _, ...score } = locked.get(ref)?.given ?? {};
    const given = Object.keys(score).length > 0 ? { score } : {};
    was.set(ref, { status: stored['status'], ...given } as GivenBefore);
  }
  return was;
}

/** The lists whose changes may give a goal or card to another side. */
const LINEUPS = [TABLES.game_teams, TABLES.matchups, TABLES.participants, TABLES.lineups];

const TEAMS = ['home_team_id', 'away_team_id'];

/** Of the stored matches with results whose line-up, teams, players or format change. `others`: by changes of other rows. */
function changedLineups(
  { games, matches }: Drafts,
  locked: ReadonlyMap<MatchRef, LockedMatch>,
  others: readonly MatchRef[],
): ReadonlyMap<MatchRef, true> {
  const refs = [
    ...others,
    ...games.filter((game) => changesLineup(game) || differs(game, FORMAT)).map(({ id }) => gameRef(id)),
    ...matches
      .filter((match) => changesLineup(match) || differs(match, [...TEAMS, ...FORMAT]))
      .map(({ id }) => matchRef(id)),
  ];
  return new Map(refs.flatMap((ref) => (locked.get(ref)?.hasResults === true ? [[ref, true] as const] : [])));
}

const changesLineup = ({ changed }: DraftedOwner): boolean => LINEUPS.some((list) => changed.has(list));

/** `game`: a row of the table `game`. */
const isCancelled = (game: Row): boolean => (game['cancelled_at'] ?? null) !== null;

async function resultsOf(
  draft: Draft,
  targets: readonly ResultTarget[],
  seqs: ReadonlyMap<MatchRef, number>,
  report: (count: number) => void,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (const kind of ['game', 'match'] as const) {
    const ofKind = targets.filter((target) => target.kind === kind);
    for (const some of batches(ofKind, FIXTURES_AT_ONCE)) {
      const ids = some.map(({ id }) => id);
      const fixtures = await loadFixtures(draft.sql, kind, ids);
      for (const target of some) {
        await draft.maybeYield();
        const fixture = fixtures.get(target.id);
        if (fixture) results.push(await resultOf(draft, fixture, target, seqs.get(target.ref) ?? 0));
      }
      report(some.length);
    }
  }
  return results;
}

/** A row of the table `marker`. */
const markerRow = (ref: MatchRef, { arrival, touched, ...body }: StoredMarker) => ({
  ref,
  key: body.key,
  arrival,
  touched,
  body,
});

async function insertLive(
  { sql }: Draft,
  unseen: ReadonlyMap<MatchRef, number>,
  results: readonly Result[],
): Promise<void> {
  const byRef = new Map(results.map((result) => [result.ref, result]));
  const rows = [...unseen.keys()].map((ref): LiveRow => {
    const result = byRef.get(ref);
    return { ref, seq: result?.seq ?? 0, at: result?.log?.at(-1)?.at ?? 0, hand: result?.hand ?? {} };
  });
  await insertRows(sql, TABLES.live, rows);
}

async function writeResults({ sql, maybeYield }: Draft, results: readonly Result[]): Promise<void> {
  const markers = results.flatMap((result) => result.markers.map((marker) => markerRow(result.ref, marker)));
  await insertRows(sql, TABLES.stored_markers, markers, maybeYield);
  const scores = results.map(({ given }) => given).filter((given) => given !== null);
  await writeRows(sql, TABLES.given_scores, scores);
}

/** Removes the scores of stored matches if the file no longer has them. */
async function dropScores({ sql }: Draft, results: readonly Result[]): Promise<void> {
  const ids = results.flatMap(({ ref, given }) =>
    given === null && ref.startsWith('match:') ? [Number(ref.slice('match:'.length))] : [],
  );
  if (ids.length > 0) await sql`delete from match_given_score where match_id = any(${ids})`;
}

/**
 * Reserves the next row of each log before reading, so that writes committed during the wait are included and no write comes
 * after them. Rows that are not filled by `moveMatches` must be released.
 */
export async function lockMatches(sql: ISql, refs: readonly MatchRef[]): Promise<readonly LockedMatch[]> {
  if (refs.length === 0) return [];
  const wanted = [...new Set(refs)];
  await reserve(sql, wanted);
  await completeCheckpoints(sql, wanted);
  return sql<LockedMatch[]>`
    select m.ref, m.id, m.seq, (
      m.hand <> '{}'::jsonb
      or exists (select from marker k where k.ref = m.ref)) as "hasResults", to_jsonb(s) as given
    from live_match m left join match_given_score s on m.ref = 'match:' || s.match_id
    where m.ref = any(${wanted})`;
}

/** Moves matches whose rows are reserved, by one: what they show beside their markers has changed. Returns them. */
export async function moveLocked(
  sql: ISql,
  locked: readonly Pick<LockedMatch, 'ref' | 'seq'>[],
): Promise<readonly MatchRef[]> {
  await moveMatches(
    sql,
    locked.map(({ ref, seq }) => ({ ref, seq: seq + 1, hand: null })),
  );
  return locked.map(({ ref }) => ref);
}

/** Moves stored matches and fills their reserved rows: nodes must reload them. The checkpoint moves too. */
export async function moveMatches(sql: ISql, rows: readonly MovedRow[]): Promise<void> {
  const at = Date.now();
  for (const some of batches(rows)) {
    await sql`
      with moved as (
        update live_match m set seq = r.seq, at = ${at}::bigint, hand = coalesce(nullif(r.hand, 'null'::jsonb), m.hand)
        from jsonb_to_recordset(${JSON.stringify(some)}::text::jsonb)
          as r(ref text, seq integer, hand jsonb, token integer, erased boolean, was jsonb, lineup boolean)
        where m.ref = r.ref
        returning m.id, m.seq, r.token, r.erased, r.was, r.lineup, nullif(r.hand, 'null'::jsonb) as hand
      )
      update match_log l set seq = m.seq, at = ${at}::bigint,
        changes = json_build_array(jsonb_strip_nulls(jsonb_build_object(
          'edited', true, 'erased', m.erased, 'hand', m.hand, 'was', m.was, 'lineup', m.lineup,
          'token', m.token)))
      from moved m where l.match = m.id and l.seq = l.after`;
  }
}
