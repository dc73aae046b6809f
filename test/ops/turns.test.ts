// Rule OPS-18: long work in pieces.
import { afterEach, expect, it, vi } from 'vitest';
import { eachInTurns, eachSpread, inTurns } from '../../src/ops/turns.ts';
import { countTurns } from '../support/count-turns.ts';
import { nextTurn } from '../support/next-turn.ts';
import { stall } from '../support/stall.ts';

afterEach(() => void vi.useRealTimers());

it('rule OPS-18: takes about 2 ms of a turn and goes on in the next', async () => {
  await nextTurn();
  const turns = countTurns();
  const done: number[] = [];
  await eachInTurns([1, 2, 3, 4, 5, 6, 7, 8, 9], (item) => {
    stall(1);
    done.push(item);
  });
  expect(done).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(turns.stop()).toBeGreaterThanOrEqual(3);
});

it('rule OPS-18: many works share the time of a turn in rotation', async () => {
  await nextTurn();
  const done: number[] = [];
  const works = Array.from({ length: 20 }, (_, work) =>
    eachInTurns(Array.from({ length: 10 }), () => {
      stall(1);
      done.push(work);
    }),
  );
  const short = eachInTurns([20], (work) => done.push(work));
  expect(done.length).toBeLessThan(5);
  const turns = countTurns();
  await short;
  expect(new Set(done).size).toBe(21);
  expect(done.length).toBeLessThan(20 * 10);
  await Promise.all(works);
  expect(turns.stop()).toBeGreaterThan(20);
});

it('begins at once, and short work is over within the turn', async () => {
  await nextTurn();
  // No time passes, so that the work is short on a busy machine too.
  vi.useFakeTimers({ toFake: ['performance'] });
  const done: number[] = [];
  void eachInTurns([1, 2, 3], (item) => done.push(item));
  expect(done).toEqual([1, 2, 3]);
});

it('begins at once again after a turn whose time was used up', async () => {
  // The piece of a later turn takes longer than all works of a turn may, and nothing waits behind it.
  await inTurns(
    (function* work() {
      stall(3);
      yield;
      stall(3);
    })(),
  );
  await nextTurn();
  const done: number[] = [];
  void eachInTurns([1], (item) => done.push(item));
  expect(done).toEqual([1]);
});

it('leaves out what left a Set meanwhile, and takes what came', async () => {
  const items = new Set([1, 2, 3]);
  const done: number[] = [];
  await eachInTurns(items, (item) => {
    done.push(item);
    stall(2);
    if (item === 1) setImmediate(() => items.delete(3));
  });
  expect(done[0]).toBe(1);
  expect(done).not.toContain(3);
});

it('rejects with what a piece threw', async () => {
  const failing = eachInTurns([1], () => {
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
});

it('rule OPS-18: spread over a time, many items are done in slices, and others come between them', async () => {
  const COUNT = 400;
  const done: number[] = [];
  let inTurn = 0;
  let most = 0;
  const items = Array.from({ length: COUNT }, (_, index) => index);
  const spread = eachSpread(items, 20, (item) => {
    if (inTurn === 0) setImmediate(() => (inTurn = 0));
    inTurn += 1;
    most = Math.max(most, inTurn);
    done.push(item);
  });
  expect(done.length).toBeLessThanOrEqual(COUNT / 10);
  await spread;
  expect(done).toEqual(items);
  expect(most).toBeLessThanOrEqual(COUNT / 10);
});

it('rule OPS-18: a slice begins in a turn after the one before it, also when that took longer than the pause', async () => {
  await nextTurn();
  let inTurn = 0;
  let most = 0;
  await eachSpread(
    Array.from({ length: 100 }, (_, index) => index),
    10,
    (item) => {
      if (inTurn === 0) setImmediate(() => (inTurn = 0));
      inTurn += 1;
      most = Math.max(most, inTurn);
      // Two items use up the time of a turn. Another work lasts longer than the pause, in the turn that ends the slice, behind it.
      if (item === 5 || item === 10) stall(3);
      if (item === 10) queueMicrotask(() => setImmediate(stall, 5));
    },
  );
  expect(most).toBeLessThanOrEqual(20);
});

it('is over within the turn without a time', async () => {
  const done: number[] = [];
  const spread = eachSpread([1, 2, 3], 0, (item) => done.push(item));
  expect(done).toEqual([1, 2, 3]);
  await spread;
});
