// Line-up edits and data files (rules LINE-4, DATA-14).
import { expect, test } from 'vitest';
import { changeLineup } from '../../src/data-file/lineup-edits.ts';
import { exported } from '../support/exported.ts';
import { importData } from '../../src/data-file/import.ts';
import { readManaged, requireOwner } from '../../src/data-file/managed-rows.ts';
import { eraseUser } from '../../src/data-file/erase-user.ts';
import { bestDatabase, openTestStore } from '../support/database.ts';
import { cupFile, gameFile } from '../support/data-file.ts';
import { filledStore, openedMatch, storedMatch } from '../support/filled-store.ts';
import { uuid } from '../support/uuid.ts';
import { worldWithResults } from '../support/world/world-with-results.ts';

const store = filledStore(await bestDatabase(), worldWithResults);
const editsOf = async (ref: 'game:100' | 'match:701') => (await openedMatch(store.sql, ref)).fixture.lineupEdits;

const ze = { team: 'home', name: 'Zé', jersey_number: 23, is_substitute: false };
const bob = { team: '2', name: 'Bob', jersey_number: null, is_substitute: true };

test('rule LINE-4: a file with the line-up replaces numbers, fill-ins stay, and an export has both', async () => {
  const numbers = { players: [{ id: 1, jersey_number: 77 }] };
  await changeLineup(store.sql, 'match:701', { ...numbers, fill_ins: [{ id: uuid(1), ...ze, team: 'home' }] }, null);
  await changeLineup(store.sql, 'game:100', { ...numbers, fill_ins: [{ id: uuid(2), ...bob }] }, null);
  const match = { numbers: { 'user:1': 77 }, fill_ins: { [uuid(1)]: ze } };
  const game = { numbers: { 'user:1': 77 }, fill_ins: { [uuid(2)]: bob } };
  expect([await editsOf('match:701'), await editsOf('game:100')]).toEqual([match, game]);

  const file = await exported(store.sql);
  const copy = await openTestStore(await bestDatabase());
  try {
    await importData(copy.sql, file);
    expect(await exported(copy.sql)).toEqual(file);
    expect((await openedMatch(copy.sql, 'match:701')).fixture.lineupEdits).toEqual(match);
    expect((await importData(copy.sql, file)).affected).toEqual([]);
  } finally {
    await copy.close();
  }

  const without = [
    cupFile({ matches: [{ id: 701, notes: 'Bring water.' }] }),
    gameFile(100, { notes: 'Bring water.' }),
  ];
  for (const file of without) expect((await importData(store.sql, file)).affected).toEqual([]);
  expect([await editsOf('match:701'), await editsOf('game:100')]).toEqual([match, game]);

  const lineups = { home: { starters: [{ user_id: 1, jersey_number: 9 }] } };
  const games = worldWithResults().clubs.flatMap((club) => club.games);
  const participants = games.find(({ id }) => id === 100)?.participants;
  const files = [cupFile({ matches: [{ id: 701, lineups }] }), gameFile(100, { participants })];
  for (const file of files) {
    expect((await importData(store.sql, file)).affected).toHaveLength(1);
    expect((await importData(store.sql, file)).affected).toEqual([]);
  }
  expect([await editsOf('match:701'), await editsOf('game:100')]).toEqual([
    { ...match, numbers: {} },
    { ...game, numbers: {} },
  ]);
});

test('rule DATA-14: edits that were taken back are no edits in an export', async () => {
  const before = await openTestStore(await bestDatabase());
  const after = await openTestStore(await bestDatabase());
  try {
    await importData(before.sql, worldWithResults());
    for (const ref of ['match:701', 'game:100'] as const) {
      for (const jersey_number of [77, null])
        await changeLineup(before.sql, ref, { players: [{ id: 1, jersey_number }] }, null);
    }
    const file = await exported(before.sql);
    await importData(after.sql, file);
    expect(await exported(after.sql)).toEqual(file);
    const rowsOf = async ({ sql }: typeof before) => [
      await readManaged(sql, 'game', await requireOwner(sql, 'club', 'riverside-fc'), 'sunday-5s'),
      await readManaged(sql, 'match', await requireOwner(sql, 'tournament', 'autumn-cup'), '701'),
    ];
    expect(await rowsOf(after)).toEqual(await rowsOf(before));
  } finally {
    await Promise.all([before.close(), after.close()]);
  }
});

// The changes of one node wait for each other before this.
test('rule LINE-1: changes of several nodes at once are all kept, each with a position of its own', async () => {
  const before = await storedMatch(store.sql, 'game:100');
  const ids = [11, 12, 13, 14].map(uuid);
  const changes = ids.map((id) => changeLineup(store.sql, 'game:100', { fill_ins: [{ id, ...bob }] }, null));
  await Promise.all(changes);
  const after = await storedMatch(store.sql, 'game:100');
  expect(Object.keys((await editsOf('game:100'))?.fill_ins ?? {})).toEqual(expect.arrayContaining(ids));
  expect(after.seq).toBe(before.seq + ids.length);
});

test('a fill-in with the name of an erased person is erased too', async () => {
  const fillIn = { ...ze, team: 'home' as const, name: 'Ana Silva' };
  await changeLineup(store.sql, 'match:701', { fill_ins: [{ id: uuid(3), ...fillIn }] }, null);
  await eraseUser(store.sql, 1);
  expect((await editsOf('match:701'))?.fill_ins[uuid(3)]?.name).toBe('Deleted player');
});
