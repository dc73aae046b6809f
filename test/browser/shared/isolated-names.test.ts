// Names of both writing directions in one line: each is isolated, so no name or number changes places with its neighbour.
import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { expect, test } from 'vitest';
import { Heading } from '../../../src/browser/screen/heading.tsx';
import { ShowView } from '../../../src/browser/screen/show.tsx';
import { NumberedNames } from '../../../src/browser/shared/numbered-names.tsx';
import { showsOf } from '../../../src/browser/shared/shows.ts';
import { entry, news, stateWith } from '../../support/match-with-shows.ts';

/** The text with `[ ]` around each isolated part. */
const isolated = (html: string): string =>
  html
    .replaceAll(/<bdi[^>]*>/g, '[')
    .replaceAll('</bdi>', ']')
    .replaceAll(/<[^>]*>/g, '');
const player = (number: number | null, name: string) => ({ number, name, captain: false, position: null });

test('rule PAGE-41: a number stays with its name, and a heading in its order', () => {
  const players = [player(12, 'مروان عطية'), player(13, 'كهربا'), player(null, 'Ana')];
  const names = renderToString(h(NumberedNames, { players, between: ', ' }));
  expect(isolated(names)).toBe('12\u00a0[مروان عطية], 13\u00a0[كهربا], [Ana]');
  expect(isolated(renderToString(h(Heading, { text: 'كأس الخريف · Group A' })))).toBe('[كأس الخريف] · [Group A]');
});

test('rule PAGE-41: a strip names who comes on, who goes off, and the team, each after its own label', () => {
  const change = entry('Substitution', { player: { name: 'أليو ديانغ' }, second_player: { name: 'مروان عطية' } });
  const state = stateWith({ s: change });
  const [show = null] = showsOf(state, [news('s', change)]);
  const match = state.matches['701'];
  if (!match) throw new Error('no match');
  expect(isolated(renderToString(h(ShowView, { show, match })))).toBe(
    `Substitution [41’] · In: [مروان عطية] · Out: [أليو ديانغ] · [${match.home.name}]`,
  );
});
