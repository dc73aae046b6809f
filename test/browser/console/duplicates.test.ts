// The console's warning of likely duplicates.
import { describe, expect, it } from 'vitest';
import type { BoardEvent } from '../../../protocol/wire/board.ts';
import { likelyDuplicate, pairKey } from '../../../src/browser/console/duplicates.ts';

const AT = Date.UTC(2026, 10, 22, 10);
const event = (type: BoardEvent['type'], second: number, more: Partial<BoardEvent> = {}): BoardEvent => ({
  ...{ type, at: new Date(AT + second * 1_000).toISOString(), team: 'home', own_goal: false },
  ...more,
});

describe('a likely duplicate', () => {
  const find = (events: Record<string, BoardEvent>, mine: string[], kept: string[] = []) =>
    likelyDuplicate(events, new Set(mine), new Set(kept), AT)?.mine ?? null;

  it.each([
    ['one of another phone, the same side, 60 seconds apart', event('Goal', 60), 'b'],
    ['61 seconds apart', event('Goal', 61), null],
    ['the other side', event('Goal', 10, { team: 'away' }), null],
    ['another type', event('Shot', 10), null],
  ])('%s', (_name, mine, found) => {
    expect(find({ a: event('Goal', 0), b: mine }, ['b'])).toBe(found);
  });

  it('is found in either order, and not between two entries of others', () => {
    expect(find({ a: event('YellowCard', 0), b: event('YellowCard', 5) }, ['a'])).toBe('a');
    expect(find({ a: event('YellowCard', 0), b: event('YellowCard', 5) }, [])).toBe(null);
  });

  it('on one phone is two goals, not two shots', () => {
    expect(find({ a: event('Goal', 0), b: event('Goal', 5) }, ['a', 'b'])).toBe('b');
    expect(find({ a: event('Shot', 0), b: event('Shot', 5) }, ['a', 'b'])).toBe(null);
  });

  it('that was dismissed is not reported again, and an old one is not reported', () => {
    const events = { a: event('Goal', 0), b: event('Goal', 5) };
    expect(find(events, ['b'], [pairKey({ mine: 'a', theirs: 'b' })])).toBe(null);
    expect(likelyDuplicate(events, new Set(['b']), new Set(), AT + 6_000)).toBe(null);
  });
});
