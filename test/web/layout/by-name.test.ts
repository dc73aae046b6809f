// The order of names in lists for people (rule PAGE-46).
import { expect, test } from 'vitest';
import { LANGUAGES } from '../../../src/browser/shared/language.ts';
import { byNameIn } from '../../../src/web/layout/by-name.ts';

const inOrder = (names: readonly string[], language: (typeof LANGUAGES)[number]): string[] =>
  names
    .map((name) => ({ name }))
    .toSorted(byNameIn(language))
    .map(({ name }) => name);

test.each(LANGUAGES)('rule PAGE-46: accents and letter case put no name behind the others (%s)', (language) => {
  expect(inOrder(['Zeta', 'Élan', 'eva', 'Ana', 'Óscar', 'Paul'], language)).toEqual([
    'Ana',
    'Élan',
    'eva',
    'Óscar',
    'Paul',
    'Zeta',
  ]);
});

test('rule PAGE-46: each language has its own order', () => {
  expect(inOrder(['Oda', 'Ñico', 'Nuno'], 'es')).toEqual(['Nuno', 'Ñico', 'Oda']);
  expect(inOrder(['Oda', 'Ñico', 'Nuno'], 'en')).toEqual(['Ñico', 'Nuno', 'Oda']);
});
