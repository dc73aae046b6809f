// The builder without a browser: its fields, its checks, its moments and its code for cameras.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  addressQuery,
  BUILD_KINDS,
  type BuildKind,
  buildFields,
  checkedQuery,
  exampleAddress,
  doPanelsTakeTurns,
  SECTIONS,
} from '../../../src/browser/builder/fields.ts';
import { exampleOf, MOMENTS, momentOf, momentsOf } from '../../../src/browser/builder/moments.ts';
import { isBoards } from '../../../src/browser/shared/match-events.ts';
import { feedState } from '../../support/shown-feeds.ts';
import { shownStates } from '../../support/shown-states.ts';

const given = (values: Readonly<Record<string, string>>) => (name: string) => {
  const value = values[name];
  return value === undefined ? [] : [value];
};
const invalidIn = (kind: BuildKind, values: Readonly<Record<string, string>>): readonly string[] =>
  checkedQuery(kind, addressQuery(kind, given(values)), { themes: [], crests: [] }).invalid;

describe('the fields', () => {
  test.each(BUILD_KINDS)('of a %s are the parameters of its guide', (kind) => {
    const guide = readFileSync(path.resolve(import.meta.dirname, `../../../docs/${kind}.md`), 'utf8');
    const table = guide.slice(guide.indexOf('## Parameters')).split('\n\n')[1] ?? '';
    const rows = table.split('\n').slice(2);
    const names = rows.flatMap((row) =>
      [...(row.split('|')[1] ?? '').matchAll(/`(\w+)`/g)].map(([, name = '']) => name),
    );
    expect(new Set<string>(buildFields[kind].map(({ name }) => name))).toEqual(new Set(names));
  });

  test.each(BUILD_KINDS)('of a %s stand in the order of the sections', (kind) => {
    const places = buildFields[kind].map(({ section }) => SECTIONS.indexOf(section));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });
});

describe('rule PAGE-27: the builder names each field whose value the page would ignore', () => {
  test.each([
    ['overlay', { home_color: 'zzz' }, ['home_color']],
    ['overlay', { scale: '9', hold: '1' }, ['scale', 'hold']],
    ['overlay', { home_name: 'x'.repeat(61), group: 'A' }, ['home_name']],
    ['overlay', { widgets: 'scorebug,fireworks' }, ['widgets']],
    ['overlay', { director: 'maybe' }, ['director']],
    ['overlay', { home_color: '#0f0', scale: '4', delay: '300', style: 'pill', director: 'off' }, []],
    ['screen', { delay: '121', away_color: 'red' }, ['delay', 'away_color']],
    ['screen', { sponsors: 'http://a.example/a.png' }, ['sponsors']],
    ['screen', { sponsors: Array.from({ length: 21 }, (_, nth) => `https://a.example/${nth}`).join() }, ['sponsors']],
    ['screen', { sponsors: 'https://a.example/a.png', delay: '120' }, []],
  ] as const)('%s %j: %j', (kind, values, invalid) => {
    expect(invalidIn(kind, values).toSorted()).toEqual(invalid.toSorted());
  });
});

test.each([
  ['', false],
  ['widgets=lineup,goal', false],
  ['widgets=countdown,standings', true],
  ['widgets=lineup,stats', true],
  ['widgets=fixtures,stats', true],
  ['widgets=standings,scorebug,stats', true],
])('rule PAGE-37: the panels of "%s" take turns: %s', (query, isTaken) => {
  expect(doPanelsTakeTurns(new URLSearchParams(query))).toBe(isTaken);
});

describe('the moments', () => {
  test('a screen has no show for a card, and a club is shown as it is', () => {
    expect(momentsOf('overlay', false)).toEqual(MOMENTS);
    expect(momentsOf('screen', false)).not.toContain('card');
    expect(momentsOf('overlay', true)).toEqual(['play']);
    expect([momentOf('screen', 'card'), momentOf('overlay', 'card'), momentOf('overlay', 'x')]).toEqual([
      'play',
      'card',
      'play',
    ]);
  });

  test.each(Object.entries(shownStates()).filter(([, state]) => isBoards(state)))(
    'are played by the sides of the real match: %s',
    (_name, own) => {
      for (const moment of MOMENTS) {
        const { state, aired } = exampleOf(moment, own, undefined);
        const [board] = Object.values(state.matches);
        const sides = Object.values(own.matches).find(({ away }) => away !== undefined);
        if (sides !== undefined) expect([board?.home, board?.away]).toEqual([sides.home, sides.away]);
        expect(aired.rehearsal?.kind).toBe(['goal', 'card', 'substitution'].find((kind) => kind === moment));
      }
    },
  );

  test('have sides of their own for a match that is not known yet, and the group that was asked for', () => {
    const { state, facts } = exampleOf('play', null, 'A');
    expect(Object.values(state.matches)[0]?.home.name).toBe('France');
    expect([facts.group, facts.tables[0]?.group]).toEqual(['A', 'A']);
  });

  test('of a feed are the feed', () => {
    const feed = feedState(3, () => null);
    expect(exampleOf('goal', feed, undefined)).toMatchObject({ state: feed, aired: {}, startsAt: null });
  });

  test('have an address with the options of the form', () => {
    expect(exampleAddress('overlay', 'match:701', 'goal', new URLSearchParams('widgets=goal,card'))).toBe(
      '/build/overlay/example?widgets=goal,card&channel=match%3A701&moment=goal',
    );
  });
});
