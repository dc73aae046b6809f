// A data file and stored rows: the file may refer to them and must not contradict them.
import { expect, test } from 'vitest';
import { bestDatabase } from '../support/database.ts';
import { filledStore } from '../support/filled-store.ts';
import { clubFile, cupFile, fileOf, gameFile, refusedAt } from '../support/data-file.ts';
import { HILLTOP } from '../support/world/clubs.ts';
import { AUTUMN_CUP } from '../support/world/tournaments.ts';
import { PLAYED, worldWithResults } from '../support/world/world-with-results.ts';

const store = filledStore(await bestDatabase(), worldWithResults);

test('rule DATA-6: a slug that is taken is rejected', async () => {
  expect(await refusedAt(store.sql, fileOf({ users: [{ id: 9, slug: 'ana-silva', name: 'Other' }] }))).toEqual([
    'users[0].slug',
  ]);
  expect(await refusedAt(store.sql, fileOf({ clubs: [{ id: 12, slug: HILLTOP.slug, name: 'Other' }] }))).toEqual([
    'clubs[0].slug',
  ]);
  expect(
    await refusedAt(store.sql, fileOf({ tournaments: [{ id: 8, slug: AUTUMN_CUP.slug, name: 'Other' }] })),
  ).toEqual(['tournaments[0].slug']);
});

test('slugs may be exchanged within a file', async () => {
  const swap = (first: string, second: string) =>
    fileOf({
      users: [
        { id: 1, slug: first, name: 'Ana Silva' },
        { id: 2, slug: second, name: 'Rui Costa' },
      ],
    });
  expect(await refusedAt(store.sql, swap('rui-costa', 'ana-silva'))).toEqual([]);
  expect(await refusedAt(store.sql, swap('ana-silva', 'rui-costa'))).toEqual([]);
});

test('rule DATA-6: the jersey number of an active member outside the file is rejected', async () => {
  const members = [{ user_id: 4, jersey_number: 9 }];
  expect(await refusedAt(store.sql, clubFile({ members }))).toEqual(['clubs[0].members[0].jersey_number']);
});

test('rule DATA-13: a game, a match or a team does not move to another club or tournament', async () => {
  const games = [{ id: 100, slug: 'sunday-5s', title: 'Game sunday-5s' }];
  expect(await refusedAt(store.sql, fileOf({ clubs: [{ ...HILLTOP, games }] }))).toEqual(['clubs[0].games[0].id']);
  const other = { id: 8, slug: 'other', name: 'Other' };
  expect(await refusedAt(store.sql, fileOf({ tournaments: [{ ...other, matches: [{ id: 701 }] }] }))).toEqual([
    'tournaments[0].matches[0].id',
  ]);
  expect(await refusedAt(store.sql, fileOf({ tournaments: [{ ...other, teams: [{ id: 71, name: 'R' }] }] }))).toEqual([
    'tournaments[0].teams[0].id',
  ]);
});

test('rule DATA-6: a side of a match is not the stored team of the other side', async () => {
  const withMatch = (more: object) => cupFile({ matches: [{ id: 701, ...more }] });
  const at = (side: string): string => `tournaments[0].matches[0].${side}_team_id`;
  expect(await refusedAt(store.sql, withMatch({ home_team_id: 72 }))).toEqual([at('home')]);
  expect(await refusedAt(store.sql, withMatch({ away_team_id: 71 }))).toEqual([at('away')]);
  expect(await refusedAt(store.sql, withMatch({ home_team_id: 72, away_team_id: 71 }))).toEqual([]);
  // Results may give a place to the team of the other side.
  const from = { away_from: { winner_of: 702 } };
  expect(await refusedAt(store.sql, withMatch({ home_team_id: 71, away_team_id: 71, ...from }))).toEqual([]);
});

test('a pairing with markers, and a team that other rows refer to, cannot be left out', async () => {
  const three = [{ number: 1 }, { number: 2 }, { number: 3 }];
  const other = [{ match_index: 1, home_team: 1, away_team: 2 }];
  expect(await refusedAt(store.sql, gameFile(PLAYED.id, { teams: three, matchups: other }))).toEqual([
    'clubs[0].games[0].matchups',
  ]);
  expect(await refusedAt(store.sql, gameFile(PLAYED.id, { teams: [{ number: 1 }] }))).toContain(
    'clubs[0].games[0].teams',
  );
});

test('rule SIDE-9: a pairing with markers does not become a bye', async () => {
  const against = (away: object) => ({
    teams: [{ number: 1 }, { number: 2 }],
    matchups: [{ match_index: 0, home_team: 1, ...away }],
  });
  for (const bye of [{ away_team: null }, {}]) {
    expect(await refusedAt(store.sql, gameFile(PLAYED.id, against(bye)))).toEqual(['clubs[0].games[0].matchups']);
  }
  expect(await refusedAt(store.sql, gameFile(PLAYED.id, against({ away_team: 2 })))).toEqual([]);
});

test('a file may refer to stored rows', async () => {
  expect(
    await refusedAt(store.sql, gameFile(PLAYED.id, { participants: [{ player_type: 'user', id: 2, team: 2 }] })),
  ).toEqual([]);
  expect(
    await refusedAt(store.sql, fileOf({ tokens: [{ kind: 'club_app', club: HILLTOP.slug, user_id: 2, token: 'x' }] })),
  ).toEqual([]);
});
