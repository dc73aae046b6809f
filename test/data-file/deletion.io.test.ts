// Deletions that meet markers which are being written.
import { describe, expect, test } from 'vitest';
import { importData } from '../../src/data-file/import.ts';
import { deleteRow } from '../../src/data-file/managed-deletion.ts';
import { openCommitter } from '../../src/store/log/append.ts';
import { lockedCommit } from '../../src/store/log/locked-commit.ts';
import { decided, marker } from '../support/committed.ts';
import { clubFile } from '../support/data-file.ts';
import { testDatabases } from '../support/database.ts';
import { filledStore } from '../support/filled-store.ts';
import { worldWithResults } from '../support/world/world-with-results.ts';

const owner = { kind: 'club', id: 10, slug: 'riverside-fc', name: 'Riverside FC' } as const;

// The embedded database runs one transaction at a time.
describe.runIf((await testDatabases()).includes('postgres'))('a deletion', () => {
  const store = filledStore('postgres', worldWithResults);

  const waiting = () => store.sql`
    select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

  test.each([
    [900, 'a marker', (write) => openCommitter(store.sql).commit(write)],
    [901, 'a marker that lost a race', (write) => lockedCommit(store.sql, write.ref, -1, () => write)],
  ] satisfies [number, string, (write: Awaited<ReturnType<typeof decided>>) => Promise<string>][])(
    'rule MANAGE-7: of game %i is not followed by %s that waited for it',
    async (id, _, commit) => {
      const game = { id, slug: `game-${id}`, title: 'Sunday 5s', teams: [{ number: 1 }, { number: 2 }] };
      await importData(store.sql, clubFile({ games: [game] }));
      const write = await decided(store.sql, `game:${id}`, [marker(1, 'Goal', 3, { team: '1' })]);
      const result = await store.sql.begin(async (tx) => {
        await deleteRow(tx, 'game', owner, { id, title: '', file: {} });
        const committing = commit(write);
        await expect.poll(waiting).toHaveLength(1);
        return { committing };
      });
      expect(await result.committing).toBe('behind');
      expect(await store.sql`select from match_log where match = ${write.id} and changes::text <> '[]'`).toHaveLength(
        0,
      );
    },
  );

  test('a game whose score was set by hand stays, and the answer names what can be done with it', async () => {
    const game = {
      id: 902,
      slug: 'game-902',
      title: 'Sunday 5s',
      teams: [{ number: 1 }, { number: 2 }],
      scores: { 1: 3 },
    };
    await importData(store.sql, clubFile({ games: [game] }));
    const deleting = store.sql.begin((tx) => deleteRow(tx, 'game', owner, { id: 902, title: '', file: {} }));
    await expect(deleting).rejects.toMatchObject({
      status: 409,
      hint: 'Delete its markers first. Scores or goals that were set stay: cancel the game instead (PUT …/cancellation).',
    });
  });
});
