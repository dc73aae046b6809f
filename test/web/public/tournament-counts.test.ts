// Scorers and cards of a tournament's page.
import { expect, test } from 'vitest';
import { atOnce } from '../../../src/match/match.ts';
import { cardsOf, namedEntries, scorersOf } from '../../../src/web/public/tournament-counts.ts';
import { entry, goal, stateWith } from '../../support/match-with-shows.ts';

test('rule PAGE-16: a sending-off by a second yellow card and its red card counts as one red card', () => {
  const [ana, bo] = ['Ana', 'Bo'].map((name, index) => ({ id: index + 1, name, type: 'user' as const }));
  const state = stateWith({
    a: entry('YellowCard', { player: ana }),
    b: entry('YellowCard', { player: ana, second_yellow: true }),
    c: entry('RedCard', { player: ana }),
    d: entry('RedCard', { player: bo }),
  });
  expect(cardsOf(atOnce(namedEntries([state])), 'en').map(({ name, yellow, red }) => [name, yellow, red])).toEqual([
    ['Ana', 1, 1],
    ['Bo', 0, 1],
  ]);
});

test('rule PUBLIC-9: a player whose markers have no type, or only the name, is in one row', () => {
  const state = stateWith({
    a: goal({ player: { id: 1, name: 'Ana', type: 'user' } }),
    b: goal({ player: { id: 1, name: 'Ana' } }),
    c: goal({ player: { name: 'ana' } }),
    d: goal({ player: { id: 2, name: 'Bo', type: 'user' } }),
    e: goal({ player: { id: 3, name: 'Bo', type: 'user' } }),
    f: goal({ player: { name: 'Bo' } }),
    g: entry('YellowCard', { player: { name: 'Guest' } }),
    h: entry('YellowCard', { player: { name: 'GUEST' }, second_yellow: true }),
    i: entry('RedCard', { player: { name: 'guest' } }),
  });
  const entries = atOnce(namedEntries([state]));
  expect(scorersOf(entries, 'en').map(({ name, userId, goals }) => [name, userId, goals])).toEqual([
    ['Ana', 1, 3],
    ['Bo', 3, 1],
    ['Bo', 2, 1],
    ['Bo', null, 1],
  ]);
  expect(cardsOf(entries, 'en').map(({ name, yellow, red }) => [name, yellow, red])).toEqual([['GUEST', 1, 1]]);
});

test('rule PUBLIC-9: only a user has a page: not a junior with the same number, and not a name without an account', () => {
  const state = stateWith({
    a: goal({ player: { id: 1, name: 'Ana', type: 'user' } }),
    b: goal({ player: { id: 1, name: 'K. O.', type: 'junior' } }),
    c: goal({ player: { name: 'Guest' } }),
  });
  expect(scorersOf(atOnce(namedEntries([state])), 'en').map(({ name, userId }) => [name, userId])).toEqual([
    ['Ana', 1],
    ['Guest', null],
    ['K. O.', null],
  ]);
});

test('rule PAGE-46: players with the same counts are listed in the order of the language', () => {
  const players = ['Zeta', 'Élan', 'Eva'].map((name, index) => ({ id: index + 1, name, type: 'user' as const }));
  const goals = players.map((player): [string, ReturnType<typeof goal>] => [`g${player.id}`, goal({ player })]);
  const cards = players.map((player): [string, ReturnType<typeof entry>] => [
    `c${player.id}`,
    entry('YellowCard', { player }),
  ]);
  const entries = atOnce(namedEntries([stateWith(Object.fromEntries([...goals, ...cards]))]));
  for (const rows of [scorersOf(entries, 'fr'), cardsOf(entries, 'fr')])
    expect(rows.map(({ name }) => name)).toEqual(['Élan', 'Eva', 'Zeta']);
});
