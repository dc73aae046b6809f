// The pages' small parts, without a browser.
import { describe, expect, test } from 'vitest';
import { contrast, inkOn, PLAIN_COLORS, readColor, sideColors } from '../../../src/browser/shared/colors.ts';
import { readOverlay } from '../../../src/browser/overlay/options.ts';
import { LANGUAGES } from '../../../src/browser/shared/language.ts';
import { languages, wordsOf } from '../../../src/browser/shared/languages.ts';
import {
  choiceParam,
  colorParam,
  flagParam,
  listParam,
  numberParam,
  readParams,
} from '../../../src/browser/shared/params.ts';
import { openSteadyClock } from '../../../src/browser/shared/steady-clock.ts';
import { readSettings } from '../../../src/browser/screen/options.ts';

describe('colours', () => {
  test('are read in all common spellings', () => {
    expect(['#1E40AF', '1e40af', ' #fff', 'f80', 'red', '', '#12345', 'url(x)'].map(readColor)).toEqual([
      '#1e40af',
      '#1e40af',
      '#ffffff',
      '#ff8800',
      null,
      null,
      null,
      null,
    ]);
  });

  test('have the contrast that WCAG defines', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
    expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
    expect(contrast('#ffffff', '#777777')).toBeCloseTo(4.48, 2);
  });

  test('always have readable text', () => {
    const worst = { ratio: Infinity, color: '' };
    for (let value = 0; value < 0x1000000; value += 0x01357) {
      const color = `#${value.toString(16).padStart(6, '0')}`;
      const ratio = contrast(inkOn(color), color);
      if (ratio < worst.ratio) Object.assign(worst, { ratio, color });
    }
    expect(worst.ratio).toBeGreaterThanOrEqual(4.5);
    expect([inkOn('#ffffff'), inkOn('#facc15'), inkOn('#1e40af')]).toEqual(['#000000', '#000000', '#ffffff']);
  });

  test('come from the address, else from the match, else from the defaults', () => {
    const game = { home: { name: 'A', number: 1, color: '#16A34A' }, away: { name: 'B', number: 2, color: 'none' } };
    expect(sideColors(game)).toMatchObject({ home: { color: '#16a34a' }, away: { color: PLAIN_COLORS.away } });
    expect(sideColors(game, { home: '#000000' }).home).toEqual({ color: '#000000', ink: '#ffffff' });
    expect(sideColors({ home: { name: 'A' } }).away.color).toBe(PLAIN_COLORS.away);
    expect(contrast(PLAIN_COLORS.home, PLAIN_COLORS.away)).toBeGreaterThan(1.4);
  });
});

test('screen and overlay accept a language with its region, and report an unknown one', () => {
  for (const read of [readOverlay, (text: string) => ({ ...readSettings(text), values: readSettings(text) })]) {
    expect(read('?lang=pt-BR')).toMatchObject({ values: { lang: 'pt' }, problems: [] });
    expect(read('?lang=DE')).toMatchObject({ values: { lang: 'de' }, problems: [] });
    expect(read('?lang=xx')).toMatchObject({
      values: { lang: 'en' },
      problems: ['lang=xx: one of en, pt, es, fr, de, ar'],
    });
  }
});

describe('languages', () => {
  test('are found by code, also with a country; all others get English', () => {
    const found = ['pt', 'pt-BR', 'DE', 'xx', '', 'constructor'].map(wordsOf);
    const codes = found.map((words) => LANGUAGES.find((code) => languages[code] === words));
    expect(codes).toEqual(['pt', 'pt', 'de', 'en', 'en', 'en']);
    expect(Object.keys(languages).sort()).toEqual([...LANGUAGES].sort());
  });

  /** Every text of a table, by its place. */
  const textsOf = (value: unknown, place = ''): [string, string][] => {
    if (typeof value === 'string') return [[place, value]];
    if (typeof value === 'function') return [[place, (value as (n: number) => string)(7)]];
    return Object.entries(value as object).flatMap(([key, inner]) => textsOf(inner, `${place}.${key}`));
  };

  test.each(LANGUAGES)('%s has every text', (code) => {
    const texts = textsOf(languages[code]);
    expect(texts.map(([place]) => place)).toEqual(textsOf(languages.en).map(([place]) => place));
    expect(texts.filter(([, text]) => text.trim() === '' || text !== text.trim())).toEqual([]);
    const named = (word: string): string => String(texts.find(([place]) => place === word)?.[1]);
    expect(named('.rejections.forbidden')).toContain('{channel}');
    expect([named('.lastUpdate'), named('.startsIn')].every((text) => text.includes('7'))).toBe(true);
  });

  test.each(LANGUAGES.filter((code) => code !== 'en'))('%s is not English', (code) => {
    const english = new Map(textsOf(languages.en));
    // Some words are the same in all languages.
    const same = textsOf(languages[code]).filter(([place, text]) => text.length > 5 && english.get(place) === text);
    expect(same.map(([, text]) => text)).toEqual([]);
  });
});

describe('the parameters of an address', () => {
  const shape = {
    theme: choiceParam(['dark', 'light'], 'dark'),
    delay: numberParam(0, 120, 0),
    monitor: flagParam(),
    color: colorParam(),
    sponsors: listParam(),
  };

  test('is read', () => {
    const { values, problems } = readParams(
      '?theme=light&delay=7.5&monitor&color=f80&sponsors=https://a/x.png,https://b/',
      shape,
    );
    expect(values).toEqual({
      theme: 'light',
      delay: 7.5,
      monitor: true,
      color: '#ff8800',
      sponsors: ['https://a/x.png', 'https://b/'],
    });
    expect(problems).toEqual([]);
  });

  test('may be absent', () => {
    expect(readParams('', shape)).toEqual({
      values: { theme: 'dark', delay: 0, monitor: false, color: undefined, sponsors: [] },
      problems: [],
      invalid: [],
    });
  });

  test.each([
    ['theme=drak', 'theme', 'dark', 'theme=drak: one of dark, light'],
    ['delay=soon', 'delay', 0, 'delay=soon: a number from 0 to 120'],
    ['delay=121', 'delay', 0, 'delay=121: '],
    ['delay=-1', 'delay', 0, 'delay=-1: '],
    ['monitor=maybe', 'monitor', false, 'monitor=maybe: on or off'],
    ['color=red', 'color', undefined, 'color=red: a colour as ff8800'],
  ] as const)('keeps the default and says so: %s', (search, name, value, problem) => {
    const { values, problems } = readParams(`?${search}`, shape);
    expect(values[name]).toEqual(value);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(problem);
  });

  test('becomes the settings of a screen', () => {
    const settings = readSettings('?token=x&theme=high-contrast&lang=de&delay=8&home_color=fff');
    expect(settings).toMatchObject({ theme: 'high-contrast', lang: 'de', delayMs: 8_000, problems: [] });
    expect([settings.words, settings.colors.home]).toEqual([languages.de, '#ffffff']);
    expect(readSettings('?lang=xx').problems).toHaveLength(1);
  });

  test('rule PAGE-30: a bad address of a sponsor drops itself only', () => {
    const { sponsors, problems } = readSettings(
      '?sponsors=https://a/x.png,http://b/y.png,javascript:alert(1),https://c/',
    );
    expect(sponsors).toEqual(['https://a/x.png', 'https://c/']);
    expect(problems).toEqual([
      'sponsors=http://b/y.png: an address that begins with https://',
      'sponsors=javascript:alert(1): an address that begins with https://',
    ]);
    expect(readOverlay('?sponsors=http://b/y.png,https://c/').values.sponsors).toEqual(['https://c/']);
    const many = readSettings(`?sponsors=${Array.from({ length: 21 }, (_, index) => `https://a/${index}`).join()}`);
    expect([many.sponsors.length, many.problems]).toEqual([20, ['sponsors: the first 20 addresses of 21']]);
  });
});

describe('our clock', () => {
  const clocks = { steady: 1_000, wall: 500_000 };
  const pass = (steady: number, wall = steady): void => {
    clocks.steady += steady;
    clocks.wall += wall;
  };
  test('counts sleep, and is never set back', () => {
    const now = openSteadyClock(
      () => clocks.steady,
      () => clocks.wall,
    );
    const began = now();
    pass(60_000);
    expect(now() - began).toBe(60_000);
    pass(100, 3_600_100);
    expect(now() - began).toBe(60_100 + 3_600_000);
    pass(1_000, -7_200_000);
    expect(now() - began).toBe(61_100 + 3_600_000);
    pass(1_000, 1_900);
    expect(now() - began).toBe(62_100 + 3_600_000);
  });
});
