// The goals of a side, where a list set by hand meets the markers of a game.
import { expect, test } from 'vitest';
import type { BoardGoal } from '../../../protocol/wire/board.ts';
import { matchEntries } from '../../../src/browser/shared/entries.ts';
import type { GameFixture } from '../../../src/match/fixture.ts';
import { bigGame, game, play, run } from '../../support/play.ts';

const written = (scorer: string, minute?: string): BoardGoal => ({
  team: '1',
  scorer,
  penalty: false,
  own_goal: false,
  ...(minute === undefined ? {} : { minute }),
});
/** The goals of the home side in a game with a goal of Ana and one of Bea, after `PATCH goals`. */
function shown(fixture: GameFixture, ...goals: readonly BoardGoal[]): readonly string[] {
  const scored = play(
    fixture,
    { id: 1, at: 10, type: 'Goal', by: 1, minute: '10', match_id: '100_0' },
    { id: 2, at: 20, type: 'Goal', by: 2, minute: '20', match_id: '100_0' },
  );
  const { state } = run(scored, { kind: 'goals', goals }).match;
  return matchEntries(state, '100_0').home.map(({ key, name }) =>
    key.startsWith('goal ') ? `${name} by hand` : `${name}`,
  );
}

test('are those of the list, also when it has as many goals as there are markers', () => {
  expect(shown(game(), written('Ana', '10'), written('Cy', '20'))).toEqual(['Cy by hand', 'Ana by hand']);
  expect(shown(game(), written('Ana', '10'), written('Bea', '21'))).toEqual(['Bea by hand', 'Ana by hand']);
  expect(shown(game(), written('Ana', '10'), written('Bea', '20'))).toEqual(['Bea', 'Ana']);
});

test('are those of the list in a game with a bye too, and those of the markers in one with several pairings', () => {
  const several = bigGame(true);
  const one = { ...several, pairings: several.pairings.filter(({ index }) => index !== 1) };
  expect(shown(one, written('Cy'))).toEqual(['Cy by hand']);
  expect(shown(several, written('Cy'))).toEqual(['Bea', 'Ana']);
});
