// The overlay's decisions without a browser: names, parameters, banners and their times.
import { describe, expect, test } from 'vitest';
import type { BoardEvent, BoardState, GameBoard } from '../../../protocol/wire/board.ts';
import { NO_FACTS } from '../../../protocol/rest/facts.ts';
import { portraitOf } from '../../../src/browser/overlay/banner.tsx';
import { contrast } from '../../../src/browser/shared/colors.ts';
import type { MatchEvent } from '../../../src/browser/shared/match-events.ts';
import { type Banner, bannerOf, isOnAir } from '../../../src/browser/overlay/banners.ts';
import { showsOf } from '../../../src/browser/shared/shows.ts';
import { timeLeft } from '../../../src/browser/shared/kick-off.ts';
import { variablesOf } from '../../../src/browser/overlay/css-variables.ts';
import { latestEvent } from '../../../src/browser/overlay/lower-third.tsx';
import { missingOf } from '../../../src/browser/overlay/missing-data.ts';
import { shortNames } from '../../../src/browser/overlay/names.ts';
import { readOverlay, type Widget, WIDGETS } from '../../../src/browser/overlay/options.ts';
import { currentPairing } from '../../../src/browser/shared/on-air.ts';
import { addressQuery, buildFields, checkedQuery } from '../../../src/browser/builder/fields.ts';
import { shownStates } from '../../support/shown-states.ts';

function stateOf(name: string): BoardState {
  const state = shownStates()[name];
  if (state?.kind !== 'match' && state?.kind !== 'game') throw new Error(`There is no board state "${name}".`);
  return state;
}

describe('names for a scorebug', () => {
  test.each([
    ['Riverside FC', 'Hilltop United', 'RIV', 'HIL'],
    ['FC Porto', 'SC Braga', 'POR', 'BRA'],
    ['Manchester United', 'Manchester City', 'MUN', 'MCI'],
    ['Team 1', 'Team 2', 'TE1', 'TE2'],
    ['Team 1', 'Team 12', 'TE1', 'T12'],
    ['São Paulo', 'Ōsaka', 'SÃO', 'ŌSA'],
    ['X', '', 'X', ''],
    ['Associação Desportiva de Fafe', 'Borussia e.V.', 'FAF', 'BOR'],
    ['Associação Académica', 'AS Roma', 'ACA', 'ROM'],
    ['1. FC Köln', 'FC Schalke 04', 'KÖL', 'S04'],
    ['上海海港', 'الهلال', '上海海港', 'الهلال'],
    ['FC 서울', '수원 FC', '서울', '수원'],
    ['Riverside', 'Riverside FC', 'RVE', 'RFC'],
    ['Riverside FC', 'Riverside F.C.', 'RI1', 'RI2'],
    ['الهلال', 'الهلال FC', 'الهلال', 'FC'],
  ])('%s and %s are %s and %s', (home, away, first, second) => {
    expect(shortNames({ name: home }, { name: away })).toEqual({ home: first, away: second });
  });

  test.each([
    ['Riverside FC', 'RSC', 'Hilltop', undefined, 'RSC', 'HIL'],
    ['Riverside FC', undefined, 'Rivers', 'RIV', 'RVE', 'RIV'],
    ['Riverside Reds', 'RIV', 'Riverside Blues', 'riv', 'RRE', 'RBL'],
    ['Riverside', 'RIV', 'Riverside', 'RIV', 'RIV', 'RIV'],
  ])(
    'rule NAME-7: of %s (%s) and %s (%s), the given ones stay if they differ',
    (home, one, away, two, first, second) => {
      const shown = shortNames({ name: home, short_name: one }, { name: away, short_name: two });
      expect(shown).toEqual({ home: first, away: second });
    },
  );
});

describe('the parameters of an address', () => {
  test('have defaults', () => {
    const { values, problems } = readOverlay('');
    expect(problems).toEqual([]);
    expect(values.widgets).toEqual(['scorebug', 'goal', 'card', 'substitution', 'shootout']);
    expect(values).toMatchObject({ scale: 1, delay: 0, hold: 8, animation: 'on', hide_clock: false, monitor: false });
  });

  test('are read, colours with and without #', () => {
    const { values, problems } = readOverlay(
      '?token=x&widgets=stats,goal&position=top&scale=0.5&home_color=f80&accent=%23112233&delay=8&hide_clock&lang=pt',
    );
    expect(problems).toEqual([]);
    expect(values).toMatchObject({
      widgets: ['stats', 'goal'],
      position: 'top',
      scale: 0.5,
      home_color: '#ff8800',
      accent: '#112233',
      delay: 8,
      hide_clock: true,
      lang: 'pt',
    });
  });

  test.each([
    ['scale=0', 'scale'],
    ['scale=x', 'scale'],
    ['delay=301', 'delay'],
    ['delay=-1', 'delay'],
    ['home_color=blue', 'home_color'],
    ['position=moon', 'position'],
    ['animation=1', 'animation'],
    ['hold=1', 'hold'],
    [`home_name=${'x'.repeat(61)}`, 'home_name'],
  ])('fall back from %s, and report it', (query, name) => {
    const { values, problems } = readOverlay(query);
    expect(values).toEqual(readOverlay('').values);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(name);
  });

  test('keep the known widgets beside an unknown one', () => {
    const { values, problems } = readOverlay('widgets=scorebug,fireworks,scorebug');
    expect(values.widgets).toEqual(['scorebug']);
    expect(problems.join()).toContain('fireworks');
  });
});

test.each(['ffffff', '000000', '808080', 'ff0000', '00ff00', '0b1120', 'facc15', '7f9f3f'])(
  'what stands on panels of #%s can be read',
  (panel) => {
    const of = variablesOf(readOverlay(`panel=${panel}`).values);
    for (const ground of [of['--panel'], of['--deep']])
      expect(contrast(of['--ink'] ?? '', ground ?? '')).toBeGreaterThan(4.5);
    expect(contrast(of['--soft'] ?? '', of['--panel'] ?? '')).toBeGreaterThan(4.5);
    expect(contrast(of['--mark'] ?? '', of['--panel'] ?? '')).toBeGreaterThanOrEqual(3);
  },
);

describe('the match on air', () => {
  test('is the requested pairing, else the live one, never a bye', () => {
    const state = stateOf('four pairings and a bye');
    expect(currentPairing(state, '100_3')).toBe('100_3');
    expect(currentPairing(state, undefined)).toBe('100_0');
    expect(currentPairing(state, '100_4')).toBe('100_0');
    const first = state.matches['100_0'];
    if (first) first.status = 'completed';
    const second = state.matches['100_1'] as GameBoard;
    second.status = 'completed';
    expect(currentPairing(state, undefined)).toBe('100_3');
  });
});

describe('banners', () => {
  const event = (more: Partial<BoardEvent>): BoardEvent => ({
    type: 'Goal',
    at: '2026-01-01T00:00:00.000Z',
    minute: '90+1',
    team: 'home',
    own_goal: false,
    player: { name: 'Ana' },
    ...more,
  });
  const goal: MatchEvent = { kind: 'goal', matchId: '701', key: 'a', side: 'home', event: event({}) };
  const state = stateOf('added time');
  const bannersOf = (events: readonly MatchEvent[], widgets: readonly Widget[]): readonly Banner[] =>
    showsOf(state, events)
      .filter((show) => isOnAir(show, state, { widgets, match: undefined }))
      .flatMap((show) => {
        const board = state.matches[show.matchId];
        return board ? [bannerOf(show, board)] : [];
      });
  const of = (...events: MatchEvent[]): readonly Banner[] => bannersOf(events, WIDGETS);

  test('have a kind for each event, and the score after a goal', () => {
    const card = event({ type: 'YellowCard', second_yellow: true });
    const banners = of(
      goal,
      { ...goal, event: event({ own_goal: true }) },
      { ...goal, event: event({ type: 'PenaltyScored' }) },
      { ...goal, event: null },
      { ...goal, kind: 'goal_cancelled' },
      { ...goal, kind: 'card', event: card },
      { ...goal, kind: 'card', event: event({ type: 'RedCard' }) },
      { ...goal, kind: 'substitution', event: event({ type: 'Substitution', second_player: { name: 'Rui' } }) },
    );
    expect(banners.map(({ kind, score }) => [kind, score?.join('–') ?? null])).toEqual([
      ['goal', '4–2'],
      ['own_goal', '4–2'],
      ['penalty', '4–2'],
      ['goal', '4–2'],
      ['cancelled', '4–2'],
      ['second_yellow', null],
      ['red', null],
      ['substitution', null],
    ]);
    expect(banners.at(-1)).toMatchObject({ player: 'Ana', second: 'Rui', minute: '90+1' });
  });

  test('are only those that the address enables, for the match on air', () => {
    expect(bannersOf([goal], ['card', 'scorebug'])).toEqual([]);
    expect(of({ ...goal, matchId: '702' })).toEqual([]);
    expect(of({ kind: 'period', matchId: '701', period: 'half_time', from: 'first_half' })).toEqual([]);
  });
});

test('the latest event is the newest by its time, a note only with text', () => {
  const state = stateOf('added time');
  const board = state.matches['701'];
  if (!board) throw new Error('no match');
  expect(latestEvent(board)?.event).toMatchObject({ type: 'YellowCard', minute: '90+2' });
  board.events['note'] = { type: 'Event', at: '2030-01-01T00:00:00.000Z', own_goal: false };
  expect(latestEvent(board)?.event.type).toBe('YellowCard');
  board.events['note'].label = 'Crowd of 78,011';
  expect(latestEvent(board)?.event.label).toBe('Crowd of 78,011');
  expect(latestEvent({ ...board, events: {} })).toBeNull();
});

test.each([
  [7, '00:07'],
  [727, '12:07'],
  [3_600, '1:00:00'],
  [90_000, '25:00:00'],
  [180_061, '2 d 02:01:01'],
])('%i seconds until kick-off are %s', (seconds, text) => {
  expect(timeLeft(seconds)).toBe(text);
});

test('the monitor lists the missing data of each widget', () => {
  const lines = (widgets: string, more = ''): string =>
    missingOf(stateOf('added time'), NO_FACTS, readOverlay(`widgets=${widgets}${more}`).values).join(' ');
  expect(lines('scorebug,stats,shootout')).toBe('');
  expect(lines('lineup')).toMatch(/line-up/);
  expect(lines('countdown')).toMatch(/kick-off/);
  expect(lines('standings')).toMatch(/table/);
  expect(lines('scorebug', '&match=9')).toMatch(/no match 9/);
  expect(lines('lineup', '&lang=fr')).toBe('lineup: le match n’a pas de composition.');
  const feed = shownStates()['a tournament'] ?? null;
  expect(missingOf(feed, NO_FACTS, readOverlay('widgets=stats').values).join()).toMatch(/for one match/);
});

describe('the address that the form makes', () => {
  test('omits default values, and joins several values', () => {
    const given: Record<string, string[]> = {
      widgets: ['scorebug', 'stats'],
      names: ['auto'],
      delay: ['0'],
      lang: ['en'],
      animation: ['off'],
      home_color: ['#ff8800'],
      accent: [' '],
      unknown: ['x'],
    };
    expect(Object.fromEntries(addressQuery('overlay', (name) => given[name] ?? []))).toEqual({
      widgets: 'scorebug,stats',
      animation: 'off',
      home_color: 'ff8800',
    });
    expect([...addressQuery('screen', () => [])]).toEqual([]);
  });

  test.each(['screen', 'overlay'] as const)('is valid for the %s, for every choice', (kind) => {
    for (const field of buildFields[kind]) {
      const values: string[] = 'choices' in field ? [...field.choices] : [];
      if (field.kind === 'number') values.push(String(field.min), String(field.max));
      if (field.kind === 'color') values.push('#FF8800');
      if (field.kind === 'flag') values.push('1');
      for (const value of values) {
        const query = addressQuery(kind, (name) => (name === field.name ? [value] : []));
        expect(checkedQuery(kind, query, { themes: [], crests: [] }).problems).toEqual([]);
      }
    }
    expect(checkedQuery(kind, new URLSearchParams('delay=9999'), { themes: [], crests: [] }).problems).toHaveLength(1);
  });
});

describe('rule PAGE-35: the portrait of a banner', () => {
  const portraits = { '1': '/ana.jpg', '2': 'https://pictures.example/rui.jpg' };
  const event = (more: Partial<BoardEvent>): BoardEvent => ({
    type: 'Goal',
    at: '2026-01-01T10:00:00.000Z',
    own_goal: false,
    ...more,
  });
  const ana = { id: 1, name: 'Ana Silva', type: 'user' } as const;
  const rui = { id: 2, name: 'Rui Costa', type: 'user' } as const;

  test.each<[string, BoardEvent | null, string | null]>([
    ['of the scorer', event({ player: ana, second_player: rui }), '/ana.jpg'],
    ['of the one who comes on', event({ type: 'Substitution', player: ana, second_player: rui }), portraits['2']],
    ['of the one who goes off, alone', event({ type: 'Substitution', player: ana }), '/ana.jpg'],
    ['of no junior with the same id', event({ player: { ...ana, type: 'junior' } }), null],
    ['none for a player without an id', event({ player: { name: 'Ana Silva' } }), null],
    ['none for a player without a portrait', event({ player: { ...ana, id: 3 } }), null],
    ['without an entry', null, null],
  ])('is %s', (_, of, address) => expect(portraitOf(of, { portraits })).toBe(address));

  test('is none where no player has one', () => expect(portraitOf(event({ player: ana }), NO_FACTS)).toBeNull());
});
