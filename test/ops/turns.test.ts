// Rule OPS-18: long work in pieces.
import { expect, it } from 'vitest';
import { eachInTurns } from '../../src/ops/turns.ts';

/** Works for so long, ms. */
const work = (ms: number): void => {
  const until = performance.now() + ms;
  while (performance.now() < until);
};

/** Counts the turns of the event loop from now on; `stop` answers them. */
function countTurns(): { stop(): number } {
  let turns = 0;
  let next = setImmediate(function count() {
    turns += 1;
    next = setImmediate(count);
  });
  return {
    stop() {
      clearImmediate(next);
      return turns;
    },
  };
}

it('rule OPS-18: takes about 2 ms of a turn and goes on in the next', async () => {
  const turns = countTurns();
  const done: number[] = [];
  await eachInTurns([1, 2, 3, 4, 5, 6, 7, 8, 9], (item) => {
    work(1);
    done.push(item);
  });
  expect(done).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(turns.stop()).toBeGreaterThanOrEqual(3);
});

it('begins at once, and short work is over within the turn', () => {
  const done: number[] = [];
  void eachInTurns([1, 2, 3], (item) => done.push(item));
  expect(done).toEqual([1, 2, 3]);
});

it('leaves out what left a Set meanwhile, and takes what came', async () => {
  const items = new Set([1, 2, 3]);
  const done: number[] = [];
  await eachInTurns(items, (item) => {
    done.push(item);
    work(2);
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
