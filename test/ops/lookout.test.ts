// A check that repeats while there is something to check.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openLookout } from '../../src/ops/lookout.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('looks while there is something to look at, and again when it begins again', () => {
  let left = 2;
  const looks: number[] = [];
  const lookout = openLookout(100, () => {
    looks.push(left);
    left -= 1;
    return left > 0;
  });
  expect(vi.getTimerCount(), 'nothing to look at yet').toBe(0);
  lookout.begin();
  lookout.begin();
  vi.advanceTimersByTime(1_000);
  expect(looks).toEqual([2, 1]);
  expect(vi.getTimerCount()).toBe(0);
  left = 1;
  lookout.begin();
  vi.advanceTimersByTime(1_000);
  expect(looks).toEqual([2, 1, 1]);
});

it('ends at once', () => {
  const look = vi.fn(() => true);
  const lookout = openLookout(100, look);
  lookout.begin();
  lookout.end();
  vi.advanceTimersByTime(1_000);
  expect(look).not.toHaveBeenCalled();
});
