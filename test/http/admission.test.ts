// The connections and the handshakes of a node and of an address.
import { describe, expect, it } from 'vitest';
import { type ConnectionSlot, openAdmission } from '../../src/http/admission.ts';
import { Problem } from '../../src/ops/problem.ts';

const [FROM, OTHER] = ['203.0.113.1', '203.0.113.2'];

function admission(maxPerAddress: number) {
  const clock = { ms: 0 };
  const opened = openAdmission({ isDraining: () => false, maxConnections: 0, maxPerAddress, now: () => clock.ms });
  /** How many of `times` handshakes are refused. */
  const refused = (network: string, times: number): number =>
    Array.from({ length: times }, () => opened.countHandshake(network)).filter((problem) => problem !== null).length;
  return { clock, refused, ...opened };
}

describe('the handshakes of an address (rule LIMIT-10)', () => {
  it('may be as many at once as its connections, then 1,000 a second', () => {
    const { clock, refused } = admission(10_000);
    expect(refused(FROM, 10_001)).toBe(1);
    clock.ms += 500;
    expect(refused(FROM, 600)).toBe(100);
    expect(refused(OTHER, 10_000)).toBe(0);
  });

  it('are refused with 429 and Retry-After', () => {
    const { refused, countHandshake } = admission(1);
    expect(refused(FROM, 2_000)).toBe(0);
    const problem = countHandshake(FROM);
    expect(problem).toBeInstanceOf(Problem);
    const ratelimit = { 'ratelimit-policy': '"handshakes";q=2000;w=2', ratelimit: '"handshakes";r=0;t=5' };
    expect(problem).toMatchObject({ status: 429, headers: { 'retry-after': '5', ...ratelimit } });
  });

  it('have no limit where the connections of an address have none', () => {
    expect(admission(0).refused(FROM, 50_000)).toBe(0);
  });
});

describe('the slots of a node', () => {
  const slots = (maxConnections: number, maxPerAddress: number) => {
    const opened = openAdmission({ isDraining: () => false, maxConnections, maxPerAddress });
    const reserve = (network: string, hasCredential = true): ConnectionSlot => {
      const slot = opened.reserve(network, hasCredential);
      if (slot instanceof Problem) throw slot;
      return slot;
    };
    return { ...opened, reserve };
  };

  it.each([
    ['503 on a node (rule LIMIT-6)', 3, 0, OTHER, 503],
    ['429 for an address (rule LIMIT-10)', 0, 3, FROM, 429],
  ])(
    'are refused with %s when none is left, and given again when one is released, once',
    (_, all, own, next, status) => {
      const { reserve, problemFor, count } = slots(all, own);
      const [first] = [reserve(FROM), reserve(FROM), reserve(FROM)];
      expect(problemFor(next, true)).toMatchObject({ status });
      expect(() => reserve(next)).toThrow();
      first.release();
      first.release();
      expect(count()).toBe(2);
      reserve(next);
      expect(problemFor(next, true)).toMatchObject({ status });
    },
  );

  it('of one address are 256 for connections without a credential; one that shows it leaves its slot, once (rule LIMIT-10)', () => {
    const { reserve, problemFor } = slots(0, 0);
    const [first, second] = Array.from({ length: 256 }, () => reserve(FROM, false));
    expect(problemFor(FROM, false)).toMatchObject({ status: 429 });
    expect([problemFor(FROM, true), problemFor(OTHER, false)]).toEqual([null, null]);
    first?.identified();
    first?.identified();
    first?.release();
    reserve(FROM, false);
    expect(problemFor(FROM, false)).toMatchObject({ status: 429 });
    second?.release();
    expect(problemFor(FROM, false)).toBeNull();
  });
});
