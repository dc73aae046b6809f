// Checks markers: rejections (422) and warnings (rules TIME-3, LIFE-1, LIMIT-12, MIN-7, RESET-10,
// RESET-11, SIDE-3, SIDE-4, SIDE-8 to SIDE-10).
import { conventionalMinute } from '../../protocol/wire/minute.ts';
import { CLUB_MARKER_TYPES, type MarkerType } from '../../protocol/wire/marker.ts';
import type { Marker } from '../../protocol/rest/marker.ts';
import { isWholeGameReset, type Match, pairingOf } from './apply.ts';
import { GIVEN_STATUSES } from './board.ts';
import { type MarkerPlayers, markerPlayersOf, isBye, type ShownPerson, sideOfTeam, withoutByes } from './sides.ts';
import { isLifecycle } from './lifecycle.ts';
import type { Rejection } from './command.ts';
import type { Pairing } from './pairing.ts';
import { keeperSide } from './tally.ts';

const LATEST_MS = 24 * 60 * 60 * 1_000;
/** A wrong phone clock must not block a match: a reset clears markers that arrive later with a time before its own. */
const LATEST_RESET_MS = 5 * 60 * 1_000;
/** Maximum number of markers of a game or match. Lifecycle markers are accepted beyond it, up to the second number. */
const MARKERS_MAX = 5_000;
const ALL_MARKERS_MAX = 10_000;
/** Maximum number of stored markers of a game or match, cleared ones included: all of them stay in memory. */
const STORED_MAX = 50_000;
/** Maximum number of pairings in a message. */
const NAMED_MAX = 20;
const clubTypes: readonly MarkerType[] = CLUB_MARKER_TYPES;

/** The reasons to reject a marker; empty for a valid one. `now` is ms since 1970. */
export function rejections(match: Match, marker: Marker, now: number): Rejection[] {
  const details: Rejection[] = [];
  const refuse = (path: string, message: string): void => void details.push({ path, message });
  if (marker.at - now > LATEST_MS) refuse('timestamp', 'Must not be more than 24 hours in the future.');
  else if (marker.type === 'ResetMatch' && marker.at - now > LATEST_RESET_MS) {
    refuse(
      'timestamp',
      'A reset must not be more than 5 minutes in the future: it would clear all markers until then.',
    );
  }
  if (match.fixture.kind === 'match') {
    const { status } = match.fixture.given;
    if (isLifecycle(marker.type) && GIVEN_STATUSES.includes(status)) {
      refuse('type', `The match is ${status}: it does not accept ${marker.type} markers.`);
    }
    return details;
  }
  if (isLifecycle(marker.type) && match.fixture.cancellation) {
    refuse('type', `The game is cancelled: it does not accept ${marker.type} markers.`);
  }
  if (!clubTypes.includes(marker.type)) refuse('type', `Club games do not accept ${marker.type} markers.`);
  const scope = scopeRefusal(match, marker);
  if (scope !== null) refuse('match_id', scope);
  const { team } = marker;
  if (team !== undefined && team !== 'home' && team !== 'away') {
    const isKnown = match.fixture.teams.some(({ number }) => String(number) === team);
    if (!isKnown) refuse('team', `The game has no team ${team}.`);
  }
  return details;
}

/** The reason to accept no more markers; null if there is room (rule LIMIT-12). Cleared markers do not count. */
export function capacityProblem(match: Match, marker: Marker): Rejection | null {
  const { kind } = match.fixture;
  if (match.markers.size >= STORED_MAX) {
    return { path: '', message: `A ${kind} stores ${inWords(STORED_MAX)} markers at most, cleared ones included.` };
  }
  if (marker.type === 'ResetMatch') return null;
  const max = isLifecycle(marker.type) ? ALL_MARKERS_MAX : MARKERS_MAX;
  if (countingMarkers(match) < max) return null;
  const message = `A ${kind} takes ${inWords(max)} markers at most. Delete some, or post a ResetMatch.`;
  return { path: '', message };
}

/** The reason not to delete a reset: the cleared markers would count again. Null if there is room for them. */
export const overCapacity = (match: Match): Rejection | null =>
  countingMarkers(match) <= ALL_MARKERS_MAX
    ? null
    : {
        path: '',
        message: `Without this reset more than ${inWords(ALL_MARKERS_MAX)} markers would count. Delete some before.`,
      };

const inWords = (count: number): string => count.toLocaleString('en');

/** The markers that no reset cleared. A whole-game reset stands in each pairing and counts once. */
function countingMarkers({ pairings }: Match): number {
  let count = 0;
  let wholeGame = 0;
  for (const { length, reset } of pairings) {
    const isShared = reset !== null && isWholeGameReset(reset);
    count += length - Number(isShared);
    if (isShared) wholeGame = 1;
  }
  return count + wholeGame;
}

/** A game with several pairings needs a known `match_id`; a bye accepts no markers (rules SIDE-8, SIDE-9). */
function scopeRefusal({ pairings }: Match, marker: Marker): string | null {
  if (isWholeGameReset(marker)) return null;
  if (withoutByes(pairings).length === 0) return 'The game has no pairing that accepts markers.';
  if (marker.matchId === undefined) {
    return withoutByes(pairings).length > 1 ? `Must be ${choiceOf(pairings)}: the game has several pairings.` : null;
  }
  const named = pairings.find(({ sides }) => sides.id === marker.matchId);
  if (named === undefined) return `Must be ${choiceOf(pairings)}.`;
  if (!isBye(named.sides)) return null;
  return `${marker.matchId} is a bye and accepts no markers. Must be ${choiceOf(pairings)}.`;
}

function choiceOf(pairings: readonly Pairing[]): string {
  const ids = withoutByes(pairings).map(({ sides }) => sides.id);
  return `one of ${ids.slice(0, NAMED_MAX).join(', ')}${ids.length > NAMED_MAX ? ' …' : ''}`;
}

const needsSide = (type: MarkerType): boolean => !isLifecycle(type) && type !== 'Keeper' && type !== 'Event';

/** Warnings for a marker that is stored anyway (rules MIN-7, RESET-10, SIDE-3, SIDE-4). */
export const warningsFor = (match: Match, marker: Marker): string[] => [
  ...sideWarnings(match, marker),
  ...minuteWarning(marker),
  ...clearedWarning(match, marker),
];

/** A reset clears the marker at once if its time is not after the reset's. */
function clearedWarning({ pairings }: Match, marker: Marker): string[] {
  if (pairings.every(({ reset }) => reset === null)) return [];
  const own = pairingOf(pairings, marker);
  const concerned = pairings.filter((one) => (isWholeGameReset(marker) ? !isBye(one.sides) : one === own));
  const isReset = marker.type === 'ResetMatch';
  const times = concerned.flatMap(({ reset }) => {
    if (reset === null || reset.key === marker.key) return [];
    return marker.at < reset.at || (marker.at === reset.at && !isReset) ? [reset.at] : [];
  });
  if (times.length === 0 || times.length < concerned.length) return [];
  const until = new Date(Math.max(...times)).toISOString();
  return [
    `The marker does not count: a ResetMatch with the time ${until} clears everything up to that time. ` +
      'Check the clock of the device, or delete that ResetMatch.',
  ];
}

const minuteWarning = ({ minute }: Marker): string[] =>
  minute === undefined || conventionalMinute(minute) !== null
    ? []
    : [`The minute ${JSON.stringify(minute)} is not understood: it is shown as written. Send 45 or 45+2.`];

function sideWarnings(match: Match, marker: Marker): string[] {
  const pairing = pairingOf(match.pairings, marker);
  if (pairing === undefined) return [];
  const players = markerPlayersOf(pairing.sides, marker);
  const what = match.fixture.kind === 'game' ? 'game' : 'match';
  const warnings: string[] = [];
  for (const person of [players.primary, players.secondary]) {
    const warning = person === null ? null : personWarning(person, what);
    if (warning !== null) warnings.push(warning);
  }
  if (needsSide(marker.type) && !hasSide(pairing, players, marker)) {
    const sent = what === 'game' ? 'home, away or a team number' : 'home or away';
    warnings.push(
      `The side of this ${marker.type} is unknown: the marker is in the timeline but counts for no team. ` +
        (what === 'game'
          ? `Send it again with a player from the roster or with team (${sent}).`
          : `Delete it and post it with a player from the line-ups or with team (${sent}).`),
    );
  }
  return warnings;
}

function personWarning({ id, name, known, side }: ShownPerson, what: 'game' | 'match'): string | null {
  if (!known) {
    return `Player ${id} is not in this ${what}'s roster. The marker is stored without a name. Check the id and the player type.`;
  }
  return side === undefined
    ? `Player ${id} (${name ?? ''}) plays for neither side. Check the id, or send the team.`
    : null;
}

/** Uses the current keepers, not those at the marker's time: this is exact enough for a warning. */
function hasSide({ sides, tally }: Pairing, players: MarkerPlayers, marker: Marker): boolean {
  if (players.side !== undefined || sideOfTeam(sides, marker.team) !== undefined) return true;
  if (marker.type !== 'Save' && marker.type !== 'PenaltyMissed') return false;
  if (marker.type === 'PenaltyMissed' && players.secondary?.side !== undefined) return true;
  return keeperSide(tally, players.primary) !== undefined;
}
