// The search for logs that can be shortened.
import { describe, expect, test } from 'vitest';
import { findLongLogs, type LongLogs } from '../../../src/store/log/compaction.ts';
import { testDatabases } from '../../support/database.ts';
import { filledStore } from '../../support/filled-store.ts';
import { world } from '../../support/world/world.ts';

describe.each(await testDatabases())('on %s', (kind) => {
  const store = filledStore(kind, world);

  test('rule OPS-22: all matches are looked at, 200 with each statement', async () => {
    const undone = new Error('The matches are undone.');
    const all = store.sql.begin(async (tx) => {
      await tx`insert into live_match (ref, seq, at) select 'game:' || n, 2, 1 from generate_series(5001, 5399) n`;
      await tx`
        insert into match_log (match, after, at, seq, changes)
        select l.id, n - 1, 1, n, '[{}]' from live_match l, generate_series(1, 2) n where l.at = 1`;
      const counts: number[] = [];
      for (let after: number | null = 0; after !== null;) {
        const found: LongLogs = await findLongLogs(tx, after, 2);
        counts.push(found.matches.filter(({ ref }) => ref.startsWith('game:5')).length);
        after = found.next;
      }
      expect(counts.reduce((sum, count) => sum + count)).toBe(399);
      expect(counts).toHaveLength(3);
      throw undone;
    });
    await expect(all).rejects.toBe(undone);
  });
});
