// Stored matches in a data file: results apply only to matches without any, and every changed match gets a new seq.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { MatchRef } from '../../protocol/wire/ids.ts';
import { openMatch } from '../../src/match/match.ts';
import { gameResult } from '../../src/resources/result.ts';
import { importData } from '../../src/data-file/import.ts';
import { readLog } from '../../src/store/log/read.ts';
import { loadMatch } from '../../src/store/matches.ts';
import { openTestStore, testDatabases, type TestStore } from '../support/database.ts';
import { clubFile, cupFile, gameFile, markerId, validFile } from '../support/data-file.ts';

describe.each(await testDatabases())('on %s', (kind) => {
  let store: TestStore;
  beforeAll(async () => {
    store = await openTestStore(kind);
    await importData(store.sql, validFile());
  });
  afterAll(() => store.close());

  const apply = (file: unknown) => importData(store.sql, file);
  const opened = async (ref: MatchRef) => {
    const stored = await loadMatch(store.sql, ref);
    if (stored === null) throw new Error(`${ref} is not there.`);
    return openMatch(stored);
  };
  const seqOf = async (ref: MatchRef): Promise<number> => (await opened(ref)).seq;

  test('stored markers, scores and goals are never changed', async () => {
    const before = [await opened('game:100'), await opened('game:101'), await opened('match:702')];
    const marker = { id: markerId(60), timestamp: '2026-11-01T10:00:00Z', type: 'Goal', team: '1' };
    const file = {
      ...clubFile({
        games: [
          { id: 100, slug: 'sunday', title: 'Sunday 5s', scores: { '1': 9 }, goals: [], markers: [marker] },
          { id: 101, slug: 'played', title: 'Played', scores: { '2': 9 }, markers: [marker] },
        ],
      }),
      ...cupFile({ matches: [{ id: 702, score: { home: 9, away: 9 } }] }),
    };
    const { counts, affected } = await apply({ ...file, touchline_data: 1 });
    expect(counts.games).toEqual({ created: 0, updated: 0, unchanged: 2 });
    expect(affected).toEqual([]);
    const after = [await opened('game:100'), await opened('game:101'), await opened('match:702')];
    expect(after.map(({ state, seq }) => ({ state, seq }))).toEqual(before.map(({ state, seq }) => ({ state, seq })));
  });

  test('a stored match without results gets those of a newer file and a new seq', async () => {
    const seq = await seqOf('match:701');
    const markers = [
      { id: markerId(70), timestamp: '2026-11-21T15:00:00Z', type: 'Start' },
      { id: markerId(71), timestamp: '2026-11-21T15:10:00Z', type: 'Goal', primary_player_pc_id: 1 },
    ];
    const { counts, affected } = await apply(cupFile({ matches: [{ id: 701, markers, score: { home: 2, away: 1 } }] }));
    expect(counts.matches).toEqual({ created: 0, updated: 1, unchanged: 0 });
    expect(affected).toEqual(['match:701']);
    const match = await opened('match:701');
    expect(match.seq).toBe(seq + 2);
    expect(match.state.matches['701']?.score).toMatchObject({ home: 2, away: 1 });
    expect((await readLog(store.sql, 'match:701', seq)).at(-1)).toMatchObject({ seq: match.seq, change: null });
  });

  test('markers are applied first, then scores and goals, which are shown', async () => {
    const goal = (number: number, team: string) => ({
      id: markerId(number),
      timestamp: `2026-11-03T10:0${number - 80}:00Z`,
      type: 'Goal',
      team,
    });
    const game = {
      id: 103,
      slug: 'both',
      title: 'Both',
      teams: [{ number: 1 }, { number: 2 }],
      markers: [goal(81, '1'), goal(82, '2'), { ...goal(81, '2') }],
      scores: { '1': 5 },
      goals: [{ team: '2', scorer: 'Somebody' }],
    };
    await apply(clubFile({ games: [game] }));
    const result = gameResult(await opened('game:103'));
    expect(result.team_scores).toEqual({ '1': 5, '2': 2 });
    expect(result.goals).toMatchObject([{ team: '2', scorer: 'Somebody' }]);
  });

  describe('matches that change', () => {
    const cases: readonly (readonly [string, object, readonly MatchRef[]])[] = [
      ['a user renamed', { users: [{ id: 1, slug: 'ana', name: 'Ana S.' }] }, ['game:100', 'game:101', 'match:701']],
      ['a junior renamed', { juniors: [{ id: 1, name: 'Kid 1' }] }, ['game:100']],
      [
        'a user with another picture',
        { users: [{ id: 1, slug: 'ana', name: 'Ana S.', avatar_url: 'https://a.org/a.png' }] },
        [],
      ],
      [
        'a club with a new badge',
        { clubs: [{ id: 11, slug: 'hilltop', name: 'Hilltop', badge_url: 'https://a.org/b.png' }] },
        ['match:701', 'match:702'],
      ],
      ['a team renamed', cupFile({ teams: [{ id: 71, name: 'Riversiders' }] }), ['match:701']],
      ['a player who joins a team', cupFile({ players: [{ user_id: 4, team_id: 71 }] }), ['match:701']],
      ['a player who changes teams', cupFile({ players: [{ user_id: 4, team_id: 72 }] }), ['match:701', 'match:702']],
      [
        'a line-up',
        cupFile({ matches: [{ id: 702, lineups: { home: { substitutes: [{ user_id: 5 }] } } }] }),
        ['match:702'],
      ],
      ['an authorization taken away', cupFile({ matches: [{ id: 701, authorized_clubs: [] }] }), ['match:701']],
      ['a status', cupFile({ matches: [{ id: 701, status: 'postponed' }] }), ['match:701']],
      ['notes', cupFile({ matches: [{ id: 701, notes: 'Bring water.' }] }), []],
      ['another kick-off', gameFile(101, { date_time: '2026-11-01T11:00:00Z' }), ['game:101']],
      [
        'a team colour',
        gameFile(100, { teams: [{ number: 1 }, { number: 2, jersey_color: '#000000' }] }),
        ['game:100'],
      ],
      [
        'a game of its own',
        clubFile({ games: [{ id: 104, slug: 'new', title: 'New', participants: [{ player_type: 'user', id: 3 }] }] }),
        [],
      ],
      ['a tournament renamed', { tournaments: [{ id: 7, slug: 'cup', name: 'Cup' }] }, ['match:701', 'match:702']],
    ];
    test.each(cases)('%s', async (_what, parts, refs) => {
      const seqs = new Map<MatchRef, number>();
      for (const ref of refs) seqs.set(ref, await seqOf(ref));
      const { affected } = await apply({ touchline_data: 1, ...parts });
      expect([...affected].sort()).toEqual(refs);
      for (const ref of refs) {
        const seq = (seqs.get(ref) ?? 0) + 1;
        expect(await seqOf(ref)).toBe(seq);
        expect(await readLog(store.sql, ref, seq - 1)).toMatchObject([{ seq, change: null }]);
      }
      expect((await apply({ touchline_data: 1, ...parts })).affected).toEqual([]);
    });
  });
});
