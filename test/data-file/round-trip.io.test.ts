// The backup: an empty store imports the export of another and is equal to it: states, lists, and the effect of later
// commands (rule DATA-12).
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dataFileSchema } from '../../protocol/data-file/data-file.ts';
import type { MatchRef } from '../../protocol/wire/ids.ts';
import type { Command } from '../../src/match/command.ts';
import { gameResult, matchResult } from '../../src/resources/result.ts';
import { exported } from '../support/exported.ts';
import { importData } from '../../src/data-file/import.ts';
import { findToken, hashToken, userReaches } from '../../src/store/tokens.ts';
import { committed, marker } from '../support/committed.ts';
import { bestDatabase, openTestStore, testDatabases, type TestStore } from '../support/database.ts';
import { openedMatch } from '../support/filled-store.ts';
import { uuid } from '../support/uuid.ts';
import { RIVERSIDE } from '../support/world/clubs.ts';
import { listingOf } from '../support/listing.ts';
import { clubKey, TOKENS } from '../support/world/tokens.ts';
import { worldWithResults } from '../support/world/world-with-results.ts';

const refs: readonly MatchRef[] = ['game:100', 'game:130', 'game:131', 'match:701', 'match:702'];

/** Executes commands as the live layer does. */
async function carryOut(store: TestStore, ref: MatchRef, commands: readonly Command[]): Promise<void> {
  for (const command of commands) await committed(store.sql, ref, [command]);
}

/** All answers about a match, without its epoch. */
const answersOf = async (store: TestStore, ref: MatchRef) => {
  const match = await openedMatch(store.sql, ref);
  const result = match.fixture.kind === 'game' ? gameResult(match) : matchResult(match);
  return { seq: match.seq, state: match.state, listing: listingOf(match), result };
};

/** Two pairings and a bye, with a guest. */
const manyPairings = {
  id: 131,
  slug: 'many',
  title: 'Many',
  teams: [{ number: 1 }, { number: 2 }, { number: 3 }, { number: 4 }, { number: 5, name: 'Odd', short_name: 'ODD' }],
  matchups: [
    { match_index: 0, home_team: 1, away_team: 2 },
    { match_index: 1, home_team: 3, away_team: 4 },
    { match_index: 2, home_team: 5 },
  ],
  participants: [{ player_type: 'guest', name: 'Gus', team: 5 }],
};

describe.each(await testDatabases())('from %s', (kind) => {
  let store: TestStore;
  let copy: TestStore;
  beforeAll(async () => {
    [store, copy] = [await openTestStore(kind), await openTestStore(await bestDatabase())];
    const file = worldWithResults();
    const [first] = file.clubs;
    await importData(store.sql, {
      ...file,
      clubs: [{ ...first, short_name: 'RIV', games: [...(first?.games ?? []), manyPairings] }, file.clubs[1]],
      tournaments: file.tournaments.map((one) => ({ ...one, is_private: true })),
    });
    await carryOut(store, 'game:130', [
      { kind: 'scores', scores: { '2': 7 } },
      { kind: 'goals', goals: [{ team: '1', scorer: 'Ana Silva', penalty: false, own_goal: false }] },
      marker(20, 'ResetMatch', 40),
      marker(21, 'Start', 41),
      marker(22, 'Goal', 39, { primary: { id: 1 } }),
      marker(23, 'Goal', 45, { primary: { id: 2, type: 'user' }, label: 'own goal' }),
      { kind: 'scores', scores: { '1': 4 } },
      marker(24, 'Shot', 47, { team: 'home', scorer: 'Gus' }),
      { kind: 'delete', key: uuid(24) },
    ]);
    await carryOut(store, 'game:131', [
      marker(30, 'Start', 0, { matchId: '131_0' }),
      marker(31, 'Goal', 3, { matchId: '131_1', team: '4', minute: '45+2' }),
      marker(32, 'ResetMatch', 9, { matchId: '131_1' }),
    ]);
    await carryOut(store, 'match:701', [
      marker(40, 'Start', 0),
      marker(41, 'Goal', 2, { team: 'away', ownGoal: true }),
    ]);
    await carryOut(store, 'match:702', [marker(50, 'Goal', 2, { team: 'home' })]);
    const key = clubKey(RIVERSIDE.slug, 'newer-key');
    await importData(store.sql, {
      touchline_data: 1,
      users: [{ id: 1, slug: 'ana-silva', name: 'Ana', password: 'secret' }],
      tokens: [key],
    });
  });
  afterAll(async () => {
    await store.close();
    await copy.close();
  });

  test('rule DATA-12: the export is a data file, and an empty store that imports it exports the same', async () => {
    const file: unknown = JSON.parse(JSON.stringify(await exported(store.sql)));
    expect(dataFileSchema.safeParse(file).error).toBeUndefined();
    expect(file).toMatchObject({
      clubs: [{ short_name: 'RIV' }, { short_name: null }],
      tournaments: [{ is_private: true }],
    });
    const { counts } = await importData(copy.sql, file);
    expect(counts.games).toEqual({ created: 3, updated: 0, unchanged: 0 });
    expect(await exported(copy.sql)).toEqual(file);
    const again = await importData(copy.sql, file);
    const moved = Object.values(again.counts).map(({ created, updated }) => created + updated);
    expect(moved.every((count) => count === 0)).toBe(true);
    expect(again.affected).toEqual([]);
  });

  test.each(refs)('all answers about %s are the same', async (ref) => {
    expect(await answersOf(copy, ref)).toEqual(await answersOf(store, ref));
  });

  test('rule DATA-12: it contains no secrets, and the same secrets give the same access', async () => {
    const text = JSON.stringify(await exported(store.sql));
    for (const secret of [TOKENS.club, 'newer-key', TOKENS.app, '"secret"']) expect(text).not.toContain(secret);
    for (const secret of [TOKENS.club, 'newer-key', TOKENS.tournament, TOKENS.clubApp, TOKENS.app]) {
      const token = await findToken(store.sql, hashToken(secret));
      expect(token).not.toBeNull();
      expect(await findToken(copy.sql, hashToken(secret))).toEqual(token);
    }
    expect(await userReaches(copy.sql, [1])).toEqual(await userReaches(store.sql, [1]));
  });

  test.each([
    ['game:130', { kind: 'delete', key: uuid(20) }],
    ['game:130', marker(3, 'Goal', 60, { primary: { id: 2 } })],
    ['game:131', { kind: 'delete', key: uuid(32) }],
    ['match:702', { kind: 'delete', key: uuid(50) }],
    ['match:701', marker(42, 'ResetMatch', 30)],
  ] satisfies [MatchRef, Command][])('%s goes on the same way', async (ref, command) => {
    await carryOut(store, ref, [command]);
    await carryOut(copy, ref, [command]);
    expect(await answersOf(copy, ref)).toEqual(await answersOf(store, ref));
  });

  test('a second copy, into a store that has the same matches without results, shows the same', async () => {
    const file = await exported(store.sql);
    const third = await openTestStore(await bestDatabase());
    try {
      const bare = worldWithResults();
      const games = (bare.clubs[0]?.games ?? []).map(
        ({ markers: _markers, scores: _scores, goals: _goals, ...game }) => game,
      );
      const tournaments = bare.tournaments.map((one) => ({
        ...one,
        matches: one.matches.map(({ markers: _markers, score: _score, ...match }) => match),
      }));
      const [club, ...clubs] = bare.clubs;
      await importData(third.sql, { ...bare, tournaments, tokens: null, clubs: [{ ...club, games }, ...clubs] });
      // The matches move further than the exported ones.
      for (let time = 0; time < 20; time += 1) {
        const users = [{ id: 1, slug: 'ana-silva', name: `Renamed ${time}` }];
        await importData(third.sql, { touchline_data: 1, users });
      }
      await importData(third.sql, file);
      for (const ref of refs) {
        const { seq: _, ...answers } = await answersOf(third, ref);
        expect(answers).toEqual((({ seq: _seq, ...rest }) => rest)(await answersOf(store, ref)));
      }
    } finally {
      await third.close();
    }
  });
});
