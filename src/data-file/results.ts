// Markers, scores and goals of a data file, applied to games and matches that have none yet. What a file says goes through
// the same machine as what scorekeepers post (rule DATA-8); what an export says is put back as it was.
import type { Board, BoardGoal } from '../../protocol/wire/board.ts';
import type { FileGame, FileMatch } from '../../protocol/data-file/data-file.ts';
import type { FileMarker } from '../../protocol/data-file/fields.ts';
import { gameRef, matchRef, type MatchRef } from '../../protocol/wire/ids.ts';
import { withoutUndefined } from '../../protocol/rest/bodies.ts';
import type { Fixture } from '../match/fixture.ts';
import { applyChange, decide, type Match, openMatch } from '../match/match.ts';
import type { Command, ManualResult, StoredMarker } from '../match/command.ts';
import type { Draft } from './draft.ts';
import type { Faults } from './json-path.ts';
import type { Row } from './rows.ts';

/** A game or match whose results the file carries. */
export type Carrier = {
  readonly ref: MatchRef;
  readonly kind: 'game' | 'match';
  readonly id: number;
  readonly place: string;
  readonly isNew: boolean;
  readonly markers: readonly FileMarker[];
  readonly live: { readonly seq: number; readonly hand: ManualResult } | null;
  readonly scores: Readonly<Record<string, number>> | null;
  readonly goals: readonly BoardGoal[] | null;
  readonly score: FileMatch['score'];
  readonly scoreOffset: FileMatch['score_offset'];
};

export type Result = {
  readonly ref: MatchRef;
  readonly seq: number;
  readonly hand: ManualResult;
  readonly markers: readonly StoredMarker[];
  /** A row of `match_given_score`. */
  readonly given: Row | null;
};

type Placed<T> = { readonly id: number; readonly place: string; readonly stored: Row | null } & T;

export function gameCarrier({ id, place, stored, game }: Placed<{ readonly game: FileGame }>): Carrier | null {
  const scores = game.scores && Object.keys(game.scores).length > 0 ? game.scores : null;
  const goals = game.goals && game.goals.length > 0 ? game.goals.map(boardGoal) : null;
  const markers = game.markers ?? [];
  if (!scores && !goals && markers.length === 0 && !bringsLive(game.live, stored)) return null;
  const live = game.live ? { seq: game.live.seq, hand: withoutUndefined(game.live.hand) } : null;
  const none = { score: null, scoreOffset: null };
  return { ref: gameRef(id), kind: 'game', id, place, isNew: !stored, markers, live, scores, goals, ...none };
}

export function matchCarrier({ id, place, stored, match }: Placed<{ readonly match: FileMatch }>): Carrier | null {
  const markers = match.markers ?? [];
  if (!match.score && !match.score_offset && markers.length === 0 && !bringsLive(match.live, stored)) return null;
  const live = match.live ? { seq: match.live.seq, hand: {} } : null;
  const rest = { score: match.score, scoreOffset: match.score_offset, scores: null, goals: null };
  return { ref: matchRef(id), kind: 'match', id, place, isNew: !stored, markers, live, ...rest };
}

/** A stored match has a place in its sequence already; only results set by hand would add anything. */
const bringsLive = (
  live: { readonly seq: number; readonly hand?: object } | null | undefined,
  stored: Row | null,
): boolean => Boolean(live) && (!stored || Object.keys(live?.hand ?? {}).length > 0);

const boardGoal = (goal: NonNullable<FileGame['goals']>[number]): BoardGoal =>
  withoutUndefined({
    team: goal.team,
    scorer: goal.scorer,
    user_id: goal.user_id ?? undefined,
    minute: goal.minute ?? undefined,
    penalty: goal.penalty ?? false,
    own_goal: goal.own_goal ?? false,
    assister: goal.assister ?? undefined,
    assister_user_id: goal.assister_user_id ?? undefined,
  });

/** The machine looks at what is there with each marker: a list without end would take its time squared. */
const MARKERS_MAX = 5_000;

/** What comes of the results; `seq` is where the match's sequence stands. Faults where the machine refuses something. */
export async function resultOf(draft: Draft, fixture: Fixture, carrier: Carrier, seq: number): Promise<Result> {
  if (carrier.live) return restored(draft.faults, carrier, carrier.live, seq);
  let match = openMatch({ fixture, seq, markers: [], hand: {} });
  const { place, kind, markers, scores, goals } = carrier;
  const take = (command: Command, at: string): void => {
    match = taken(match, command, { now: draft.now, faults: draft.faults, at });
  };
  if (markers.length > MARKERS_MAX) {
    draft.faults.add(
      `${place}.markers`,
      `${markers.length} markers are more than a match has; ${MARKERS_MAX} at most.`,
    );
    return { ref: carrier.ref, seq, hand: {}, markers: [], given: null };
  }
  for (const [index, { marker, arrival, touched }] of markers.entries()) {
    await draft.breathe();
    const at = `${place}.markers[${index}]`;
    if (arrival !== undefined) draft.faults.add(`${at}.arrival`, 'Goes with "live", as an export writes it.');
    if (touched !== undefined) draft.faults.add(`${at}.touched`, 'Goes with "live", as an export writes it.');
    take({ kind: 'record', marker, repeat: kind === 'game' ? 'update' : 'report' }, at);
  }
  if (scores) take({ kind: 'scores', scores }, place);
  if (goals) take({ kind: 'goals', goals }, place);
  const given = givenScore(carrier, match);
  return { ref: carrier.ref, seq: match.seq, hand: match.hand, markers: [...match.markers.values()], given };
}

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

/** The file's score is what shows in the end: stored is what the counted goals leave of it. */
function givenScore({ id, score, scoreOffset }: Carrier, match: Match): Row | null {
  const given = scoreOffset ?? score;
  if (!given) return null;
  const { home = null, away = null, home_penalties = null, away_penalties = null } = given;
  const counted = scoreOffset ? undefined : Object.values<Board>(match.state.matches)[0]?.score;
  const less = (shown: number | null, goals = 0): number | null => (shown === null ? null : shown - goals);
  return {
    match_id: id,
    home: less(home, counted?.home),
    away: less(away, counted?.away),
    home_penalties,
    away_penalties,
  };
}

/** An export put back as it was, `base` further on in the match's sequence. */
function restored(faults: Faults, carrier: Carrier, live: NonNullable<Carrier['live']>, base: number): Result {
  const { place, ref, scores, goals } = carrier;
  const keys = new Set<string>();
  const markers = carrier.markers.map(({ marker, arrival = 0, touched = 0 }, index): StoredMarker => {
    const at = `${place}.markers[${index}]`;
    if (arrival < 1 || arrival > touched)
      faults.add(`${at}.arrival`, 'Must be from 1 to touched, as an export writes it.');
    if (touched > live.seq) faults.add(`${at}.touched`, 'Must not be greater than live.seq.');
    if (keys.has(marker.key)) faults.add(`${at}.id`, 'The marker stands there twice.');
    keys.add(marker.key);
    return { ...marker, arrival: base + arrival, touched: base + touched };
  });
  if (scores) faults.add(`${place}.scores`, 'Goes without "live", which holds the scores.');
  if (goals) faults.add(`${place}.goals`, 'Goes without "live", which holds the goals.');
  const later = <T extends { readonly seq: number }>(entry: T): T => ({ ...entry, seq: base + entry.seq });
  const hand: ManualResult = withoutUndefined({
    scores:
      live.hand.scores &&
      Object.fromEntries(Object.entries(live.hand.scores).map(([team, entries]) => [team, entries.map(later)])),
    goals: live.hand.goals?.map(later),
  });
  const { id, score, scoreOffset } = carrier;
  const given = scoreOffset ?? score;
  const row = given && {
    match_id: id,
    home: given.home ?? null,
    away: given.away ?? null,
    home_penalties: given.home_penalties ?? null,
    away_penalties: given.away_penalties ?? null,
  };
  return { ref, seq: base + live.seq, hand, markers, given: row ?? null };
}
