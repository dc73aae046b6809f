// The details of a 422 (rule LIMIT-13).
import { expect, it } from 'vitest';
import { invalid } from '../../src/ops/problem.ts';

const faults = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ path: `goals[${String(index)}]`, message: 'Must be an object.' }));

it('rule LIMIT-13: 50 details are answered, the last one says how many more there are', () => {
  expect(invalid(faults(50)).body().details).toEqual(faults(50));
  const more = invalid(faults(51)).body().details;
  expect(more).toEqual([...faults(49), { path: '', message: '… and 2 more.' }]);
  expect(invalid(faults(20), 'Bad.', { unlisted: 1_000 }).body().details?.at(-1)?.message).toBe('… and 1000 more.');
});

it('rule LIMIT-13: a long path is cut', () => {
  const [detail] =
    invalid([{ path: `scores.${'9'.repeat(1_000_000)}`, message: 'Must be a team number.' }]).details ?? [];
  expect(detail?.path).toHaveLength(201);
});
