// What staff changed in the line-up of one game or match: shirt numbers, and fill-in players (rules LINE-1 to LINE-4). Pure.
import { FILL_INS_MAX, type LineupChange } from '../../protocol/rest/lineups.ts';
import type { FillIn, Fixture, LineupEdits } from './fixture.ts';
import { rosterOf } from './sides.ts';
import type { Rejection } from './command.ts';

export const NO_EDITS: LineupEdits = { numbers: {}, fill_ins: {} };

/** The shirt number of a player in this game or match; `given`: the one of the data file. */
export const shirtNumber = ({ lineupEdits }: Fixture, key: string, given: number | null): number | null =>
  lineupEdits?.numbers[key] ?? given;

/** The fill-ins of a team by number, then by name. */
export const fillInsOf = ({ lineupEdits }: Fixture, team: string): readonly (FillIn & { readonly id: string })[] =>
  Object.entries(lineupEdits?.fill_ins ?? {})
    .map(([id, fillIn]) => ({ id, ...fillIn }))
    .filter((fillIn) => fillIn.team === team)
    .sort((a, b) => (a.jersey_number ?? 100) - (b.jersey_number ?? 100) || (a.name < b.name ? -1 : 1));

/** The edits after a change, or what is wrong with it. */
export function changedLineup(fixture: Fixture, change: LineupChange): LineupEdits | readonly Rejection[] {
  const { numbers, fill_ins: fillIns } = fixture.lineupEdits ?? NO_EDITS;
  const players = (change.players ?? []).map(({ id, player_type: type, jersey_number: number }) => {
    return [`${type ?? 'user'}:${String(id)}`, number] as const;
  });
  const changed = (change.fill_ins ?? []).map(({ id, team, name, ...rest }): readonly [string, FillIn | null] => {
    if (name === null) return [id, null];
    const { jersey_number: number, is_substitute: isSubstitute } = rest;
    return [id, { team, name: name.trim(), jersey_number: number ?? null, is_substitute: isSubstitute ?? false }];
  });
  const next = { numbers: merged(numbers, players), fill_ins: merged(fillIns, changed) };
  const details = [
    ...unknownPlayers(fixture, change.players ?? []),
    ...unknownTeams(fixture, changed),
    ...tooMany(next),
  ];
  return details.length > 0 ? details : next;
}

/** The entries after a change; null removes one. */
function merged<T>(
  before: Readonly<Record<string, T>>,
  changes: readonly (readonly [string, T | null])[],
): Readonly<Record<string, T>> {
  const after = new Map(Object.entries(before));
  for (const [key, value] of changes) {
    if (value === null) after.delete(key);
    else after.set(key, value);
  }
  return Object.fromEntries(after);
}

function unknownPlayers(fixture: Fixture, players: NonNullable<LineupChange['players']>): Rejection[] {
  const roster = rosterOf(fixture);
  return players.flatMap(({ id, player_type }, index) => {
    const type = player_type ?? 'user';
    if (roster[type].has(id)) return [];
    return [{ path: `players[${index}].id`, message: `The ${fixture.kind} has no player ${type} ${id}.` }];
  });
}

function unknownTeams(fixture: Fixture, fillIns: readonly (readonly [string, FillIn | null])[]): Rejection[] {
  if (fixture.kind === 'match') return [];
  return fillIns.flatMap(([, fillIn], index) =>
    fillIn === null || fixture.teams.some(({ number }) => String(number) === fillIn.team)
      ? []
      : [{ path: `fill_ins[${String(index)}].team`, message: `The game has no team ${fillIn.team}.` }],
  );
}

const tooMany = ({ fill_ins: fillIns }: LineupEdits): Rejection[] =>
  Object.keys(fillIns).length > FILL_INS_MAX
    ? [{ path: 'fill_ins', message: `A game or match takes ${String(FILL_INS_MAX)} fill-ins at most.` }]
    : [];

/** Whether two edits are equal. The order of their keys does not count. */
export const isSameEdits = (a: LineupEdits, b: LineupEdits): boolean => textOf(a) === textOf(b);

const textOf = ({ numbers, fill_ins: fillIns }: LineupEdits): string =>
  JSON.stringify([
    sorted(numbers),
    sorted(fillIns).map(([id, { team, name, jersey_number: number, is_substitute: isSubstitute }]) => [
      id,
      team,
      name,
      number,
      isSubstitute,
    ]),
  ]);

const sorted = <T>(record: Readonly<Record<string, T>>): [string, T][] =>
  Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1));
