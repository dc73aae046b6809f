import { describe, expect, it } from 'vitest';
import { type Caller, type Spender, spenderKey } from '../../src/auth/caller.ts';
import { openRate, PAGE_REQUESTS, requestLimitHeaders } from '../../src/auth/rate-limit.ts';
import { Problem } from '../../src/ops/problem.ts';

const caller = (tokenId: number): Caller => ({ kind: 'club_static', tokenId, club: 'own' });

/** The number of `tries` that pass. */
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

  it('takes 10 for a page, or nothing when there are fewer', () => {
    const rate = openRate({ perSecond: 1, burst: 25 }, () => 0);
    const user: Spender = { kind: 'person', userId: 1 };
    expect([rate.take(user, PAGE_REQUESTS), rate.take(user, PAGE_REQUESTS)]).toEqual([15, 5]);
    expect(() => rate.take(user, PAGE_REQUESTS)).toThrow(Problem);
    expect(rate.take(user)).toBe(4);
    expect(rate.spent()).toEqual({ [spenderKey(user)]: 21 });
  });

  it('counts an answer as one more request for each full 64 KiB, and owes a burst at most', () => {
    let now = 0;
    const rate = openRate({ perSecond: 10, burst: 100 }, () => now);
    const take = (): void => {
      rate.take(caller(1));
    };
    expect(rate.answered(caller(1), 65_535)).toBe(null);
    expect(passed(take, 10)).toBe(10);
    expect(rate.answered(caller(1), 50 * 65_536), 'requests that are left').toBe(40);
    expect(passed(take, 200)).toBe(40);
    expect(
      passed(() => rate.take(caller(2)), 200),
      'another caller',
    ).toBe(100);
    expect(rate.answered(caller(1), 1_000 * 65_536), 'none is left').toBe(0);
    now = 10_000 - 1;
    expect(passed(take, 10)).toBe(0);
    expect(
      passed(() => rate.answered(caller(1), 65_536), 5),
      'begun before',
    ).toBe(5);
    expect(
      passed(() => rate.answered(caller(1), 65_535), 5),
      'a small one',
    ).toBe(5);
    now = 10_100;
    expect(passed(take, 10), 'they wait longer').toBe(0);
    now = 10_601;
    expect(passed(take, 10)).toBe(1);
    expect(rate.spent(), 'other nodes count it too').toEqual({ 'token:1': 1_106, 'token:2': 100 });
  });

  it('counts a body as one more request for each full 4 KiB', () => {
    const rate = openRate({ perSecond: 10, burst: 100 }, () => 0);
    expect(rate.received(caller(1), 4_095)).toBe(null);
    expect(rate.received(caller(1), 4_096)).toBe(99);
    expect(rate.received(caller(1), 8_191)).toBe(98);
    expect(rate.spent(), 'too few for other nodes').toEqual({});
    rate.received(caller(1), 20 * 4_096);
    expect(rate.spent()).toEqual({ 'token:1': 20 });
  });

  it('tells other nodes of the 500 that spent most', () => {
    const rate = openRate(undefined, () => 0);
    for (let id = 1; id <= 600; id += 1) rate.take(caller(id), 20 + id);
    const told = rate.spent();
    expect(Object.keys(told)).toHaveLength(500);
    expect(told).toMatchObject({ 'token:101': 121, 'token:600': 620 });
  });

  it('says in its headers how many requests are left and when all are there again', () => {
    const waits = [2_000, 1_999, 1_000, 999, 0].map((left) => requestLimitHeaders(left).ratelimit);
    expect(waits).toEqual([
      '"requests";r=2000;t=1',
      '"requests";r=1999;t=1',
      '"requests";r=1000;t=1',
      '"requests";r=999;t=2',
      '"requests";r=0;t=2',
    ]);
  });

  it('leaves a whole number of requests, also between two refills', () => {
    let now = 0;
    const rate = openRate({ perSecond: 1_000, burst: 10 }, () => now);
    expect(rate.take(caller(1))).toBe(9);
    now = 0.4;
    expect(rate.take(caller(1))).toBe(8);
    now = 0.8;
    expect(rate.take(caller(1))).toBe(7);
  });

  it('is counted per credential, and for all view tokens of one maker together', () => {
    const rate = openRate({ perSecond: 1, burst: 1 }, () => 0);
    const view = (viewId: string, tokenId = 1): Caller => ({
      kind: 'view',
      tokenId: 1,
      maker: { kind: 'club_static', tokenId, club: 'own' },
      viewId,
      channels: new Set(),
      expiresAt: 0,
    });
    for (const one of [caller(1), caller(2), view('a'), view('b', 2)]) {
      expect(
        passed(() => {
          rate.take(one);
        }, 2),
      ).toBe(1);
    }
  });

  it('is counted for a signed-in user apart from the view tokens that the user made', () => {
    const rate = openRate({ perSecond: 1, burst: 1 }, () => 0);
    const person = { kind: 'person', userId: 1, isAdmin: false, clubs: new Set(''), tournaments: new Set('') } as const;
    const view: Caller = {
      kind: 'view',
      tokenId: null,
      maker: person,
      viewId: 'a',
      channels: new Set(),
      expiresAt: 0,
    };
    expect(passed(() => void rate.take({ kind: 'person', userId: 1 }), 2)).toBe(1);
    expect(passed(() => void rate.take({ kind: 'person', userId: 2 }), 2)).toBe(1);
    expect(passed(() => void rate.take(view), 2)).toBe(1);
  });

  it('is shared by the view tokens of one maker, apart from what the maker spends', () => {
    const rate = openRate({ perSecond: 1, burst: 3 }, () => 0);
    const maker = { kind: 'club_static', tokenId: 1, club: 'own' } as const;
    const view = (viewId: string): Caller => ({
      kind: 'view',
      tokenId: 1,
      maker,
      viewId,
      channels: new Set(),
      expiresAt: 0,
    });
    const tokens = ['a', 'b', 'c', 'd'].map(view);
    expect(tokens.map((token) => passed(() => void rate.take(token), 1))).toEqual([1, 1, 1, 0]);
    expect(passed(() => void rate.take(maker), 4)).toBe(3);
  });

  it('holds for all nodes together, as far as they tell each other', () => {
    let now = 0;
    const nodes = [openRate(undefined, () => now), openRate(undefined, () => now)] as const;
    const [here, there] = nodes;
    const take = (rate: typeof here) => (): void => void rate.take(caller(1));
    expect(passed(take(here), 1_500)).toBe(1_500);
    expect(passed(take(there), 500)).toBe(500);
    here.charge(there.spent());
    there.charge(here.spent());
    expect([passed(take(here), 100), passed(take(there), 100)]).toEqual([0, 0]);
    // Each request is reported only once.
    expect(here.spent()).toEqual({});
    now = 1_000;
    expect(passed(take(here), 2_000)).toBe(1_000);
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
    expect(problem).toMatchObject({
      status: 429,
      headers: { 'retry-after': '4', ratelimit: '"requests";r=0;t=2' },
      hint: expect.any(String),
    });
    now = 4_000;
    expect(
      passed(() => {
        rate.take(caller(1));
      }, 1),
    ).toBe(1);
  });

  it('forgets a credential whose burst is full again', () => {
    let now = 0;
    const rate = openRate({ perSecond: 1, burst: 2 }, () => now);
    for (let id = 0; id < 30_000; id += 1) {
      now += 1;
      rate.take(caller(id));
    }
    expect(rate.size()).toBeLessThanOrEqual(11_000);
  });
});
