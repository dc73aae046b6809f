// Matches for lists: the fixture, the manual result, and only the markers that results are made of. A match has hundreds of
// others (shots, fouls …); reading them for a list of fifty matches would cost megabytes. Lists are read as json: the
// database writes it several times as fast as jsonb.
import type { Fragment, ISql } from './driver/sql.ts';
import { atOnce, type Match, openInPieces } from '../match/match.ts';
import type { Fixture } from '../match/fixture.ts';
import type { ManualResult, StoredMarker } from '../match/command.ts';
import { completed, type LogRow } from '../match/log-row.ts';
import { tailSql } from './log/tail.ts';

/** A row of `resultSql`: a checkpoint and its tail. */
export type ResultRow = {
  readonly seq: number;
  readonly hand: ManualResult;
  /** All markers if there is a tail, else those of which results are made. */
  readonly markers: readonly StoredMarker[];
  /** Time of the last marker of any type in the checkpoint, ms since 1970; null without markers. */
  readonly lastMarker: number | null;
  readonly tail: readonly LogRow[] | null;
};

/** SQL expression: the markers `k` of the match `l` that meet the condition, in the order of arrival, as json. */
export const markersSql = (sql: ISql, condition: Fragment = sql`true`): Fragment => sql`(
  select coalesce(json_agg(k.body || jsonb_build_object('arrival', k.arrival, 'touched', k.touched)
    order by k.arrival, k.key), '[]')
  from marker k where k.ref = l.ref and (${condition}))`;

/**
 * SQL expression: the time of the last marker in the checkpoint of the match named by `ref`, ms since 1970; null without markers. The
 * index has it. With `exists` the planner may read all markers for each match, where few matches have many of them.
 */
export const lastMarkerSql = (sql: ISql, ref: Fragment): Fragment => sql`(
  select max((k.body->>'at')::bigint) from marker k where k.ref = ${ref})`;

/**
 * SQL expression: the result of the match named by `ref`, as json. It leaves out types that change neither score, goals,
 * cards, periods nor winner; with a label those are commentary (rule READ-16). The condition must equal the condition of the index
 * `marker_shown` word for word, so that skipped markers are not even read. Only a match that changed in the last seconds has a
 * tail, and then it has all its markers: the tail may delete the last one.
 */
export const resultSql = (sql: ISql, ref: Fragment): Fragment => sql`(
  select json_build_object('seq', l.seq, 'hand', l.hand, 'tail', t.tail,
    'lastMarker', ${lastMarkerSql(sql, sql`l.ref`)},
    'markers', case when t.tail is null then ${markersSql(
      sql,
      sql`k.body ? 'label' or k.body->>'type' not in ('Shot', 'Miss', 'Save', 'ChanceCreated', 'Defense', 'Foul',
        'Substitution', 'Penalty', 'PenaltyMissed')`,
    )} else ${markersSql(sql)} end)
  from live_match l, lateral (select ${tailSql(sql)} as tail offset 0) t where l.ref = ${ref})`;

/**
 * The match for lists: score, goals, cards, commentary and times are right; statistics and other events are incomplete, and
 * it must not be changed. With the time of its last marker of any type.
 */
export const shownMatch = (fixture: Fixture, row: ResultRow): ShownMatch => atOnce(shownInPieces(fixture, row));

/** The same in small pieces: it yields after each. */
export function* shownInPieces(fixture: Fixture, row: ResultRow): Generator<void, ShownMatch> {
  const { seq, hand, markers } = completed(row, row.tail);
  const match = yield* openInPieces({ fixture, seq, hand, markers });
  return { match, lastMarker: row.tail === null ? row.lastMarker : match.lastMarkerAt };
}

type ShownMatch = { readonly match: Match; readonly lastMarker: number | null };
