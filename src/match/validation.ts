// What a match cannot take (422), and what it takes with a warning (rules TIME-3, LIFE-1, SIDE-3, SIDE-4, SIDE-8 to SIDE-10).
import { CLUB_MARKER_TYPES, type Marker, type MarkerType } from '../../protocol/rest/marker.ts';
import { matchSidesOf, isWholeGameReset, type Match } from './apply.ts';
import { GIVEN_STATUSES } from './board.ts';
import { markerPlayersOf, type Sides, isBye, type ShownPerson, sideOfTeam } from './sides.ts';
import { isLifecycle } from './lifecycle.ts';
import type { Rejection } from './command.ts';
import { keeperSide } from './tally.ts';

const LATEST_MS = 24 * 60 * 60 * 1_000;
const clubTypes: readonly MarkerType[] = CLUB_MARKER_TYPES;

/** Why a marker is refused; empty when it is not. `now` is ms since 1970. */
export function rejections(match: Match, marker: Marker, now: number): Rejection[] {
  const details: Rejection[] = [];
  const refuse = (path: string, message: string): void => void details.push({ path, message });
  if (marker.at - now > LATEST_MS) refuse('timestamp', 'Must not be more than 24 hours in the future.');
  if (match.fixture.kind === 'match') {
    const { status } = match.fixture.given;
    if (isLifecycle(marker.type) && GIVEN_STATUSES.includes(status)) {
      refuse('type', `The match is ${status}: it takes no ${marker.type} marker.`);
    }
    return details;
  }
  if (!clubTypes.includes(marker.type)) refuse('type', `A club game takes no ${marker.type} marker.`);
  const scope = scopeRefusal(match, marker);
  if (scope !== null) refuse('match_id', scope);
  const { team } = marker;
  if (team !== undefined && team !== 'home' && team !== 'away') {
    const isKnown = match.fixture.teams.some(({ number }) => String(number) === team);
    if (!isKnown) refuse('team', `The game has no team ${team}.`);
  }
  return details;
}

/** Several pairings need a match_id; it must be one of the game's, and a bye takes no markers (rules SIDE-8, SIDE-9). */
function scopeRefusal(match: Match, marker: Marker): string | null {
  if (isWholeGameReset(marker)) return null;
  const grounds = match.pairings.map(({ ground }) => ground);
  const choices = grounds.filter((ground) => !isBye(ground)).map(({ id }) => id);
  if (choices.length === 0) return 'The game has no pairing that takes markers.';
  const choice = `one of ${choices.join(', ')}`;
  if (marker.matchId === undefined) {
    return grounds.length > 1 ? `Must be ${choice}: the game has several pairings.` : null;
  }
  const ground = grounds.find(({ id }) => id === marker.matchId);
  if (ground === undefined) return `Must be ${choice}.`;
  return isBye(ground) ? `${marker.matchId} is a bye and takes no markers; must be ${choice}.` : null;
}

const needsSide = (type: MarkerType): boolean => !isLifecycle(type) && type !== 'Keeper' && type !== 'Event';

/** What could not be told of a marker that is stored all the same (rules SIDE-3, SIDE-4). */
export function warningsFor(match: Match, marker: Marker): string[] {
  const ground = matchSidesOf(
    match.pairings.map((pairing) => pairing.ground),
    marker,
  );
  if (ground === undefined) return [];
  const cast = markerPlayersOf(ground, marker);
  const what = match.fixture.kind === 'game' ? 'game' : 'match';
  const persons = [cast.primary, cast.secondary].filter((person) => person !== null);
  const warnings = persons.flatMap((person) => personWarning(person, what));
  if (needsSide(marker.type) && !hasSide(match, ground, marker)) {
    const sent = what === 'game' ? 'home, away or a team number' : 'home or away';
    warnings.push(
      `The side of this ${marker.type} cannot be told: it stands in the timeline and counts for no team. ` +
        (what === 'game'
          ? `Send it again with a player of the roster or with team (${sent}).`
          : `Delete it and post it with a player of the line-ups or with team (${sent}).`),
    );
  }
  return warnings;
}

function personWarning(person: ShownPerson, what: 'game' | 'match'): string[] {
  const who = `Player ${String(person.id)}`;
  if (!person.known) {
    return [
      `${who} is not in this ${what}'s roster: the marker is stored, without a name. Check the id and its player type.`,
    ];
  }
  if (person.side === undefined)
    return [`${who} (${person.name ?? ''}) plays for neither side. Check the id, or send team.`];
  return [];
}

/** The keepers of now stand for those of the marker's moment: a warning is no more than a hint. */
function hasSide(match: Match, ground: Sides, marker: Marker): boolean {
  const cast = markerPlayersOf(ground, marker);
  if (cast.side !== undefined || sideOfTeam(ground, marker.team) !== undefined) return true;
  if (marker.type !== 'Save' && marker.type !== 'PenaltyMissed') return false;
  if (marker.type === 'PenaltyMissed' && cast.secondary?.side !== undefined) return true;
  const pairing = match.pairings.find((candidate) => candidate.ground === ground);
  return pairing !== undefined && keeperSide(pairing.tally, cast.primary) !== undefined;
}
