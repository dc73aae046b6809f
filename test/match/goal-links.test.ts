// Which goal markers a PATCHed list names, compared with a plain search through all of them (rule SCORE-12).
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { BoardGoal } from '../../protocol/wire/board.ts';
import { withManualGoals } from '../../src/match/manual-result.ts';
import type { GoalEntry } from '../../src/match/tally.ts';

const entriesOf = (goals: readonly BoardGoal[]): GoalEntry[] =>
  goals.map((goal, place) => ({ key: `m${place}`, at: place, arrival: place, goal }));

const linksOf = (goals: readonly BoardGoal[], entries: readonly GoalEntry[]): (string | undefined)[] =>
  withManualGoals({}, goals, entries, { seq: 1, since: 0 })
    .goals?.at(-1)
    ?.list.map(({ marker }) => marker) ?? [];

const isSame = (a: BoardGoal, b: BoardGoal): boolean =>
  a.user_id !== undefined && b.user_id !== undefined ? a.user_id === b.user_id : a.scorer === b.scorer;

function plainLinks(goals: readonly BoardGoal[], entries: readonly GoalEntry[]): (string | undefined)[] {
  const links: (string | undefined)[] = goals.map(() => undefined);
  const link = (fits: (given: BoardGoal, counted: BoardGoal) => boolean): void => {
    for (const [at, given] of goals.entries()) {
      links[at] ??= entries.find(
        ({ key, goal }) => !links.includes(key) && given.team === goal.team && isSame(given, goal) && fits(given, goal),
      )?.key;
    }
  };
  link((given, counted) => given.minute !== undefined && given.minute === counted.minute);
  link((given, counted) => given.minute === undefined || counted.minute === undefined);
  return links;
}

const someGoals = (maxLength: number): fc.Arbitrary<BoardGoal[]> =>
  fc.array(
    fc
      .record({
        team: fc.constantFrom('1', '2'),
        scorer: fc.constantFrom('Ana', 'Bea', 'user 1', 'Unknown'),
        user_id: fc.constantFrom(undefined, 1, 2),
        minute: fc.constantFrom(undefined, '10', '45+2'),
      })
      .map(({ user_id, minute, ...goal }) => ({
        ...goal,
        ...(user_id === undefined ? {} : { user_id }),
        ...(minute === undefined ? {} : { minute }),
        penalty: false,
        own_goal: false,
      })),
    { maxLength },
  );

it('rule SCORE-12: a list names the same markers as in a plain search through all of them', () => {
  fc.assert(
    fc.property(someGoals(8), someGoals(12), (goals, counted) => {
      const entries = entriesOf(counted);
      expect(linksOf(goals, entries)).toEqual(plainLinks(goals, entries));
    }),
    { seed: 20261128, numRuns: 500 },
  );
});

it('rule SCORE-12: looks at each marker only a few times, however long the list is', () => {
  let looks = 0;
  const counted = Array.from({ length: 2_000 }, (_, nth): BoardGoal => ({
    get team() {
      looks += 1;
      return '1';
    },
    scorer: 'Ana',
    minute: String(nth),
    penalty: false,
    own_goal: false,
  }));
  const goals = Array.from({ length: 500 }, (): BoardGoal => ({
    team: '1',
    scorer: 'Ana',
    minute: 'HT',
    penalty: false,
    own_goal: false,
  }));
  expect(linksOf(goals, entriesOf(counted))).toEqual(goals.map(() => undefined));
  expect(looks).toBeLessThan(10 * counted.length);
});
