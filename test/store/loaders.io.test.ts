// Queries of the gateway: a match from one snapshot, games and feeds by slug.
import { describe, expect, test } from 'vitest';
import { gameRef, type MatchRef, matchRef } from '../../protocol/wire/ids.ts';
import type { Fixture } from '../../src/match/fixture.ts';
import { loadClub } from '../../src/store/club-profile.ts';
import { feedGames, feedMatches } from '../../src/store/feeds.ts';
import { findGame } from '../../src/store/game-list.ts';
import { loadMatch } from '../../src/store/matches.ts';
import { resultSql } from '../../src/store/results.ts';
import { testDatabases } from '../support/database.ts';
import { filledStore } from '../support/filled-store.ts';
import { rowsRead } from '../support/rows-read.ts';
import { GAME_KICK_OFF } from '../support/world/games.ts';
import { PLAYED_KICK_OFF, worldWithResults } from '../support/world/world-with-results.ts';

const HOUR_MS = 3_600_000;

describe.each(await testDatabases())('on %s', (kind) => {
  const store = filledStore(kind, worldWithResults);

  const fixtureOf = async (ref: MatchRef): Promise<Fixture | undefined> => (await loadMatch(store.sql, ref))?.fixture;

  test('rules DATA-7, SIDE-1, LIFE-3: a match is loaded with names, sides, line-ups and defaults', async () => {
    expect(await fixtureOf('game:100')).toMatchObject({
      clubSlug: 'riverside-fc',
      kickOff: GAME_KICK_OFF,
      gameMode: false,
      format: { halves: 2, halfMinutes: 20, extraHalfMinutes: 15 },
      teams: [
        { number: 1, name: 'Team 1', shortName: null, color: '#1e40af' },
        { number: 2, name: 'Bibs', shortName: null, color: '#ff8800' },
      ],
      pairings: [{ index: 0, home: 1, away: 2 }],
      players: [
        { type: 'user', id: 1, name: 'Ana Silva', team: 1 },
        { type: 'junior', id: 1, name: 'Kid One', team: 2 },
      ],
    });
    expect(await fixtureOf('game:130')).toMatchObject({ pairings: [{ index: 0, home: 1, away: 2 }] });
    expect(await fixtureOf('match:701')).toMatchObject({
      title: 'Riverside vs Hilltop',
      tournament: { id: 7, slug: 'autumn-cup', name: 'Autumn Cup' },
      home: { id: 71, clubId: 10, slug: 'riverside-fc', name: 'Riverside' },
      authorizedClubs: ['riverside-fc'],
      players: [
        { id: 1, name: 'Ana Silva', team: 'home' },
        { id: 5, name: 'Pia Admin', team: 'away' },
      ],
      given: { status: 'scheduled', score: null },
      format: { halves: 2, halfMinutes: 45, extraHalfMinutes: 15 },
    });
    expect(await fixtureOf('match:702')).toMatchObject({ away: { id: null, slug: null, name: 'Winner of A2' } });
    expect(await loadMatch(store.sql, gameRef(999))).toBeNull();
    expect(await loadMatch(store.sql, matchRef(999))).toBeNull();
  });

  test('games and feeds are found by slug', async () => {
    expect(await findGame(store.sql, 'riverside-fc', 'sunday-5s')).toBe(100);
    expect(await findGame(store.sql, 'hilltop', 'sunday-5s')).toBeNull();
    const hourBefore = GAME_KICK_OFF - HOUR_MS;
    expect(await feedGames(store.sql, 'riverside-fc', hourBefore)).toEqual([100]);
    expect(await feedGames(store.sql, 'riverside-fc', PLAYED_KICK_OFF + 23 * HOUR_MS)).toEqual([130, 100]);
    expect(await feedGames(store.sql, 'riverside-fc', GAME_KICK_OFF + 30 * 24 * HOUR_MS)).toEqual([]);
    expect(await feedGames(store.sql, 'nowhere', hourBefore)).toBeNull();
    expect(await feedMatches(store.sql, 'autumn-cup')).toEqual([701, 702]);
    expect(await feedMatches(store.sql, 'nowhere')).toBeNull();
  });

  test('the markers of a list are found by their index, which has the same condition', async () => {
    const plan = store.sql.begin(async (tx) => {
      // Only this index or the whole table is left, and scans of the table are disabled.
      await tx.unsafe('alter table marker drop constraint marker_pkey; drop index marker_time');
      await tx.unsafe('set local enable_seqscan = off');
      const lines = await tx<{ 'QUERY PLAN': string }[]>`explain select ${resultSql(tx, tx`'game:100'`)}`;
      throw new Error(lines.map((line) => line['QUERY PLAN']).join('\n'));
    });
    await expect(plan).rejects.toThrow(/Index Scan (using|on) marker_shown/);
  });

  test('the last marker of a game is found by its index, also where one match has nearly all of them', async () => {
    const now = GAME_KICK_OFF + 30 * 24 * HOUR_MS;
    const undone = new Error('The markers are undone.');
    const read = store.sql.begin(async (tx) => {
      await tx`
        insert into marker select 'match:701', gen_random_uuid(), n, n, jsonb_build_object('type', 'Foul', 'at', ${now}::bigint + n)
        from generate_series(1, 3000) n`;
      await tx`analyze marker`;
      const before = await rowsRead(tx, 'marker');
      expect(await feedGames(tx, 'riverside-fc', now)).toEqual([]);
      expect((await loadClub(tx, 'riverside-fc', now))?.games).toEqual([]);
      expect((await rowsRead(tx, 'marker')) - before).toBeLessThan(100);
      throw undone;
    });
    await expect(read).rejects.toBe(undone);
  });
});
