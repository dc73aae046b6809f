// Pages of a log: a page reads the rows that it needs, and a long log costs as much as a short one.
import { describe, expect, test } from 'vitest';
import { gameRef } from '../../../protocol/wire/ids.ts';
import { readEntries, readWholeLog } from '../../../src/store/log/read.ts';
import type { Sql, TransactionSql } from '../../../src/store/driver/sql.ts';
import { testDatabases } from '../../support/database.ts';
import { filledStore } from '../../support/filled-store.ts';
import { rowsRead } from '../../support/rows-read.ts';
import { world } from '../../support/world/world.ts';

const ROWS = 2_000;
const ENTRIES_PER_ROW = 3;
const LAST = ROWS * ENTRIES_PER_ROW;
/** The position after an import that moved the match further. */
const IMPORTED = LAST + 900;

/** Works with a long log, which is undone. */
async function withLongLog(sql: Sql, work: (tx: TransactionSql) => Promise<void>): Promise<void> {
  const undone = new Error('The log is undone.');
  const all = sql.begin(async (tx) => {
    await tx`
      insert into match_log (match, after, at, seq, changes)
      select m.id, (n - 1) * ${ENTRIES_PER_ROW}, n, n * ${ENTRIES_PER_ROW},
        (select json_agg(json_build_object('cause', '[]'::json)) from generate_series(1, ${ENTRIES_PER_ROW}))
      from live_match m, generate_series(1, ${ROWS}) n where m.ref = 'game:100'`;
    await tx`
      insert into match_log (match, after, at, seq, changes)
      select m.id, ${LAST}, 0, ${IMPORTED}, '[{"edited":true}]' from live_match m where m.ref = 'game:100'`;
    await tx`analyze match_log`;
    await work(tx);
    throw undone;
  });
  await expect(all).rejects.toBe(undone);
}

describe.each(await testDatabases())('on %s', (kind) => {
  const store = filledStore(kind, world);

  test('rule LIMIT-14: a page of a long log reads few of its rows', async () => {
    await withLongLog(store.sql, async (tx) => {
      const before = await rowsRead(tx, 'match_log');
      const pageAfter = async (seq: number): Promise<readonly number[]> =>
        (await readEntries(tx, gameRef(100), seq, 4)).map((entry) => entry.seq);
      expect(await pageAfter(0)).toEqual([1, 2, 3, 4]);
      expect(await pageAfter(2), 'begins with the last entry of a row').toEqual([3, 4, 5, 6]);
      expect(await pageAfter(3), 'begins with a row').toEqual([4, 5, 6, 7]);
      expect(await pageAfter(LAST - 1)).toEqual([LAST, IMPORTED]);
      expect(await pageAfter(LAST + 1), 'between two positions').toEqual([IMPORTED]);
      expect(await pageAfter(IMPORTED)).toEqual([]);
      expect((await rowsRead(tx, 'match_log')) - before).toBeLessThan(100);
    });
  });

  test('a whole log comes in parts, up to a maximum', async () => {
    await withLongLog(store.sql, async (tx) => {
      let parts = 0;
      const whole = await readWholeLog(tx, gameRef(100), LAST + 2, async (part) => {
        parts += 1;
        return part;
      });
      expect(whole.map(({ seq }) => seq)).toEqual([...Array.from({ length: LAST }, (_, index) => index + 1), IMPORTED]);
      expect(parts).toBeGreaterThan(20);
      expect((await readWholeLog(tx, gameRef(100), 1_001)).at(-1)?.seq).toBe(1_001);
    });
  });

  test('a log that is shortened while it is read is 503', async () => {
    await withLongLog(store.sql, async (tx) => {
      const read = readWholeLog(tx, gameRef(100), LAST + 2, async (part) => {
        const found = await part;
        await tx`delete from match_log where after < ${LAST}`;
        return found;
      });
      await expect(read).rejects.toMatchObject({ status: 503 });
    });
  });
});
