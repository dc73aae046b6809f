// A squad's table as people have it, and what it changes: rules SQUAD-4 to SQUAD-6.
import { describe, expect, it } from 'vitest';
import type { SquadPerson } from '../../../../src/store/squad.ts';
import { columnOf, kindOf, positionOf, roleOf } from '../../../../src/web/manage/squad/column-names.ts';
import { planSquad } from '../../../../src/web/manage/squad/squad-plan.ts';
import { readSquadTable } from '../../../../src/web/manage/squad/squad-table.ts';
import { type Cells, tableOf, textOf } from '../../../../src/web/manage/squad/table-cells.ts';

const person = (id: number, name: string, more: Partial<SquadPerson> = {}): SquadPerson => ({
  kind: 'member',
  id,
  name,
  status: 'active',
  role: 'Member',
  jerseyNumber: null,
  position: null,
  hasAccount: false,
  ...more,
});
/** Rows in lines, cells between semicolons. */
const cellsOf = (text: string): Cells => {
  const read = tableOf(text.split('\n').map((line) => line.split(/[;,\t]/)));
  if ('fault' in read) throw new Error(read.fault);
  return read.cells;
};
const plan = (text: string, squad: readonly SquadPerson[] = [], mayGiveRoles = true) => {
  const table = readSquadTable(cellsOf(text));
  if (table === null) throw new Error('The table has no names.');
  return planSquad(table, { squad, kind: 'member', mayGiveRoles });
};
const faultsOf = (...of: Parameters<typeof plan>) =>
  plan(...of).faults.map(({ row, column, fault, other }) => [
    row,
    column,
    fault,
    ...(other === undefined ? [] : [other]),
  ]);

describe('rule SQUAD-6: the columns of a table', () => {
  it.each([
    'Name;Number;Position;Type;Role\nAna;9;Goalkeeper;junior;Member',
    'Spielername\tRückennr.\tPosition\tJugend\tRolle\nAna\t9\tTW\tja\tMitglied',
    'Nombre,Dorsal,Posición,Juvenil,Función\nAna,9,Portera,sí,miembro',
    'Joueuse;N° ;Poste;Jeune;Rôle\nAna;9;Gardienne;oui;membre',
    'Nome;N.º;Posição;Menor;Cargo\nAna;9;Guarda-redes;sim;sócio',
    'الاسم,رقم القميص,المركز,ناشئ,الدور\nAna,٩,حارس مرمى,نعم,عضو',
  ])('are known in six languages: %s', (text) => {
    expect(readSquadTable(cellsOf(text))).toMatchObject({
      faults: [],
      unused: [],
      rows: [{ name: 'Ana', number: 9, position: 'goalkeeper', kind: 'junior', role: 'Member' }],
    });
  });

  it('may be first and last names, and others are named as not used', () => {
    const table = readSquadTable(cellsOf('Vorname,Nachname,E-Mail\nAna,Silva,ana@example.org\n,Costa,'));
    expect(table).toMatchObject({ unused: ['E-Mail'], rows: [{ name: 'Ana Silva' }, { name: 'Costa' }] });
  });

  it('may have no heads: a list of names, with numbers or without', () => {
    expect(readSquadTable(cellsOf('Ana Silva\nRui Costa'))).toMatchObject({
      head: null,
      rows: [{ row: 0, name: 'Ana Silva' }, { name: 'Rui Costa' }],
    });
    expect(readSquadTable(cellsOf('9\tAna\n10\tRui'))?.rows).toMatchObject([
      { name: 'Ana', number: 9 },
      { number: 10 },
    ]);
    expect(readSquadTable(cellsOf('1,2\n3,4'))).toBeNull();
    expect(readSquadTable(cellsOf('Number,Position\n3,GK'))).toBeNull();
  });

  it('of a list of surnames with first names behind a comma are one name', () => {
    const names = (text: string) => plan(text).entries.map(({ fields }) => fields.name);
    expect(names('Müller, Hans\nO’Brien-Smith, Ana Maria')).toEqual(['Hans Müller', 'Ana Maria O’Brien-Smith']);
    expect(names('Müller,Hans\nMeier,Eva')).toEqual(['Müller', 'Meier']);
    expect(names('Hans, Torwart\nEva, Sturm')).toEqual(['Hans', 'Eva']);
    expect(names('Hans Müller, München')).toEqual(['Hans Müller']);
    expect(names('Name, Vorname\nMüller, Hans')).toEqual(['Hans Müller']);
    expect(names('Name;Vorname;Nachname\nHans Müller;H.;M.')).toEqual(['Hans Müller']);
  });

  it.each([
    [columnOf, ['Nº', 'Trikot-Nr.', 'camiseta'], 'number'],
    [positionOf, ['GK', 'Torhüter', 'Gardien de but'], 'goalkeeper'],
    [positionOf, ['ST', 'Stürmer', 'Avançado', 'هجوم'], 'forward'],
    [kindOf, ['Youth', 'Jugend', 'x'], 'junior'],
    [roleOf, ['Moderador', 'staff'], 'Moderator'],
  ])('%o', (of, words, meaning) => {
    expect(words.map(of)).toEqual(words.map(() => meaning));
  });
});

describe('rule SQUAD-5: faults', () => {
  it('stand at their cells', () => {
    const text = ['Name,No,Pos,Type,Role', ',1,,,', 'Ana,100,,,', 'Bo,,tree,,', 'Cy,,,robot,', 'Di,,,,chief'].join(
      '\n',
    );
    expect(faultsOf(text)).toEqual([
      [1, 0, 'no_name'],
      [2, 1, 'bad_number'],
      [3, 2, 'bad_position'],
      [4, 3, 'bad_kind'],
      [5, 4, 'bad_role'],
    ]);
    expect(faultsOf(`name\n${'x'.repeat(201)}`)).toEqual([[1, 0, 'long_name']]);
  });

  it('are names that are there twice', () => {
    expect(faultsOf('Name\nAna\nBo\nANA')).toEqual([[3, 0, 'same_name', '2']]);
    expect(faultsOf('Name\nAna', [person(1, 'Ana'), person(2, 'ana')])).toEqual([[1, 0, 'two_people']]);
    expect(faultsOf('Name,Type\nAna,member', [person(1, 'Ana'), person(1, 'Ana', { kind: 'junior' })])).toEqual([]);
  });

  it('are shirt numbers that another member wears', () => {
    const squad = [person(1, 'Ana', { jerseyNumber: 9 }), person(2, 'Old', { jerseyNumber: 7, status: 'former' })];
    expect(faultsOf('Name,No\nBo,9\nCy,7', squad)).toEqual([[1, 1, 'number_of', 'Ana']]);
    expect(faultsOf('Name,No\nBo,5\nCy,5', squad)).toEqual([[2, 1, 'number_in_row', '2']]);
    expect(faultsOf('Name,No\nBo,9\nAna,10', squad)).toEqual([]);
    expect(faultsOf('Name,No,Type\nBo,9,junior\nCy,5,junior\nDi,5,junior', squad)).toEqual([]);
  });

  it('are roles that the visitor may not give', () => {
    const squad = [person(1, 'Ana', { role: 'Owner' }), person(2, 'Old', { role: 'Owner', status: 'former' })];
    expect(faultsOf('Name,Role\nAna,Owner\nBo,Member', squad, false)).toEqual([]);
    expect(faultsOf('Name,Role\nAna,Member\nBo,Moderator', squad, false)).toEqual([
      [1, 1, 'role_not_yours'],
      [2, 1, 'role_not_yours'],
    ]);
    expect(faultsOf('Name\nOld', squad, false)).toEqual([[1, 0, 'role_not_yours']]);
    expect(faultsOf('Name,Type,Role\nKai,junior,Owner', squad)).toEqual([[1, 2, 'role_of_junior']]);
  });

  it('of 500 rows are just the 7 that are wrong, and without them all 500 are new people', () => {
    const rows = Array.from({ length: 500 }, (_, at) => [
      `Player ${at + 1}`,
      '',
      'GK',
      at % 2 === 0 ? 'junior' : 'member',
    ]);
    const wrong: readonly (readonly [row: number, column: number, text: string])[] = [
      [3, 0, ''],
      [50, 1, '0'],
      [99, 1, 'nine'],
      [200, 2, 'tree'],
      [301, 3, 'robot'],
      [402, 0, 'player 17'],
      [499, 0, 'x'.repeat(210)],
    ];
    const broken = rows.map((row) => [...row]);
    for (const [row, column, text] of wrong) broken[row]?.splice(column, 1, text);
    const head = ['Name', 'Number', 'Position', 'Type'];
    expect(faultsOf(textOf([head, ...broken])).map(([row, column]) => [row, column])).toEqual(
      wrong.map(([row, column]) => [row + 1, column]),
    );
    const { entries, faults } = plan(textOf([head, ...rows]));
    expect(faults).toEqual([]);
    expect(entries).toHaveLength(500);
    expect(entries[1]).toEqual({ kind: 'member', id: null, fields: { name: 'Player 2', club_position: 'goalkeeper' } });
  });
});

describe('rule SQUAD-4: known people', () => {
  it.each([
    ['Lukas Gro\u00df', 'LUKAS GROSS'],
    ['Zo\u00e9 Petit', 'ZOE\u0301 PETIT'],
    ['\u03a0\u03b1\u03c0\u03ac\u03c2', '\u03a0\u0391\u03a0\u0386\u03a3'],
  ])('%s is the same person in capitals: %s', (name, written) => {
    expect(plan(`Name\n${written}`, [person(1, name)])).toMatchObject({ entries: [], unchanged: 1, faults: [] });
  });

  it('are found by name, and change only in what the table says otherwise', () => {
    const squad = [
      person(1, 'Ana Silva', { jerseyNumber: 9, position: 'forward' }),
      person(2, 'Rui Costa', { status: 'former', jerseyNumber: 9 }),
      person(3, 'Kai', { kind: 'junior' }),
    ];
    const { entries, unchanged } = plan('Name,No,Pos\nana  silva,9,\nRui Costa,,\nKai,9,\nEva,,', squad);
    expect(unchanged).toBe(1);
    expect(entries).toEqual([
      { kind: 'member', id: 2, fields: { status: 'active', jersey_number: null } },
      { kind: 'junior', id: 3, fields: { jersey_number: 9 } },
      { kind: 'member', id: null, fields: { name: 'Eva' } },
    ]);
  });
});
