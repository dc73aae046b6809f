// The match machine: opens a stored match, decides the effect of a command, applies changes. Pure: time is an argument;
// no I/O, no await.
import type { BoardGoal } from '../../protocol/wire/board.ts';
import type { Cause } from '../../protocol/wire/down.ts';
import { gameRef, matchRef, type MatchRef } from '../../protocol/wire/ids.ts';
import { isEmpty, patchBetween } from '../../protocol/wire/merge-patch.ts';
import type { Marker } from '../../protocol/rest/marker.ts';
import { applyChange, isWholeGameReset, pairingOf, type Match } from './apply.ts';
import { countedGoals, goalEntries } from './board.ts';
import {
  manualResultAfterMarker,
  withoutNegativeScores,
  withoutRaisedBy,
  withManualGoals,
  withManualScores,
  hasManualResult,
} from './manual-result.ts';
import type { Change, Command, Decision, ManualResult, Rejection, StoredMarker } from './command.ts';
import { capacityProblem, overCapacity, rejections, warningsFor } from './validation.ts';
import { isCleared } from './reset.ts';

export { applyChange, atOnce, type Match, openInPieces, openMatch, type StoredMatch, withFixture } from './apply.ts';

/** The id of a match on the wire, which is also the name of its channel. */
export const refOf = ({ fixture }: Match): MatchRef =>
  fixture.kind === 'game' ? gameRef(fixture.id) : matchRef(fixture.id);

/**
 * Decides a command: the outcome for the caller, and the change to store at the match's next `seq` (null when nothing
 * changes). `now` is the server's time, ms since 1970.
 */
export function decide(match: Match, command: Command, now: number): Decision {
  switch (command.kind) {
    case 'record':
      return record(match, command.marker, command.repeat, now);
    case 'replace':
      return replace(match, command.marker, now);
    case 'delete':
      return remove(match, command.key, now);
    case 'scores':
      return setScores(match, command.scores, now);
    case 'goals':
      return setGoals(match, command.goals, now);
  }
}

const refused = (details: readonly Rejection[]): Decision => ({ outcome: { kind: 'refused', details }, change: null });

function record(match: Match, sent: Marker, repeat: 'update' | 'report', now: number): Decision {
  const known = match.markers.get(sent.key);
  // In a tournament match a repeated id reports the stored marker (rules ID-2, RESET-9).
  if (known !== undefined && repeat === 'report') {
    return { outcome: { kind: 'reported', marker: known, warnings: warningsFor(match, known) }, change: null };
  }
  if (known !== undefined) return update(match, known, sent, now);
  const details = rejections(match, sent, now);
  if (details.length > 0) return refused(details);
  const marker = placed(match, sent, undefined);
  const full = capacityProblem(match, marker);
  if (full !== null) return refused([full]);
  const seq = match.seq + 1;
  const cause = causeOf(marker, marker.type === 'ResetMatch' ? 'reset' : 'recorded');
  const change = { seq, at: now, cause: [cause], put: [{ ...marker, arrival: seq, touched: seq }] };
  const outcome = { kind: 'created', marker, warnings: warningsFor(match, marker) } as const;
  return { outcome, change: withManual(match, change, marker.key) };
}

/** The marker with this key; undefined if there is none, or if a reset cleared it. */
export function countingMarker(match: Match, key: string): StoredMarker | undefined {
  const marker = match.markers.get(key);
  return marker !== undefined && isActive(match, marker) ? marker : undefined;
}

/** Replaces a marker that counts, in one change (rule ID-10). */
function replace(match: Match, sent: Marker, now: number): Decision {
  const known = countingMarker(match, sent.key);
  if (known === undefined) return { outcome: { kind: 'missing' }, change: null };
  return update(match, known, sent, now);
}

/** Replaces a known marker whole. It keeps its place in the order of arrival (rules ID-4, ID-5). */
function update(match: Match, known: StoredMarker, sent: Marker, now: number): Decision {
  const details = rejections(match, sent, now);
  if (details.length > 0) return refused(details);
  const marker = placed(match, sent, known);
  const seq = match.seq + 1;
  const put = { ...marker, arrival: known.arrival, touched: seq };
  const change: Change = { seq, at: now, cause: [causeOf(marker, 'updated')], put: [put] };
  const revives = isRevived(match, known, put);
  const isSame = isAlike(known, put) && !revives;
  // Where a reset is replaced, an earlier one may decide.
  const after = known.type === 'ResetMatch' && !isSame ? applyChange(match, change) : match;
  const outcome = { kind: 'updated', marker, warnings: warningsFor(after, marker) } as const;
  const full = revives ? capacityProblem(match, marker) : null;
  if (full !== null) return refused([full]);
  if (isSame) return { outcome, change: null };
  const overfull = known.type === 'ResetMatch' ? overCapacity(after) : null;
  if (overfull !== null) return refused([overfull]);
  return { outcome, change: withManual(match, change, marker.key) };
}

/** The marker as stored: with the id as first sent and with its pairing (rules ID-7, READ-14). */
function placed(match: Match, sent: Marker, known: StoredMarker | undefined): Marker {
  const id = known?.id ?? sent.id;
  if (match.fixture.kind === 'match' || isWholeGameReset(sent)) return { ...sent, id };
  const pairing = pairingOf(match.pairings, sent);
  return pairing === undefined ? { ...sent, id } : { ...sent, id, matchId: pairing.sides.id };
}

const causeOf = ({ id, type }: Marker, action: Cause['action']): Cause => ({ marker_id: id, type, action });

/** Whether two markers are equal, apart from the time of writing. */
const isAlike = (known: StoredMarker, put: StoredMarker): boolean =>
  isEmpty(patchBetween({ ...known, touched: 0 }, { ...put, touched: 0 }));

/** A cleared marker that is posted again counts again if its time is later than the reset's (rule RESET-9). */
const isRevived = (match: Match, known: StoredMarker, put: StoredMarker): boolean =>
  put.type !== 'ResetMatch' && !isActive(match, known) && isActive(match, put);

/** Whether a stored marker counts: no reset cleared it. */
function isActive(match: Match, marker: StoredMarker): boolean {
  if (isWholeGameReset(marker)) {
    if (match.pairings.every(({ length }) => length === 0)) return true;
    return match.pairings.some(({ reset }) => reset?.key === marker.key);
  }
  const pairing = pairingOf(match.pairings, marker);
  return pairing !== undefined && !isCleared(marker, pairing.reset);
}

function remove(match: Match, key: string, now: number): Decision {
  const marker = countingMarker(match, key);
  if (marker === undefined) return { outcome: { kind: 'missing' }, change: null };
  const change: Change = {
    seq: match.seq + 1,
    at: now,
    cause: [causeOf(marker, 'deleted')],
    drop: [key],
  };
  const overfull = marker.type === 'ResetMatch' ? overCapacity(applyChange(match, change)) : null;
  if (overfull !== null) return refused([overfull]);
  return { outcome: { kind: 'deleted', marker }, change: withManual(match, change, key) };
}

/** Manual results follow the markers they came from, and no score falls below 0 (rules SCORE-9, SCORE-11). */
function withManual(match: Match, change: Change, key: string): Change {
  if (!hasManualResult(match.hand)) return change;
  const after = applyChange(match, change);
  // A team that a new line-up left below 0 counts from the 0 that it shows.
  const hand = withoutNegativeScores(match.hand, counted(match), { since: match.manualSince, reset: null });
  const isDeleted = change.drop !== undefined;
  const [was, stands] = [match.markers.get(key), after.markers.get(key)];
  const counts = stands !== undefined && isActive(after, stands);
  // An update may move a marker to before a reset. What a reset clears itself leaves the manual results (rule RESET-6).
  const followed =
    isDeleted || counts || countingMarker(match, key) !== undefined
      ? manualResultAfterMarker(
          hand,
          key,
          { entry: goalEntries(after.pairings).find((entry) => entry.key === key) ?? null, deleted: isDeleted },
          after.manualSince,
        )
      : hand;
  const isTakenBack = was?.type === 'ResetMatch' && stands?.type !== 'ResetMatch';
  const kept = isTakenBack ? withoutRaisedBy(followed, was.arrival) : followed;
  const reset = was === undefined && stands?.type === 'ResetMatch' ? stands.arrival : null;
  return withManualOf(
    change,
    match.hand,
    withoutNegativeScores(kept, counted(after), { since: after.manualSince, reset }),
  );
}

const withManualOf = (change: Change, before: ManualResult, after: ManualResult): Change =>
  after === before ? change : { ...change, hand: after };

const counted =
  (match: Match) =>
  (team: string): number =>
    countedGoals(match.pairings, team);

function unknownTeams(match: Match, teams: readonly (readonly [path: string, team: string])[]): Rejection[] {
  const { fixture } = match;
  if (fixture.kind === 'match') return [{ path: '', message: 'Only club games accept manual scores and goals.' }];
  return teams
    .filter(([, team]) => !fixture.teams.some(({ number }) => String(number) === team))
    .map(([path, team]) => ({ path, message: `The game has no team ${team}.` }));
}

function setScores(match: Match, scores: Readonly<Record<string, number>>, now: number): Decision {
  const details = unknownTeams(
    match,
    Object.keys(scores).map((team) => [`scores.${team}`, team]),
  );
  if (details.length > 0) return refused(details);
  const at = { seq: match.seq + 1, since: match.manualSince };
  return setManual(match, withManualScores(match.hand, scores, counted(match), at), 'scores', now);
}

function setGoals(match: Match, goals: readonly BoardGoal[], now: number): Decision {
  const details = unknownTeams(
    match,
    goals.map(({ team }, index) => [`goals[${String(index)}].team`, team]),
  );
  if (details.length > 0) return refused(details);
  const at = { seq: match.seq + 1, since: match.manualSince };
  return setManual(match, withManualGoals(match.hand, goals, goalEntries(match.pairings), at), 'goals', now);
}

function setManual(match: Match, manual: ManualResult, action: 'scores' | 'goals', now: number): Decision {
  const change: Change | null =
    manual === match.hand ? null : { seq: match.seq + 1, at: now, cause: [{ action }], hand: manual };
  return { outcome: { kind: 'set' }, change };
}
