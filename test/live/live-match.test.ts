// A live match on a store that answers late, refuses, or has more than this node.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { shuttingDown, storeAway } from '../../src/ops/problem.ts';
import type { CommitResult } from '../../src/store/log/append.ts';
import { fresh, openLive, scoreOf } from '../support/live-on-memory.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A commit whose answer comes when the test gives it. */
function later() {
  let give: (result: CommitResult) => void = () => undefined;
  const answer = new Promise<CommitResult>((resolve) => (give = resolve));
  return { give, answer: () => answer };
}
const codeOf = (answer: Promise<unknown>): Promise<unknown> =>
  answer.then(
    () => 'stored',
    (error: unknown) => (error as { code?: unknown }).code ?? (error as Error).message,
  );

describe('a write', () => {
  it('is stored, then shown, announced and answered', async () => {
    const { did, record, waits } = openLive();
    const { match } = await record(1);
    expect([did, match.seq]).toEqual([['commit 0, 1', 'shown 1', 'moved 0–1, 1'], 1]);
    expect(waits).toEqual({ begun: 1, ended: 1 });
  });

  it('goes to the object that serves the match now, when this one is retired', async () => {
    const [old, now] = [openLive(), openLive()];
    old.live.retire();
    expect(await codeOf(old.record(1))).toBe('not_found');
    old.store.current = now.live;
    expect((await old.record(1)).match.seq).toBe(1);
    expect([old.did, now.log.length]).toEqual([[], 1]);
  });

  it('is refused while the node stops', async () => {
    const { did, record, store } = openLive();
    store.isClosing = true;
    expect(await codeOf(record(1))).toBe(shuttingDown('').code);
    expect(did).toEqual([]);
  });

  it('is refused when 1,000 wait, and the others are stored', async () => {
    const { did, record, store } = openLive();
    const first = later();
    store.results.push(first.answer);
    const answers = Array.from({ length: 1_001 }, (_, score) => codeOf(record(score + 1)));
    expect(await codeOf(record(0))).toBe('busy');
    first.give('committed');
    expect(new Set(await Promise.all(answers))).toEqual(new Set(['stored']));
    expect(did.filter((one) => one.startsWith('commit')).length, '64 at once').toBe(1 + Math.ceil(1_000 / 64));
  });

  it('that has waited for 4 seconds is refused, and is not stored if it has not begun', async () => {
    const { did, log, record, store } = openLive();
    const first = later();
    store.results.push(first.answer);
    const answers = [1, 2, 3].map((score) => codeOf(record(score)));
    await vi.advanceTimersByTimeAsync(4_001);
    expect(await Promise.all(answers)).toEqual(['store_away', 'store_away', 'store_away']);
    const next = record(4);
    first.give('committed');
    await next;
    expect(log.map(({ change }) => change?.hand?.scores?.['1']?.at(-1)?.offset)).toEqual([1, 4]);
    expect(did.filter((one) => one.startsWith('commit'))).toEqual(['commit 0, 1', 'commit 1, 1']);
  });
});

describe('after a commit without an answer', () => {
  it('those that wait are refused too, and the store is asked before the next one', async () => {
    const { did, elsewhere, live, record, store } = openLive();
    store.results.push(() => Promise.reject(storeAway()));
    const answers = [1, 2, 3].map((score) => codeOf(record(score)));
    expect(await Promise.all(answers)).toEqual(['store_away', 'store_away', 'store_away']);
    expect([did, live.isIdle()]).toEqual([['commit 0, 1'], false]);
    // It was stored.
    elsewhere(1);
    did.length = 0;
    expect((await record(5)).match.seq).toBe(2);
    expect(did).toEqual(['log', 'shown 1', 'moved 1–1', 'commit 1, 1', 'shown 2', 'moved 1–2, 1']);
  });

  it('the store is asked without a next one', async () => {
    const { did, elsewhere, live, record, store } = openLive();
    store.results.push(() => Promise.reject(storeAway()));
    expect(await codeOf(record(1))).toBe('store_away');
    elsewhere(1);
    await vi.advanceTimersByTimeAsync(250);
    expect([did.slice(1), live.isIdle()]).toEqual([['log', 'shown 1', 'moved 1–1'], true]);
  });

  it('a retired match asks nothing', async () => {
    const { did, live, record, store } = openLive();
    store.results.push(() => {
      live.retire();
      return Promise.reject(storeAway());
    });
    expect(await codeOf(record(1))).toBe('store_away');
    await vi.advanceTimersByTimeAsync(10_000);
    expect([did, live.isIdle()]).toEqual([['commit 0, 1'], true]);
  });

  it('with a fault of this node, those that wait are stored', async () => {
    const { record, store } = openLive();
    store.results.push(() => Promise.reject(new TypeError('a fault')));
    const answers = [1, 2, 3].map((score) => codeOf(record(score)));
    expect(await Promise.all(answers)).toEqual(['a fault', 'stored', 'stored']);
  });
});

describe('a write that loses the race', () => {
  it('is decided again on what it missed, with the next row reserved', async () => {
    const { did, elsewhere, live, races, record, store } = openLive();
    store.results.push(() => {
      elsewhere(7);
      return 'behind';
    });
    expect((await record(1)).match.seq).toBe(2);
    expect(did).toEqual(['commit 0, 1', 'shown 1', 'locked 1, 1', 'shown 2', 'moved 1–2, 1']);
    expect([races.lost, live.position().seq]).toEqual([1, 2]);
  });

  it('reads the log and commits again, when no reservation is free', async () => {
    const { did, elsewhere, record, slots, store } = openLive();
    let free: () => void = () => undefined;
    const taken = new Promise<void>((resolve) => (free = resolve));
    const holders = Array.from({ length: 4 }, () => slots.run(() => taken));
    store.results.push(() => {
      elsewhere(7);
      return 'behind';
    });
    expect((await record(1)).match.seq).toBe(2);
    expect(did).toEqual(['commit 0, 1', 'log', 'shown 1', 'commit 1, 1', 'shown 2', 'moved 1–2, 1']);
    free();
    await Promise.all(holders);
  });

  it('reads the log when the reservation does not help, and gives up after six tries', async () => {
    const { did, live, record, store } = openLive();
    store.results.push(() => 'behind');
    store.locked.push('behind', 'behind', 'behind', 'behind', 'behind');
    expect(await codeOf(record(1))).toBe('busy');
    const tries = ['locked 0, 1', 'log'];
    expect(did).toEqual(['commit 0, 1', ...tries, ...tries, ...tries, ...tries, ...tries]);
    expect(live.match().seq).toBe(0);
  });

  it('is decided after an edit that only the whole match tells', async () => {
    const { did, live, log, record, store } = openLive();
    store.results.push(() => {
      log.push({ seq: 1, at: 5, change: null });
      store.stored = fresh({ seq: 1, at: 5 });
      return 'behind';
    });
    expect((await record(1)).match.seq).toBe(2);
    expect(did[1]).toBe('locked null');
    expect(did.slice(-3)).toEqual(['locked 1, 1', 'shown 2', 'moved 1–2, 1']);
    expect(live.slept()).toMatchObject({ seq: 2, id: 1 });
  });
});

it('a write that changes nothing is compared with the store, and decided again if another node changed the match', async () => {
  const { did, elsewhere, record } = openLive();
  await record(1);
  did.length = 0;
  await record(1);
  expect(did).toEqual(['log']);
  elsewhere(3);
  did.length = 0;
  expect((await record(1)).match.seq).toBe(3);
  expect(did).toEqual(['log', 'shown 2', 'locked 2, 1', 'shown 3', 'moved 2–3, 1']);
});

it('a change that is here already, or follows a gap, is not accepted', async () => {
  const [{ live, log, record }, other] = [openLive(), openLive()];
  for (const score of [1, 2, 3]) await record(score);
  const [one, two, three] = log.flatMap(({ change }) => (change ? [{ change }] : []));
  if (!one || !two || !three) throw new Error('no change');
  other.live.accept([two, three]);
  expect(other.did).toEqual([]);
  other.live.accept([one, one, two]);
  other.live.accept([one, two, three]);
  expect(other.did).toEqual(['shown 1', 'shown 2', 'shown 3']);
  expect(other.live.position()).toEqual(live.position());
  expect(other.live.match().state).toEqual(live.match().state);
});

it('work of others waits for the work before it, and the match is idle after it', async () => {
  const { live, record, store } = openLive();
  const first = later();
  store.results.push(first.answer);
  const stored = record(1);
  let isSettled = false;
  const settled = live.settled().then(() => (isSettled = true));
  await vi.advanceTimersByTimeAsync(10);
  expect([isSettled, live.isIdle()]).toEqual([false, false]);
  first.give('committed');
  await stored;
  await settled;
  expect(live.isIdle()).toBe(true);
  await live.record(scoreOf(1), null);
});

it('work of others waits for one commit of many writes, not for all of them', async () => {
  const { did, live, record, store } = openLive();
  const first = later();
  store.results.push(first.answer);
  const answers = Array.from({ length: 200 }, (_, score) => record(score + 1));
  const read = live.catchUp();
  first.give('committed');
  await read;
  expect(did.filter((one) => one.startsWith('commit'))).toEqual(['commit 0, 1', 'commit 1, 64']);
  await Promise.all(answers);
});
