// Rule LIMIT-14: the states of a log are computed once for all callers, in short turns.
import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { openLogStates, WHOLE_LOGS } from '../../../src/http/api/log-states.ts';
import type { Logged } from '../../../src/match/replay.ts';
import * as replay from '../../../src/match/replay.ts';
import { inTurns } from '../../../src/ops/turns.ts';
import { openMatch } from '../../../src/match/match.ts';
import { game } from '../../support/play.ts';
import { countTurns } from '../../support/count-turns.ts';
import { stall } from '../../support/stall.ts';

// The unit tests share one copy of each module: this file needs modules that see its mocks, and leaves none behind.
vi.hoisted(() => vi.resetModules());
afterAll(() => {
  vi.resetModules();
});
vi.mock(import('../../../src/match/replay.ts'), async (original) => {
  const real = await original();
  return { ...real, statesAround: vi.fn(real.statesAround) };
});
const folds = vi.mocked(replay.statesAround);
beforeEach(() => {
  folds.mockClear();
});

const log = Array.from({ length: 30 }, (_, index): Logged => ({
  seq: index + 1,
  change: {
    seq: index + 1,
    at: index,
    cause: [{ action: 'scores' }],
    hand: { scores: { '1': [{ offset: index + 1, arrival: index + 1 }] } },
  } as never,
}));
const match = openMatch({ fixture: game(), seq: 30, markers: [], hand: {} });
const page = { ref: 'game:100', match, position: 'e 30', after: 0, count: 20, client: 'a' } as const;

it('rule LIMIT-14: folds once for 20 that ask at once, and not at all for the next', async () => {
  const read = vi.fn(() => Promise.resolve(log));
  const states = openLogStates(read).around;
  const pages = await Promise.all(Array.from({ length: 20 }, () => states(page)));
  expect(new Set(pages).size).toBe(1);
  expect(pages[0]?.size).toBe(20);
  expect(await states(page)).toBe(pages[0]);
  expect([folds.mock.calls.length, read.mock.calls.length]).toEqual([1, 1]);
  await states({ ...page, after: 20 });
  await states({ ...page, position: 'e 31' });
  expect(folds, 'another page, and another position of the match').toHaveBeenCalledTimes(3);
});

it('shares the text of a state between the entries around it', async () => {
  const texts = [...(await openLogStates(() => Promise.resolve(log)).around(page)).values()];
  for (const [index, { before }] of texts.entries()) if (index > 0) expect(before).toBe(texts[index - 1]?.after);
  expect(JSON.parse(texts[3]?.after ?? '')).toMatchObject({ kind: 'game' });
});

it('rule LIMIT-14: reads one log at a time, clients take turns, and one client has 100 waiting', async () => {
  expect(WHOLE_LOGS).toMatchObject({ atOnce: 1, waiting: 1_000, waitingOfOne: 100 });
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const { around: states, requireRoom } = openLogStates(
    () =>
      new Promise((resolve) =>
        ends.push(() => {
          resolve(log);
        }),
      ),
    { ...WHOLE_LOGS, waitingOfOne: 8 },
  );
  folds.mockImplementation(function* (_match, _log, after) {
    begun.push(after);
    yield null;
  });
  const ask = (after: number, client: string) => states({ ...page, after, client });
  const waiting = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((after) => ask(after, 'many'));
  await expect(ask(10, 'many')).rejects.toMatchObject({ status: 503, code: 'busy' });
  expect(() => {
    requireRoom('many');
  }, 'before its entries are read').toThrow('Too many');
  const other = ask(20, 'one');
  for (let at = 0; at < 10; at += 1) {
    await expect.poll(() => ends.length).toBe(at + 1);
    ends[at]?.();
  }
  await Promise.all([...waiting, other]);
  expect(begun).toEqual([1, 2, 20, 3, 4, 5, 6, 7, 8, 9]);
  folds.mockReset();
});

it('forgets a failure', async () => {
  const read = vi.fn(() => Promise.resolve(log));
  read.mockRejectedValueOnce(new Error('away'));
  const states = openLogStates(read).around;
  await expect(states(page)).rejects.toThrow('away');
  expect((await states(page)).size).toBe(20);
});

it('lets the event loop turn while it works', async () => {
  const turns = countTurns();
  function* work(): Generator<void, string> {
    for (let piece = 0; piece < 20; piece += 1) {
      stall(1);
      yield;
    }
    return 'done';
  }
  expect(await inTurns(work())).toBe('done');
  expect(turns.stop()).toBeGreaterThanOrEqual(5);
});
