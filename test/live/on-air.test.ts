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
  /** `answered`: when it answers what it was asked. */
  const database = { stored: row(0), answered: (): Promise<void> => Promise.resolve() };
  const onAir = openOnAirChannels({
    read: async () => {
      const asked = database.stored;
      await database.answered();
      return [asked];
    },
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

/** A node whose channel has a subscriber. `frames`: what it was sent, by type, epoch and position. */
async function openFollowed() {
  const frames: string[] = [];
  const { onAir, database } = openStored({
    publish: (_, frame) => {
      const { type, epoch, seq } = JSON.parse(frame) as { type: string; epoch?: string; seq: number };
      frames.push(`${type} ${seq}${epoch === undefined ? '' : ` of ${epoch === 'e' ? 'the same' : 'another'} epoch`}`);
    },
  });
  database.stored = row(5);
  const channel = await onAir.channel('game:100');
  channel.joined();
  return { onAir, database, channel, frames };
}

it.each([
  ['the next change', row(6), ['delta 6']],
  ['a change after a gap', row(7), ['snapshot 7 of the same epoch']],
  ['an older state', row(4), ['snapshot 4 of another epoch']],
  ['another state as old', { ...row(5), at: 6 }, ['snapshot 5 of another epoch']],
  ['no change', row(5), []],
])('P25 P61 shows %s that it finds in the database', async (_, stored, shown) => {
  const { onAir, database, frames } = await openFollowed();
  database.stored = stored;
  await onAir.receive({ ref: 'game:100' });
  await onAir.compareAll();
  expect(frames).toEqual(shown);
  onAir.close();
});

it('P33 does not go back to what the database had before a change', async () => {
  const { onAir, database, frames } = await openFollowed();
  let answer: () => void = () => undefined;
  database.answered = () => new Promise((resolve) => (answer = resolve));
  const compared = onAir.compareAll();
  await onAir.change('game:100', { text: null }, 1);
  answer();
  await compared;
  expect(frames).toEqual(['delta 6']);
  onAir.close();
});

it('P61 a change of another node that comes while the channel is loaded is shown', async () => {
  const { onAir, database } = openStored();
  let answer: () => void = () => undefined;
  database.answered = () => new Promise((resolve) => (answer = resolve));
  const loaded = onAir.channel('game:100');
  await vi.advanceTimersByTimeAsync(0);
  database.stored = row(1);
  database.answered = () => Promise.resolve();
  const received = onAir.receive({ ref: 'game:100' });
  answer();
  await received;
  expect((await loaded).newest().seq).toBe(1);
  onAir.close();
});

it('is followed no more when it could not be loaded, and asks for nothing after its end', async () => {
  const unfollowed: string[] = [];
  let isAway = true;
  let reads = 0;
  const { onAir, database } = openStored({
    read: () => {
      reads += 1;
      return isAway ? Promise.reject(storeAway()) : Promise.resolve([database.stored]);
    },
    write: () => Promise.reject(storeAway()),
    unfollow: (ref) => unfollowed.push(ref),
  });
  await expect(onAir.channel('game:100')).rejects.toMatchObject({ status: 503 });
  expect(unfollowed).toEqual(['air:game:100']);
  isAway = false;
  await expect(onAir.change('game:100', { text: null }, 1)).rejects.toMatchObject({ status: 503 });
  onAir.close();
  expect(unfollowed).toEqual(['air:game:100', 'air:game:100']);
  const before = reads;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(reads).toBe(before);
});
