// Score, goals, shootout, and results from the data file.
import { describe, expect, it } from 'vitest';
import type { TournamentFixture } from '../../src/match/fixture.ts';
import { withFixture } from '../../src/match/match.ts';
import { gameResult, matchResult } from '../../src/resources/result.ts';
import { bigGame, type Body, boardOf, cupMatch, drop, empty, eventOf, game, play, send } from '../support/play.ts';

const start: Body = { at: 0, type: 'Start' };
const shootout: Body[] = [
  start,
  { at: 46, type: 'HalfTime' },
  { at: 60, type: 'Resume' },
  { id: 50, at: 110, type: 'PenaltyShootout' },
];

describe('score and goals', () => {
  it('rule SCORE-1: an own goal is credited to the opponent and marked own_goal', () => {
    const match = play(game(), start, { id: 1, at: 10, type: 'Goal', by: 4, with: 5, label: 'own goal' });
    expect(boardOf(match).score).toEqual({ home: 1, away: 0 });
    expect(gameResult(match).goals).toEqual([
      {
        team: '1',
        scorer: 'Dan',
        user_id: 4,
        minute: '11',
        penalty: false,
        own_goal: true,
        assister: 'Eva',
        assister_user_id: 5,
      },
    ]);
    expect(eventOf(match, 1)).toMatchObject({ team: 'home', own_goal: true });
  });

  it('rule SCORE-6: a match has no score before Start or the first goal', () => {
    expect(matchResult(empty(cupMatch())).score).toEqual({
      home: null,
      away: null,
      home_penalties: null,
      away_penalties: null,
    });
    expect(matchResult(play(cupMatch(), start)).score).toMatchObject({ home: 0, away: 0 });
    expect(matchResult(play(cupMatch(), { at: 1, type: 'Goal', by: 4 })).score).toMatchObject({ home: 0, away: 1 });
  });

  it('rule SCORE-7: the score of a game is null until a score, a goal or a Start is recorded', () => {
    expect(gameResult(play(game(), { at: 1, type: 'Foul', by: 1 })).score).toBeNull();
    expect(gameResult(play(game(), start)).score).toBe('Reds 0 · Bibs 0');
    expect(gameResult(play(game(), { at: 1, type: 'Goal', by: 4 })).score).toBe('Reds 0 · Bibs 1');
  });

  it('rules SCORE-14, SIDE-9: a team has the sum over its pairings, every team is listed, a bye never changes', () => {
    const fixture = bigGame(true);
    const pairings = [...fixture.pairings, { index: 3, home: 4, away: 1 }];
    const match = play(
      { ...fixture, pairings },
      { ...start, match_id: '100_0' },
      { at: 10, type: 'Goal', by: 1, match_id: '100_0' },
      { at: 11, type: 'Goal', by: 1, match_id: '100_3' },
      { at: 12, type: 'Goal', by: 7, byType: 'user', match_id: '100_1' },
    );
    expect(match.state).toMatchObject({ team_scores: { '1': 2, '2': 0, '3': 1, '4': 0, '5': 0 } });
    expect(boardOf(match, '100_3').score).toEqual({ home: 0, away: 1 });
    const bye = boardOf(match, '100_2');
    expect(bye).toMatchObject({
      home: { name: 'Team 5' },
      status: 'scheduled',
      period: 'not_started',
    });
    expect([bye.score, bye.events]).toEqual([{}, {}]);
    expect(bye).not.toHaveProperty('away');
  });

  it('rule MIN-6: goals of several pairings are in time order', () => {
    const match = play(
      bigGame(),
      { at: 12, type: 'Goal', by: 1, match_id: '100_0' },
      { at: 11, type: 'Goal', by: 8, match_id: '100_1' },
      { at: 13, type: 'Goal', by: 7, byType: 'user', match_id: '100_1' },
    );
    expect(gameResult(match).goals.map(({ scorer }) => scorer)).toEqual(['Hal', 'Ana', 'Fay']);
  });

  it('rule SCORE-4: the winner has the higher score, else the higher penalties; none while it is not completed', () => {
    const winner = (...bodies: Body[]): number | null => matchResult(play(cupMatch(), ...bodies)).winner_club_id;
    const end: Body = { at: 200, type: 'FullTime' };
    expect(winner(start, { at: 5, type: 'Goal', by: 4 })).toBeNull();
    expect(winner(start, { at: 5, type: 'Goal', by: 4 }, end)).toBe(11);
    expect(winner(start, end)).toBeNull();
    expect(winner(...shootout, { at: 111, type: 'PenaltyScored', by: 1 }, end)).toBe(10);
  });

  it('rule SCORE-5: an empty side never wins', () => {
    const empty: TournamentFixture['away'] = {
      id: null,
      clubId: null,
      slug: null,
      name: 'Winner of A2',
      badgeUrl: null,
      shortName: null,
    };
    const match = play(
      cupMatch({}, { away: empty }),
      start,
      { at: 5, type: 'Goal', team: 'away' },
      { at: 99, type: 'End' },
    );
    const ended = play(match, { at: 100, type: 'FullTime' });
    expect(boardOf(ended).score).toEqual({ home: 0, away: 1 });
    expect(matchResult(ended).winner_club_id).toBeNull();
  });
});

describe('results from the data file', () => {
  const score = { home: 3, away: 0, home_penalties: null, away_penalties: null };

  it('rule SCORE-4: a completed match shows its score and has a winner', () => {
    const result = matchResult(empty(cupMatch({ status: 'completed', score, playedAt: 0 })));
    expect(result).toMatchObject({
      status: 'completed',
      period: 'full_time',
      score,
      winner_club_id: 10,
      ended_at: null,
      played_at: '1970-01-01T00:00:00.000Z',
    });
  });

  it('rule SCORE-4: an awarded match has a winner', () => {
    expect(matchResult(empty(cupMatch({ status: 'awarded', score }))).winner_club_id).toBe(10);
    expect(matchResult(empty(cupMatch({ status: 'abandoned', score }))).winner_club_id).toBeNull();
  });

  it('rule SCORE-17: penalties from the data file decide a draw; a shootout from markers replaces them', () => {
    const drawn = { home: 1, away: 1, home_penalties: 3, away_penalties: 4 };
    const before = empty(cupMatch({ status: 'completed', score: drawn }));
    expect(matchResult(before).winner_club_id).toBe(11);
    const played = play(before, { id: 1, at: 5, type: 'PenaltyShootout' }, { at: 6, type: 'PenaltyScored', by: 1 });
    expect(matchResult(played)).toMatchObject({
      status: 'live',
      score: { ...drawn, home_penalties: 1, away_penalties: 0 },
    });
  });

  it('rules SCORE-17, LIFE-13: goals add to the score of the data file; a reset clears it', () => {
    const match = play(cupMatch({ status: 'completed', score }), { id: 1, at: 5, type: 'Goal', by: 4 });
    expect(boardOf(match).score).toEqual({ home: 3, away: 1 });
    const reset = send(match, { id: 2, at: 6, type: 'ResetMatch' }).match;
    expect(boardOf(reset).status).toBe('scheduled');
    expect(boardOf(reset).score).toEqual({});
    expect(boardOf(drop(reset, 2).match)).toEqual(boardOf(match));
  });

  it('rule LIFE-13: a Start begins a match again that the data file calls completed', () => {
    const match = play(cupMatch({ status: 'completed', score: null }), start);
    expect(boardOf(match)).toMatchObject({ status: 'live', period: 'first_half', score: { home: 0, away: 0 } });
  });

  it('rule LIFE-13: a match that is live in the data file may be ended without a Start', () => {
    const match = empty(cupMatch({ status: 'live', score }));
    expect(boardOf(match)).toMatchObject({ status: 'live', period: 'not_started', score: { home: 3, away: 0 } });
    expect(boardOf(play(match, { at: 90, type: 'FullTime' })).status).toBe('completed');
  });
});

describe('shootout', () => {
  const kicks: Body[] = [
    { id: 1, at: 111, type: 'PenaltyScored', by: 1 },
    { id: 2, at: 112, type: 'PenaltyMissed', by: 3, with: 4, label: 'saved' },
    { id: 3, at: 113, type: 'PenaltyMissed', by: 2 },
    { id: 4, at: 114, type: 'Goal', by: 5 },
  ];

  it('rules KICK-1, KICK-5: kicks are not goals; the score shows them as penalties', () => {
    const match = play(
      game(),
      { at: 20, type: 'Goal', by: 1 },
      ...shootout.slice(0, 1),
      { at: 46, type: 'End' },
      {
        at: 60,
        type: 'Start',
      },
      { at: 110, type: 'PenaltyShootout' },
      ...kicks,
    );
    const board = boardOf(match);
    expect(board.score).toEqual({ home: 1, away: 0, home_penalties: 1, away_penalties: 1 });
    expect(board.shootout).toEqual({ home: [true, false], away: [false, true] });
    expect(board.stats.home.shots_on_target).toBe(1);
    expect(gameResult(match)).toMatchObject({
      team_scores: { '1': 1, '2': 0 },
      score: 'Reds 1 · Bibs 0 (1–1 on penalties)',
      goals: [{ scorer: 'Ana' }],
    });
  });

  it('rules KICK-1, KICK-2: of the markers after PenaltyShootout only goals and penalties are kicks', () => {
    const others = [
      'Shot',
      'Save',
      'Miss',
      'Foul',
      'YellowCard',
      'RedCard',
      'Penalty',
      'Substitution',
      'Event',
    ] as const;
    const board = boardOf(
      play(cupMatch(), ...shootout, ...others.map((type, index): Body => ({ at: 111 + index, type, by: 1 }))),
    );
    expect(board.shootout).toEqual({ home: [], away: [] });
    expect(board.score).toEqual({ home: 0, away: 0, home_penalties: 0, away_penalties: 0 });
    expect(board.cards.home).toEqual({ yellow: 1, red: 1 });
  });

  it('rule SIDE-4: a kick without a side counts for no team', () => {
    const unknown = kicks.map(({ by: _, with: __, ...kick }) => kick);
    const board = boardOf(play(cupMatch(), ...shootout, ...unknown));
    expect(board.shootout).toEqual({ home: [], away: [] });
    expect(Object.values(board.events).filter(({ team }) => team !== undefined)).toEqual([]);
  });

  it('rule KICK-5: in a game with several pairings the score names the pairing of each shootout', () => {
    const shot = (match_id: string, by: number, at: number): Body[] =>
      [
        { at, type: 'Start' as const },
        { at: at + 46, type: 'End' as const },
        { at: at + 60, type: 'Start' as const },
        { at: at + 110, type: 'PenaltyShootout' as const },
        { at: at + 111, type: 'PenaltyScored' as const, by },
      ].map((body) => ({ ...body, match_id }));
    const both = play(bigGame(true), ...shot('100_1', 8, 0), ...shot('100_0', 1, 5));
    expect(gameResult(both).score).toBe(
      'Reds 0 · Bibs 0 · Team 3 0 · Team 4 0 · Team 5 0 (Reds vs Bibs 1–0 on penalties) (Team 3 vs Team 4 0–1 on penalties)',
    );
    const one = { ...bigGame(true), pairings: bigGame(true).pairings.slice(1) };
    expect(gameResult(play(one, ...shot('100_1', 8, 0))).score).toMatch(/ \(0–1 on penalties\)$/);
  });

  it('rule KICK-6: the penalties of both sides are null until PenaltyShootout, then 0', () => {
    const before = { home: 0, away: 0, home_penalties: null, away_penalties: null };
    expect(matchResult(play(cupMatch(), ...shootout.slice(0, -1))).score).toEqual(before);
    const after = { home: 0, away: 0, home_penalties: 0, away_penalties: 0 };
    expect(matchResult(play(cupMatch(), ...shootout)).score).toEqual(after);
  });

  it("rule SIDE-11: a kick's team is the taker's side", () => {
    const match = play(cupMatch(), ...shootout, ...kicks);
    expect(kicks.map(({ id = 0 }) => eventOf(match, id)?.team)).toEqual(['home', 'away', 'home', 'away']);
  });

  it('rule KICK-3: deleting PenaltyShootout turns its kicks back into goals and misses of play', () => {
    const match = play(cupMatch(), ...shootout, ...kicks);
    const { match: played } = drop(match, 50);
    expect(boardOf(played).score).toEqual({ home: 1, away: 1 });
    expect(boardOf(played).shootout).toEqual({ home: [], away: [] });
    expect(matchResult(played).goals).toMatchObject([
      { team: 'home', penalty: true },
      { team: 'away', penalty: false },
    ]);
  });

  it('rule KICK-4: a penalty with a time before PenaltyShootout counts as play, whenever it arrives', () => {
    const match = play(cupMatch(), ...shootout, { at: 100, type: 'PenaltyScored', by: 1 });
    expect(boardOf(match).score).toEqual({ home: 1, away: 0, home_penalties: 0, away_penalties: 0 });
  });

  it('rule KICK-2: a Goal after the end of a shootout is still a kick', () => {
    const match = play(cupMatch(), ...shootout, { at: 120, type: 'FullTime' }, { at: 121, type: 'Goal', by: 1 });
    expect(boardOf(match).score).toMatchObject({ home: 0, home_penalties: 1 });
  });
});

it('rule SIDE-7: a later line-up gives markers names and sides; unchanged parts keep their reference', () => {
  const match = play(cupMatch(), start, { id: 1, at: 1, type: 'Goal', by: 77 }, { id: 2, at: 2, type: 'Goal', by: 1 });
  const fixture = cupMatch();
  const named = withFixture(
    match,
    { ...fixture, players: [...fixture.players, { id: 77, name: 'New', team: 'away' }] },
    9,
  );
  expect(named.seq).toBe(9);
  expect(boardOf(named).score).toEqual({ home: 1, away: 1 });
  expect(eventOf(named, 1)?.player?.name).toBe('New');
  expect(eventOf(named, 2)).toBe(eventOf(match, 2));
});
