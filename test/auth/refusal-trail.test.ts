import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openRefusalTrail, type Refusal, type RefusalTrail } from '../../src/auth/refusal-trail.ts';
import { createLogger } from '../../src/ops/logger.ts';

const MINUTE_MS = 60_000;

let written: (readonly [Refusal, number])[];
let isAway: boolean;
let trail: RefusalTrail;

beforeEach(() => {
  vi.useFakeTimers();
  written = [];
  isAway = false;
  trail = openRefusalTrail({
    write(refusal, count) {
      if (isAway) return Promise.reject(new Error('connection refused'));
      written.push([refusal, count]);
      return Promise.resolve();
    },
    logger: createLogger('silent'),
  });
});
afterEach(async () => {
  await trail.close();
  vi.useRealTimers();
});

/** Refuses so often, one after the other; each row is written before the next refusal. */
async function refuse(refusal: Refusal, times: number): Promise<void> {
  for (let index = 0; index < times; index += 1) {
    trail.note(refusal);
    await vi.advanceTimersByTimeAsync(0);
  }
}
const counts = (of: Refusal): readonly number[] =>
  written.filter(([refusal]) => refusal === of).map(([, count]) => count);

describe('refusals in the audit trail (rule OPS-27)', () => {
  it('are 10 rows at once, then one a minute with the number since the last one', async () => {
    await refuse('sign_in_refused', 110);
    expect(counts('sign_in_refused')).toEqual(Array(10).fill(1));
    await vi.advanceTimersByTimeAsync(MINUTE_MS);
    expect(counts('sign_in_refused')).toEqual([...Array<number>(10).fill(1), 100]);
    // The last ones need no further refusal to be counted, and a quiet minute has no row.
    await refuse('sign_in_refused', 5);
    await vi.advanceTimersByTimeAsync(10 * MINUTE_MS);
    expect(counts('sign_in_refused')).toEqual([...Array<number>(10).fill(1), 100, 5]);
  });

  it('of one kind leave the rows of the other', async () => {
    await refuse('credentials_refused', 50);
    await refuse('sign_in_refused', 2);
    expect(counts('sign_in_refused')).toEqual([1, 1]);
  });

  it('are one row at a time: what comes meanwhile is counted in the next', async () => {
    for (let index = 0; index < 30; index += 1) trail.note('credentials_refused');
    await vi.advanceTimersByTimeAsync(0);
    expect(counts('credentials_refused')).toEqual([1, 29]);
  });

  it('wait for a database that is away, with no more tries than rows, and none is lost', async () => {
    isAway = true;
    await refuse('sign_in_refused', 40);
    expect(written).toEqual([]);
    isAway = false;
    await vi.advanceTimersByTimeAsync(MINUTE_MS);
    expect(written).toEqual([['sign_in_refused', 40]]);
  });

  it('are all counted when the server stops', async () => {
    await refuse('credentials_refused', 25);
    await trail.close();
    expect(counts('credentials_refused')).toEqual([...Array<number>(10).fill(1), 15]);
    await trail.close();
    expect(counts('credentials_refused')).toHaveLength(11);
  });
});
