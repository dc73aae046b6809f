// When a node asks the database for what no message announced, and what it does with the answer.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { MatchRef } from '../../protocol/wire/ids.ts';
import { startDatabasePoller } from '../../src/cluster/database-poller.ts';
import { createLogger } from '../../src/ops/logger.ts';
import type { StoredPosition } from '../../src/store/log/positions.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const TIMING = { pollMs: 800, pollWithRedisMs: 3_000 };
const position = (seq: number): StoredPosition => ({ seq, at: seq, epoch: 'e' });

/** A node with these matches in memory. `answer` ends the query that runs. */
function openNode(here: ReadonlyMap<MatchRef, StoredPosition>) {
  const link = { isUp: false };
  const asked: (readonly MatchRef[])[] = [];
  const compared: unknown[] = [];
  const counts = { others: 0 };
  let answers: ((stored: ReadonlyMap<MatchRef, StoredPosition> | Error) => void)[] = [];
  const poller = startDatabasePoller({
    positions: () => here,
    readPositions(refs) {
      asked.push(refs);
      return new Promise((resolve, reject) => {
        answers.push((stored) => {
          if (stored instanceof Error) reject(stored);
          else resolve(stored);
        });
      });
    },
    compare: (...pair) => Promise.resolve(void compared.push(pair)),
    compareOthers: [() => Promise.resolve(void (counts.others += 1))],
    isLinkUp: () => link.isUp,
    timing: TIMING,
    logger: createLogger('silent'),
  });
  return {
    poller,
    link,
    asked,
    compared,
    counts,
    async answer(stored: ReadonlyMap<MatchRef, StoredPosition> | Error = here) {
      const running = answers;
      answers = [];
      for (const answer of running) answer(stored);
      await vi.advanceTimersByTimeAsync(0);
    },
  };
}

const ONE = new Map<MatchRef, StoredPosition>([['game:100', position(1)]]);

it('a node asks nearly every second without Redis, and every few seconds with it', async () => {
  const { poller, link, asked, answer } = openNode(ONE);
  await vi.advanceTimersByTimeAsync(799);
  expect(asked).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(asked).toEqual([['game:100']]);
  link.isUp = true;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked, 'while a query runs').toHaveLength(1);
  await answer();
  await vi.advanceTimersByTimeAsync(2_999);
  expect(asked).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(asked).toHaveLength(2);
  poller.stop();
});

it('what is asked for while a query runs is asked once more, right after it', async () => {
  const { poller, asked, counts, answer } = openNode(ONE);
  await vi.advanceTimersByTimeAsync(400);
  void poller.pollNow();
  void poller.pollNow();
  void poller.pollNow();
  expect(asked).toHaveLength(1);
  await answer();
  expect(asked).toHaveLength(2);
  await answer();
  expect(asked).toHaveLength(2);
  expect(counts.others).toBe(2);
  await vi.advanceTimersByTimeAsync(799);
  expect(asked, 'and then as always').toHaveLength(2);
  await vi.advanceTimersByTimeAsync(1);
  expect(asked).toHaveLength(3);
  poller.stop();
});

it('a poll resolves when all is compared, one that waits for another after its own', async () => {
  const { poller, counts, answer } = openNode(ONE);
  const ended: string[] = [];
  const first = poller.pollNow().then(() => ended.push(`first ${counts.others}`));
  const second = poller.pollNow().then(() => ended.push(`second ${counts.others}`));
  expect(ended).toEqual([]);
  await answer();
  await first;
  expect(ended).toEqual(['first 1']);
  await answer();
  await second;
  expect(ended).toEqual(['first 1', 'second 2']);
  poller.stop();
});

it('each match is compared by its position at the time of the query, also one that is not stored', async () => {
  const here = new Map<MatchRef, StoredPosition>([...ONE, ['match:701', position(5)]]);
  const { poller, compared, answer } = openNode(here);
  void poller.pollNow();
  await answer(new Map([['game:100', position(2)]]));
  expect(compared).toEqual([
    ['game:100', position(1), position(2)],
    ['match:701', position(5), undefined],
  ]);
  poller.stop();
});

it('without a match in memory only the others are compared', async () => {
  const { poller, asked, counts } = openNode(new Map());
  void poller.pollNow();
  await vi.advanceTimersByTimeAsync(0);
  expect(asked).toEqual([]);
  expect(counts.others).toBe(1);
  poller.stop();
});

it('a database that does not answer is asked again, and the others are compared', async () => {
  const { poller, asked, compared, counts, answer } = openNode(ONE);
  void poller.pollNow();
  await answer(new Error('away'));
  expect(compared).toEqual([]);
  expect(counts.others).toBe(1);
  await vi.advanceTimersByTimeAsync(800);
  expect(asked).toHaveLength(2);
  poller.stop();
});

it('nothing is asked after the end, also when a query ran then', async () => {
  const { poller, asked, answer } = openNode(ONE);
  void poller.pollNow();
  void poller.pollNow();
  poller.stop();
  await answer();
  void poller.pollNow();
  await vi.advanceTimersByTimeAsync(0);
  expect(asked).toHaveLength(1);
  expect(vi.getTimerCount()).toBe(0);
});

it('nothing is left of one that waited', () => {
  openNode(ONE).poller.stop();
  expect(vi.getTimerCount()).toBe(0);
});
