// A table of players, and what it changes: rule PLAN-11.
import { expect, it } from 'vitest';
import type { TournamentPerson } from '../../../../src/store/squad.ts';
import { readPlayersTable } from '../../../../src/web/manage/squad/squad-table.ts';
import { tableOf } from '../../../../src/web/manage/squad/table-cells.ts';
import { planPlayers } from '../../../../src/web/manage/tournament/players-plan.ts';

const TEAMS: Readonly<Record<string, number>> = { lions: 71, tigers: 72 };
const player = (id: number, name: string, more: Partial<TournamentPerson> = {}): TournamentPerson => ({
  id,
  name,
  team: null,
  jerseyNumber: null,
  position: null,
  captain: false,
  ...more,
});
const plan = (text: string, players: readonly TournamentPerson[] = [], team: number | null = null) => {
  const read = tableOf(text.split('\n').map((line) => line.split(',')));
  const table = 'cells' in read ? readPlayersTable(read.cells, (name) => TEAMS[name.toLowerCase()] ?? null) : null;
  if (table === null) throw new Error('The table cannot be read.');
  return planPlayers(table, players, team);
};
const faultsOf = (...of: Parameters<typeof plan>) =>
  plan(...of).faults.map(({ row, column, fault, other = '' }) => `${row} ${column} ${fault} ${other}`.trim());

it.each([
  'Name,Number,Position,Team,Captain\nAna,9,Goalkeeper,Lions,yes',
  'Spielerin,Nr,Position,Mannschaft,Kapitän\nAna,9,TW,LIONS,ja',
  'Jugadora,Dorsal,Posición,Equipo,Capitana\nAna,9,Portera,Lions,sí',
  'Joueuse,N°,Poste,Équipe,Capitaine\nAna,9,Gardienne,Lions,oui',
  'Jogadora,N.º,Posição,Equipa,Capitã\nAna,9,Guarda-redes,Lions,sim',
  'الاسم,رقم القميص,المركز,الفريق,القائد\nAna,٩,حارس مرمى,Lions,نعم',
])('rule PLAN-11: columns are known in six languages: %s', (text) => {
  const { entries, faults } = plan(text);
  const fields = { name: 'Ana', team_id: 71, jersey_number: 9, team_position: 'goalkeeper', captain: true };
  expect([faults, entries]).toEqual([[], [{ kind: 'player', id: null, fields }]]);
});

it('rule PLAN-11: faults stand at their cells', () => {
  const text =
    'Name,No,Team,Captain\nAna,9,Bears,\nBo,0,Lions,maybe\nCy,5,Lions,\nDi,5,Lions,\nEli,5,Tigers,\nCy,,Lions,';
  expect(faultsOf(text)).toEqual([
    '1 2 bad_team',
    '2 1 bad_number',
    '2 3 bad_captain',
    '4 1 number_in_row 4',
    '6 0 same_name 4',
  ]);
  const worn = [player(1, 'Old', { team: 71, jerseyNumber: 9 }), player(2, 'Ana', { team: 72 })];
  expect(faultsOf('Name,No,Team\nBo,9,Lions\nCy,9,Tigers', worn)).toEqual(['1 1 number_of Old']);
  const two = [player(1, 'Ana', { team: 71 }), player(2, 'Ana', { team: 72 })];
  expect(faultsOf('Name\nAna', two)).toEqual(['1 0 two_players']);
});

it('rule PLAN-11: a row is about the player of its team, then about one without a team, else about a new one', () => {
  const players = [
    player(1, 'Ana Silva', { team: 71, jerseyNumber: 9, position: 'forward' }),
    player(2, 'Rui Costa'),
    player(3, 'Eva Lopes', { team: 72, captain: true }),
  ];
  const { entries, rows, unchanged } = plan(
    'Name,No,Team,Captain\nana silva,9,Lions,\nAna Silva,9,Tigers,\nRui Costa,,Lions,\nEva Lopes,,,no',
    players,
  );
  expect([unchanged, rows]).toEqual([1, [2, 3, 4]]);
  expect(entries).toEqual([
    { kind: 'player', id: null, fields: { name: 'Ana Silva', team_id: 72, jersey_number: 9 } },
    { kind: 'player', id: 2, fields: { team_id: 71 } },
    { kind: 'player', id: 3, fields: { captain: false } },
  ]);
  expect(plan('Name\nNia', players, 72).entries[0]?.fields).toEqual({ name: 'Nia', team_id: 72 });
});
