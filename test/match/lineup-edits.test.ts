// What staff may change in a line-up (rules LINE-1 and LINE-2), without a server.
import { describe, expect, it } from 'vitest';
import { FILL_INS_MAX, lineupsBody, participantsBody } from '../../protocol/rest/lineups.ts';
import { changedLineup, fillInsOf, isSameEdits, shirtNumber } from '../../src/match/lineup-edits.ts';
import type { Fixture, LineupEdits } from '../../src/match/fixture.ts';
import { cupMatch, game } from '../support/play.ts';
import { uuid } from '../support/uuid.ts';

const editsOf = (fixture: Fixture, body: unknown): LineupEdits => {
  const edits = changedLineup(fixture, (fixture.kind === 'game' ? participantsBody : lineupsBody).parse(body));
  if (!('numbers' in edits)) throw new Error(JSON.stringify(edits));
  return edits;
};
const after = <T extends Fixture>(fixture: T, body: unknown): T => ({
  ...fixture,
  lineupEdits: editsOf(fixture, body),
});
const faultsOf = (fixture: Fixture, body: unknown): unknown => {
  const parsed = (fixture.kind === 'game' ? participantsBody : lineupsBody).safeParse(body);
  if (!parsed.success) return parsed.error.issues.map(({ path }) => path.join('.'));
  const edits = changedLineup(fixture, parsed.data);
  return 'numbers' in edits ? [] : edits.map(({ path }) => path);
};

describe('rule LINE-1: shirt numbers', () => {
  it('are those of the data file until one is changed, and again after null', () => {
    const changed = after(cupMatch(), {
      players: [
        { id: 1, jersey_number: 11 },
        { id: '2', jersey_number: 8 },
      ],
    });
    expect([1, 2, 3].map((id) => shirtNumber(changed, `user:${id}`, 9))).toEqual([11, 8, 9]);
    const back = after(changed, { players: [{ id: 1, player_type: 'user', jersey_number: null }] });
    expect([1, 2].map((id) => shirtNumber(back, `user:${id}`, 9))).toEqual([9, 8]);
  });

  it('are for players of the match only', () => {
    expect(
      faultsOf(cupMatch(), {
        players: [
          { id: 1, jersey_number: 1 },
          { id: 99, jersey_number: 2 },
        ],
      }),
    ).toEqual(['players[1].id']);
    expect(faultsOf(cupMatch(), { players: [{ id: 1, player_type: 'junior', jersey_number: 1 }] })).toEqual([
      'players[0].id',
    ]);
  });

  it('are 100 at most in one change', () => {
    const players = (count: number) => ({
      players: Array.from({ length: count }, () => ({ id: 1, jersey_number: 9 })),
    });
    expect([faultsOf(cupMatch(), players(100)), faultsOf(cupMatch(), players(101))]).toEqual([[], ['players']]);
  });

  it.each([0, 100, 1.5, '9'])('%j is none', (number) => {
    expect(faultsOf(cupMatch(), { players: [{ id: 1, jersey_number: number }] })).toEqual(['players.0.jersey_number']);
  });
});

describe('rule LINE-2: fill-ins', () => {
  const body = { fill_ins: [{ id: uuid(1).toUpperCase(), team: 'home', name: ' Zé ', jersey_number: 23 }] };

  it('are added, replaced and removed by id, and a repeat changes nothing', () => {
    const added = after(cupMatch(), body);
    const ze = { id: uuid(1), team: 'home', name: 'Zé', jersey_number: 23, is_substitute: false };
    expect(fillInsOf(added, 'home')).toEqual([ze]);
    expect(isSameEdits(editsOf(added, body), added.lineupEdits ?? editsOf(cupMatch(), {}))).toBe(true);
    const moved = after(added, { fill_ins: [{ id: uuid(1), team: 'away', name: 'José', is_substitute: true }] });
    expect([fillInsOf(moved, 'home'), fillInsOf(moved, 'away')]).toEqual([
      [],
      [{ ...ze, team: 'away', name: 'José', jersey_number: null, is_substitute: true }],
    ]);
    expect(editsOf(moved, { fill_ins: [{ id: uuid(1), team: 'away', name: null }] }).fill_ins).toEqual({});
  });

  it('come by number, then by name', () => {
    const named = (id: number, name: string, number: number | null) => ({
      id: uuid(id),
      team: 'home',
      name,
      jersey_number: number,
    });
    const fixture = after(cupMatch(), { fill_ins: [named(1, 'B', null), named(2, 'A', null), named(3, 'C', 30)] });
    expect(fillInsOf(fixture, 'home').map(({ name }) => name)).toEqual(['C', 'A', 'B']);
  });

  it('play for a team of the game', () => {
    const fillIn = (team: unknown) => ({ fill_ins: [{ id: uuid(1), team, name: 'Zé' }] });
    expect(fillInsOf(after(game(), fillIn(2)), '2')).toMatchObject([{ team: '2', name: 'Zé' }]);
    expect(faultsOf(game(), fillIn('3'))).toEqual(['fill_ins[0].team']);
    expect(faultsOf(game(), fillIn('home'))).toEqual(['fill_ins.0.team']);
    expect(faultsOf(cupMatch(), fillIn('1'))).toEqual(['fill_ins.0.team']);
  });

  it.each([
    ['no UUID', { id: 'one' }, 'fill_ins.0.id'],
    ['a blank name', { name: '  ' }, 'fill_ins.0.name'],
    ['a name of 201 characters', { name: 'x'.repeat(201) }, 'fill_ins.0.name'],
    ['a number above 99', { jersey_number: 100 }, 'fill_ins.0.jersey_number'],
  ])('%s is refused', (_, more, place) => {
    expect(faultsOf(cupMatch(), { fill_ins: [{ ...body.fill_ins[0], ...more }] })).toEqual([place]);
  });

  it(`are ${FILL_INS_MAX} at most`, () => {
    const many = (from: number, count: number) => ({
      fill_ins: Array.from({ length: count }, (_, index) => ({ id: uuid(from + index), team: 'home', name: 'X' })),
    });
    const full = after(cupMatch(), many(1, FILL_INS_MAX));
    expect(faultsOf(full, many(1, 1))).toEqual([]);
    expect(faultsOf(full, many(100, 1))).toEqual(['fill_ins']);
    expect(faultsOf(cupMatch(), many(1, FILL_INS_MAX + 1))).toEqual(['fill_ins']);
  });
});
