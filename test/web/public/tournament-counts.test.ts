// The cards of a tournament's page.
import { expect, test } from 'vitest';
import { cardsOf } from '../../../src/web/public/tournament-counts.ts';
import { entry, stateWith } from '../../support/match-with-shows.ts';

test('rule PAGE-16: a sending-off by a second yellow card and its red card counts as one red card', () => {
  const [ana, bo] = ['Ana', 'Bo'].map((name, index) => ({ id: index + 1, name, type: 'user' as const }));
  const state = stateWith({
    a: entry('YellowCard', { player: ana }),
    b: entry('YellowCard', { player: ana, second_yellow: true }),
    c: entry('RedCard', { player: ana }),
    d: entry('RedCard', { player: bo }),
  });
  expect(cardsOf([state]).map(({ name, yellow, red }) => [name, yellow, red])).toEqual([
    ['Ana', 1, 1],
    ['Bo', 0, 1],
  ]);
});
