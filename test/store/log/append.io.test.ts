// A commit is one row of the log: whole or not there, after exactly one position.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { importData } from '../../../src/data-file/import.ts';
import { transaction } from '../../../src/store/driver/transaction.ts';
import { COMMIT_DEFAULTS, openCommitter } from '../../../src/store/log/append.ts';
import { writeCheckpoints } from '../../../src/store/log/checkpoint.ts';
import { lockedCommit } from '../../../src/store/log/locked-commit.ts';
import { readPositions } from '../../../src/store/log/positions.ts';
import { readEntries, readLog } from '../../../src/store/log/read.ts';
import { release, reserve } from '../../../src/store/log/reserve.ts';
import { committed, commitTogether, decided, marker } from '../../support/committed.ts';
import { gate } from '../../support/cluster/faulty-proxy.ts';
import { openTestStore, testDatabases, type TestStore } from '../../support/database.ts';
import { storedMatch } from '../../support/filled-store.ts';
import { world } from '../../support/world/world.ts';

const kinds = await testDatabases();

describe.each(kinds)('on %s', (kind) => {
  let store: TestStore;
  let next = 1_000;
  beforeAll(async () => {
    store = await openTestStore(kind);
    await importData(store.sql, world({ moreGames: 20 }));
  });
  afterAll(() => store.close());

  /** A game without markers. */
  const newGame = () => `game:${next++}` as const;
  const goal = (number: number) => marker(number, 'Goal', number, { primary: { id: 1 } });
  const seqs = async (ref: `game:${number}`) => (await readLog(store.sql, ref, 0)).map(({ seq }) => seq);

  test('rule TIME-5: of two writes after the same position one is stored, also if they differ in length', async () => {
    for (const [first, second] of [
      [[goal(1)], [goal(2), goal(3)]],
      [[goal(1), goal(2), goal(3)], [goal(4)]],
      [
        [goal(1), goal(2)],
        [goal(3), goal(4)],
      ],
    ] as const) {
      const ref = newGame();
      const one = await decided(store.sql, ref, first);
      const other = await decided(store.sql, ref, second);
      expect(await commitTogether(store.sql, [one])).toEqual(['committed']);
      expect(await commitTogether(store.sql, [other])).toEqual(['behind']);
      expect(await seqs(ref)).toEqual(first.map((_, index) => index + 1));
      const keys = (await storedMatch(store.sql, ref)).markers.map(({ key }) => key);
      expect(keys).toEqual(one.changes.flatMap(({ change }) => change.put?.map(({ key }) => key) ?? []));
    }
  });

  test('rule LIVE-10: a batch is one row: its changes have a seq each, its time and their own tokens', async () => {
    const ref = newGame();
    const write = await decided(store.sql, ref, [goal(1), goal(2)]);
    const second = write.changes[1];
    const [token] = await store.sql<{ id: number }[]>`select min(id) as id from api_token`;
    const changes = write.changes.map(({ change }) => ({
      change,
      tokenId: change.seq === 1 ? (token?.id ?? 0) : null,
    }));
    await commitTogether(store.sql, [{ ...write, changes }]);
    const rows = await store.sql`
      select after, seq, json_array_length(changes) as n from match_log where match = ${write.id}`;
    expect(rows).toEqual([{ after: 0, seq: 2, n: 2 }]);
    expect((await readEntries(store.sql, ref, 0, 9)).map(({ seq, token: by }) => [seq, by?.id ?? null])).toEqual([
      [1, token?.id],
      [2, null],
    ]);
    expect(await readEntries(store.sql, ref, 1, 9), 'a page that begins in the middle of the row').toMatchObject([
      { seq: 2 },
    ]);
    expect(await readLog(store.sql, ref, 0, 1)).toMatchObject([{ seq: 1 }]);
    expect((await readLog(store.sql, ref, 1))[0]?.change).toEqual(second?.change);
  });

  test('a statement has no more matches than it may have', async () => {
    const sizes: number[] = [];
    const observe = (size: number) => void sizes.push(size);
    const { commit } = openCommitter(store.sql, { ...COMMIT_DEFAULTS, inFlight: 1, groupSize: 2, observe });
    const writes = await Promise.all([1, 2, 3].map(() => decided(store.sql, newGame(), [goal(1)])));
    expect(await Promise.all(writes.map(commit))).toEqual(['committed', 'committed', 'committed']);
    expect(sizes).toEqual([2, 1]);
  });

  test('a group stores the writes that follow their positions, and leaves out the others', async () => {
    const [won, lost, last] = [newGame(), newGame(), newGame()];
    const writes = [await decided(store.sql, last, [goal(1)]), await decided(store.sql, lost, [goal(1), goal(2)])];
    writes.push(await decided(store.sql, won, [goal(1), goal(2)]));
    await committed(store.sql, lost, [goal(7)]);
    expect(await commitTogether(store.sql, writes)).toEqual(['committed', 'behind', 'committed']);
    expect([await seqs(won), await seqs(lost), await seqs(last)]).toEqual([[1, 2], [1], [1]]);
  });

  test('rule LIVE-4: a store that went back takes no write on top of what it lost', async () => {
    const ref = newGame();
    await committed(store.sql, ref, [goal(1)]);
    await committed(store.sql, ref, [goal(2)]);
    const write = await decided(store.sql, ref, [goal(3)]);
    const { id } = write;
    await store.sql`delete from match_log where match = ${id} and after = 1`;
    expect(await commitTogether(store.sql, [write]), 'shorter').toEqual(['behind']);
    expect(await seqs(ref)).toEqual([1]);
    await committed(store.sql, ref, [goal(4)]);
    await store.sql`update match_log set at = at + 5000 where match = ${id} and after = 1`;
    expect(await commitTogether(store.sql, [write]), 'as long, with another history').toEqual(['behind']);
    await committed(store.sql, ref, [goal(5), goal(6)]);
    expect(await commitTogether(store.sql, [write]), 'longer').toEqual(['behind']);
    const rest = await decided(store.sql, ref, [goal(8)]);
    const middle = { ...rest, expected: { seq: 3, at: rest.expected.at } };
    expect(await commitTogether(store.sql, [middle]), 'in the middle of a row').toEqual(['behind']);
    expect(await seqs(ref)).toEqual([1, 2, 3, 4]);
  });

  test('rule LIVE-4: nor does a store whose checkpoint alone says where it is', async () => {
    const ref = newGame();
    await committed(store.sql, ref, [goal(1)]);
    await committed(store.sql, ref, [goal(2)]);
    const write = await decided(store.sql, ref, [goal(3)]);
    const { id } = write;
    await writeCheckpoints(store.sql, [ref]);
    // As after the import of a match with its position.
    await store.sql`delete from match_log where match = ${id}`;
    await store.sql`update live_match set at = at + 5000 where id = ${id}`;
    expect(await commitTogether(store.sql, [write]), 'as long, with another history').toEqual(['behind']);
    await store.sql`update live_match set at = ${write.expected.at}, seq = 1 where id = ${id}`;
    expect(await commitTogether(store.sql, [write]), 'shorter').toEqual(['behind']);
    await store.sql`update live_match set seq = 2 where id = ${id}`;
    expect(await commitTogether(store.sql, [write])).toEqual(['committed']);
  });

  test('a match that got the number of another one takes no write of that one', async () => {
    const [mine, other] = [newGame(), newGame()];
    const write = await decided(store.sql, mine, [goal(1)]);
    const { id } = await storedMatch(store.sql, other);
    expect(await commitTogether(store.sql, [{ ...write, id }])).toEqual(['behind']);
    expect(await seqs(other)).toEqual([]);
  });

  test('rule LIVE-10: a locked commit decides on what it missed, and stores whole, nothing, or leaves the place', async () => {
    const ref = newGame();
    await committed(store.sql, ref, [goal(1), goal(2)]);
    const write = await decided(store.sql, ref, [goal(3), goal(4)]);
    const missed: (readonly number[])[] = [];
    const lock = (changes: typeof write.changes | null, expected = write.expected) =>
      lockedCommit(store.sql, ref, 0, (entries) => {
        missed.push(entries.map(({ seq }) => seq));
        return changes && { ...write, expected, changes };
      });
    expect(await lock(null)).toBe('behind');
    expect(await lock(write.changes, { seq: 1, at: write.expected.at })).toBe('behind');
    expect(await lock(write.changes, { seq: 2, at: 5 }), 'another history').toBe('behind');
    expect(await lock([])).toBe('committed');
    expect(await seqs(ref)).toEqual([1, 2]);
    expect(await store.sql`select from match_log where match = ${write.id} and seq = after`).toEqual([]);
    expect(await lock(write.changes)).toBe('committed');
    expect(missed).toEqual(Array.from({ length: 5 }, () => [1, 2]));
    expect(await seqs(ref)).toEqual([1, 2, 3, 4]);
    expect((await readPositions(store.sql, [ref])).get(ref)?.seq).toBe(4);
  });

  test.skipIf(kind === 'embedded')(
    'a commit waits for a reserved row: it loses if it is filled, else it is stored',
    async () => {
      for (const isFilled of [true, false]) {
        const [ref, free] = [newGame(), newGame()];
        const writes = [await decided(store.sql, ref, [goal(1)]), await decided(store.sql, free, [goal(1)])];
        const isReserved = gate();
        const over = gate();
        const reserving = transaction(store.sql, async (tx) => {
          const [reserved] = await reserve(tx, [ref]);
          isReserved.end();
          await over.promise;
          if (isFilled)
            await tx`update match_log set seq = 1, changes = '[{"edited":true}]' where match = ${reserved?.match ?? 0}`;
          else await release(tx, [reserved?.match ?? 0]);
        });
        await isReserved.promise;
        const results = commitTogether(store.sql, writes);
        const waiting = () => store.sql`select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like '%insert into match_log%'`;
        await expect.poll(waiting, { timeout: 5_000 }).toHaveLength(1);
        over.end();
        await reserving;
        expect(await results).toEqual([isFilled ? 'behind' : 'committed', 'committed']);
        expect(await seqs(ref)).toEqual([1]);
      }
    },
  );

  test('rule LIVE-10: a reserved row that was left empty does not block its match', async () => {
    const ref = newGame();
    const { id } = await storedMatch(store.sql, ref);
    await store.sql`insert into match_log (match, after, at, seq, changes) values (${id}, 0, 0, 0, '[]')`;
    const write = await decided(store.sql, ref, [goal(1)]);
    expect(await lockedCommit(store.sql, ref, 0, () => write)).toBe('committed');
    expect(await seqs(ref)).toEqual([1]);
  });
});
