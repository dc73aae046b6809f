// The console's warning of likely duplicates.
import { describe, expect, it } from 'vitest';
import type { BoardEvent } from '../../../protocol/wire/board.ts';
import { likelyDuplicate, pairKey } from '../../../src/browser/console/duplicates.ts';

const AT = Date.UTC(2026, 10, 22, 10);
const event = (type: BoardEvent['type'], second: number, more: Partial<BoardEvent> = {}): BoardEvent => ({
  type,
  at: new Date(AT + second * 1_000).toISOString(),
  team: 'home',
  own_goal: false,
  ...more,
});

describe('a likely duplicate', () => {
  const find = (events: Record<string, BoardEvent>, mine: string[], kept: string[] = [], stored = events) =>
    likelyDuplicate(events, stored, new Set(mine), new Set(kept), AT)?.goes ?? null;

  it.each([
    ['one of another phone, the same side, 60 seconds apart', event('Goal', 60), 'b'],
    ['61 seconds apart', event('Goal', 61), null],
    ['the other side', event('Goal', 10, { team: 'away' }), null],
    ['another type', event('Shot', 10), null],
  ])('%s', (_name, mine, found) => {
    expect(find({ a: event('Goal', 0), b: mine }, ['b'])).toBe(found);
  });

  it('is found in either order, and not between two entries of others', () => {
    expect(find({ a: event('YellowCard', 0), b: event('YellowCard', 5) }, ['a'])).toBe('b');
    expect(find({ a: event('YellowCard', 0), b: event('YellowCard', 5) }, [])).toBe(null);
  });

  it('rule PAGE-42: loses the same entry on every phone, also while a change of a time is on its way to one of them', () => {
    const [a, b] = [event('Goal', 0), event('Goal', 5)];
    for (const events of [
      { a, b },
      { b, a },
      { a: event('Goal', 35), b },
    ]) {
      for (const mine of [['a'], ['b'], ['a', 'b']]) expect(find(events, mine)).toBe('b');
    }
    const three = { a, b, c: event('Goal', 10) };
    for (const mine of [['a'], ['b'], ['c'], ['a', 'c']]) expect(find(three, mine)).not.toBe('a');
  });

  it('rule PAGE-42: with another phone is asked about once the server has both entries', () => {
    const events = { a: event('Goal', 0), b: event('Goal', 5) };
    expect(find(events, ['a'], [], { b: events.b })).toBe(null);
    expect(find(events, ['a', 'b'], [], {})).toBe('b');
  });

  it('on one phone is two goals, not two shots', () => {
    expect(find({ a: event('Goal', 0), b: event('Goal', 5) }, ['a', 'b'])).toBe('b');
    expect(find({ a: event('Shot', 0), b: event('Shot', 5) }, ['a', 'b'])).toBe(null);
  });

  it('that was dismissed is not reported again, and an old one is not reported', () => {
    const events = { a: event('Goal', 0), b: event('Goal', 5) };
    expect(find(events, ['b'], [pairKey({ stays: 'a', goes: 'b' })])).toBe(null);
    expect(likelyDuplicate(events, events, new Set(['b']), new Set(), AT + 6_000)).toBe(null);
  });
});
