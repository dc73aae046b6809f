// A match whose fixture changes while it is in memory: an import, an edit of the game, a cancellation.
import { describe, expect, it } from 'vitest';
import { type Match, withFixture } from '../../src/match/match.ts';
import { gameResult } from '../../src/resources/result.ts';
import { bigGame, type Body, boardOf, cupMatch, game, play, run } from '../support/play.ts';

const goal: Body = { id: 1, at: 10, type: 'Goal', by: 1 };

describe('a match with another fixture', () => {
  it('shows the new names of its teams', () => {
    const fixture = game();
    const teams = fixture.teams.map((team) => ({ ...team, name: `New ${team.name}` }));
    const board = boardOf(withFixture(play(fixture, goal), { ...fixture, teams }, 9));
    expect([board.home.name, board.away?.name]).toEqual(['New Reds', 'New Bibs']);
    const cup = cupMatch();
    const named = { ...cup, home: { ...cup.home, name: 'Old Town' }, away: { ...cup.away, badgeUrl: null } };
    const { home, away } = boardOf(withFixture(play(cup, goal), named, 9));
    expect([home.name, away]).toEqual(['Old Town', { id: 72, slug: 'hilltop', name: 'Hilltop' }]);
  });

  it('rule SCORE-14: lists a team that came later', () => {
    const fixture = game();
    const third = { number: 3, shortName: null, name: 'Third', color: '#000000' };
    const after = withFixture(play(fixture, goal), { ...fixture, teams: [...fixture.teams, third] }, 9);
    expect(gameResult(after).team_scores).toEqual({ '1': 1, '2': 0, '3': 0 });
  });

  it('rule SCORE-9: a new line-up never takes a score below 0 either, and the next goal makes it 1', () => {
    const fixture = game();
    const patched = run(play(fixture, goal), { kind: 'scores', scores: { '1': 0 } }).match;
    const players = fixture.players.map((player) => (player.name === 'Ana' ? { ...player, team: null } : player));
    const without = withFixture(patched, { ...fixture, players }, 9);
    const scoresOf = (match: Match): Record<string, number> => gameResult(match).team_scores;
    expect(scoresOf(without)).toEqual({ '1': 0, '2': 0 });
    expect(scoresOf(withFixture(without, fixture, 10))).toEqual({ '1': 0, '2': 0 });
    const scored = play(without, { ...goal, id: 2, by: 2 });
    expect(scoresOf(scored)).toEqual({ '1': 1, '2': 0 });
    expect(boardOf(scored).score).toEqual({ home: 1, away: 0 });
  });

  it('rule READ-14: a marker that was sent without a match_id stays in its pairing when another one comes first', () => {
    const fixture = bigGame();
    const only = { ...fixture, pairings: fixture.pairings.slice(0, 1) };
    const after = withFixture(play(only, goal), { ...fixture, pairings: fixture.pairings.toReversed() }, 9);
    expect(boardOf(after, '100_0').score).toEqual({ home: 1, away: 0 });
    expect(boardOf(after, '100_1').events).toEqual({});
  });

  it('rule MANAGE-14: shows each pairing as cancelled, and as it was once the game is back', () => {
    const fixture = bigGame();
    const before = play(fixture, { ...goal, match_id: '100_0' }, { at: 0, type: 'Start', match_id: '100_1' });
    const cancelled = withFixture(before, { ...fixture, cancellation: { reason: null } }, 9);
    expect(['100_0', '100_1'].map((id) => boardOf(cancelled, id).status)).toEqual(['cancelled', 'cancelled']);
    expect(boardOf(cancelled, '100_0').score).toEqual({ home: 1, away: 0 });
    expect(withFixture(cancelled, fixture, 10).state).toEqual(before.state);
  });
});
