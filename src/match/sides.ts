// The two sides of a pairing, with roster and format. Finds the player of an id and the side of a marker (rules SIDE-1 to
// SIDE-5).
import type { BoardPlayer, PlayerType, Side } from '../../protocol/wire/board.ts';
import type { Marker, PlayerRef } from '../../protocol/rest/marker.ts';
import { withoutUndefined } from '../../protocol/wire/without-undefined.ts';
import type { Fixture, Format, GamePlayer, MatchPlayer, TournamentFixture } from './fixture.ts';

/** `key`: `user:1`, `junior:1`. */
type Known = { readonly key: string; readonly name: string; readonly team: string | null };
/** Players by id. Users and juniors have separate ids. */
type Roster = Readonly<Record<PlayerType, ReadonlyMap<number, Known>>>;

export type Sides = {
  /** Key in the state's `matches`: `100_0`, or `701` for a tournament match. */
  readonly id: string;
  /** Names of the sides in a goal's `team`: team numbers in a club game, else `home` and `away`; `away` is null for a bye. */
  readonly home: string;
  readonly away: string | null;
  readonly format: Format;
  readonly roster: Roster;
  /** The data file's result of a tournament match. */
  readonly given: TournamentFixture['given'] | null;
};

/** A player that a marker names. */
export type ShownPerson = {
  /** Unique within a match. */
  readonly key: string;
  readonly id: number;
  readonly type?: PlayerType | undefined;
  readonly name?: string | undefined;
  /** The player's side in this pairing, from the roster. */
  readonly side?: Side | undefined;
  readonly known: boolean;
};

/** All players of a tournament match are users. */
export function rosterOf({ players }: Fixture): Roster {
  const roster = { user: new Map<number, Known>(), junior: new Map<number, Known>() };
  for (const player of players as readonly (GamePlayer | MatchPlayer)[]) {
    const type = 'type' in player ? player.type : 'user';
    const team = player.team === null ? null : String(player.team);
    roster[type].set(player.id, { key: `${type}:${player.id}`, name: player.name, team });
  }
  return roster;
}

/** The sides of each pairing of a fixture, byes included. */
export function sidesOf(fixture: Fixture): Sides[] {
  const roster = rosterOf(fixture);
  const { format } = fixture;
  if (fixture.kind === 'match') {
    return [{ id: String(fixture.id), home: 'home', away: 'away', format, roster, given: fixture.given }];
  }
  return fixture.pairings.map(({ index, home, away }) => ({
    id: `${String(fixture.id)}_${String(index)}`,
    home: String(home),
    away: away === null ? null : String(away),
    format,
    roster,
    given: null,
  }));
}

/** Whether the home team has no opponent. */
export const isBye = (sides: Sides): boolean => sides.away === null;

/** Pairings that are played; byes are not. */
export const withoutByes = <T extends { readonly sides: Sides }>(pairings: readonly T[]): readonly T[] =>
  pairings.filter(({ sides }) => !isBye(sides));

/** The name of a side in goals. */
export const teamOf = (sides: Sides, side: Side): string => (side === 'home' ? sides.home : (sides.away ?? 'away'));

/** The side with this team name in this pairing. */
export function sideOfTeam(sides: Sides, team: string | null | undefined): Side | undefined {
  if (team === null || team === undefined) return undefined;
  if (team === 'home' || team === sides.home) return 'home';
  if (team === 'away' || team === sides.away) return 'away';
  return undefined;
}

/** Looks up a player. Without a type, `user` is tried before `junior` (rule SIDE-1); one who is in no roster is a user (rule STAT-6). */
export function personOf(sides: Sides, ref: PlayerRef): ShownPerson {
  const { id } = ref;
  const type = ref.type ?? (sides.roster.user.has(id) ? 'user' : 'junior');
  const known = sides.roster[type].get(id);
  if (known !== undefined) {
    return { key: known.key, id, type, name: known.name, known: true, side: sideOfTeam(sides, known.team) };
  }
  return { key: `${ref.type ?? 'user'}:${id}`, id, type: ref.type, name: undefined, known: false, side: undefined };
}

/** The players that a marker names, and the side: from the roster, else from the body's `team`. */
export type MarkerPlayers = {
  readonly primary: ShownPerson | null;
  readonly secondary: ShownPerson | null;
  readonly side: Side | undefined;
};

export function markerPlayersOf(sides: Sides, marker: Marker): MarkerPlayers {
  const primary = marker.primary === undefined ? null : personOf(sides, marker.primary);
  const secondary = marker.secondary === undefined ? null : personOf(sides, marker.secondary);
  return { primary, secondary, side: primary?.side ?? sideOfTeam(sides, marker.team) };
}

/** The player to show: the roster's name, else the marker's `scorer` for its primary player (rule SIDE-6). */
export function shownPlayer(person: ShownPerson | null, scorer: string | undefined): BoardPlayer | undefined {
  const given = scorer === undefined || scorer === '' ? undefined : scorer;
  const name = person?.name ?? given;
  if (person === null) return name === undefined ? undefined : { name };
  return withoutUndefined({ id: person.id, name, type: person.type });
}

/** The person of a card: the player, else the name that the marker gives, in any letter case. Undefined when it names no person. */
export const cardedPerson = ({ scorer }: Marker, { primary, side }: MarkerPlayers): string | undefined =>
  primary?.key ?? (scorer && side ? `${side}:${scorer.toLowerCase()}` : undefined);
