// Rule LIMIT-8: what answers that nobody takes may cost together.
import { afterEach, expect, it, vi } from 'vitest';
import { apiJson } from '../../../src/http/core/answer.ts';
import { openWaitingAnswers } from '../../../src/http/core/waiting-answers.ts';
import { get, GET_HEALTH, HOST, testServers } from '../../support/http-server.ts';
import { nextTurn } from '../../support/next-turn.ts';
import { openRaw } from '../../support/raw-http.ts';

const serve = testServers();
const MB = 1_048_576;
afterEach(() => {
  vi.useRealTimers();
});

function waitingOf(limit: number) {
  const cut: string[] = [];
  const waiting = openWaitingAnswers<string>(
    (owner) => {
      cut.push(owner);
      waiting.delete(owner);
    },
    20_000,
    limit,
  );
  return { waiting, cut };
}

it('rule LIMIT-8: the largest answers end first, the oldest of them first, and in a later turn', async () => {
  const { waiting, cut } = waitingOf(100);
  waiting.add('small', 10);
  waiting.add('large', 45);
  waiting.add('as large', 45);
  await nextTurn();
  expect(cut, 'exactly the limit').toEqual([]);
  waiting.add('one more', 20);
  expect(cut).toEqual([]);
  await nextTurn();
  expect(cut).toEqual(['large']);
  expect(waiting.size).toBe(3);
});

it('does not count an answer that was taken, and one whose body is kept anyway', async () => {
  const { waiting, cut } = waitingOf(100);
  for (let index = 0; index < 1_000; index += 1) waiting.add(`kept ${index}`, 0);
  waiting.add('taken', 90);
  waiting.delete('taken');
  waiting.add('next', 90);
  await nextTurn();
  expect(cut).toEqual([]);
});

it('ends the connections of slow readers only', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const { waiting, cut } = waitingOf(100);
  waiting.add('slow', 1);
  vi.advanceTimersByTime(10_000);
  waiting.add('quick', 1);
  vi.advanceTimersByTime(10_001);
  waiting.cutSlow(performance.now());
  expect(cut).toEqual(['slow']);
});

it('rule LIMIT-8: ten readers that take nothing of 16 MiB each leave three such answers, and others are served', async () => {
  const big = 'x'.repeat(16 * MB);
  const { port, lines } = await serve(get('/big', () => apiJson(200, big)));
  const raws = await Promise.all(Array.from({ length: 10 }, () => openRaw(port)));
  for (const raw of raws) {
    raw.socket.pause();
    raw.write(`GET /big HTTP/1.1\r\n${HOST}\r\n`);
  }
  await expect.poll(() => lines.filter((line) => line.includes('are too large')).length).toBe(7);
  const other = await openRaw(port);
  other.write(GET_HEALTH);
  expect((await other.answer()).status).toBe(200);
  for (const { socket } of [...raws, other]) socket.destroy();
});
