// What a screen shows of a state, without a browser.
import { describe, expect, test } from 'vitest';
import type { Board, BoardEvent, BoardGoal, BoardState, GameState } from '../../../protocol/wire/board.ts';
import { type Entry, linesOf, matchEntries } from '../../../src/browser/shared/entries.ts';
import { headingOf } from '../../../src/browser/shared/heading.ts';
import { dateOf, timeOf } from '../../../src/browser/shared/kick-off.ts';
import { pagesOf } from '../../../src/browser/screen/entry-pages.ts';
import { NO_FACTS } from '../../../protocol/rest/facts.ts';
import { bestColumns } from '../../../src/browser/screen/columns.ts';
import { en } from '../../../src/browser/shared/lang/en.ts';
import { isPaused, readableSlug, showsClock, matchStatusLabel } from '../../../src/browser/shared/match-status.ts';
import { screenPage } from '../../../src/web/screen.ts';
import { slideAt, slidesOf } from '../../../src/browser/screen/scene.ts';
import { shownStates } from '../../support/shown-states.ts';

const states = shownStates();
function stateOf(name: string): BoardState {
  const state = states[name];
  if (state?.kind !== 'match' && state?.kind !== 'game') throw new Error(`There is no board state "${name}".`);
  return state;
}
function boardOf(name: string, matchId: string): Board {
  const board = stateOf(name).matches[matchId];
  if (!board) throw new Error(`"${name}" has no match ${matchId}.`);
  return board;
}

describe('the goals and cards of a side', () => {
  test('are listed newest first, goals before cards, an own goal with the side it counts for', () => {
    const { home, away } = matchEntries(stateOf('added time'), '701');
    expect(home.map(({ kind, minute, name, note }) => [kind, minute, name, note])).toEqual([
      ['goal', '65', 'Kylian Mbappé', null],
      ['goal', '59', 'Paul Pogba', null],
      ['goal', '38', 'Antoine Griezmann', 'penalty'],
      ['goal', '18', 'Mario Mandžukić', 'own_goal'],
      ['yellow', '41', 'Lucas Hernández', null],
      ['yellow', '27', 'N’Golo Kanté', null],
    ]);
    expect(away.map(({ kind, minute }) => [kind, minute])).toEqual([
      ['goal', '69'],
      ['goal', '28'],
      ['yellow', '90+2'],
    ]);
  });

  test('omit the kicks of a shootout, but not penalties during play', () => {
    const { home, away } = matchEntries(stateOf('a shootout'), '701');
    expect([home, away].map((side) => side.map(({ minute }) => minute))).toEqual([
      ['115', '31'],
      ['101', '39'],
    ]);
  });

  test('distinguish a second yellow card from the red card after it', () => {
    const { away } = matchEntries(stateOf('half-time after a second yellow'), '701');
    expect(away.map(({ kind }) => kind)).toEqual(['red', 'second_yellow', 'yellow']);
  });

  test('are sorted by time, in any order of arrival', () => {
    const state = structuredClone(stateOf('added time'));
    const board = state.matches['701'];
    if (!board) throw new Error('no match');
    board.events = Object.fromEntries(Object.entries(board.events).reverse());
    expect(matchEntries(state, '701')).toEqual(matchEntries(stateOf('added time'), '701'));
  });

  const goal = (team: string, scorer: string, more: Partial<BoardGoal> = {}): BoardGoal => ({
    team,
    scorer,
    penalty: false,
    own_goal: false,
    ...more,
  });
  const event = (type: BoardEvent['type'], name: string): BoardEvent => ({
    type,
    at: '2026-11-22T10:12:00.000Z',
    team: 'home',
    player: { name },
    own_goal: false,
  });

  test('come from the manual goal list of a game with one pairing', () => {
    const base = stateOf('one pairing, by hand');
    if (base.kind !== 'game') throw new Error('no game');
    const [id = '', board] = Object.entries(base.matches)[0] ?? [];
    if (!board) throw new Error('no pairing');
    const state: GameState = {
      ...base,
      goals: [
        goal('1', 'Ana', { minute: '3' }),
        goal('2', 'Bo', { penalty: true }),
        goal('1', 'Cy', { own_goal: true }),
      ],
      matches: { [id]: { ...board, events: { a: event('Goal', 'From a marker'), b: event('RedCard', 'Red') } } },
    };
    const { home, away } = matchEntries(state, id);
    expect(home.map(({ name, note }) => [name, note])).toEqual([
      ['Cy', 'own_goal'],
      ['Ana', null],
      ['Red', null],
    ]);
    expect(away.map(({ name, note, minute }) => [name, note, minute])).toEqual([['Bo', 'penalty', null]]);
    const twice = { ...state, matches: { ...state.matches, other: board } };
    expect(matchEntries(twice, id).home.map(({ name }) => name)).toEqual(['From a marker', 'Red']);
  });
});

describe('the lines of a side (rule PAGE-17)', () => {
  const brief = (entries: readonly Entry[]): unknown[] =>
    linesOf(entries).map(({ kind, name, times }) => [kind, name, times.map(({ minute }) => minute).join(', ')]);

  test('have one line for all goals of a player, the player of the newest goal first', () => {
    expect(brief(matchEntries(stateOf('13–0, full time'), '701').home)).toEqual([
      ['goal', 'Carli Lloyd', '90+2'],
      ['goal', 'Mallory Pugh', '85'],
      ['goal', 'Megan Rapinoe', '79'],
      ['goal', 'Lindsey Horan', '32'],
      ['goal', 'Samantha Mewis', '50, 54'],
      ['goal', 'Rose Lavelle', '20, 56'],
      ['goal', 'Alex Morgan', '12, 53, 74, 81, 87'],
    ]);
  });

  test('do not join players with equal names, goals without a player, or cards', () => {
    const entry = (key: string, kind: Entry['kind'], player: string | null): Entry => ({
      ...{ key, kind, player, minute: key, name: player === null ? null : 'A. S.', note: null },
    });
    const entries = [
      ...[entry('9', 'goal', 'junior 1'), entry('8', 'goal', 'junior 2'), entry('7', 'goal', null)],
      ...[entry('6', 'goal', null), entry('5', 'goal', 'junior 1')],
      ...[entry('4', 'yellow', 'junior 1'), entry('3', 'yellow', 'junior 1')],
    ];
    expect(brief(entries)).toEqual([
      ['goal', 'A. S.', '5, 9'],
      ['goal', 'A. S.', '8'],
      ['goal', null, '7'],
      ['goal', null, '6'],
      ['yellow', 'A. S.', '4'],
      ['yellow', 'A. S.', '3'],
    ]);
  });

  const goal = (height: number, count = 1) => ({ height, count, isGoal: true });
  const card = (height: number) => ({ height, count: 1, isGoal: false });
  test.each<[string, Parameters<typeof pagesOf>[0], number, ReturnType<typeof pagesOf>]>([
    ['all that fits', [goal(20), goal(20), card(20)], 60, [{ lines: [0, 1, 2], more: 0 }]],
    ['cards make way for goals', [goal(20), goal(20), card(20), card(20)], 70, [{ lines: [0, 1, 2], more: 1 }]],
    ['and leave altogether', [goal(20), goal(20), card(40)], 65, [{ lines: [0, 1], more: 1 }]],
    ['without room for the number', [goal(20), goal(20), card(40)], 45, [{ lines: [0, 1], more: 0 }]],
    [
      'goals that do not fit take turns',
      [goal(20, 3), goal(20), goal(20, 2), goal(20), card(20)],
      50,
      [
        { lines: [0, 1], more: 4 },
        { lines: [2, 3], more: 5 },
      ],
    ],
    [
      'cards alone take turns',
      [card(20), card(20), card(20)],
      30,
      [
        { lines: [0], more: 2 },
        { lines: [1], more: 2 },
        { lines: [2], more: 2 },
      ],
    ],
    [
      'a list without room',
      [goal(20), goal(20)],
      0,
      [
        { lines: [0], more: 0 },
        { lines: [1], more: 0 },
      ],
    ],
    ['nothing', [], 100, [{ lines: [], more: 0 }]],
  ])('%s', (_what, lines, room, expected) => {
    expect(pagesOf(lines, { room, moreHeight: 10 })).toEqual(expected);
  });
});

test.each([
  [{ competition: 'Autumn Cup', group: 'A', round: 1 }, 'Autumn Cup · Group A · Round 1'],
  [{ competition: 'Autumn Cup', round: 'Final' }, 'Autumn Cup · Final'],
  [{}, 'Autumn Cup'],
])('the heading of %o is %s', (facts, text) => {
  expect(headingOf({ ...NO_FACTS, ...facts }, 'autumn-cup', en)).toBe(text);
});

test('a kick-off has a time, and a date on another day', () => {
  const at = new Date();
  at.setHours(19, 5, 0, 0);
  expect([timeOf(at.getTime(), 'en'), dateOf(at.getTime(), at.getTime(), 'en')]).toEqual(['19:05', null]);
  expect(dateOf(at.getTime(), at.getTime() - 86_400_000, 'en')).toContain(String(at.getDate()));
});

describe('the status of a match', () => {
  test.each([
    ['added time', '701', '2nd half', true],
    ['before kick-off, names not known', '701', 'Not started', false],
    ['13–0, full time', '701', 'Full time', false],
    ['a shootout', '701', 'Penalty shootout', false],
    ['half-time after a second yellow', '701', 'Half-time', false],
  ])('%s', (name, id, label, clock) => {
    expect([matchStatusLabel(boardOf(name, id), en), showsClock(boardOf(name, id))]).toEqual([label, clock]);
  });

  test('a status of the data file replaces the period', () => {
    const board = boardOf('before kick-off, names not known', '701');
    const labels = (['postponed', 'cancelled', 'abandoned', 'awarded'] as const).map((status) =>
      matchStatusLabel({ ...board, status }, en),
    );
    expect(labels).toEqual(['Postponed', 'Cancelled', 'Abandoned', 'Awarded']);
  });

  test('a clock stopped inside a period is paused, a clock in a break is hidden', () => {
    const board = boardOf('added time', '701');
    expect(isPaused(board)).toBe(false);
    expect(isPaused({ ...board, clock: { ...board.clock, running: false } })).toBe(true);
    expect(isPaused(boardOf('half-time after a second yellow', '701'))).toBe(false);
  });
});

test.each([
  [1, 16 / 9, 1],
  [2, 16 / 9, 1],
  [2, 32 / 9, 2],
  [2, 9 / 16, 1],
  [4, 16 / 9, 2],
  [5, 1.85, 3],
  [9, 16 / 9, 3],
  [4, 9 / 16, 1],
])('%i pairings on a screen of %f form %i columns', (count, aspect, columns) => {
  expect(bestColumns(count, aspect)).toBe(columns);
});

test('a slug reads as a name', () => {
  expect(['autumn-cup', 'world_cup-2018', 'a', '--'].map(readableSlug)).toEqual([
    'Autumn Cup',
    'World Cup 2018',
    'A',
    '',
  ]);
});

describe('the slides below the score', () => {
  const lineups = { home: { starters: [], substitutes: [] }, away: { starters: [], substitutes: [] } };
  const kinds = (name: string, given: Partial<Parameters<typeof slidesOf>[1]> = {}): string[] =>
    slidesOf(boardOf(name, '701'), { lineups: undefined, sponsors: [], ...given }).map(({ kind }) => kind);
  const table = { group: 'A', rows: [] };
  const sponsors = ['https://a.example/1.png', 'https://a.example/2.png'];

  test.each<[string, Parameters<typeof kinds>[1], string[]]>([
    ['added time', { sponsors, lineups }, ['entries']],
    ['a shootout', { sponsors }, ['entries']],
    ['before kick-off, names not known', {}, ['entries']],
    ['before kick-off, names not known', { sponsors, lineups }, ['lineups', 'sponsor', 'sponsor']],
    ['half-time after a second yellow', { sponsors }, ['entries', 'sponsor', 'sponsor']],
    ['half-time after a second yellow', { table }, ['entries', 'table']],
    ['before kick-off, names not known', { table, lineups }, ['lineups', 'table']],
    ['added time', { table }, ['entries']],
    ['13–0, full time', {}, ['entries']],
    ['statistics after the match', {}, ['statistics']],
    ['statistics after the match', { sponsors: sponsors.slice(0, 1) }, ['statistics', 'sponsor']],
  ])('%s', (name, given, expected) => {
    expect(kinds(name, given)).toEqual(expected);
  });

  test('change every ten seconds, and start again after the last', () => {
    const slides = slidesOf(boardOf('half-time after a second yellow', '701'), { lineups: undefined, sponsors });
    const at = (seconds: number) => slideAt(slides, 1.8e12 + seconds * 1_000);
    expect([at(0), at(9.9), at(10), at(20), at(30)].map((slide) => slides.indexOf(slide))).toEqual([0, 0, 1, 2, 0]);
  });
});

describe('the document of a screen', () => {
  const page = screenPage({
    channel: 'match:701',
    assets: { js: '/assets/screen-1.js', css: '/assets/screen-1.css' },
    title: `<b>"Tom & Jerry's"</b>`,
  });

  test('rule PAGE-6: escapes names', () => {
    expect(page).toContain('<title>&lt;b&gt;&quot;Tom &amp; Jerry&#39;s&quot;&lt;/b&gt;</title>');
    const nasty = screenPage({ channel: '"><script>1</script>', assets: { js: '"x' }, title: '' });
    expect(nasty).toContain('data-channel="&quot;&gt;&lt;script&gt;1&lt;/script&gt;"');
    expect(nasty).toContain('src="&quot;x"');
  });

  test('rule PAGE-6: has no inline script or style, so it works under a strict policy', () => {
    expect(page).not.toMatch(/ style=|<style|<script(?![^>]*src=)| on\w+=/);
    expect(page).toContain('<link rel="stylesheet" href="/assets/screen-1.css">');
  });
});
