// Applies a file's markers, scores and goals to games and matches without any. They pass through the same match machine as
// posted markers (rule DATA-8). An export is restored unchanged.
import { toBoardGoal } from '../../protocol/rest/game-result.ts';
import type { Board, BoardGoal } from '../../protocol/wire/board.ts';
import type { FileLogRow, FileMatch } from '../../protocol/data-file/data-file.ts';
import type { FileMarker } from '../../protocol/data-file/fields.ts';
import { gameRef, matchRef, type MatchRef } from '../../protocol/wire/ids.ts';
import { withoutUndefined } from '../../protocol/wire/without-undefined.ts';
import type { Fixture } from '../match/fixture.ts';
import { applyChange, decide, type Match, openMatch } from '../match/match.ts';
import type { Command, ManualResult, StoredMarker } from '../match/command.ts';
import type { Draft } from './draft.ts';
import type { DraftedGame } from './games.ts';
import { checkLog } from './history.ts';
import type { Faults } from './json-path.ts';
import type { Row } from './rows.ts';
import type { DraftedMatch } from './tournament-matches.ts';

/** A game or match with results in the file. */
export type ResultTarget = {
  readonly ref: MatchRef;
  readonly kind: 'game' | 'match';
  readonly id: number;
  readonly place: string;
  readonly markers: readonly FileMarker[];
  readonly live: FileLive | null;
  readonly scores: Readonly<Record<string, number>> | null;
  readonly goals: readonly BoardGoal[] | null;
  readonly score: FileMatch['score'];
  readonly scoreOffset: FileMatch['score_offset'];
};

/** `live` of the file. */
type FileLive = {
  readonly seq: number;
  readonly hand: ManualResult;
  readonly log: readonly FileLogRow[];
};

export type Result = {
  readonly ref: MatchRef;
  readonly seq: number;
  /** The history of a new match, if the file has it. */
  readonly log?: readonly FileLogRow[];
  readonly hand: ManualResult;
  readonly markers: readonly StoredMarker[];
  /** A row of `match_given_score`. */
  readonly given: Row | null;
};

export function gameResultTarget({ id, place, stored, game }: DraftedGame): ResultTarget | null {
  const scores = game.scores && Object.keys(game.scores).length > 0 ? game.scores : null;
  const goals = game.goals && game.goals.length > 0 ? game.goals.map(toBoardGoal) : null;
  const markers = game.markers ?? [];
  if (!scores && !goals && markers.length === 0 && !bringsLive(game.live, stored)) return null;
  const live = game.live && liveOf(game.live, withoutUndefined(game.live.hand));
  const rest = { scores, goals, score: null, scoreOffset: null };
  return { ref: gameRef(id), kind: 'game', id, place, markers, live: live ?? null, ...rest };
}

type GivenLive = { readonly seq: number; readonly log?: readonly FileLogRow[] | null | undefined };

const liveOf = ({ seq, log }: GivenLive, hand: ManualResult): FileLive => ({ seq, hand, log: log ?? [] });

export function matchResultTarget({ id, place, stored, match }: DraftedMatch): ResultTarget | null {
  const markers = match.markers ?? [];
  // An explicit null removes a stored score.
  const tellsScore = stored ? match.score !== undefined : Boolean(match.score);
  if (!tellsScore && !match.score_offset && markers.length === 0 && !bringsLive(match.live, stored)) return null;
  const live = match.live ? liveOf(match.live, {}) : null;
  const rest = { score: match.score, scoreOffset: match.score_offset, scores: null, goals: null };
  return { ref: matchRef(id), kind: 'match', id, place, markers, live, ...rest };
}

/** A stored match already has its sequence; only manual results would add anything. */
const bringsLive = (
  live: { readonly seq: number; readonly hand?: object } | null | undefined,
  stored: Row | null,
): boolean => Boolean(live) && (!stored || Object.keys(live?.hand ?? {}).length > 0);

/** Maximum number of markers of a match in a file that is no export (rule LIMIT-12). */
const MARKERS_MAX = 5_000;

/** Computes a match's results from `seq` on. Markers that the machine rejects become faults. */
export async function resultOf(draft: Draft, fixture: Fixture, target: ResultTarget, seq: number): Promise<Result> {
  if (target.live) return restored(draft.faults, target, target.live, seq);
  let match = openMatch({ fixture: withoutGiven(fixture), seq, markers: [], hand: {} });
  const { place, kind, markers, scores, goals } = target;
  const take = (command: Command, at: string): void => {
    match = taken(match, command, { now: draft.now, faults: draft.faults, at });
  };
  if (markers.length > MARKERS_MAX) {
    draft.faults.add(`${place}.markers`, `A match has at most ${MARKERS_MAX} markers, not ${markers.length}.`);
    return { ref: target.ref, seq, hand: {}, markers: [], given: null };
  }
  for (const [index, { marker, arrival, touched }] of markers.entries()) {
    await draft.maybeYield();
    const at = `${place}.markers[${index}]`;
    if (arrival !== undefined) draft.faults.add(`${at}.arrival`, 'Only an export has it, together with "live".');
    if (touched !== undefined) draft.faults.add(`${at}.touched`, 'Only an export has it, together with "live".');
    take({ kind: 'record', marker, repeat: kind === 'game' ? 'update' : 'report' }, at);
  }
  if (scores) take({ kind: 'scores', scores }, place);
  if (goals) take({ kind: 'goals', goals }, place);
  const given = givenScore(target, match);
  return { ref: target.ref, seq: match.seq, hand: match.hand, markers: [...match.markers.values()], given };
}

/** Only goals count here: a stored score gives way to the one in the file. */
const withoutGiven = (fixture: Fixture): Fixture =>
  fixture.kind === 'game' ? fixture : { ...fixture, given: { ...fixture.given, score: null } };

function taken(
  match: Match,
  command: Command,
  { now, faults, at }: { readonly now: number; readonly faults: Faults; readonly at: string },
): Match {
  const { outcome, change } = decide(match, command, now);
  if (outcome.kind === 'refused') {
    for (const { path, message } of outcome.details) faults.add(path === '' ? at : `${at}.${path}`, message);
  }
  return change ? applyChange(match, change) : match;
}

/** The file's score is the final one: stored is the difference to the goals of `match`. An offset is stored as it is. */
function givenScore({ id, score, scoreOffset }: ResultTarget, match: Match | null): Row | null {
  const given = scoreOffset ?? score;
  if (!given) return null;
  const { home = null, away = null, home_penalties = null, away_penalties = null } = given;
  const [board] = scoreOffset || match === null ? [] : Object.values<Board>(match.state.matches);
  const less = (shown: number | null, goals = 0): number | null => (shown === null ? null : shown - goals);
  return {
    match_id: id,
    home: less(home, board?.score.home),
    away: less(away, board?.score.away),
    home_penalties,
    away_penalties,
  };
}

/** Restores an export, with `base` added to all positions. */
function restored(faults: Faults, target: ResultTarget, live: NonNullable<ResultTarget['live']>, base: number): Result {
  const { place, ref, scores, goals } = target;
  const keys = new Set<string>();
  const markers = target.markers.map(({ marker, arrival = 0, touched = 0 }, index): StoredMarker => {
    const at = `${place}.markers[${index}]`;
    if (arrival < 1 || arrival > touched)
      faults.add(`${at}.arrival`, 'Must be from 1 to touched, as an export writes it.');
    if (touched > live.seq) faults.add(`${at}.touched`, 'Must not be greater than live.seq.');
    if (keys.has(marker.key)) faults.add(`${at}.id`, 'The marker is listed twice.');
    keys.add(marker.key);
    return { ...marker, arrival: base + arrival, touched: base + touched };
  });
  if (scores) faults.add(`${place}.scores`, 'Leave it out: "live" contains the scores.');
  if (goals) faults.add(`${place}.goals`, 'Leave it out: "live" contains the goals.');
  const later = <T extends { readonly seq: number }>(entry: T): T => ({ ...entry, seq: base + entry.seq });
  const hand: ManualResult = withoutUndefined({
    scores:
      live.hand.scores &&
      Object.fromEntries(Object.entries(live.hand.scores).map(([team, entries]) => [team, entries.map(later)])),
    goals: live.hand.goals?.map(later),
  });
  // A match that had a position keeps its own history.
  const log = base === 0 ? live.log : [];
  checkLog(faults, `${place}.live.log`, log, live.seq);
  return { ref, seq: base + live.seq, hand, markers, given: givenScore(target, null), log };
}
