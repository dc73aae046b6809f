// Imports and erasures that meet markers and changes of a line-up: what is answered as stored stays.
import { describe, expect, test } from 'vitest';
import { eraseUser } from '../../src/data-file/erase-user.ts';
import { importData } from '../../src/data-file/import.ts';
import { changeLineup } from '../../src/data-file/lineup-edits.ts';
import { setPassword } from '../../src/store/people.ts';
import { insertViewToken, revokeViewToken } from '../../src/store/view-tokens.ts';
import { committed, marker } from '../support/committed.ts';
import { clubFile } from '../support/data-file.ts';
import { testDatabases } from '../support/database.ts';
import { exported } from '../support/exported.ts';
import { failure } from '../support/failure.ts';
import { filledStore, openedMatch } from '../support/filled-store.ts';
import { riversideFc } from '../support/managed.ts';
import { uuid } from '../support/uuid.ts';
import { worldWithResults } from '../support/world/world-with-results.ts';

const teams = [{ number: 1 }, { number: 2 }, { number: 3 }];
const matchups = [
  { match_index: 0, home_team: 1, away_team: 2 },
  { match_index: 1, home_team: 2, away_team: 3 },
];
const participants = [{ player_type: 'user', id: 1, team: 1 }];
const fileOf = (id: number, fields: object = {}) =>
  clubFile({ games: [{ id, slug: `game-${id}`, title: 'Sunday 5s', teams, matchups, participants, ...fields }] });
const fillIn = (number: number, name: string) => ({
  fill_ins: [{ id: uuid(number), team: '2', name, jersey_number: null, is_substitute: false }],
});

// The embedded database runs one transaction at a time.
describe.runIf((await testDatabases()).includes('postgres'))('while it waits', () => {
  const store = filledStore('postgres', worldWithResults);

  const waiting = () => store.sql`
    select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  const fillInsOf = async (id: number) =>
    Object.values((await openedMatch(store.sql, `game:${id}`)).fixture.lineupEdits?.fill_ins ?? {}).map(
      ({ name }) => name,
    );

  test('rule DATA-3: an import that leaves out a pairing is refused when a marker of the pairing comes first', async () => {
    await importData(store.sql, fileOf(900));
    const importing = await store.sql.begin(async (tx) => {
      await tx`select from game where id = 900 for update`;
      const file = fileOf(900, { title: 'Other', matchups: matchups.slice(0, 1) });
      const refused = failure(importData(store.sql, file));
      await expect.poll(waiting).toHaveLength(1);
      await committed(store.sql, 'game:900', [marker(1, 'Goal', 3, { team: '2', matchId: '900_1' })]);
      return { refused };
    });
    expect(await importing.refused).toMatchObject({ status: 422, details: [{ path: 'clubs[0].games[0].matchups' }] });
    const { state } = await openedMatch(store.sql, 'game:900');
    expect(state.matches['900_1']?.score).toEqual({ home: 1, away: 0 });
  });

  test('rule LINE-4: an import keeps a fill-in that staff add meanwhile', async () => {
    await importData(store.sql, fileOf(901));
    await changeLineup(store.sql, 'game:901', { players: [{ id: 1, jersey_number: 77 }] }, null);
    const importing = await store.sql.begin(async (tx) => {
      await tx`select from game where id = 901 for update`;
      const done = importData(store.sql, fileOf(901, { title: 'Other' }));
      await expect.poll(waiting).toHaveLength(1);
      await changeLineup(store.sql, 'game:901', fillIn(1, 'Bob'), null);
      return { done };
    });
    await importing.done;
    expect((await openedMatch(store.sql, 'game:901')).fixture.lineupEdits?.numbers).toEqual({});
    expect(await fillInsOf(901)).toEqual(['Bob']);
  });

  test('a password is not set while an import may write the one of before', async () => {
    const { sql } = store;
    const rows = await sql<{ id: number; slug: string }[]>`
      select id, slug from app_user where id in (2, 3) order by id desc`;
    const importing = await sql.begin(async (tx) => {
      await tx`select from app_user where id = 3 for update`;
      const users = rows.map((user) => ({ ...user, name: `Another ${user.id}` }));
      const done = importData(sql, { touchline_data: 1, users });
      await expect.poll(waiting).toHaveLength(1);
      expect(await failure(setPassword(sql, { id: 2, name: 'Rui Costa' }, 'new'))).toMatchObject({ status: 503 });
      return { done };
    });
    await importing.done;
    await setPassword(sql, { id: 2, name: 'Rui Costa' }, 'new');
    expect(await sql`select password_hash as hash from app_user where id = 2`).toEqual([{ hash: 'new' }]);
  });

  test('a view token is not revoked while an import may write it as valid', async () => {
    const { sql } = store;
    const view = { viewId: uuid(77), maker: { kind: 'person', id: 1 }, channels: ['game:100'], name: null } as const;
    await insertViewToken(sql, { ...view, createdAt: Date.now(), expiresAt: Date.now() + 60_000 });
    const { view_tokens: listed } = (await exported(sql)) as { view_tokens: object[] };
    const renamed = listed.map((token) => ({ ...token, name: 'Stand B' }));
    const by = { viewId: view.viewId, resource: riversideFc, userId: 1, at: Date.now() };
    const importing = await sql.begin(async (tx) => {
      await tx`select from app_user where id = 2 for update`;
      const users = [{ id: 2, slug: 'rui-costa', name: 'Yet Another' }];
      const done = importData(sql, { touchline_data: 1, users, view_tokens: renamed });
      await expect.poll(waiting).toHaveLength(1);
      expect(await failure(revokeViewToken(sql, by))).toMatchObject({ status: 503 });
      return { done };
    });
    await importing.done;
    expect(await revokeViewToken(sql, by)).toBe(true);
  });

  test.each([
    ['an import', 902, 2, (id: number) => importData(store.sql, fileOf(id, { title: 'Other' }))],
    ['an erasure', 903, 3, (_: number) => eraseUser(store.sql, 3)],
  ])('rule LINE-1: %s and a change of the line-up do not wait for each other', async (_, id, user, work) => {
    const [{ name } = { name: '' }] = await store.sql<{ name: string }[]>`select name from app_user where id = ${user}`;
    await importData(store.sql, fileOf(id));
    await changeLineup(store.sql, `game:${id}`, { players: [{ id: 1, jersey_number: 77 }], ...fillIn(1, name) }, null);
    const both = await store.sql.begin(async (tx) => {
      await tx`select from game_lineup_edit where game_id = ${id} for update`;
      const working = work(id);
      await expect.poll(waiting).toHaveLength(1);
      const changing = changeLineup(store.sql, `game:${id}`, fillIn(2, 'Bob'), null);
      await expect.poll(waiting).toHaveLength(2);
      return { working, changing };
    });
    await Promise.all([both.working, both.changing]);
    expect(await fillInsOf(id)).toContain('Bob');
    if (user === 3) expect(await fillInsOf(id)).not.toContain(name);
  });
});
