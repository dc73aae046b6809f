// Group tables: the official World Cup tables, and each criterion by itself.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { TieBreak } from '../../protocol/data-file/fields.ts';
import {
  countingMatch,
  deduction,
  fairPlayOf,
  type GroupMatch,
  standings,
  type StandingsMatch,
  type StandingsTeam,
} from '../../src/match/standings.ts';
import { boardOf, cupMatch, empty, marker, postAll } from '../support/play.ts';
import { sharedFolder } from '../support/shared.ts';

type Cards = { yellow: number; second_yellow: number; straight_red: number; yellow_then_straight_red: number };
type Group = {
  tournament: string;
  group: string;
  matches: { home: string; away: string; home_score: number; away_score: number }[];
  cards: Record<string, Cards>;
  official_order: string[];
  table: (Record<
    'played' | 'wins' | 'draws' | 'losses' | 'goals_for' | 'goals_against' | 'points' | 'goal_difference',
    number
  > & {
    team: string;
  })[];
};

/** FIFA's list after points. */
const FIFA: readonly TieBreak[] = [
  'goal_difference',
  'goals_for',
  'head_to_head_points',
  'head_to_head_goal_difference',
  'head_to_head_goals',
  'fair_play',
];

const folder = sharedFolder();
const groups =
  folder === null
    ? []
    : (JSON.parse(readFileSync(resolve(folder, 'matches/standings.json'), 'utf8')) as { groups: Group[] }).groups;

describe.runIf(groups.length > 0)('the groups of the World Cups', () => {
  test('are all there', () => {
    expect(groups.length).toBeGreaterThan(40);
  });

  test.each(groups.map((group) => [`${group.tournament}, ${group.group}`, group] as const))(
    'rules READ-8, READ-9, READ-10: %s comes out in its official order',
    (_, group) => {
      // The names are unordered, so that name order alone cannot give the right table.
      const names = [...new Set(group.matches.flatMap(({ home, away }) => [away, home]))].sort().reverse();
      const teams = names.map((name, index) => ({ id: index + 1, name, group: 'A' }));
      const idOf = (name: string): number => names.indexOf(name) + 1;
      const matches = group.matches.map(({ home, away, home_score, away_score }): StandingsMatch => ({
        home: idOf(home),
        away: idOf(away),
        goals: { home: home_score, away: away_score },
        fairPlay: { home: 0, away: 0 },
      }));
      // Cards are known per team for the whole group: each team's cards go to its first match.
      for (const name of names) {
        const cards = group.cards[name];
        const index = matches.findIndex(({ home, away }) => home === idOf(name) || away === idOf(name));
        const match = matches[index];
        if (cards === undefined || match === undefined) continue;
        const side = match.home === idOf(name) ? 'home' : 'away';
        matches[index] = { ...match, fairPlay: { ...match.fairPlay, [side]: points(cards) } };
      }
      const placed = standings(teams, matches, FIFA);
      expect(placed.map(({ team }) => team.name)).toEqual(group.official_order);
      expect(placed.map(({ team, row }) => ({ team: team.name, ...row }))).toEqual(
        group.table.map(
          ({ team, played, wins, draws, losses, goals_for, goals_against, points: won, goal_difference }) => ({
            team,
            points: won,
            matches_played: played,
            wins,
            draws,
            losses,
            goals_for,
            goals_against,
            goal_difference,
          }),
        ),
      );
    },
  );
});

const points = (cards: Cards): number =>
  cards.yellow * deduction(1, 0) +
  cards.second_yellow * deduction(2, 1) +
  cards.straight_red * deduction(0, 1) +
  cards.yellow_then_straight_red * deduction(1, 1);

test('rule READ-10: cards cost one, three, four or five', () => {
  expect([
    deduction(0, 0),
    deduction(1, 0),
    deduction(2, 0),
    deduction(2, 1),
    deduction(0, 1),
    deduction(1, 1),
  ]).toEqual([0, -1, -3, -3, -4, -5]);
});

test.each([
  ['written in another letter case', { scorer: 'Bo Diaz', team: 'home' }, { scorer: 'BO DIAZ', team: 'home' }],
  ['named on one card only', { by: 88, team: 'home' }, { by: 88, team: 'home', scorer: 'Bo Diaz' }],
])('rule READ-10: a player who is %s has two yellow cards in the table too', (_, first, second) => {
  const played = postAll(empty(cupMatch()), [
    marker('match', { at: 0, type: 'Start' }),
    marker('match', { at: 10, type: 'YellowCard', ...first }),
    marker('match', { at: 20, type: 'YellowCard', ...second }),
  ]);
  const shown = Object.values(boardOf(played).events).filter((event) => event.second_yellow);
  expect(shown).toHaveLength(1);
  expect(fairPlayOf(played)).toEqual({ home: -3, away: 0 });
});

test('rule READ-10: only cards cost points; one without a player counts by itself, one without a side for no team', () => {
  const played = postAll(empty(cupMatch()), [
    marker('match', { at: 1, type: 'YellowCard', team: 'away' }),
    marker('match', { at: 2, type: 'YellowCard', team: 'away' }),
    marker('match', { at: 3, type: 'RedCard', team: 'away' }),
    marker('match', { at: 4, type: 'Foul', by: 4 }),
    marker('match', { at: 5, type: 'YellowCard', by: 99 }),
    marker('match', { at: 6, type: 'RedCard', by: 1 }),
    marker('match', { at: 7, type: 'YellowCard', by: 2 }),
  ]);
  expect(fairPlayOf(played)).toEqual({ home: -5, away: -6 });
});

const ids = { Ants: 1, Bees: 2, Cats: 3, Dogs: 4 } as const;
type Name = keyof typeof ids;
const teams: StandingsTeam[] = Object.entries(ids).map(([name, id]) => ({ id, name, group: 'A' }));
const match = (home: Name, away: Name, score: string, fairPlay: [number, number] = [0, 0]): StandingsMatch => {
  const [of, against] = score.split('-').map(Number);
  return {
    home: ids[home],
    away: ids[away],
    goals: { home: of ?? 0, away: against ?? 0 },
    fairPlay: { home: fairPlay[0], away: fairPlay[1] },
  };
};
const order = (matches: StandingsMatch[], tieBreaks: TieBreak[]): string[] =>
  standings(teams, matches, tieBreaks).map(({ team }) => team.name);

describe('between teams that are level', () => {
  test('rule READ-9: goal difference decides before goals, then the name', () => {
    const matches = [match('Dogs', 'Ants', '3-0'), match('Cats', 'Bees', '4-1')];
    expect(order(matches, ['goal_difference', 'goals_for'])).toEqual(['Cats', 'Dogs', 'Bees', 'Ants']);
    expect(order(matches, ['goal_difference'])).toEqual(['Cats', 'Dogs', 'Ants', 'Bees']);
    expect(order([], ['goal_difference', 'goals_for'])).toEqual(['Ants', 'Bees', 'Cats', 'Dogs']);
  });

  test('rule READ-9: their own match decides if the criteria say so', () => {
    const matches = [match('Dogs', 'Ants', '1-0'), match('Ants', 'Bees', '9-0')];
    expect(order(matches, ['goal_difference'])[0]).toBe('Ants');
    expect(order(matches, ['head_to_head_points', 'goal_difference'])[0]).toBe('Dogs');
    expect(order(matches, ['goal_difference', 'head_to_head_points'])[0]).toBe('Ants');
  });

  test('rule READ-9: head to head starts again among the teams that are still level', () => {
    // Three teams beat each other in a circle. Goals separate one of them; the match between the other two decides the rest.
    const matches = [match('Bees', 'Ants', '1-0'), match('Ants', 'Cats', '3-0'), match('Cats', 'Bees', '3-1')];
    const between: TieBreak[] = ['head_to_head_points', 'head_to_head_goal_difference', 'head_to_head_goals'];
    // In the circle: Ants +2, Bees −1, Cats −1 with as many points; of the latter two Cats won.
    expect(order(matches, between).slice(0, 3)).toEqual(['Ants', 'Cats', 'Bees']);
    expect(order(matches, between.slice(0, 2)).slice(0, 3)).toEqual(['Ants', 'Cats', 'Bees']);
  });

  test('rule READ-10: the cards decide when everything else is level', () => {
    const matches = [match('Ants', 'Bees', '1-1', [-3, -1]), match('Cats', 'Dogs', '1-1', [0, -5])];
    expect(order(matches, [...FIFA])).toEqual(['Cats', 'Bees', 'Ants', 'Dogs']);
  });
});

test('rule READ-8: a win gives three points and a draw one', () => {
  const matches = [match('Ants', 'Bees', '2-1'), match('Cats', 'Ants', '1-1'), match('Dogs', 'Ants', '3-0')];
  expect(standings(teams, matches, []).find(({ team }) => team.name === 'Ants')?.row).toEqual({
    points: 4,
    matches_played: 3,
    wins: 1,
    draws: 1,
    losses: 1,
    goals_for: 3,
    goals_against: 5,
    goal_difference: -2,
  });
});

test('rule READ-8: a match counts with a group, two teams and a score, once it is completed or awarded', () => {
  const fairPlay = { home: 0, away: -1 };
  const played: GroupMatch = {
    group: 'A',
    home: 1,
    away: 2,
    status: 'completed',
    score: { home: 2, away: 1 },
    fairPlay,
  };
  const counted = { home: 1, away: 2, goals: { home: 2, away: 1 }, fairPlay };
  expect(countingMatch(played)).toEqual([counted]);
  expect(countingMatch({ ...played, status: 'awarded' })).toEqual([counted]);
  expect(countingMatch({ ...played, score: { home: 2 } })).toEqual([{ ...counted, goals: { home: 2, away: 0 } }]);
  expect(countingMatch({ ...played, score: { away: 1 } })).toEqual([{ ...counted, goals: { home: 0, away: 1 } }]);
  const others: Partial<GroupMatch>[] = [
    { group: null },
    { home: null },
    { away: null },
    { status: 'live' },
    { status: 'abandoned' },
    { score: {} },
  ];
  for (const other of others) expect(countingMatch({ ...played, ...other }), JSON.stringify(other)).toEqual([]);
});

test('rule READ-8: groups are in name order, teams without a group last', () => {
  const placed = standings(
    [
      { id: 1, name: 'Loose', group: null },
      { id: 2, name: 'Second', group: 'B' },
      { id: 3, name: 'First', group: 'A' },
    ],
    [],
    [],
  );
  expect(placed.map(({ team }) => team.name)).toEqual(['First', 'Second', 'Loose']);
});

test('rule LIMIT-20: the list of matches is read once, for any number of teams', () => {
  let reads = 0;
  const teams = Array.from({ length: 200 }, (_, id): StandingsTeam => ({ id, name: `Team ${id}`, group: 'A' }));
  const matches = teams.map(({ id }): StandingsMatch => ({
    get home() {
      reads += 1;
      return id;
    },
    away: (id + 1) % 200,
    goals: { home: 1, away: 1 },
    fairPlay: { home: 0, away: 0 },
  }));
  expect(standings(teams, matches, FIFA)).toHaveLength(200);
  expect(reads).toBeLessThan(10 * matches.length);
});
