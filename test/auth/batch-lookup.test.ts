import { describe, expect, it } from 'vitest';
import { batchLookup } from '../../src/auth/batch-lookup.ts';

function open(failing = false) {
  const questions: (readonly number[])[] = [];
  const find = batchLookup(
    (ids: readonly number[]) => {
      questions.push(ids);
      return failing
        ? Promise.reject(new Error('away'))
        : Promise.resolve(ids.filter((id) => id < 100).map((id) => ({ id })));
    },
    ({ id }) => id,
  );
  return { find, questions };
}

describe('lookups of one turn of the event loop', () => {
  it('go out as one query, each key once; a key that is not found gives null', async () => {
    const { find, questions } = open();
    expect(await Promise.all([find(1), find(2), find(1), find(100)])).toEqual([{ id: 1 }, { id: 2 }, { id: 1 }, null]);
    expect(questions).toEqual([[1, 2, 100]]);
    await find(1);
    expect(questions, 'the next turn asks anew').toHaveLength(2);
  });

  it('fail together', async () => {
    const { find } = open(true);
    const results = await Promise.allSettled([find(1), find(2)]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });
});
