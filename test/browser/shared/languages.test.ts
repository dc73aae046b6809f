// The tables of all languages: every text, every plural form, and the choice of a language.
import { describe, expect, test } from 'vitest';
import { countedIn } from '../../../src/browser/shared/counted.ts';
import { ar } from '../../../src/browser/shared/lang/console/ar.ts';
import { de } from '../../../src/browser/shared/lang/console/de.ts';
import { en } from '../../../src/browser/shared/lang/console/en.ts';
import { es } from '../../../src/browser/shared/lang/console/es.ts';
import { fr } from '../../../src/browser/shared/lang/console/fr.ts';
import { pt } from '../../../src/browser/shared/lang/console/pt.ts';
import { directionOf, LANGUAGES, localeOf, readLanguage } from '../../../src/browser/shared/language.ts';
import { monitorLanguages } from '../../../src/browser/shared/monitor-languages.ts';
import { pageLanguages } from '../../../src/browser/shared/page-languages.ts';
import { preferredLanguage } from '../../../src/http/core/negotiation.ts';

const tables = { console: { en, pt, es, fr, de, ar }, pages: pageLanguages, monitor: monitorLanguages };

/** Every text of a table, by its place; functions are asked with 7 and with names. */
function textsOf(value: unknown, place = ''): [string, string][] {
  if (value === undefined) return [];
  if (typeof value === 'string') return [[place, value]];
  if (typeof value === 'function') {
    const made: unknown = (value as (...given: unknown[]) => unknown)(7, 'NAME');
    return textsOf(made, place);
  }
  return Object.entries(value as object).flatMap(([key, inner]) => textsOf(inner, `${place}.${key}`));
}
const parametersOf = (text: string): string[] => (text.match(/\{\w+\}|\bNAME\b|7/g) ?? []).sort();

describe.each(['console', 'pages', 'monitor'] as const)('the texts of the %s', (name) => {
  const english = new Map(textsOf(tables[name].en));

  test.each(LANGUAGES)('are all there in %s, with the same parameters', (language) => {
    const texts = textsOf(tables[name][language]).filter(([place]) => place !== '.locale');
    expect(texts.map(([place]) => place).sort()).toEqual([...english.keys()].sort());
    expect(texts.filter(([, text]) => text.trim() === '' || text !== text.trim())).toEqual([]);
    const differing = texts.filter(
      ([place, text]) => String(parametersOf(text)) !== String(parametersOf(english.get(place) ?? '')),
    );
    expect(differing).toEqual([]);
  });

  test.each(LANGUAGES.filter((language) => language !== 'en'))('are not English in %s', (language) => {
    const same = textsOf(tables[name][language]).filter(
      ([place, text]) => text.length > 12 && english.get(place) === text,
    );
    expect(same).toEqual([]);
  });

  test.each([
    ['de', /(?<!\p{L})(?:du|dich|dir|deine?|melde|nimm|wähle|prüfe|öffne)(?!\p{L})/iu],
    ['es', /(?<!\p{L})(?:tú|tus?|Inicia|Usa|Elige|Pulsa|Pide)(?!\p{L})/u],
    ['fr', /(?<!\p{L})(?:tu|toi|ton|tes|choisis)(?!\p{L})/iu],
  ] as const)('address their reader politely in %s', (language, familiar) => {
    expect(textsOf(tables[name][language]).filter(([, text]) => familiar.test(text))).toEqual([]);
  });
});

describe('plural forms', () => {
  test('follow the rules of each language', () => {
    expect([1, 2].map(en.waitToSend)).toEqual([
      '1 entry is saved on this phone and will be sent automatically.',
      '2 entries are saved on this phone and will be sent automatically.',
    ]);
    expect([0, 1, 2].map(fr.yellowCards)).toEqual(['averti', 'averti', 'averti 2 fois']);
    expect([0, 1, 2, 3, 11, 100].map(ar.cardCount.yellow)).toEqual([
      'لا بطاقات صفراء',
      'بطاقة صفراء واحدة',
      'بطاقتان صفراوان',
      '3 بطاقات صفراء',
      '11 بطاقة صفراء',
      '100 بطاقة صفراء',
    ]);
  });

  test.each(LANGUAGES)('of %s are those that Intl.PluralRules selects below a million', (language) => {
    const forms = ['zero', 'one', 'two', 'few', 'many', 'other'] as const;
    const rules = new Intl.PluralRules(language);
    const selected = new Set(Array.from({ length: 1_000 }, (_, n) => rules.select(n)));
    const made = countedIn(language)({
      zero: 'zero',
      one: 'one',
      two: 'two',
      few: 'few',
      many: 'many',
      other: 'other',
    });
    const used = new Set(Array.from({ length: 1_000 }, (_, n) => made(n)));
    expect([...used].sort()).toEqual([...selected].sort());
    // The table of the forms asks for those, and for no other.
    const asked = language === 'ar' ? forms : (['one', 'other'] as const);
    expect([...selected].sort()).toEqual([...asked].sort());
  });
});

describe('a language', () => {
  test('is read with its region, and no other text is one', () => {
    expect(['de', 'DE-at', 'pt_BR', 'ar-EG', 'xx', '', 'constructor'].map(readLanguage)).toEqual([
      'de',
      'de',
      'pt',
      'ar',
      null,
      null,
      null,
    ]);
  });

  test.each([
    ['de-CH,de;q=0.9,en;q=0.8', 'de'],
    ['ja, fr;q=0.5, en;q=0.4', 'fr'],
    ['en;q=0.3, ar;q=0.7', 'ar'],
    ['ja', undefined],
    ['', undefined],
    ['*', 'en'],
  ])('of the browser with Accept-Language %j is %s', (header, language) => {
    expect(preferredLanguage(header, LANGUAGES)).toBe(language);
  });

  test.each(LANGUAGES)('%s names a link to a page of a match with the words that are shown', (language) => {
    const { links, linksOf } = pageLanguages[language].home;
    for (const name of ['console', 'screen', 'overlay', 'page'] as const)
      expect(linksOf[name]('Ajax – Benfica')).toContain(links[name]);
  });

  test('has its direction, and Latin digits in dates', () => {
    expect(LANGUAGES.filter((language) => directionOf(language) === 'rtl')).toEqual(['ar']);
    for (const language of LANGUAGES) {
      expect(new Intl.DateTimeFormat(localeOf(language), { timeStyle: 'short', hourCycle: 'h23' }).format(0)).toMatch(
        /\d/,
      );
    }
  });
});
