// The goals and cards of a side as a screen lists them, without a browser.
import { describe, expect, test } from 'vitest';
import type { BoardEvent, BoardGoal, GameState } from '../../../protocol/wire/board.ts';
import { type Entry, linesOf, matchEntries } from '../../../src/browser/shared/entries.ts';
import { pagesOf } from '../../../src/browser/screen/entry-pages.ts';
import { shownBoards } from '../../support/shown-state.ts';

describe('the goals and cards of a side', () => {
  test('are listed newest first, goals before cards, an own goal with the side it counts for', () => {
    const { home, away } = matchEntries(shownBoards('added time'), '701');
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
    const { home, away } = matchEntries(shownBoards('a shootout'), '701');
    expect([home, away].map((side) => side.map(({ minute }) => minute))).toEqual([
      ['115', '31'],
      ['101', '39'],
    ]);
  });

  test('distinguish a second yellow card from the red card after it', () => {
    const { away } = matchEntries(shownBoards('half-time after a second yellow'), '701');
    expect(away.map(({ kind }) => kind)).toEqual(['red', 'second_yellow', 'yellow']);
  });

  test('are sorted by time, in any order of arrival', () => {
    const state = structuredClone(shownBoards('added time'));
    const board = state.matches['701'];
    if (!board) throw new Error('no match');
    board.events = Object.fromEntries(Object.entries(board.events).reverse());
    expect(matchEntries(state, '701')).toEqual(matchEntries(shownBoards('added time'), '701'));
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
    const base = shownBoards('one pairing, by hand');
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
    expect(brief(matchEntries(shownBoards('13–0, full time'), '701').home)).toEqual([
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
      key,
      kind,
      player,
      minute: key,
      name: player === null ? null : 'A. S.',
      note: null,
    });
    const entries = [
      entry('9', 'goal', 'junior 1'),
      entry('8', 'goal', 'junior 2'),
      entry('7', 'goal', null),
      entry('6', 'goal', null),
      entry('5', 'goal', 'junior 1'),
      entry('4', 'yellow', 'junior 1'),
      entry('3', 'yellow', 'junior 1'),
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
