// What lists show of matches: the fixture, what was set by hand, and of the markers only those that results are made of.
// A match has hundreds of others (shots, fouls …); a list of fifty matches would read megabytes for nothing. Lists are
// read as json, which the database writes several times as fast as jsonb.
import type { Fragment, ISql } from './driver/sql.ts';
import { type Match, openMatch } from '../match/match.ts';
import type { Fixture } from '../match/fixture.ts';
import type { ManualResult, StoredMarker } from '../match/command.ts';

/** What `resultSql` answers. */
export type ResultRow = {
  readonly seq: number;
  readonly hand: ManualResult;
  readonly markers: readonly StoredMarker[];
  /** Of all markers, ms since 1970; null when there is none. */
  readonly lastMarker: number | null;
};

/**
 * An expression: the result of the match named by `ref`, as json. Left out are types that change neither score, goals,
 * cards, periods nor winner; with a label they are commentary (rule READ-16). Word for word the condition of the index
 * `marker_shown`: so they are not even looked at.
 */
export const resultSql = (sql: ISql, ref: Fragment): Fragment => sql`(
  select json_build_object('seq', l.seq, 'hand', l.hand,
    'lastMarker', (select max((k.body->>'at')::bigint) from marker k where k.ref = l.ref),
    'markers', (
      select coalesce(json_agg(k.body || jsonb_build_object('arrival', k.arrival, 'touched', k.touched)
        order by k.arrival), '[]')
      from marker k
      where k.ref = l.ref and (k.body ? 'label' or k.body->>'type' not in ('Shot', 'Miss', 'Save', 'ChanceCreated',
        'Defense', 'Foul', 'Substitution', 'Penalty', 'PenaltyMissed'))))
  from live_match l where l.ref = ${ref})`;

/**
 * The match as lists show it: score, goals, cards, commentary and times are right; statistics and its other events are
 * not, and it takes no changes.
 */
export const shownMatch = (fixture: Fixture, { seq, hand, markers }: ResultRow): Match =>
  openMatch({ fixture, seq, hand, markers });
