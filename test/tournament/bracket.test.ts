// Which team a place has: rules PLACE-2 to PLACE-4.
import { describe, expect, test } from 'vitest';
import type { Place } from '../../protocol/data-file/place.ts';
import { type BracketMatch, bracketOf } from '../../src/tournament/bracket.ts';

const teams = [1, 2, 3].map((id) => ({ id, name: `Team ${id}`, group: 'A' }));
const none = { home: null, away: null };

const match = (id: number, more: Partial<BracketMatch> = {}): BracketMatch => ({
  ...{ id, group: null, teams: none, from: none, status: 'scheduled', score: {}, fairPlay: { home: 0, away: 0 } },
  ...more,
});
const played = (id: number, home: number, away: number, goals: readonly [number, number], more: object = {}) =>
  match(id, { status: 'completed', teams: { home, away }, score: { home: goals[0], away: goals[1] }, ...more });
const from = (home: Place | null, away: Place | null = null): Partial<BracketMatch> => ({ from: { home, away } });
const group = { group: 'A' };
const WINNER_A: Place = { group: 'A', place: 1 };

/** The sides that move: `9 home: 1`. */
const moved = (...matches: readonly BracketMatch[]): string[] =>
  bracketOf(teams, matches, []).moved.map(({ matchId, side, team }) => `${matchId} ${side}: ${team ?? '-'}`);
const late = (...matches: readonly BracketMatch[]): string[] =>
  bracketOf(teams, matches, []).late.map(({ matchId, side, team }) => `${matchId} ${side}: ${team ?? '-'}`);

describe('rule PLACE-2: a place', () => {
  const table = [
    played(1, 1, 2, [0, 1], group),
    played(2, 2, 3, [2, 0], group),
    played(3, 3, 1, [0, 1], { ...group, status: 'awarded' }),
  ];

  test('in a group is decided when all its matches are over', () => {
    const next = match(9, from(WINNER_A, { group: 'A', place: 2 }));
    expect(moved(...table, next)).toEqual(['9 home: 2', '9 away: 1']);
    for (const status of ['scheduled', 'live', 'postponed', 'abandoned'] as const) {
      expect(moved(...table, match(4, { ...group, status }), next)).toEqual([]);
    }
    expect(moved(...table, match(4, { ...group, status: 'cancelled' }), next)).toHaveLength(2);
    expect(moved(match(4, { ...group, status: 'cancelled' }), next)).toEqual([]);
  });

  test('that the group does not have stays empty', () => {
    expect(moved(...table, match(9, from({ group: 'A', place: 4 }, { group: 'B', place: 1 })))).toEqual([]);
  });

  test('of the winner and of the loser is decided with the match', () => {
    const next = match(9, from({ winner_of: 1 }, { loser_of: 1 }));
    expect(moved(played(1, 1, 2, [3, 1]), next)).toEqual(['9 home: 1', '9 away: 2']);
    expect(moved(played(1, 1, 2, [3, 1], { status: 'live' }), next)).toEqual([]);
    expect(moved(played(1, 1, 2, [1, 1]), next)).toEqual([]);
    const kicks = { score: { home: 1, away: 1, home_penalties: 3, away_penalties: 4 } };
    expect(moved(played(1, 1, 2, [1, 1], kicks), next)).toEqual(['9 home: 2', '9 away: 1']);
  });

  test('of a match with an empty side stays empty, unless the other side won', () => {
    const lost = match(1, { status: 'awarded', teams: { home: null, away: 2 }, score: { home: 3, away: 0 } });
    const won = match(1, { status: 'awarded', teams: { home: 2, away: null }, score: { home: 3, away: 0 } });
    const next = match(9, from({ winner_of: 1 }, { loser_of: 1 }));
    expect([moved(lost, next), moved(won, next)]).toEqual([[], ['9 home: 2']]);
  });

  test('is decided through others at once', () => {
    const semi = match(8, { ...from(WINNER_A), teams: { home: null, away: 3 }, status: 'awarded', score: { home: 3 } });
    expect(moved(...table, semi, match(9, from({ winner_of: 8 })))).toEqual(['8 home: 2', '9 home: 2']);
  });

  test('in a circle, or of a match that is not there, stays empty', () => {
    const circle = [match(8, from({ winner_of: 9 })), match(9, from({ winner_of: 8 }, { winner_of: 7 }))];
    expect(moved(...circle)).toEqual([]);
  });
});

describe('rule PLACE-3: a corrected result', () => {
  const filled = { ...from({ winner_of: 1 }), teams: { home: 1, away: null } };

  test('changes the place in a match that has not begun', () => {
    expect(moved(played(1, 1, 2, [0, 1]), match(9, filled))).toEqual(['9 home: 2']);
    expect(moved(match(1, { status: 'live', teams: { home: 1, away: 2 } }), match(9, filled))).toEqual(['9 home: -']);
    expect(moved(played(1, 1, 2, [1, 0]), match(9, filled))).toEqual([]);
  });

  test.each(['live', 'completed', 'abandoned', 'awarded'] as const)(
    'leaves the team in a match that is %s, and says so',
    (status) => {
      const next = match(9, { ...filled, status });
      expect(moved(played(1, 1, 2, [0, 1]), next)).toEqual([]);
      expect(late(played(1, 1, 2, [0, 1]), next)).toEqual(['9 home: 2']);
      expect(late(played(1, 1, 2, [1, 0]), next)).toEqual([]);
    },
  );

  test('does not follow a match that keeps its team', () => {
    const semi = match(8, { ...filled, status: 'completed', teams: { home: 1, away: 3 }, score: { home: 2, away: 0 } });
    expect(moved(played(1, 1, 2, [0, 1]), semi, match(9, from({ winner_of: 8 })))).toEqual(['9 home: 1']);
  });

  test('fills an empty side of a match that has begun', () => {
    expect(moved(played(1, 1, 2, [1, 0]), match(9, { ...from({ winner_of: 1 }), status: 'live' }))).toEqual([
      '9 home: 1',
    ]);
  });
});
