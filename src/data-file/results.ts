// Applies a file's markers, scores and goals to games and matches without any. They pass through the same match machine as
// posted markers (rule DATA-8). An export is restored unchanged.
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

/** A game or match with results in the file. */
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

/** A stored match already has its sequence; only manual results would add anything. */
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

/** The machine checks each marker against all others, so the time grows with the square of their number. */
const MARKERS_MAX = 5_000;

/** Computes a match's results from `seq` on. Markers that the machine rejects become faults. */
export async function resultOf(draft: Draft, fixture: Fixture, carrier: Carrier, seq: number): Promise<Result> {
  if (carrier.live) return restored(draft.faults, carrier, carrier.live, seq);
  let match = openMatch({ fixture, seq, markers: [], hand: {} });
  const { place, kind, markers, scores, goals } = carrier;
  const take = (command: Command, at: string): void => {
    match = taken(match, command, { now: draft.now, faults: draft.faults, at });
  };
  if (markers.length > MARKERS_MAX) {
    draft.faults.add(`${place}.markers`, `A match has at most ${MARKERS_MAX} markers, not ${markers.length}.`);
    return { ref: carrier.ref, seq, hand: {}, markers: [], given: null };
  }
  for (const [index, { marker, arrival, touched }] of markers.entries()) {
    await draft.breathe();
    const at = `${place}.markers[${index}]`;
    if (arrival !== undefined) draft.faults.add(`${at}.arrival`, 'Only an export has it, together with "live".');
    if (touched !== undefined) draft.faults.add(`${at}.touched`, 'Only an export has it, together with "live".');
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

/** The file's score is the final one: stored is the difference to the counted goals. */
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

/** Restores an export, with `base` added to all positions. */
function restored(faults: Faults, carrier: Carrier, live: NonNullable<Carrier['live']>, base: number): Result {
  const { place, ref, scores, goals } = carrier;
  const keys = new Set<string>();
  const markers = carrier.markers.map(({ marker, arrival = 0, touched = 0 }, index): StoredMarker => {
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
