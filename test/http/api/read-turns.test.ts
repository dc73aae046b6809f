// Rule LIMIT-23: reads that take milliseconds run as many at once as there are connections, and callers take turns.
import { expect, it } from 'vitest';
import type { Caller } from '../../../src/auth/caller.ts';
import { openReadTurns, READS } from '../../../src/http/api/read-turns.ts';

const callerOf = (tokenId: number): Caller => ({ kind: 'club_static', tokenId, club: 'riverside-fc' });

it('rule LIMIT-23: runs three reads at once, in turn, and lets 500 of one credential wait', async () => {
  expect(READS).toMatchObject({ atOnce: 3, waiting: 2_000, waitingOfOne: 500 });
  const inTurn = openReadTurns({ ...READS, waitingOfOne: 3 });
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const read = (name: string, tokenId: number): Promise<string> =>
    inTurn(callerOf(tokenId), () => {
      begun.push(name);
      return new Promise((resolve) =>
        ends.push(() => {
          resolve(name);
        }),
      );
    });
  const many = ['a1', 'a2', 'a3', 'a4', 'a5', 'a6'].map((name) => read(name, 1));
  await expect(read('a7', 1)).rejects.toMatchObject({ status: 503, code: 'busy' });
  const other = read('b1', 2);
  for (let ended = 0; ended < 7; ended += 1) {
    await expect.poll(() => begun.length).toBe(Math.min(7, ended + 3));
    ends[ended]?.();
  }
  expect(await Promise.all([...many, other])).toHaveLength(7);
  expect(begun).toEqual(['a1', 'a2', 'a3', 'a4', 'b1', 'a5', 'a6']);
});
