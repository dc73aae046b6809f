// Stored matches in a data file: results apply only to matches without any, and every changed match gets a new seq.
import { describe, expect, test } from 'vitest';
import type { MatchRef } from '../../protocol/wire/ids.ts';
import { gameResult } from '../../src/resources/result.ts';
import { importData } from '../../src/data-file/import.ts';
import { readLog } from '../../src/store/log/read.ts';
import { testDatabases } from '../support/database.ts';
import { filledStore, openedMatch } from '../support/filled-store.ts';
import { clubFile, cupFile, gameFile } from '../support/data-file.ts';
import { iso } from '../support/dates.ts';
import { uuid } from '../support/uuid.ts';
import { HILLTOP, RIVERSIDE } from '../support/world/clubs.ts';
import { MATCH_KICK_OFF } from '../support/world/tournaments.ts';
import { PLAYED, PLAYED_KICK_OFF, worldWithResults } from '../support/world/world-with-results.ts';

/** The team that plays in matches 701 and 702. */
const AWAY = { id: 72, name: 'Hilltop' } as const;

describe.each(await testDatabases())('on %s', (kind) => {
  const store = filledStore(kind, worldWithResults);

  const apply = (file: unknown) => importData(store.sql, file);
  const opened = (ref: MatchRef) => openedMatch(store.sql, ref);
  const seqOf = async (ref: MatchRef): Promise<number> => (await opened(ref)).seq;

  test('rule DATA-3: stored markers, scores and goals are never changed', async () => {
    const before = [await opened('game:100'), await opened('game:130')];
    const marker = { id: uuid(60), timestamp: iso(PLAYED_KICK_OFF), type: 'Goal', team: '1' };
    const file = {
      ...clubFile({
        games: [
          { id: 100, slug: 'sunday-5s', title: 'Game sunday-5s', scores: { '1': 9 }, goals: [], markers: [marker] },
          { ...PLAYED, scores: { '2': 9 }, markers: [marker] },
        ],
      }),
    };
    const { counts, affected } = await apply({ ...file, touchline_data: 1 });
    expect(counts.games).toEqual({ created: 0, updated: 0, unchanged: 2 });
    expect(affected).toEqual([]);
    const after = [await opened('game:100'), await opened('game:130')];
    expect(after.map(({ state, seq }) => ({ state, seq }))).toEqual(before.map(({ state, seq }) => ({ state, seq })));
  });

  test('rule DATA-3: a stored match without results gets the results of a newer file and a new seq', async () => {
    const seq = await seqOf('match:701');
    const markers = [
      { id: uuid(70), timestamp: iso(MATCH_KICK_OFF), type: 'Start' },
      { id: uuid(71), timestamp: iso(MATCH_KICK_OFF + 10 * 60_000), type: 'Goal', primary_player_pc_id: 1 },
    ];
    const { counts, affected } = await apply(cupFile({ matches: [{ id: 701, markers, score: { home: 2, away: 1 } }] }));
    expect(counts.matches).toEqual({ created: 0, updated: 1, unchanged: 0 });
    expect(affected).toEqual(['match:701']);
    const match = await opened('match:701');
    expect(match.seq).toBe(seq + 2);
    expect(match.state.matches['701']?.score).toMatchObject({ home: 2, away: 1 });
    expect((await readLog(store.sql, 'match:701', seq)).at(-1)).toMatchObject({ seq: match.seq, change: null });
  });

  test('rule DATA-3: the given score of a match without markers follows the file', async () => {
    const seq = await seqOf('match:702');
    const shown = async () => (await opened('match:702')).state.matches['702']?.score;
    const corrected = cupFile({ matches: [{ id: 702, score: { home: 9, away: 8 } }] });
    const first = await apply(corrected);
    expect([first.counts.matches.updated, first.affected, first.scoresKept]).toEqual([1, ['match:702'], 0]);
    expect([await seqOf('match:702'), await shown()]).toEqual([seq + 1, { home: 9, away: 8 }]);
    const again = await apply(corrected);
    expect([again.counts.matches.unchanged, again.affected, again.scoresKept]).toEqual([1, [], 0]);
    expect((await apply(cupFile({ matches: [{ id: 702 }] }))).affected).toEqual([]);
    expect(await shown()).toEqual({ home: 9, away: 8 });
    expect((await apply(cupFile({ matches: [{ id: 702, score: null }] }))).affected).toEqual(['match:702']);
    expect(await shown()).not.toHaveProperty('home', 9);
    expect((await apply(cupFile({ matches: [{ id: 702, score: null }] }))).affected).toEqual([]);
    const markers = [{ id: uuid(72), timestamp: iso(MATCH_KICK_OFF), type: 'Goal', team: 'away' }];
    expect((await apply(cupFile({ matches: [{ id: 702, markers }] }))).affected, 'markers alone').toEqual([
      'match:702',
    ]);
    expect(await shown()).toEqual({ home: 0, away: 1 });
  });

  test('rule DATA-3: a score in the file leaves a match with markers alone, and is counted', async () => {
    const before = await opened('match:701');
    const { counts, affected, scoresKept } = await apply(
      cupFile({ matches: [{ id: 701, score: { home: 9, away: 9 } }] }),
    );
    expect([counts.matches.unchanged, affected, scoresKept]).toEqual([1, [], 1]);
    expect((await opened('match:701')).state).toEqual(before.state);
  });

  test('rule DATA-8: markers are applied first, then scores and goals, which are shown', async () => {
    const goal = (number: number, team: string) => ({
      id: uuid(number),
      timestamp: iso(PLAYED_KICK_OFF + (number - 80) * 60_000),
      type: 'Goal',
      team,
    });
    const game = {
      id: 141,
      slug: 'both',
      title: 'Both',
      teams: [{ number: 1 }, { number: 2 }],
      markers: [goal(81, '1'), goal(82, '2'), { ...goal(81, '2') }],
      scores: { '1': 5 },
      goals: [{ team: '2', scorer: 'A guest' }],
    };
    await apply(clubFile({ games: [game] }));
    const result = gameResult(await opened('game:141'));
    expect(result.team_scores).toEqual({ '1': 5, '2': 2 });
    expect(result.goals).toMatchObject([{ team: '2', scorer: 'A guest' }]);
  });

  test('rule DATA-8: empty scores and goals beside markers count as left out, as the empty markers of a past game do', async () => {
    const marker = { id: uuid(90), timestamp: iso(PLAYED_KICK_OFF), type: 'Goal', team: '1' };
    const teams = [{ number: 1 }, { number: 2 }];
    const given = { id: 148, slug: 'empty', title: 'Empty', teams, markers: [marker], scores: {}, goals: [] };
    const other = { id: 149, slug: 'past', title: 'Past', teams, markers: [], scores: { '1': 2 }, goals: [] };
    await apply(clubFile({ games: [given, other] }));
    expect(gameResult(await opened('game:148'))).toMatchObject({
      team_scores: { '1': 1, '2': 0 },
      goals: [{ team: '1' }],
    });
    expect(gameResult(await opened('game:149'))).toMatchObject({ team_scores: { '1': 2, '2': 0 }, goals: [] });
  });

  test('rule NAME-7: a team has its own short name, else the one of its club unless both are of that club', async () => {
    const sides = async () => {
      const { state } = await opened('match:701');
      return state.kind === 'match'
        ? [state.matches['701']?.home.short_name, state.matches['701']?.away.short_name]
        : [];
    };
    const riverside = { id: 71, name: 'Riverside' };
    const hilltop = { id: 72, name: 'Hilltop', club_id: HILLTOP.id };
    expect(await sides()).toEqual([undefined, undefined]);
    const clubs = [
      { ...RIVERSIDE, short_name: 'RFC' },
      { ...HILLTOP, short_name: 'HTU' },
    ];
    await apply({ touchline_data: 1, clubs });
    expect(await sides()).toEqual(['RFC', 'HTU']);
    await apply(cupFile({ teams: [{ ...riverside, short_name: 'R1' }] }));
    expect(await sides()).toEqual(['R1', 'HTU']);
    await apply(cupFile({ teams: [{ ...hilltop, club_id: RIVERSIDE.id }] }));
    expect(await sides()).toEqual(['R1', undefined]);
    await apply(cupFile({ teams: [{ ...riverside, short_name: null }, hilltop] }));
    await apply({ touchline_data: 1, clubs: clubs.map((club) => ({ ...club, short_name: null })) });
    expect(await sides()).toEqual([undefined, undefined]);
  });

  describe('matches that change', () => {
    const cases: readonly (readonly [string, object, readonly MatchRef[]])[] = [
      [
        'a user renamed',
        { users: [{ id: 1, slug: 'ana-silva', name: 'Ana S.' }] },
        ['game:100', 'game:130', 'match:701'],
      ],
      [
        'a user renamed who is in no line-up',
        { users: [{ id: 5, slug: 'pia-admin', name: 'Pia A.' }] },
        ['match:701', 'match:702'],
      ],
      [
        'a club that names juniors by initials',
        { clubs: [{ ...RIVERSIDE, public_names: 'initials' }] },
        ['game:100', 'game:130', 'game:141', 'game:148', 'game:149', 'match:701'],
      ],
      ['a junior renamed', { juniors: [{ id: 1, name: 'Kid 1' }] }, ['game:100']],
      [
        'a user with another picture',
        { users: [{ id: 1, slug: 'ana-silva', name: 'Ana S.', avatar_url: 'https://a.org/a.png' }] },
        [],
      ],
      [
        'a club with a new badge',
        { clubs: [{ ...HILLTOP, badge_url: 'https://a.org/b.png' }] },
        ['match:701', 'match:702'],
      ],
      ['a club with another short name', { clubs: [{ ...HILLTOP, short_name: 'HIL' }] }, ['match:701', 'match:702']],
      [
        'a team with another short name',
        cupFile({ teams: [{ id: 71, name: 'Riverside', short_name: 'RIV' }] }),
        ['match:701'],
      ],
      ['a tournament that becomes private', cupFile({ is_private: true }), []],
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
      ['another kick-off', gameFile(PLAYED.id, { date_time: iso(PLAYED_KICK_OFF + 3_600_000) }), ['game:130']],
      [
        'another kick-off of a match',
        cupFile({ matches: [{ id: 701, scheduled_at: iso(MATCH_KICK_OFF + 3_600_000) }] }),
        ['match:701'],
      ],
      ['another stage', cupFile({ matches: [{ id: 702, knockout_round_label: 'Final' }] }), ['match:702']],
      ['a zone', cupFile({ timezone: 'Europe/Lisbon' }), ['match:701', 'match:702']],
      ['a zone of a game', gameFile(PLAYED.id, { timezone: 'Asia/Tokyo' }), ['game:130']],
      [
        'a short name of a team',
        gameFile(100, { teams: [{ number: 1, short_name: 'REDS' }, { number: 2 }] }),
        ['game:100'],
      ],
      [
        'a team colour',
        gameFile(100, { teams: [{ number: 1 }, { number: 2, jersey_color: '#000000' }] }),
        ['game:100'],
      ],
      [
        'a new game',
        clubFile({ games: [{ id: 142, slug: 'new', title: 'New', participants: [{ player_type: 'user', id: 3 }] }] }),
        [],
      ],
      ['a tournament renamed', cupFile({ name: 'Cup' }), ['match:701', 'match:702']],
      ['a player who leaves', cupFile({ players: [{ user_id: 4, team_id: null }] }), ['match:701', 'match:702']],
      [
        'a badge of a team',
        cupFile({ teams: [{ ...AWAY, badge_url: 'https://a.org/t.png' }] }),
        ['match:701', 'match:702'],
      ],
      ['a colour of a team', cupFile({ teams: [{ ...AWAY, jersey_color: '#112233' }] }), ['match:701', 'match:702']],
      ['the club of a team', cupFile({ teams: [{ ...AWAY, club_id: null }] }), ['match:701', 'match:702']],
      ['another length', cupFile({ match_format: { half_minutes: 30 } }), ['match:701', 'match:702']],
      ['a placeholder', cupFile({ matches: [{ id: 702, away_placeholder: 'Winner of B1' }] }), ['match:702']],
      ['a time of play', cupFile({ matches: [{ id: 702, played_at: iso(MATCH_KICK_OFF) }] }), ['match:702']],
      ['names of juniors of a tournament', cupFile({ public_names: 'none' }), ['match:701', 'match:702']],
      ['a game mode', gameFile(PLAYED.id, { game_mode: true }), ['game:130']],
      ['a title of a game', gameFile(PLAYED.id, { title: 'Replayed' }), ['game:130']],
      ['a half of a game', gameFile(PLAYED.id, { title: 'Replayed', format: { half_minutes: 20 } }), ['game:130']],
    ];
    test.each(cases)('rule LIVE-7: %s', async (_what, parts, refs) => {
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
