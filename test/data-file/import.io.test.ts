// Data files on both databases: applied completely or not at all, idempotent, and never replacing posted results.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { MatchRef } from '../../protocol/wire/ids.ts';
import { gameResult, matchResult } from '../../src/resources/result.ts';
import type { Fixture } from '../../src/match/fixture.ts';
import { type Counts, importData, type Progress } from '../../src/data-file/import.ts';
import { loadMatch } from '../../src/store/matches.ts';
import { isPassword } from '../../src/auth/passwords.ts';
import { openTestStore, testDatabases, type TestStore } from '../support/database.ts';
import { openedMatch } from '../support/filled-store.ts';
import { clubFile, gameFile } from '../support/data-file.ts';
import { daysFromNow, iso } from '../support/dates.ts';
import { exported } from '../support/exported.ts';
import { uuid } from '../support/uuid.ts';
import { PLAYED, worldWithResults } from '../support/world/world-with-results.ts';
import { sharedFolder } from '../support/shared.ts';

const total = (counts: Counts, state: 'created' | 'updated' | 'unchanged'): number =>
  Object.values(counts).reduce((sum, count) => sum + count[state], 0);

describe.each(await testDatabases())('on %s', (kind) => {
  let store: TestStore;
  beforeAll(async () => {
    store = await openTestStore(kind);
  });
  afterAll(() => store.close());

  const apply = (file: unknown) => importData(store.sql, file);
  const opened = (ref: MatchRef) => openedMatch(store.sql, ref);
  const fixtureOf = async (ref: MatchRef): Promise<Fixture> => (await opened(ref)).fixture;

  test('rule DATA-2: a file is applied, with progress, and a second time everything is unchanged', async () => {
    const heard: Progress[] = [];
    const first = await importData(store.sql, worldWithResults(), { onProgress: (progress) => heard.push(progress) });
    expect(first.counts).toEqual({
      users: { created: 5, updated: 0, unchanged: 0 },
      juniors: { created: 1, updated: 0, unchanged: 0 },
      clubs: { created: 2, updated: 0, unchanged: 0 },
      members: { created: 3, updated: 0, unchanged: 0 },
      club_juniors: { created: 0, updated: 0, unchanged: 0 },
      games: { created: 2, updated: 0, unchanged: 0 },
      tournaments: { created: 1, updated: 0, unchanged: 0 },
      teams: { created: 2, updated: 0, unchanged: 0 },
      players: { created: 2, updated: 0, unchanged: 0 },
      matches: { created: 2, updated: 0, unchanged: 0 },
      tokens: { created: 4, updated: 0, unchanged: 0 },
      view_tokens: { created: 0, updated: 0, unchanged: 0 },
    });
    expect(heard).toContainEqual({ entity: 'users', done: 5, total: 5 });
    expect(heard.at(-1)).toEqual({ entity: 'results', done: 3, total: 3 });
    const second = await apply(worldWithResults());
    expect(total(second.counts, 'unchanged')).toBe(total(first.counts, 'created'));
    expect(total(second.counts, 'created') + total(second.counts, 'updated')).toBe(0);
    expect(second.affected).toEqual([]);
  });

  test('games show the results of the file', async () => {
    const byHand = gameResult(await opened('game:100'));
    expect(byHand.team_scores).toEqual({ '1': 3, '2': 1 });
    expect(byHand.score).toBe('Team 1 3 · Bibs 1');
    expect(byHand.goals).toMatchObject([{ team: '1', scorer: 'Ana Silva', user_id: 1, minute: '12' }]);
    const byMarkers = gameResult(await opened('game:130'));
    expect(byMarkers.score).toBe('Team 1 1 · Team 2 1');
    expect(byMarkers.goals.map(({ scorer }) => scorer)).toEqual(['Ana Silva', 'Rui Costa']);
    expect(matchResult(await opened('match:702'))).toMatchObject({
      status: 'completed',
      score: { home: 3, away: 0 },
    });
  });

  test('rule DATA-1: a file with a mistake at its end is not applied', async () => {
    const users = [{ id: 77, slug: 'new', name: 'New' }];
    const games = [{ id: PLAYED.id, slug: 'renamed', title: 'Renamed' }];
    const bad = { id: 140, slug: 'bad', title: 'Bad', teams: [{ number: 1 }, { number: 2 }] };
    const markers = [{ id: uuid(50), timestamp: iso(daysFromNow(2)), type: 'Start' }];
    const file = { ...clubFile({ games: [...games, { ...bad, markers }] }), users };
    await expect(apply(file)).rejects.toMatchObject({
      status: 422,
      details: [{ path: 'clubs[0].games[1].markers[0].timestamp' }],
    });
    const rows = await store.sql`select from app_user where id = 77 union all select from game where slug = 'renamed'`;
    expect(rows).toHaveLength(0);
    expect(await loadMatch(store.sql, 'game:140')).toBeNull();
  });

  test('rule DATA-2: the places of a bracket are unchanged the second time, in any order of their keys', async () => {
    const bracket = (home_from: object) => ({
      id: 20,
      slug: 'bracket',
      name: 'Bracket',
      teams: ['A', 'B'].map((group_name, index) => ({ id: 2_001 + index, name: group_name, group_name })),
      matches: [
        { id: 2_101, home_from, away_from: { group: 'A', place: 1 } },
        { id: 2_102, home_from: { winner_of: 2_101 }, away_from: { loser_of: 2_101 } },
      ],
    });
    const counted = async (home_from: object) =>
      (await apply({ touchline_data: 1, tournaments: [bracket(home_from)] })).counts.matches;
    expect(await counted({ best_of_place: 2, rank: 1 })).toEqual({ created: 2, updated: 0, unchanged: 0 });
    expect(await counted({ best_of_place: 2, rank: 1 })).toEqual({ created: 0, updated: 0, unchanged: 2 });
    expect(await counted({ rank: 1, best_of_place: 2 })).toEqual({ created: 0, updated: 0, unchanged: 2 });
    expect(await counted({ rank: 2, best_of_place: 2 })).toEqual({ created: 0, updated: 1, unchanged: 1 });
  });

  test('rule DATA-14: an export in which results gave both sides of a match to one team is taken', async () => {
    const cup = {
      id: 30,
      slug: 'one-team',
      name: 'One Team',
      teams: [3_001, 3_002].map((id) => ({ id, name: String(id), group_name: 'A' })),
      matches: [
        {
          id: 3_101,
          group_name: 'A',
          home_team_id: 3_001,
          away_team_id: 3_002,
          status: 'completed',
          score: { home: 1, away: 0 },
        },
        { id: 3_102, home_from: { winner_of: 3_101 }, away_from: { group: 'A', place: 1 } },
      ],
    };
    await apply({ touchline_data: 1, tournaments: [cup] });
    const file = await exported(store.sql);
    const [, final] = file.tournaments?.find(({ id }) => id === 30)?.matches ?? [];
    expect(final).toMatchObject({ home_team_id: 3_001, away_team_id: 3_001 });
    expect((await apply(file)).affected).toEqual([]);
  });

  test('rule DATA-2: times that are null keep the time of the first import', async () => {
    const users = [{ id: 91, slug: 'no-time', name: 'No Time' }];
    const members = [{ user_id: 91, joined_at: null }];
    const games = [{ id: 141, slug: 'no-time', title: 'No time', date_time: null, teams: [{ number: 1 }] }];
    const clubs = [{ id: 12, slug: 'no-times', name: 'No Times', created_at: null, members, games }];
    const file = { touchline_data: 1, users, clubs };
    expect(total((await apply(file)).counts, 'created')).toBe(4);
    const second = await apply(file);
    expect([total(second.counts, 'unchanged'), second.affected]).toEqual([4, []]);
  });

  test('rule DATA-2: a newer file changes only the fields that it contains', async () => {
    const { counts } = await apply(gameFile(100, { location: 'Field 3' }));
    expect(counts.games).toEqual({ created: 0, updated: 1, unchanged: 0 });
    const [row] =
      await store.sql`select title, location, organizer_id, half_minutes, game_mode from game where id = 100`;
    expect(row).toEqual({
      title: 'Game sunday-5s',
      location: 'Field 3',
      organizer_id: 1,
      half_minutes: 20,
      game_mode: false,
    });
    expect(await fixtureOf('game:100')).toMatchObject({ teams: [{ number: 1 }, { number: 2, name: 'Bibs' }] });
    await apply(gameFile(100, { location: null }));
    const [cleared] = await store.sql`select location from game where id = 100`;
    expect(cleared).toEqual({ location: null });
    const members = await store.sql`select user_id from club_member where club_id = 10 order by user_id`;
    expect(members.map((member) => Number(member['user_id']))).toEqual([1, 2, 3]);
  });

  test('rule DATA-2: lists of a game replace the stored lists', async () => {
    await apply(gameFile(100, { participants: [{ player_type: 'user', id: 2, team: 2 }] }));
    const changed = await fixtureOf('game:100');
    expect(changed.players).toEqual([{ type: 'user', id: 2, name: 'Rui Costa', team: 2 }]);
    await apply(worldWithResults());
    expect((await fixtureOf('game:100')).players).toHaveLength(2);
  });

  test('a password is stored as a hash, which stays the same for the same password', async () => {
    const file = (password: string | null) => ({
      touchline_data: 1,
      users: [{ id: 1, slug: 'ana-silva', name: 'Ana S.', password }],
    });
    const hashOf = async (): Promise<string> => {
      const [row] = await store.sql<{ hash: string }[]>`select password_hash as hash from app_user where id = 1`;
      return row?.hash ?? '';
    };
    expect((await apply(file('correct horse'))).counts.users.updated).toBe(1);
    const hash = await hashOf();
    expect(hash).not.toContain('correct horse');
    expect(await isPassword('correct horse', hash)).toBe(true);
    expect(await isPassword('wrong horse', hash)).toBe(false);
    expect((await apply(file('correct horse'))).counts.users.unchanged).toBe(1);
    expect((await apply(file(null))).counts.users.unchanged).toBe(1);
    expect(await hashOf()).toBe(hash);
    expect((await apply(file('new horse'))).counts.users.updated).toBe(1);
    expect(await isPassword('new horse', await hashOf())).toBe(true);
  });
});

const shared = sharedFolder();
test.skipIf(shared === null)('the example of the data file page imports as it is written', async () => {
  const page = readFileSync(resolve(shared ?? '', 'spec', 'data-file.md'), 'utf8');
  const example = /```jsonc\n([\s\S]*?)```/.exec(page)?.[1] ?? '';
  const file: unknown = JSON.parse(example.replaceAll(/\s\/\/ .*$/gm, ''));
  const [kind = 'embedded'] = await testDatabases();
  const store = await openTestStore(kind);
  try {
    const first = await importData(store.sql, file);
    expect(total(first.counts, 'created')).toBe(14);
    const second = await importData(store.sql, file);
    expect(total(second.counts, 'unchanged')).toBe(14);
  } finally {
    await store.close();
  }
});
