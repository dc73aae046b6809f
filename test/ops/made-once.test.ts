import { expect, test } from 'vitest';
import { madeOnce } from '../../src/ops/made-once.ts';

test('it is made once for all that ask, also at the same time', async () => {
  let times = 0;
  const ask = madeOnce(() => Promise.resolve((times += 1)));
  expect(await Promise.all([ask(), ask()])).toEqual([1, 1]);
  expect([await ask(), times]).toEqual([1, 1]);
});

test('after a failure the next one that asks makes it again', async () => {
  let times = 0;
  const ask = madeOnce(() => {
    times += 1;
    return times === 1 ? Promise.reject(new Error('no memory')) : Promise.resolve('made');
  });
  await expect(ask()).rejects.toThrow('no memory');
  expect(await ask()).toBe('made');
});
