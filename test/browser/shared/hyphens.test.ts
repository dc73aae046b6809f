import { expect, test } from 'vitest';
import { hyphenated } from '../../../src/browser/shared/hyphens.ts';

const shown = (text: string, from?: number): string => hyphenated(text, from).replaceAll('\u00ad', '·');

test('rule PAGE-24: a long word may break between syllables, with a hyphen', () => {
  expect(shown('Borussia Mönchengladbach')).toBe('Borussia Möncheng·ladbach');
  expect(shown('Αθλητική Ένωσις Κωνσταντινουπόλεως')).toBe('Αθλητική Ένωσις Κωνσ·ταντι·νουπό·λεως');
  expect(shown('Wolfeschlegelsteinhausenbergerdorff', 20)).toBe('Wolfesch·legels·tein·hausen·berger·dorff');
});

test('rule PAGE-24: no part of a word before or after a break has fewer than four letters', () => {
  expect(shown('Featherstonehaugh')).toBe('Feathers·tone·haugh');
  expect(shown('Llanfairpwllgwyngyll')).toBe('Llan·fairpwllg·wyngyll');
});

test('rule PAGE-24: short words, and words of scripts without vowels, stay whole', () => {
  for (const text of ['France', 'FCK', 'Hilltop United', 'Virgil van Dijk', 'الاتحاد الرياضي القسنطيني', '']) {
    expect(hyphenated(text)).toBe(text);
  }
  expect(hyphenated('Leibesübungen', 20)).toBe('Leibesübungen');
});
