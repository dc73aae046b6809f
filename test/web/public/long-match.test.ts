// The public page of a match with many entries.
import { h } from 'preact';
import { expect, test } from 'vitest';
import { pageHtml } from '../../../src/web/layout/layout.tsx';
import { pageInPieces } from '../../../src/web/layout/pieces.tsx';
import { inLanguage, pageLanguage } from '../../../src/web/layout/words.tsx';
import { Score, Timeline } from '../../../src/web/public/board.tsx';
import { publicWords } from '../../../src/web/public/public-words.ts';
import { countPieces } from '../../support/count-pieces.ts';
import { AT, entry, goal, stateWith } from '../../support/match-with-shows.ts';

const CARDS = 30;

test('rule OPS-18: each line of its timeline and of its scorers is a piece, and the page is the same as one made at once', () => {
  const cards = Array.from({ length: CARDS }, (_, nth) => [
    `card${nth}`,
    entry('RedCard', { player: { name: `Player ${nth}` } }),
  ]);
  const state = stateWith({ ...Object.fromEntries(cards), a: goal({ player: { name: 'Ana' } }) });
  const props = { state, matchId: '701', words: publicWords('en'), now: AT };
  const page = inLanguage(pageLanguage('en', '/x'), h('main', null, h(Score, props), h(Timeline, props)));
  const { result, pieces } = countPieces(pageInPieces(page));
  expect(result.toString()).toBe(pageHtml(page));
  expect(result.toString()).toContain('Player 29');
  expect(pieces).toBe(2 * (CARDS + 1));
});
