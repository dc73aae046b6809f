import { describe, expect, it } from 'vitest';
import type { Caller } from '../../src/auth/caller.ts';
import { openRate } from '../../src/auth/rate-limit.ts';
import { Problem } from '../../src/ops/problem.ts';

const caller = (tokenId: number): Caller => ({ kind: 'club_static', tokenId, club: 'own' });

/** How many of `tries` pass. */
function passed(take: () => void, tries: number): number {
  let count = 0;
  for (let i = 0; i < tries; i += 1) {
    try {
      take();
      count += 1;
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
    }
  }
  return count;
}

describe('The request limit of a credential (rule LIMIT-1)', () => {
  it('lets a burst of 2,000 through and 1,000 a second after it', () => {
    let now = 0;
    const rate = openRate(undefined, () => now);
    const take = (): void => {
      rate.take(caller(1));
    };
    expect(passed(take, 2_500)).toBe(2_000);
    now = 500;
    expect(passed(take, 2_500)).toBe(500);
    now = 60_000;
    expect(passed(take, 2_500)).toBe(2_000);
  });

  it('is counted for each credential alone', () => {
    const rate = openRate({ perSecond: 1, burst: 1 }, () => 0);
    const view = (viewId: string): Caller => ({
      kind: 'view',
      tokenId: 1,
      maker: { kind: 'club_static', tokenId: 1, club: 'own' },
      viewId,
      channels: new Set(),
      expiresAt: 0,
    });
    for (const one of [caller(1), caller(2), view('a'), view('b')]) {
      expect(
        passed(() => {
          rate.take(one);
        }, 2),
      ).toBe(1);
    }
  });

  it('answers 429 with a Retry-After after which the request passes', () => {
    let now = 0;
    const rate = openRate({ perSecond: 0.25, burst: 1 }, () => now);
    rate.take(caller(1));
    let problem: unknown;
    try {
      rate.take(caller(1));
    } catch (error) {
      problem = error;
    }
    expect(problem).toBeInstanceOf(Problem);
    expect(problem).toMatchObject({ status: 429, headers: { 'retry-after': '4' }, hint: expect.any(String) });
    now = 4_000;
    expect(
      passed(() => {
        rate.take(caller(1));
      }, 1),
    ).toBe(1);
  });

  it('remembers nobody who has all of it again', () => {
    let now = 0;
    const rate = openRate({ perSecond: 1, burst: 2 }, () => now);
    for (let id = 0; id < 30_000; id += 1) {
      now += 1;
      rate.take(caller(id));
    }
    expect(rate.size()).toBeLessThanOrEqual(11_000);
  });
});
