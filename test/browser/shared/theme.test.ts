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
    const themes = [{ name: 'sunday', settings: SUNDAY }];
    expect(checkedQuery('overlay', new URLSearchParams('theme=sunday'), themes).invalid).toEqual([]);
    expect(checkedQuery('overlay', new URLSearchParams('theme=constructor'), themes).invalid).toEqual(['theme']);
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
