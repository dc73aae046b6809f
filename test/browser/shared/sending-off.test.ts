// The two cards of one sending-off have one show.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { BoardEvent } from '../../../protocol/wire/board.ts';
import { matchEntries, withSendingOffs } from '../../../src/browser/shared/entries.ts';
import { AT, entry, HOLD_MS, openMatchWithShows as open, stateWith } from '../../support/match-with-shows.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('rule PAGE-16: a sending-off', () => {
  const player = { id: 4, name: 'Kid One', type: 'user' } as const;
  const yellow = entry('YellowCard', { player, second_yellow: true });
  const redAfter = (ms: number, of: NonNullable<BoardEvent['player']> = player): BoardEvent =>
    entry('RedCard', { at: new Date(AT + ms).toISOString(), player: of });

  test('by two yellow cards is one show, whichever card comes first', () => {
    for (const [first, then] of [
      [yellow, redAfter(20_000)],
      [redAfter(20_000), yellow],
    ] as const) {
      const { current, record } = open();
      record({ a: first });
      record({ b: then });
      expect(current()).toBe('card a Kid One');
      vi.advanceTimersByTime(HOLD_MS);
      expect(current()).toBeNull();
    }
    const { current, record } = open();
    record({ a: yellow, b: redAfter(0) });
    vi.advanceTimersByTime(HOLD_MS);
    expect(current()).toBeNull();
  });

  test('is one show too if one of the cards gives no type, or the name in other letter case', () => {
    const named = entry('YellowCard', { player: { name: 'Kid One' }, second_yellow: true });
    for (const [first, then] of [
      [yellow, redAfter(0, { id: 4, name: 'Kid One' })],
      [named, redAfter(0, { name: 'KID ONE' })],
    ] as const) {
      const { current, record } = open();
      record({ a: first, b: then });
      vi.advanceTimersByTime(HOLD_MS);
      expect(current()).toBeNull();
      const state = stateWith({ a: first, b: then });
      const board = state.matches['701'];
      if (!board) throw new Error('no board');
      expect(withSendingOffs(board, matchEntries(state, '701')).home.map(({ key }) => key)).toEqual(['a']);
    }
  });

  test.each<[string, BoardEvent, BoardEvent]>([
    ['of another player', yellow, redAfter(0, { id: 5, name: 'Kid One', type: 'user' })],
    ['without a player', entry('YellowCard', { second_yellow: true }), entry('RedCard')],
    ['minutes later', yellow, redAfter(61_000)],
    ['after a first yellow', entry('YellowCard', { player }), redAfter(0)],
  ])('has two shows for a red card %s', (_what, first, then) => {
    const { current, record } = open();
    record({ a: first, b: then });
    vi.advanceTimersByTime(HOLD_MS);
    expect(current()).toMatch(/^card b/);
  });
});

test('rule PAGE-16: both cards of one sending-off are one line', () => {
  const player = { id: 7, name: 'Ana', type: 'user' as const };
  const state = stateWith({
    a: entry('YellowCard', { player }),
    b: entry('YellowCard', { player, second_yellow: true }),
    c: entry('RedCard', { player }),
    d: entry('RedCard', { player: { ...player, id: 8 } }),
  });
  const board = state.matches['701'];
  if (!board) throw new Error('no board');
  const { home } = withSendingOffs(board, matchEntries(state, '701'));
  expect(home.map(({ key, kind }) => [key, kind])).toEqual([
    ['d', 'red'],
    ['b', 'second_yellow'],
    ['a', 'yellow'],
  ]);
});
