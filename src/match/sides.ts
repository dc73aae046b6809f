// What one pairing is played on: its two sides, the roster, the format. Finds the player behind an id and the side
// behind a marker (rules SIDE-1 to SIDE-5).
import type { BoardPlayer, PlayerType, Side } from '../../protocol/wire/board.ts';
import type { Marker, PlayerRef } from '../../protocol/rest/marker.ts';
import type { Fixture, Format, TournamentFixture } from './fixture.ts';

type Known = { readonly name: string; readonly team: string | null };
/** Players by `user:1`, `junior:1`: two namespaces. */
export type Roster = ReadonlyMap<string, Known>;

export type Sides = {
  /** Key among the state's `matches`: `100_0`, or `701` for a tournament match. */
  readonly id: string;
  /** How a goal's `team` names each side: team numbers in a club game, else `home` and `away`; null for a bye. */
  readonly home: string;
  readonly away: string | null;
  readonly format: Format;
  readonly roster: Roster;
  /** What the data file says of a tournament match. */
  readonly given: TournamentFixture['given'] | null;
};

/** A player as a marker names him. */
export type ShownPerson = {
  /** Tells persons apart within a match. */
  readonly key: string;
  readonly id: number;
  readonly type?: PlayerType;
  readonly name?: string;
  /** His side in this pairing, by the roster. */
  readonly side?: Side;
  readonly known: boolean;
};

export function rosterOf(fixture: Fixture): Roster {
  if (fixture.kind === 'match') {
    return new Map(fixture.players.map(({ id, name, team }) => [`user:${String(id)}`, { name, team }]));
  }
  return new Map(
    fixture.players.map(({ type, id, name, team }) => [
      `${type}:${String(id)}`,
      { name, team: team === null ? null : String(team) },
    ]),
  );
}

/** The grounds of a fixture, one for each pairing, byes included. */
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

export const isBye = (ground: Sides): boolean => ground.away === null;

/** The name of a side as goals carry it. */
export const teamOf = (ground: Sides, side: Side): string => (side === 'home' ? ground.home : (ground.away ?? 'away'));

/** The side that a team name stands for in this pairing. */
export function sideOfTeam(ground: Sides, team: string | null | undefined): Side | undefined {
  if (team === null || team === undefined) return undefined;
  if (team === 'home' || team === ground.home) return 'home';
  if (team === 'away' || team === ground.away) return 'away';
  return undefined;
}

/** Looks a player up; with the type left out `user` is tried first, then `junior` (rule SIDE-1). */
export function personOf(ground: Sides, ref: PlayerRef): ShownPerson {
  const types: readonly PlayerType[] = ref.type === undefined ? ['user', 'junior'] : [ref.type];
  for (const type of types) {
    const key = `${type}:${String(ref.id)}`;
    const known = ground.roster.get(key);
    if (known === undefined) continue;
    const side = sideOfTeam(ground, known.team);
    return { key, id: ref.id, type, name: known.name, known: true, ...(side === undefined ? {} : { side }) };
  }
  const key = `${ref.type ?? 'unknown'}:${String(ref.id)}`;
  return { key, id: ref.id, known: false, ...(ref.type === undefined ? {} : { type: ref.type }) };
}

/** Who a marker names, and the side of the primary player: the roster's, else the body's `team`. */
export type MarkerPlayers = {
  readonly primary: ShownPerson | null;
  readonly secondary: ShownPerson | null;
  readonly side: Side | undefined;
};

export function markerPlayersOf(ground: Sides, marker: Marker): MarkerPlayers {
  const primary = marker.primary === undefined ? null : personOf(ground, marker.primary);
  const secondary = marker.secondary === undefined ? null : personOf(ground, marker.secondary);
  return { primary, secondary, side: primary?.side ?? sideOfTeam(ground, marker.team) };
}

/** A name to show: the roster's, else the marker's `scorer` for its primary player (rule SIDE-6). */
export function shownPlayer(person: ShownPerson | null, scorer: string | undefined): BoardPlayer | undefined {
  const given = scorer === undefined || scorer === '' ? undefined : scorer;
  const name = person?.name ?? given;
  if (person === null) return name === undefined ? undefined : { name };
  const { id, type } = person;
  return { id, ...(name === undefined ? {} : { name }), ...(type === undefined ? {} : { type }) };
}
