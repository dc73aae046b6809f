// How the work on a large file lets others go on.
import { expect, it } from 'vitest';
import { openAskingYielder } from '../../src/data-file/json-path.ts';

it('rule DATA-16: long work in a transaction asks the database every 5 seconds, so that its connection is not cut', async () => {
  let now = 0;
  const asked: number[] = [];
  const ask = () => Promise.resolve(asked.push(now));
  const maybeYield = openAskingYielder(ask, () => now);
  for (now = 0; now <= 12_000; now += 1_000) await maybeYield();
  expect(asked).toEqual([5_000, 10_000]);
});
