// Themes without a server: which parameter wins, what an unknown name gives, and what a builder saves.
import { describe, expect, test } from 'vitest';
import { buildFields, BUILD_KINDS, checkedQuery, isThemeName, themeFrom } from '../../../src/browser/builder/fields.ts';
import { readOverlay } from '../../../src/browser/overlay/options.ts';
import { readSettings } from '../../../src/browser/screen/options.ts';
import { THEME_PARAMS, withTheme } from '../../../src/browser/shared/theme.ts';

const SUNDAY = { style: 'pill', home_color: 'ff0000', theme: 'light', scale: '1.5' };

describe('rule PAGE-33: the settings of a theme', () => {
  test('stand in an address that names it, and its own parameters win', () => {
    const { values, invalid } = readOverlay(withTheme('overlay', '?theme=sunday&style=box&delay=8', SUNDAY));
    expect(values).toMatchObject({ style: 'box', home_color: '#ff0000', scale: 1.5, delay: 8 });
    expect(invalid).toEqual([]);
    const settings = readSettings(withTheme('screen', '?theme=sunday&home_color=0f0', SUNDAY));
    expect(settings).toMatchObject({ theme: 'light', colors: { home: '#00ff00' }, invalid: [] });
  });

  test('are only those of the kind of page', () => {
    expect(withTheme('screen', 'theme=sunday', { ...SUNDAY, delay: '9', token: 'x' })).toBe(
      'theme=light&home_color=ff0000',
    );
  });

  test('of an unknown theme are the usual ones, and the name is reported', () => {
    const overlay = readOverlay(withTheme('overlay', '?theme=sonday&style=box', null));
    expect(overlay.values.style).toBe('box');
    expect(overlay.invalid).toEqual(['theme']);
    expect(overlay.problems).toEqual(['theme=sonday: the name of a theme of this club or tournament']);
    const screen = readSettings(withTheme('screen', '?theme=sonday', null));
    expect([screen.theme, screen.invalid]).toEqual(['dark', ['theme']]);
  });
});

describe.each([
  ['overlay', readOverlay],
  [
    'screen',
    (search: string, crest?: string | null) => ({
      ...readSettings(search, crest),
      values: readSettings(search, crest),
    }),
  ],
] as const)('rule PAGE-36: the address of a %s names', (_kind, read) => {
  const PICTURE = 'https://host.example/crest.svg';

  test('a font of the list', () => {
    expect(read('').values.font).toBe('sofia-sans-condensed');
    expect(read('?font=inter').values.font).toBe('inter');
    expect(read('?font=comic-sans')).toMatchObject({ invalid: ['font'], values: { font: 'sofia-sans-condensed' } });
  });

  test('a crest by its key, and the picture comes from the server', () => {
    expect(read('?crest=team-81', PICTURE)).toMatchObject({ invalid: [], values: { crest: PICTURE } });
    expect(read('', null)).toMatchObject({ invalid: [], values: { crest: null } });
    expect(read('?crest=none', null)).toMatchObject({ invalid: [], values: { crest: null } });
  });

  test.each(['team-80', 'https://host.example/crest.svg', 'data:,', 'team-', 'CLUB-1', ''])('no crest by %j', (key) => {
    const { values, invalid, problems } = read(`?${new URLSearchParams({ crest: key }).toString()}`, null);
    expect([values.crest, invalid]).toEqual([null, ['crest']]);
    expect(problems).toEqual([`crest=${key}: a crest of this club or tournament`]);
  });
});

describe('rule PAGE-32: a builder', () => {
  test.each(BUILD_KINDS)('of a %s has a field for each parameter of a theme', (kind) => {
    expect(buildFields[kind].map(({ name }) => name)).toEqual(expect.arrayContaining([...THEME_PARAMS[kind]]));
  });

  test('saves the look alone, with the theme that it began with', () => {
    const query = new URLSearchParams('theme=sunday&style=box&scale=01.50&widgets=goal&delay=8&home_name=Reds');
    expect(themeFrom('overlay', query, [{ name: 'sunday', settings: SUNDAY }])).toEqual({
      style: 'box',
      home_color: 'ff0000',
      scale: '1.5',
    });
    expect(themeFrom('screen', new URLSearchParams('theme=light&delay=8'), [])).toEqual({ theme: 'light' });
  });

  test('accepts the names of the themes that exist', () => {
    const looks = { themes: [{ name: 'sunday', settings: SUNDAY }], crests: [] };
    expect(checkedQuery('overlay', new URLSearchParams('theme=sunday'), looks).invalid).toEqual([]);
    expect(checkedQuery('overlay', new URLSearchParams('theme=constructor'), looks).invalid).toEqual(['theme']);
  });

  test.each(BUILD_KINDS)('of a %s accepts the crests that exist, and a theme whose crest is gone', (kind) => {
    const crests = [{ key: 'team-81', name: 'Reds' }];
    const themes = [{ name: 'old', settings: { crest: 'team-80' } }];
    const invalidIn = (query: string) => checkedQuery(kind, new URLSearchParams(query), { themes, crests }).invalid;
    expect(['crest=team-81', 'theme=old', 'crest=team-80', 'theme=old&crest=x'].map(invalidIn)).toEqual([
      [],
      [],
      ['crest'],
      ['crest'],
    ]);
  });

  test.each([
    ['sunday', true],
    ['2-a', true],
    ['x'.repeat(32), true],
    ['x'.repeat(33), false],
    ['', false],
    ['Sunday', false],
    ['a b', false],
    ['sunday\n', false],
    ['light', false],
  ])('may name a theme %j: %s', (name, isAccepted) => {
    expect(isThemeName(name)).toBe(isAccepted);
  });
});
