// When checkpoints are written, and what happens when they cannot be.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { MatchRef } from '../../protocol/wire/ids.ts';
import { openCheckpoints } from '../../src/live/checkpoints.ts';
import { createLogger } from '../../src/ops/logger.ts';
import { storeAway } from '../../src/ops/problem.ts';

const QUIET_MS = 1_000;
const SEARCH_MS = 60_000;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

type Write = (refs: readonly MatchRef[]) => Promise<readonly MatchRef[]>;

/** Checkpoints over a store that writes what it is told to. `left`: the matches that a search finds. */
function open(write: Write = (refs) => Promise.resolve(refs), left: readonly MatchRef[] = []) {
  const statements: (readonly MatchRef[])[] = [];
  const checkpoints = openCheckpoints({
    write(refs) {
      statements.push(refs);
      return write(refs);
    },
    find: () => Promise.resolve(left),
    timing: { checkpointMs: QUIET_MS, checkpointSearchMs: SEARCH_MS },
    logger: createLogger('silent'),
  });
  return { checkpoints, statements, written: () => statements.flat() };
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

describe('a checkpoint is written', () => {
  test('when the match was quiet for a second, once for all its changes', async () => {
    const { checkpoints, written } = open();
    for (let n = 0; n < 10; n += 1) {
      checkpoints.changed('game:1', 1);
      await pass(QUIET_MS / 2);
    }
    expect(written()).toEqual([]);
    expect(checkpoints.behind()).toBe(1);
    expect(checkpoints.lagMs()).toBe(QUIET_MS * 5);
    await pass(QUIET_MS);
    expect(written()).toEqual(['game:1']);
    expect([checkpoints.behind(), checkpoints.lagMs(), checkpoints.counts().written]).toEqual([0, 0, 1]);
    await pass(10 * QUIET_MS);
    expect(written()).toHaveLength(1);
  });

  test('after 200 changes without a quiet second', async () => {
    const { checkpoints, written } = open();
    for (let n = 0; n < 20; n += 1) {
      checkpoints.changed('game:1', 10);
      await pass(100);
    }
    await pass(QUIET_MS / 4);
    expect(written()).toEqual(['game:1']);
  });

  test('when the match leaves the memory, and when the node stops', async () => {
    const { checkpoints, written } = open();
    checkpoints.changed('game:1', 1);
    checkpoints.changed('game:2', 1);
    checkpoints.evicted('game:1');
    checkpoints.evicted('game:3');
    await pass(QUIET_MS / 4);
    expect(written()).toEqual(['game:1']);
    await checkpoints.close();
    expect(written()).toEqual(['game:1', 'game:2']);
  });

  test('for a match that another process left behind, at the start and later', async () => {
    const left: MatchRef[] = ['match:7'];
    const { checkpoints, written } = open(undefined, left);
    await pass(2 * QUIET_MS);
    expect(written()).toEqual(['match:7']);
    left.splice(0, 1, 'match:8');
    await pass(SEARCH_MS + QUIET_MS);
    expect(written()).toEqual(['match:7', 'match:8']);
    await checkpoints.close();
  });

  test('in groups: one statement is in flight, and none has more than 500 changes or 64 matches to write', async () => {
    const { checkpoints, statements } = open();
    for (let n = 0; n < 100; n += 1) checkpoints.changed(`game:${n}`, 1);
    for (let n = 100; n < 105; n += 1) checkpoints.changed(`game:${n}`, 300);
    await pass(2 * QUIET_MS);
    expect(new Set(statements.flat()).size).toBe(105);
    expect(Math.max(...statements.map((refs) => refs.length))).toBe(64);
    const long = (refs: readonly MatchRef[]) => refs.filter((ref) => ref.length > 'game:99'.length).length;
    expect(statements.map(long)).toEqual([2, 2, 1, 0, 0]);
  });
});

describe('a checkpoint that cannot be written (rule LIVE-10)', () => {
  test('is written later, and keeps the changes that came in the meantime', async () => {
    let isAway = true;
    const { checkpoints, written } = open((refs) =>
      isAway ? Promise.reject(storeAway(new Error('away'))) : Promise.resolve(refs),
    );
    checkpoints.changed('game:1', 1);
    await pass(5 * QUIET_MS);
    expect(checkpoints.behind()).toBe(1);
    expect(checkpoints.counts().failed).toBeGreaterThan(1);
    isAway = false;
    checkpoints.changed('game:1', 1);
    const before = written().length;
    await pass(2 * QUIET_MS);
    expect(written()).toHaveLength(before + 1);
    expect(checkpoints.behind()).toBe(0);
  });

  test('keeps a match that changed during the statement', async () => {
    const { checkpoints, written } = open(async (refs) => {
      if (written().length === 1) checkpoints.changed('game:1', 1);
      return Promise.resolve(refs);
    });
    checkpoints.changed('game:1', 1);
    await pass(1.5 * QUIET_MS);
    expect(checkpoints.behind()).toBe(1);
    await pass(2 * QUIET_MS);
    expect(written()).toEqual(['game:1', 'game:1']);
    expect(checkpoints.behind()).toBe(0);
  });

  test('holds up no other match, and is left to the next search', async () => {
    const { checkpoints } = open((refs) =>
      refs.includes('game:13') ? Promise.reject(new Error('a row that is broken')) : Promise.resolve(refs),
    );
    for (let n = 0; n < 50; n += 1) checkpoints.changed(`game:${n}`, 1);
    await pass(20 * QUIET_MS);
    expect(checkpoints.counts().written).toBe(49);
    expect(checkpoints.behind()).toBe(0);
  });

  test('does not hold up a node that stops', async () => {
    const { checkpoints } = open(() => new Promise(() => undefined));
    checkpoints.changed('game:1', 1);
    const closed = checkpoints.close();
    await pass(2_000);
    await closed;
  });

  test('because another transaction has it, is tried again', async () => {
    let isLocked = true;
    const { checkpoints } = open((refs) => Promise.resolve(isLocked ? [] : refs));
    checkpoints.changed('game:1', 1);
    await pass(2 * QUIET_MS);
    expect(checkpoints.counts().written).toBe(0);
    isLocked = false;
    await pass(2 * QUIET_MS);
    expect(checkpoints.counts().written).toBe(1);
  });
});
