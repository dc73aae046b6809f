// Which team a place has: rules PLACE-2 to PLACE-4.
import { describe, expect, test } from 'vitest';
import type { Place } from '../../protocol/data-file/place.ts';
import { type BracketMatch, bracketOf } from '../../src/tournament/bracket.ts';

const teams = [1, 2, 3].map((id) => ({ id, name: `Team ${id}`, group: 'A' }));
const none = { home: null, away: null };

const match = (id: number, more: Partial<BracketMatch> = {}): BracketMatch => ({
  id,
  group: null,
  teams: none,
  from: none,
  status: 'scheduled',
  score: {},
  fairPlay: { home: 0, away: 0 },
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

  test('in a group waits neither for other groups nor for knockout matches', () => {
    const elsewhere = match(4, { group: 'B', teams: { home: 4, away: 5 } });
    const knockout = match(5, { teams: { home: 1, away: 3 } });
    expect(moved(...table, elsewhere, knockout, match(9, from(WINNER_A)))).toEqual(['9 home: 2']);
  });

  test('that the group does not have stays empty', () => {
    expect(moved(...table, match(9, from({ group: 'A', place: 4 }, { group: 'B', place: 1 })))).toEqual([]);
  });

  test('follows the table of the group, in which matches with teams of other groups count too', () => {
    const both = [...teams, { id: 4, name: 'Team 4', group: 'B' }, { id: 5, name: 'Team 5', group: 'B' }];
    const between = played(6, 1, 5, [0, 3], group);
    const matches = [...table, played(5, 4, 5, [1, 0], { group: 'B' }), between];
    const places = match(9, from({ group: 'B', place: 1 }, { best_of_place: 2, rank: 1 }));
    const found = (list: readonly BracketMatch[]) => bracketOf(both, [...list, places], ['goal_difference']);
    // Both teams of B have 3 points. Of the second ones, Team 1 played three matches and Team 4 one.
    expect(found(matches).moved.map(({ side, team }) => [side, team])).toEqual([['home', 5]]);
    expect(found(matches).undecided).toMatchObject([{ side: 'away', teams: [1, 4] }]);
    expect(found([...matches.slice(0, -1), { ...between, status: 'live' }])).toMatchObject({
      moved: [],
      undecided: [],
    });
    // The match waits for the table: it is none of the group.
    const next = match(8, {
      ...group,
      from: { home: { group: 'B', place: 1 }, away: null },
      teams: { home: 4, away: 5 },
    });
    expect(bracketOf(both, [...matches.slice(0, -1), next], []).moved).toEqual([]);
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
    const over = { status: 'completed', score: { home: 1, away: 0 } } as const;
    expect(moved(...circle.map((one) => ({ ...one, ...over })))).toEqual([]);
    const own = [match(6, { ...group, ...over, ...from(WINNER_A, { best_of_place: 1, rank: 1 }) })];
    expect(moved(...own)).toEqual([]);
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

describe('rule PLACE-6: the best of all groups', () => {
  const GROUPS = ['A', 'B', 'C'] as const;
  /** Three teams in each group: 11, 12, 13 in A, 21 … in B, 31 … in C. */
  const all = GROUPS.flatMap((name, index) =>
    [1, 2, 3].map((number) => ({ id: 10 * (index + 1) + number, name: `${name}${number}`, group: name })),
  );
  /** In each group the first beats the others, and the second beats the third by this many goals. */
  const table = (group: number, margin: number, more: object = {}) => {
    const [name = 'A', team] = [GROUPS[group - 1], (number: number) => 10 * group + number];
    return [
      played(100 * group + 1, team(1), team(2), [5, 0], { group: name, ...more }),
      played(100 * group + 2, team(1), team(3), [5, 0], { group: name }),
      played(100 * group + 3, team(2), team(3), [margin, 0], { group: name }),
    ];
  };
  const third = (rank: number): Place => ({ best_of_place: 3, rank });
  const next = match(9, from(third(1), third(2)));
  const bracket = (matches: readonly BracketMatch[], tieBreaks: Parameters<typeof bracketOf>[2] = []) => {
    const found = bracketOf(all, matches, tieBreaks);
    return {
      moved: found.moved.map(({ side, team }) => `${side}: ${team ?? '-'}`),
      undecided: found.undecided.map(({ side, teams: level }) => `${side}: ${level.join()}`),
    };
  };
  const GOALS = ['goal_difference', 'goals_for'] as const;

  test('follow the criteria of the tournament across the groups', () => {
    const groups = [...table(1, 4), ...table(2, 1), ...table(3, 2)];
    expect(bracket([...groups, next], GOALS)).toEqual({ moved: ['home: 23', 'away: 33'], undecided: [] });
    // The thirds met no team of another group: head to head says nothing.
    expect(bracket([...groups, next], ['head_to_head_goals', ...GOALS]).moved).toEqual(['home: 23', 'away: 33']);
    const seconds = match(9, from({ best_of_place: 2, rank: 1 }));
    expect(bracket([...groups, seconds], ['head_to_head_goals'])).toEqual({ moved: [], undecided: ['home: 12,22,32'] });
    const fairly = groups.map((one) => (one.id === 303 ? { ...one, fairPlay: { home: 0, away: -1 } } : one));
    expect(bracket([...fairly, next], ['fair_play', ...GOALS]).moved).toEqual(['home: 23', 'away: 13']);
  });

  test('with the same points and goals need lots: no name decides', () => {
    const level = [...table(1, 2), ...table(2, 1), ...table(3, 2)];
    const withThird = match(9, from(third(2), third(3)));
    expect(bracket([...level, next], GOALS)).toEqual({ moved: ['home: 23'], undecided: ['away: 13,33'] });
    expect(bracket([...level, withThird], GOALS)).toEqual({ moved: [], undecided: ['home: 13,33', 'away: 13,33'] });
    const equal = [...table(1, 2), ...table(2, 2), ...table(3, 2), next];
    expect(bracket(equal, GOALS)).toEqual({ moved: [], undecided: ['home: 13,23,33', 'away: 13,23,33'] });
  });

  test('are decided by the lots that staff draw: a team that is set by hand', () => {
    const level = [...table(1, 2), ...table(2, 1), ...table(3, 2)];
    const drawn = match(9, { from: { home: third(1), away: null }, teams: { home: null, away: 33 } });
    expect(bracket([...level, drawn], GOALS)).toEqual({ moved: ['home: 23'], undecided: [] });
  });

  test('wait for all groups', () => {
    const open = [...table(1, 4), ...table(2, 1), ...table(3, 2, { status: 'live' }), next];
    expect(bracket(open, GOALS)).toEqual({ moved: [], undecided: [] });
  });

  test('cannot be compared after different numbers of matches', () => {
    const cancelled = table(3, 2).map((one) => (one.id === 303 ? { ...one, status: 'cancelled' as const } : one));
    const uneven = [...table(1, 4), ...table(2, 1), ...cancelled, next];
    expect(bracket(uneven, GOALS)).toEqual({ moved: [], undecided: ['home: 13,23,33', 'away: 13,23,33'] });
  });

  test('cannot be compared while a group has no team in this place', () => {
    const teams = all.filter(({ id }) => id !== 33);
    const matches = [...table(1, 4), ...table(2, 1), ...table(3, 2).slice(0, 1), next];
    const { moved, undecided } = bracketOf(teams, matches, GOALS);
    expect(moved).toEqual([]);
    expect(undecided.map((side) => side.teams)).toEqual([
      [13, 23],
      [13, 23],
    ]);
    const one = bracketOf(
      teams.filter(({ id }) => id !== 23),
      matches.filter(({ id }) => id !== 202 && id !== 203),
      GOALS,
    );
    expect([one.moved, one.undecided.map((side) => side.teams)]).toEqual([[], [[13]]]);
  });

  test('are not looked for on a side whose match has begun with a team', () => {
    const level = [...table(1, 2), ...table(2, 1), ...table(3, 2)];
    const begun = match(9, { ...from(third(2), third(3)), teams: { home: 33, away: null }, status: 'live' });
    expect(bracket([...level, begun], GOALS)).toEqual({ moved: [], undecided: ['away: 13,33'] });
  });

  test('lose a place that a correction leaves open', () => {
    const filled = match(9, { ...from(third(1), third(2)), teams: { home: 23, away: 33 } });
    const level = [...table(1, 2), ...table(2, 1), ...table(3, 2)];
    expect(bracket([...level, filled], GOALS)).toEqual({ moved: ['away: -'], undecided: ['away: 13,33'] });
  });
});
