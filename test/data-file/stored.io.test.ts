// A data file and stored rows: the file may refer to them and must not contradict them.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { importData } from '../../src/data-file/import.ts';
import { bestDatabase, openTestStore, type TestStore } from '../support/database.ts';
import { refusedAt, validFile } from '../support/data-file.ts';

let store: TestStore;
beforeAll(async () => {
  store = await openTestStore(await bestDatabase());
  await importData(store.sql, validFile());
});
afterAll(() => store.close());

const file = (parts: object) => ({ touchline_data: 1, ...parts });
const game101 = (parts: object) =>
  file({
    clubs: [
      {
        id: 10,
        slug: 'riverside',
        name: 'Riverside FC',
        games: [{ id: 101, slug: 'played', title: 'Played', ...parts }],
      },
    ],
  });

test('a slug that is taken is rejected', async () => {
  expect(await refusedAt(store.sql, file({ users: [{ id: 9, slug: 'ana', name: 'Other' }] }))).toEqual([
    'users[0].slug',
  ]);
  expect(await refusedAt(store.sql, file({ clubs: [{ id: 12, slug: 'hilltop', name: 'Other' }] }))).toEqual([
    'clubs[0].slug',
  ]);
  expect(await refusedAt(store.sql, file({ tournaments: [{ id: 8, slug: 'cup', name: 'Other' }] }))).toEqual([
    'tournaments[0].slug',
  ]);
});

test('slugs may be exchanged within a file', async () => {
  const swap = (first: string, second: string) =>
    file({
      users: [
        { id: 1, slug: first, name: 'Ana Silva' },
        { id: 2, slug: second, name: 'Bea Costa' },
      ],
    });
  expect(await refusedAt(store.sql, swap('bea', 'ana'))).toEqual([]);
  expect(await refusedAt(store.sql, swap('ana', 'bea'))).toEqual([]);
});

test('the jersey number of an active member outside the file is rejected', async () => {
  const members = [{ user_id: 4, jersey_number: 9 }];
  const clubs = [{ id: 10, slug: 'riverside', name: 'Riverside FC', members }];
  expect(await refusedAt(store.sql, file({ clubs }))).toEqual(['clubs[0].members[0].jersey_number']);
});

test('a game, a match or a team does not move to another club or tournament', async () => {
  const games = [{ id: 100, slug: 'sunday', title: 'Sunday 5s' }];
  expect(await refusedAt(store.sql, file({ clubs: [{ id: 11, slug: 'hilltop', name: 'Hilltop', games }] }))).toEqual([
    'clubs[0].games[0].id',
  ]);
  const other = { id: 8, slug: 'other', name: 'Other' };
  expect(await refusedAt(store.sql, file({ tournaments: [{ ...other, matches: [{ id: 701 }] }] }))).toEqual([
    'tournaments[0].matches[0].id',
  ]);
  expect(await refusedAt(store.sql, file({ tournaments: [{ ...other, teams: [{ id: 71, name: 'R' }] }] }))).toEqual([
    'tournaments[0].teams[0].id',
  ]);
});

test('a pairing with markers, and a team that other rows refer to, cannot be left out', async () => {
  const three = [{ number: 1 }, { number: 2 }, { number: 3 }];
  const other = [{ match_index: 1, home_team: 1, away_team: 2 }];
  expect(await refusedAt(store.sql, game101({ teams: three, matchups: other }))).toEqual([
    'clubs[0].games[0].matchups',
  ]);
  expect(await refusedAt(store.sql, game101({ teams: [{ number: 1 }] }))).toContain('clubs[0].games[0].teams');
});

test('a file may refer to stored rows', async () => {
  expect(await refusedAt(store.sql, game101({ participants: [{ player_type: 'user', id: 2, team: 2 }] }))).toEqual([]);
  expect(
    await refusedAt(store.sql, file({ tokens: [{ kind: 'club_app', club: 'hilltop', user_id: 2, token: 'x' }] })),
  ).toEqual([]);
});
