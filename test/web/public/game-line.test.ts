// The scores of a list of games.
import { expect, test } from 'vitest';
import { listedScore } from '../../../src/web/public/game-line.tsx';
import { stateWith } from '../../support/match-with-shows.ts';

test('rule PAGE-41: an Arabic name stands apart from the score beside it', () => {
  const state = stateWith({}, { home: 2, away: 1 });
  const board = state.matches['701'];
  if (!board) throw new Error('no board');
  const named = { ...state, matches: { '701': { ...board, home: { name: 'الأهلي' }, away: { name: 'FCK' } } } };
  expect(listedScore(named, [])).toBe('\u2068الأهلي\u2069 2–1 FCK');
  // In a line from right to left, a score after a Latin name is read as a part of it: the other name would stand before both.
  const away = { ...state, matches: { '701': { ...board, home: { name: 'FCK' }, away: { name: 'الأهلي' } } } };
  expect(listedScore(away, [])).toBe('\u2068FCK\u2069 2–1 \u2068الأهلي\u2069');
});
