// The details of a 422 (rule LIMIT-13) and the headers of a 429 (rule LIMIT-1).
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { invalid, rateLimited } from '../../src/ops/problem.ts';

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

it('rule LIMIT-1: each 429 says how long to wait, and which limit is used up', () => {
  const { headers } = rateLimited('Too many.', { policy: { name: 'at-once', quota: 3 }, seconds: 0.2, hint: 'Wait.' });
  expect(headers).toEqual({ 'retry-after': '1', 'ratelimit-policy': '"at-once";q=3', ratelimit: '"at-once";r=0;t=1' });
  const source = path.resolve('src');
  const made = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .flatMap((file) =>
      readFileSync(path.join(source, file), 'utf8')
        .split(/(?<=Problem\()429, /)
        .slice(1),
    )
    .map((text) => text.slice(0, 400));
  expect(made.length).toBeGreaterThan(3);
  for (const text of made) expect(text).toContain('waitHeaders(');
});
