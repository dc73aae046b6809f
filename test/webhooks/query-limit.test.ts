// Queries of webhooks leave the connections of a node to its commits.
import { expect, it } from 'vitest';
import { limitedQueries } from '../../src/webhooks/query-limit.ts';

it('rule HOOK-9: two queries of webhooks run at once, the others wait in their order, also after a failure', async () => {
  const begun: number[] = [];
  const ends: ((isDone: boolean) => void)[] = [];
  const { query } = limitedQueries({
    query(number: number) {
      begun.push(number);
      return new Promise<number>((resolve, reject) => {
        ends.push((isDone) => (isDone ? resolve(number) : reject(new Error('away'))));
      });
    },
  });
  const results = Promise.allSettled([1, 2, 3, 4].map(query));
  await Promise.resolve();
  expect(begun).toEqual([1, 2]);
  ends[1]?.(false);
  await expect.poll(() => begun).toEqual([1, 2, 3]);
  ends[0]?.(true);
  await expect.poll(() => begun).toEqual([1, 2, 3, 4]);
  for (const end of ends) end(true);
  expect((await results).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
});
