import { describe, expect, it } from 'vitest';
import type { Caller } from '../../../src/auth/caller.ts';
import { unauthorized } from '../../../src/auth/access-problems.ts';
import { openRate } from '../../../src/auth/rate-limit.ts';
import { openCallers } from '../../../src/http/core/callers.ts';
import { Problem } from '../../../src/ops/problem.ts';

const caller: Caller = { kind: 'club_static', tokenId: 1, club: 'riverside-fc' };

/** Callers with one valid credential. `asked` counts the lookups. */
function open(strangers: { perSecond: number; burst: number }) {
  const asked: string[] = [];
  const callers = openCallers({
    identify: async (bearer) => {
      asked.push(bearer);
      if (bearer !== 'good') throw unauthorized();
      return caller;
    },
    known: () => null,
    rate: openRate(),
    used: () => undefined,
    strangers,
  });
  /** The caller's kind or the Problem's status. */
  async function ask(bearer: string, address = '10.0.0.1'): Promise<string | number> {
    try {
      return (await callers.callerOf({ authorization: `Bearer ${bearer}`, address: () => address })).kind;
    } catch (error) {
      if (error instanceof Problem) return error.status;
      throw error;
    }
  }
  return { ask, asked };
}

describe('an address that tries bad credentials', () => {
  it('gets 429 after its last try, without a database query', async () => {
    const { ask, asked } = open({ perSecond: 0.001, burst: 3 });
    expect([await ask('bad'), await ask('bad'), await ask('bad'), await ask('bad')]).toEqual([401, 401, 401, 429]);
    expect(asked).toHaveLength(3);
  });

  it('does not affect other addresses, or credentials that were valid before', async () => {
    const { ask } = open({ perSecond: 0.001, burst: 1 });
    expect(await ask('good')).toBe('club_static');
    expect([await ask('bad'), await ask('bad')]).toEqual([401, 429]);
    expect(await ask('good')).toBe('club_static');
    expect(await ask('bad', '10.0.0.2')).toBe(401);
  });

  it('may try again later', async () => {
    const { ask } = open({ perSecond: 1_000_000, burst: 1 });
    for (let tries = 0; tries < 10; tries += 1) expect(await ask('bad')).toBe(401);
  });
});
