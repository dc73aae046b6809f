// Checks markers: rejections (422) and warnings (rules TIME-3, LIFE-1, SIDE-3, SIDE-4, SIDE-8 to SIDE-10).
import { CLUB_MARKER_TYPES, type Marker, type MarkerType } from '../../protocol/rest/marker.ts';
import { matchSidesOf, isWholeGameReset, type Match } from './apply.ts';
import { GIVEN_STATUSES } from './board.ts';
import { markerPlayersOf, type Sides, isBye, type ShownPerson, sideOfTeam } from './sides.ts';
import { isLifecycle } from './lifecycle.ts';
import type { Rejection } from './command.ts';
import { keeperSide } from './tally.ts';

const LATEST_MS = 24 * 60 * 60 * 1_000;
const clubTypes: readonly MarkerType[] = CLUB_MARKER_TYPES;

/** The reasons to reject a marker; empty for a valid one. `now` is ms since 1970. */
export function rejections(match: Match, marker: Marker, now: number): Rejection[] {
  const details: Rejection[] = [];
  const refuse = (path: string, message: string): void => void details.push({ path, message });
  if (marker.at - now > LATEST_MS) refuse('timestamp', 'Must not be more than 24 hours in the future.');
  if (match.fixture.kind === 'match') {
    const { status } = match.fixture.given;
    if (isLifecycle(marker.type) && GIVEN_STATUSES.includes(status)) {
      refuse('type', `The match is ${status}: it does not accept ${marker.type} markers.`);
    }
    return details;
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

/** A game with several pairings needs a known `match_id`; a bye accepts no markers (rules SIDE-8, SIDE-9). */
function scopeRefusal(match: Match, marker: Marker): string | null {
  if (isWholeGameReset(marker)) return null;
  const allSides = match.pairings.map(({ sides }) => sides);
  const choices = allSides.filter((sides) => !isBye(sides)).map(({ id }) => id);
  if (choices.length === 0) return 'The game has no pairing that accepts markers.';
  const choice = `one of ${choices.join(', ')}`;
  if (marker.matchId === undefined) {
    return allSides.length > 1 ? `Must be ${choice}: the game has several pairings.` : null;
  }
  const sides = allSides.find(({ id }) => id === marker.matchId);
  if (sides === undefined) return `Must be ${choice}.`;
  return isBye(sides) ? `${marker.matchId} is a bye and accepts no markers. Must be ${choice}.` : null;
}

const needsSide = (type: MarkerType): boolean => !isLifecycle(type) && type !== 'Keeper' && type !== 'Event';

/** Warnings for a marker that is stored anyway (rules SIDE-3, SIDE-4). */
export function warningsFor(match: Match, marker: Marker): string[] {
  const sides = matchSidesOf(
    match.pairings.map((pairing) => pairing.sides),
    marker,
  );
  if (sides === undefined) return [];
  const players = markerPlayersOf(sides, marker);
  const what = match.fixture.kind === 'game' ? 'game' : 'match';
  const persons = [players.primary, players.secondary].filter((person) => person !== null);
  const warnings = persons.flatMap((person) => personWarning(person, what));
  if (needsSide(marker.type) && !hasSide(match, sides, marker)) {
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

function personWarning(person: ShownPerson, what: 'game' | 'match'): string[] {
  const who = `Player ${String(person.id)}`;
  if (!person.known) {
    return [
      `${who} is not in this ${what}'s roster. The marker is stored without a name. Check the id and the player type.`,
    ];
  }
  if (person.side === undefined)
    return [`${who} (${person.name ?? ''}) plays for neither side. Check the id, or send the team.`];
  return [];
}

/** Uses the current keepers, not those at the marker's time: this is exact enough for a warning. */
function hasSide(match: Match, sides: Sides, marker: Marker): boolean {
  const players = markerPlayersOf(sides, marker);
  if (players.side !== undefined || sideOfTeam(sides, marker.team) !== undefined) return true;
  if (marker.type !== 'Save' && marker.type !== 'PenaltyMissed') return false;
  if (marker.type === 'PenaltyMissed' && players.secondary?.side !== undefined) return true;
  const pairing = match.pairings.find((candidate) => candidate.sides === sides);
  return pairing !== undefined && keeperSide(pairing.tally, players.primary) !== undefined;
}
