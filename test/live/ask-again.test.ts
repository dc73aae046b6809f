// Questions to a database that answers late.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openAskAgain } from '../../src/live/ask-again.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A database whose answers the test gives, one for each question. */
function openQuestions() {
  const asked: { readonly resolve: () => void; readonly reject: (error: Error) => void }[] = [];
  const failures: unknown[] = [];
  const again = openAskAgain(
    () => new Promise<void>((resolve, reject) => asked.push({ resolve, reject })),
    (error) => failures.push(error),
  );
  return { again, asked, failures, pass: (ms: number) => vi.advanceTimersByTimeAsync(ms) };
}

it('the first question is asked 250 ms after the write, the others a second after no answer, until one is answered', async () => {
  const { again, asked, failures, pass } = openQuestions();
  again.begin();
  await pass(249);
  again.begin();
  expect(asked).toHaveLength(0);
  await pass(1);
  expect(asked).toHaveLength(1);
  asked[0]?.reject(new Error('no answer'));
  await pass(999);
  expect(asked).toHaveLength(1);
  await pass(1);
  expect(asked).toHaveLength(2);
  expect(failures).toEqual([new Error('no answer')]);
  asked[1]?.resolve();
  await pass(60_000);
  expect(asked).toHaveLength(2);
  again.begin();
  await pass(250);
  expect(asked).toHaveLength(3);
});

it('a write that fails while a question is asked has a question after it', async () => {
  const { again, asked, pass } = openQuestions();
  again.begin();
  await pass(250);
  again.begin();
  await pass(60_000);
  expect(asked).toHaveLength(1);
  asked[0]?.resolve();
  await pass(250);
  expect(asked).toHaveLength(2);
  asked[1]?.resolve();
  await pass(60_000);
  expect(asked).toHaveLength(2);
});

it('after its end nothing is asked', async () => {
  const waiting = openQuestions();
  waiting.again.begin();
  waiting.again.end();
  await waiting.pass(60_000);
  expect(waiting.asked).toHaveLength(0);
  const asking = openQuestions();
  asking.again.begin();
  await asking.pass(250);
  asking.again.end();
  asking.asked[0]?.reject(new Error('no answer'));
  await asking.pass(60_000);
  expect(asking.asked).toHaveLength(1);
});
