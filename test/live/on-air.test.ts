// What is on air, on a node without news from others.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { LiveEvents } from '../../src/live/events.ts';
import { openFlushBudget } from '../../src/live/flush-budget.ts';
import { openOnAirChannels } from '../../src/live/on-air.ts';
import { TIMING } from '../../src/live/timing.ts';
import { openEvents } from '../../src/ops/events.ts';
import { createLogger } from '../../src/ops/logger.ts';
import { storeAway } from '../../src/ops/problem.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const row = (seq: number) => ({ ref: 'game:100' as const, epoch: 'e', seq, at: seq, items: {} });

/** `read` and `write` answer with the stored row. */
function openStored(more: Partial<Parameters<typeof openOnAirChannels>[0]> = {}) {
  const database = { stored: row(0) };
  const onAir = openOnAirChannels({
    read: () => Promise.resolve([database.stored]),
    write: () => Promise.resolve((database.stored = row(database.stored.seq + 1))),
    events: openEvents<LiveEvents>(),
    publish: () => undefined,
    flushBudget: openFlushBudget(TIMING),
    follow: () => Promise.resolve(),
    unfollow: () => undefined,
    timing: TIMING,
    logger: createLogger('silent'),
    ...more,
  });
  return { onAir, database };
}

it('shows a write that failed while the database was asked about the one before it', async () => {
  /** The answer of a question comes when the test gives it. */
  let answer: (() => void) | undefined;
  let isSlow = false;
  const { onAir, database } = openStored({
    read: async () => {
      const asked = database.stored;
      if (isSlow) await new Promise<void>((resolve) => (answer = resolve));
      return [asked];
    },
    write: () => Promise.reject(storeAway()),
  });
  const channel = await onAir.channel('game:100');
  const change = () => expect(onAir.change('game:100', { text: null }, 1)).rejects.toThrow();
  await change();
  isSlow = true;
  await vi.advanceTimersByTimeAsync(250);
  await change();
  database.stored = row(1);
  isSlow = false;
  answer?.();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(channel.newest().seq).toBe(1);
  onAir.close();
});

it('serves those that come at once with one channel', async () => {
  const { onAir } = openStored();
  const [one, other] = await Promise.all([onAir.channel('game:100'), onAir.channel('game:100')]);
  expect(other).toBe(one);
  onAir.close();
});

it('P33 P61 reads the database for a client that has seen more', async () => {
  const { onAir, database } = openStored();
  const channel = await onAir.channel('game:100');
  database.stored = row(3);
  expect((await onAir.channel('game:100', 0)).newest().seq).toBe(0);
  expect((await onAir.channel('game:100', 3)).newest().seq).toBe(3);
  expect(channel.newest().seq).toBe(3);
  onAir.close();
});

it('P61 a change that a comparison has shown already begins no new epoch', async () => {
  const { onAir, database } = openStored({
    write: async () => {
      database.stored = row(1);
      await onAir.compareAll();
      return row(1);
    },
  });
  const channel = await onAir.channel('game:100');
  await onAir.change('game:100', { text: null }, 1);
  expect(channel.position()).toEqual({ epoch: 'e', seq: 1, at: 1 });
  onAir.close();
});
