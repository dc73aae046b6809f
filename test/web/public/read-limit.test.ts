// The reads that signed-out readers of one network may cause, on a clock of the test.
import { describe, expect, test } from 'vitest';
import { Problem } from '../../../src/ops/problem.ts';
import { PAGE_LIMIT, openReadLimit, PICTURE_LIMIT } from '../../../src/web/public/read-limit.ts';

/** How many of `asked` reads pass. */
function passed(take: (network: string) => void, network: string, asked: number): number {
  return Array.from({ length: asked }, () => {
    try {
      take(network);
      return 1;
    } catch (error) {
      expect(error).toBeInstanceOf(Problem);
      expect(error).toMatchObject({ status: 429, headers: { 'retry-after': '1', ratelimit: '"reads";r=0;t=1' } });
      return 0;
    }
  }).reduce((sum: number, one) => sum + one, 0);
}

describe.each([
  ['pages (rule PUBLIC-3)', PAGE_LIMIT, { burst: 200, perSecond: 50 }],
  ['pictures (rule PUBLIC-5)', PICTURE_LIMIT, { burst: 20, perSecond: 1 }],
] as const)('reads of %s', (_, limit, numbers) => {
  test('are limited for each network, at once and by the second', () => {
    expect(limit).toEqual(numbers);
    let now = 1_000;
    const take = openReadLimit(limit, () => now);
    expect(passed(take, '203.0.113.9', limit.burst + 10)).toBe(limit.burst);
    now += 1_000;
    expect(passed(take, '203.0.113.9', limit.burst)).toBe(limit.perSecond);
    expect(passed(take, '2001:db8::/64', 5)).toBe(5);
  });
});
