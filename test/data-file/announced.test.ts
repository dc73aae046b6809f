// A change is announced before its answer, and also when it is stored too late for it.
import { expect, test } from 'vitest';
import { announced } from '../../src/data-file/announced.ts';
import { failure } from '../support/failure.ts';

test('a change is announced before its answer', async () => {
  const told: string[] = [];
  const tell = (change: string): Promise<number> => Promise.resolve(told.push(change));
  expect(await announced(Promise.resolve('a change'), tell, 5_000)).toBe('a change');
  expect(told).toEqual(['a change']);
});

test('a change that is stored after the deadline is announced too', async () => {
  const told: string[] = [];
  const tell = (change: string): Promise<number> => Promise.resolve(told.push(change));
  let store: (change: string) => void = () => undefined;
  const storing = new Promise<string>((resolve) => (store = resolve));
  expect(await failure(announced(storing, tell, 1))).toMatchObject({ status: 503 });
  expect(told).toEqual([]);
  store('a change');
  await expect.poll(() => told).toEqual(['a change']);
});

test('a change that fails is not announced', async () => {
  const told: string[] = [];
  const work = Promise.reject<string>(new Error('It failed.'));
  expect(await failure(announced(work, (change) => Promise.resolve(told.push(change)), 5_000))).toMatchObject({
    message: 'It failed.',
  });
  expect(told).toEqual([]);
});
