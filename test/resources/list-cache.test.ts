// Cached lists while the store is slow: a write of this node shows in every answer after its acknowledgement.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openListCache, type ListCache, type CachedList } from '../../src/resources/list-cache.ts';
import { storeAway } from '../../src/ops/problem.ts';
import { empty, game } from '../support/play.ts';

/** A list of one position; a later position makes it incomplete, as the end of a game does with its club's lists. */
type Shown = CachedList & { readonly seq: number };

const SLUG = 'riverside-fc';
const at = (seq: number) => ({ ...empty(game()), seq });

let stored: number;
let loads: number;
let answersAfterMs: number;
let isAway: boolean;
let lostConnections: number;
let shelf: ListCache<Shown>;

beforeEach(async () => {
  vi.useFakeTimers();
  stored = 1;
  loads = 0;
  answersAfterMs = 0;
  isAway = false;
  lostConnections = 0;
  shelf = openListCache<Shown>({
    load: async () => {
      loads += 1;
      const seq = stored;
      await answered();
      return shown(seq);
    },
    evictMs: 600_000,
  });
  expect((await shelf.get(SLUG))?.seq).toBe(1);
});
afterEach(() => {
  shelf.close();
  vi.useRealTimers();
});

async function answered(): Promise<void> {
  if (isAway) throw storeAway(new Error('away'));
  if (lostConnections > 0) {
    lostConnections -= 1;
    throw storeAway(new Error('read ECONNRESET'));
  }
  if (answersAfterMs > 0) await new Promise((resolve) => setTimeout(resolve, answersAfterMs));
}

function shown(seq: number): Shown {
  let isIncomplete = false;
  return {
    seq,
    update(match) {
      if (match.seq > seq) isIncomplete = true;
    },
    isIncomplete: () => isIncomplete,
    holdsFrom: Date.now(),
    holdsUntil: () => Infinity,
    async check() {
      const now = stored;
      await answered();
      return now <= seq;
    },
  };
}

/** A stored and acknowledged write. */
function write(seq: number): void {
  stored = seq;
  shelf.moved(SLUG, at(seq), false);
}

/** The answer to a reader now, and its delay. */
async function asked(): Promise<{ seq: number | undefined; tookMs: number }> {
  const began = performance.now();
  const asking = shelf.get(SLUG).then((value) => ({ seq: value?.seq, tookMs: performance.now() - began }));
  await vi.advanceTimersByTimeAsync(10_000);
  return asking;
}

test('readers wait for a slow store after a write of this node', async () => {
  answersAfterMs = 1_500;
  write(2);
  expect(await asked()).toMatchObject({ seq: 2 });
});

test('rule READ-17: readers wait for a slow store after an import', async () => {
  answersAfterMs = 1_500;
  stored = 2;
  shelf.forget();
  expect(await asked()).toMatchObject({ seq: 2 });
});

test('rule READ-17: a check that fails after an import began before it, so it does not show that the store is away', async () => {
  await vi.advanceTimersByTimeAsync(1_000);
  answersAfterMs = 1_500;
  const earlier = shelf.get(SLUG);
  await vi.advanceTimersByTimeAsync(500);
  stored = 2;
  shelf.forget();
  answersAfterMs = 0;
  await vi.advanceTimersByTimeAsync(400);
  expect((await earlier)?.seq).toBe(1);
  expect(await asked()).toEqual({ seq: 2, tookMs: 0 });
});

test.each(['a write', 'an import'])(
  'rule READ-17: readers after %s get past connections that an outage broke',
  async (after) => {
    lostConnections = 3;
    stored = 2;
    if (after === 'a write') write(2);
    else shelf.forget();
    expect(await asked()).toEqual({ seq: 2, tookMs: 0 });
  },
);

test('a check that began before a write does not answer later readers', async () => {
  answersAfterMs = 200;
  await vi.advanceTimersByTimeAsync(500);
  expect(shelf.peek(SLUG)?.seq, 'looks in the background').toBe(1);
  await vi.advanceTimersByTimeAsync(100);
  write(2);
  expect(await asked()).toMatchObject({ seq: 2 });
});

test('a load that outlives its readers does not restore the state before a write', async () => {
  answersAfterMs = 850;
  await vi.advanceTimersByTimeAsync(1_000);
  // Another node wrote: the check finds it, the load begins, and no reader waits for its end.
  stored = 2;
  answersAfterMs = 0;
  const look = shelf.get(SLUG);
  answersAfterMs = 850;
  await vi.advanceTimersByTimeAsync(820);
  expect((await look)?.seq).toBe(1);
  write(3);
  await vi.advanceTimersByTimeAsync(40);
  expect(shelf.peek(SLUG)?.seq).not.toBe(2);
  expect(await asked()).toMatchObject({ seq: 3 });
});

describe('rule LIVE-7: who reads after a match was edited gets the data that was stored with it', () => {
  /** Another node stored it: the position in memory is the new one already. */
  const edit = (): void => {
    stored = 2;
    shelf.moved(SLUG, at(1), true);
  };

  test('of a list that was checked just now', async () => {
    edit();
    expect(shelf.peek(SLUG)).toBeNull();
    expect(await asked()).toEqual({ seq: 2, tookMs: 0 });
  });

  test('while a check runs that began before', async () => {
    await vi.advanceTimersByTimeAsync(1_000);
    answersAfterMs = 500;
    const earlier = shelf.get(SLUG);
    edit();
    answersAfterMs = 0;
    await vi.advanceTimersByTimeAsync(500);
    expect((await earlier)?.seq).toBe(1);
    expect(await asked()).toEqual({ seq: 2, tookMs: 0 });
  });

  test('while a load runs that began before', async () => {
    shelf.drop(SLUG);
    answersAfterMs = 100;
    const reading = shelf.get(SLUG);
    edit();
    await vi.advanceTimersByTimeAsync(200);
    expect((await reading)?.seq).toBe(2);
    expect(loads).toBe(3);
  });
});

test('rule LIVE-4: a load that ends after the store went back is not kept', async () => {
  stored = 9;
  answersAfterMs = 500;
  shelf.drop(SLUG);
  const early = shelf.get(SLUG);
  await vi.advanceTimersByTimeAsync(450);
  stored = 2;
  shelf.drop(SLUG);
  await vi.advanceTimersByTimeAsync(60);
  expect((await early)?.seq).toBe(9);
  expect(shelf.peek(SLUG)).toBeNull();
  expect(await asked()).toMatchObject({ seq: 2 });
});

test('cached lists are served at once while the store is away (rule OPS-2)', async () => {
  write(2);
  isAway = true;
  expect(await asked()).toMatchObject({ seq: 1 });
  // A silent store delays only the first reader.
  isAway = false;
  answersAfterMs = 60_000;
  const { seq, tookMs } = await asked();
  expect(seq).toBe(1);
  expect(tookMs).toBeLessThan(1_000);
});

test('a silent store after a write fails within 5 seconds', async () => {
  answersAfterMs = 60_000;
  write(2);
  const first = await asked();
  expect(first.seq).toBe(1);
  expect(first.tookMs).toBeLessThan(5_000);
  expect((await asked()).tookMs).toBeLessThan(1_000);
});

test('a list that was made under a clock that is set back later is made again, once', async () => {
  expect(loads).toBe(1);
  vi.setSystemTime(Date.now() - 3_600_000);
  await asked();
  expect(loads).toBe(2);
  await asked();
  expect(loads).toBe(2);
});
