// What a table of players changes: each row becomes a new player, a change of a known one, or nothing (rule PLAN-11).
import { nameKey } from '../../../match/whole-words.ts';
import type { TournamentPerson } from '../../../store/squad.ts';
import { byName, openPlan, type PeoplePlan } from '../squad/people-plan.ts';
import type { PeopleTable, TableRow } from '../squad/squad-table.ts';

/** Fields as REST takes them. `id`: null for a new player. */
export type PlayerEntry = {
  readonly kind: 'player';
  readonly id: number | null;
  readonly fields: Readonly<
    Partial<{ name: string; team_id: number; jersey_number: number; team_position: string; captain: boolean }>
  >;
};

export type PlayersPlan = PeoplePlan<PlayerEntry>;

/** A row with the player that it is about. */
type Matched = { readonly row: TableRow; readonly team: number | null; readonly person: TournamentPerson | null };

/** What the table changes in the players. `team`: of rows that name none; null for no team. */
export function planPlayers(
  table: PeopleTable,
  players: readonly TournamentPerson[],
  team: number | null,
): PlayersPlan {
  const plan = openPlan(table);
  const named = byName(players);
  const matched: Matched[] = [];
  for (const row of table.rows) {
    if (row.name === '') continue;
    const own = row.team ?? team;
    const people = candidates(named.get(nameKey(row.name)) ?? [], own);
    plan.checkName(row, `${own ?? ''} ${nameKey(row.name)}`, people, 'two_players');
    const person = people[0] ?? null;
    matched.push({ row, team: own ?? person?.team ?? null, person });
  }

  const wearers = wearersOf(players, matched);
  for (const { row, team: of } of matched) {
    if (of !== null && row.number !== undefined) plan.giveNumber(row, `${of} ${row.number}`, wearers);
  }

  const changes = matched.map((match) => ({ ...match, fields: fieldsOf(match) }));
  return plan.planOf(changes, ({ person, fields }) => ({ kind: 'player', id: person?.id ?? null, fields }));
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
  const renumbered = new Set(matched.flatMap(({ row, person }) => (row.number === undefined ? [] : [person])));
  return new Map(
    players.flatMap((player): [string, TournamentPerson][] =>
      player.team === null || player.jerseyNumber === null || renumbered.has(player)
        ? []
        : [[`${player.team} ${player.jerseyNumber}`, player]],
    ),
  );
}

/** The fields that differ from the stored player. */
function fieldsOf({ row: { name, number, position, captain }, team, person }: Matched): PlayerEntry['fields'] {
  return {
    ...(person === null ? { name } : {}),
    ...(team === null || team === person?.team ? {} : { team_id: team }),
    ...(number === undefined || number === person?.jerseyNumber ? {} : { jersey_number: number }),
    ...(position === undefined || position === person?.position ? {} : { team_position: position }),
    ...(captain === undefined || captain === (person?.captain ?? false) ? {} : { captain }),
  };
}
