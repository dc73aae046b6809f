// The list of scorers on the page of a match, as a screen reader has it: without its pictures.
import { h } from 'preact';
import { expect, test } from 'vitest';
import { pageHtml } from '../../../src/web/layout/layout.tsx';
import { inLanguage, pageLanguage } from '../../../src/web/layout/words.tsx';
import { Score } from '../../../src/web/public/board.tsx';
import { publicWords } from '../../../src/web/public/public-words.ts';
import { AT, entry, goal, stateWith } from '../../support/match-with-shows.ts';

test('the list says in words of which team it is, and which lines are goals and which red cards', () => {
  const sentOff = entry('RedCard', { player: { name: 'Rui' } });
  const state = stateWith({ a: goal({ player: { name: 'Ana' } }), b: sentOff });
  const props = { state, matchId: '701', words: publicWords('en'), now: AT };
  const html = pageHtml(inLanguage(pageLanguage('en', '/x'), h('main', null, h(Score, props))));
  const [, head = '', lines = ''] = /<ul([^>]*class="home"[^>]*)>(.*?)<\/ul>/.exec(html) ?? [];
  expect(head).toContain(`aria-label="${state.matches['701']?.home.name ?? ''}"`);
  const words = [...lines.matchAll(/<li[^>]*>(.*?)<\/li>/g)].map(([, line = '']) =>
    line
      .replaceAll(/<[^>]*>/g, '')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  );
  expect(words.map((line) => line.replace(/ \d+’$/, ''))).toEqual(['Goal Ana', 'Red card Rui']);
});
