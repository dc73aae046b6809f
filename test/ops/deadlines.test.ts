// One timer for the deadlines of many waits.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openDeadlines } from '../../src/ops/deadline.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('each wait is late after its own time, in order, and one that has ended never', async () => {
  const deadlines = openDeadlines(1_000);
  const late: (readonly [name: string, at: number])[] = [];
  const began = performance.now();
  const wait = (name: string) => deadlines.begin(() => late.push([name, performance.now() - began]));
  wait('a');
  const ended = wait('b');
  await vi.advanceTimersByTimeAsync(400);
  wait('c');
  deadlines.end(ended);
  await vi.advanceTimersByTimeAsync(3_000);
  wait('d');
  await vi.advanceTimersByTimeAsync(3_000);
  expect(late).toEqual([
    ['a', 1_000],
    ['c', 1_400],
    ['d', 4_400],
  ]);
});

test('many waits need one timer, and none when all are over', async () => {
  const deadlines = openDeadlines(1_000);
  let late = 0;
  const waits = Array.from({ length: 1_000 }, () => deadlines.begin(() => (late += 1)));
  expect(vi.getTimerCount()).toBe(1);
  for (const wait of waits) deadlines.end(wait);
  await vi.advanceTimersByTimeAsync(1_000);
  expect([vi.getTimerCount(), late]).toEqual([0, 0]);
});
