// Rule LIMIT-14: the states of a log are computed once for all callers, in short turns.
import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { openLogStates } from '../../../src/http/api/log-states.ts';
import type { Logged } from '../../../src/match/replay.ts';
import * as replay from '../../../src/match/replay.ts';
import { inTurns } from '../../../src/ops/turns.ts';
import { openMatch } from '../../../src/match/match.ts';
import { game } from '../../support/play.ts';

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
const page = { ref: 'game:100', match, position: 'e 30', after: 0, count: 20 } as const;

it('rule LIMIT-14: folds once for 20 that ask at once, and not at all for the next', async () => {
  const read = vi.fn(() => Promise.resolve(log));
  const states = openLogStates(read);
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
  const texts = [...(await openLogStates(() => Promise.resolve(log))(page)).values()];
  for (const [index, { before }] of texts.entries()) if (index > 0) expect(before).toBe(texts[index - 1]?.after);
  expect(JSON.parse(texts[3]?.after ?? '')).toMatchObject({ kind: 'game' });
});

it('forgets a failure', async () => {
  const read = vi.fn(() => Promise.resolve(log));
  read.mockRejectedValueOnce(new Error('away'));
  const states = openLogStates(read);
  await expect(states(page)).rejects.toThrow('away');
  expect((await states(page)).size).toBe(20);
});

it('lets the event loop turn while it works', async () => {
  let turns = 0;
  let isOver = false;
  const count = (): void => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  function* work(): Generator<void, string> {
    for (let piece = 0; piece < 20; piece += 1) {
      const until = performance.now() + 1;
      while (performance.now() < until);
      yield;
    }
    return 'done';
  }
  expect(await inTurns(work())).toBe('done');
  isOver = true;
  expect(turns).toBeGreaterThanOrEqual(5);
});
