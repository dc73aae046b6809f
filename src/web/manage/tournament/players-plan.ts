// What a table of players changes: each row becomes a new player, a change of a known one, or nothing (rule PLAN-11).
import { nameKey } from '../../../match/whole-words.ts';
import type { TournamentPerson } from '../../../store/squad.ts';
import { byName } from '../squad/squad-plan.ts';
import { type CellFault, nameColumn, type PeopleTable, type TableRow } from '../squad/squad-table.ts';

/** Fields as REST takes them. `id`: null for a new player. */
export type PlayerEntry = {
  readonly kind: 'player';
  readonly id: number | null;
  readonly fields: Readonly<
    Partial<{ name: string; team_id: number; jersey_number: number; team_position: string; captain: boolean }>
  >;
};

export type PlayersPlan = {
  readonly entries: readonly PlayerEntry[];
  /** The row of each entry. */
  readonly rows: readonly number[];
  /** Players of the table whom it does not change. */
  readonly unchanged: number;
  /** By row, then by column. Nothing of a plan with faults may be applied. */
  readonly faults: readonly CellFault[];
};

/** A row with the player that it is about. */
type Matched = { readonly row: TableRow; readonly team: number | null; readonly player: TournamentPerson | null };

/** `team`: of rows that name none; null for no team. */
export function planPlayers(
  { places, rows, faults }: PeopleTable,
  players: readonly TournamentPerson[],
  team: number | null,
): PlayersPlan {
  const found: CellFault[] = [...faults];
  const at = ({ row }: TableRow, column: 'name' | 'number') => ({ row, column: places[column] ?? nameColumn(places) });

  const named = byName(players);
  const rowsByName = new Map<string, number>();
  const matched: Matched[] = [];
  for (const row of rows) {
    if (row.name === '') continue;
    const own = row.team ?? team;
    const people = candidates(named.get(nameKey(row.name)) ?? [], own);
    const key = `${own ?? ''} ${nameKey(row.name)}`;
    const first = rowsByName.get(key);
    if (first !== undefined) found.push({ ...at(row, 'name'), fault: 'same_name', other: String(first + 1) });
    else if (people.length > 1) found.push({ ...at(row, 'name'), fault: 'two_players' });
    rowsByName.set(key, first ?? row.row);
    const player = people[0] ?? null;
    matched.push({ row, team: own ?? player?.team ?? null, player });
  }

  const wearers = wearersOf(players, matched);
  for (const { row, team: of } of matched) {
    if (of === null || row.number === undefined) continue;
    const wearer = wearers.get(`${of} ${row.number}`);
    if (wearer === undefined) wearers.set(`${of} ${row.number}`, row);
    else if ('row' in wearer)
      found.push({ ...at(row, 'number'), fault: 'number_in_row', other: String(wearer.row + 1) });
    else found.push({ ...at(row, 'number'), fault: 'number_of', other: wearer.name });
  }

  const changes = matched.map((match) => ({ ...match, fields: fieldsOf(match) }));
  const stored = changes.filter(({ player, fields }) => player === null || Object.keys(fields).length > 0);
  return {
    entries: stored.map(({ player, fields }) => ({ kind: 'player', id: player?.id ?? null, fields })),
    rows: stored.map(({ row }) => row.row),
    unchanged: changes.length - stored.length,
    faults: found.toSorted((a, b) => a.row - b.row || a.column - b.column),
  };
}

/** A row with a team is about a player of this team, or of none; another team's player may have the same name. */
function candidates(named: readonly TournamentPerson[], team: number | null): readonly TournamentPerson[] {
  if (team === null) return named;
  const inTeam = named.filter((player) => player.team === team);
  return inTeam.length > 0 ? inTeam : named.filter((player) => player.team === null);
}

/** Who wears a number of a team after the import, besides the players to whom the table gives one. */
function wearersOf(
  players: readonly TournamentPerson[],
  matched: readonly Matched[],
): Map<string, TournamentPerson | TableRow> {
  const renumbered = new Set(matched.flatMap(({ row, player }) => (row.number === undefined ? [] : [player])));
  return new Map(
    players.flatMap((player): [string, TournamentPerson][] =>
      player.team === null || player.jerseyNumber === null || renumbered.has(player)
        ? []
        : [[`${player.team} ${player.jerseyNumber}`, player]],
    ),
  );
}

/** The fields that differ from the stored player. */
function fieldsOf({ row: { name, number, position, captain }, team, player }: Matched): PlayerEntry['fields'] {
  return {
    ...(player === null ? { name } : {}),
    ...(team === null || team === player?.team ? {} : { team_id: team }),
    ...(number === undefined || number === player?.jerseyNumber ? {} : { jersey_number: number }),
    ...(position === undefined || position === player?.position ? {} : { team_position: position }),
    ...(captain === undefined || captain === (player?.captain ?? false) ? {} : { captain }),
  };
}
