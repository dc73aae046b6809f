// The places of a plan: the best of all groups (rule PLACE-6).
import { expect, test } from 'vitest';
import { en } from '../../src/browser/shared/lang/places/en.ts';
import { isPlan, planFixtures, type PlanOptions } from '../../src/tournament/plan.ts';

const teams = (...sizes: readonly number[]) =>
  sizes.flatMap((size, group) =>
    Array.from({ length: size }, (_, index) => {
      const name = `${'ABCDEF'.charAt(group)}${index + 1}`;
      return { id: 10 * group + index + 1, name, group: name.charAt(0) };
    }),
  );
const options = (perGroup: number | null, bestNext: number): PlanOptions => ({
  groups: { legs: 1 },
  knockout: { perGroup, bestNext, thirdPlace: false, seeds: null },
  schedule: {
    start: 0,
    zone: 'UTC',
    pitches: ['1'],
    matchMinutes: 10,
    breakMinutes: 0,
    restMinutes: 0,
    dayMinutes: null,
  },
});

test('rule PLACE-6: the two best thirds of six groups of three fill the round of 16 with byes, after all groups', () => {
  const plan = planFixtures(teams(3, 3, 3, 3, 3, 3), options(2, 4), en);
  if (!isPlan(plan)) throw new Error(plan[0].message);
  const first = plan.filter(({ knockoutRound }) => knockoutRound === 'round_of_16');
  const texts = first.flatMap(({ home, away }) => [home, away].flatMap((side) => ('text' in side ? [side.text] : [])));
  expect(first).toHaveLength(8);
  expect(texts.filter((text) => text.startsWith('Best')).sort()).toEqual(
    [1, 2, 3, 4].map((rank) => `Best third ${rank}`),
  );
  const lastInGroups = Math.max(...plan.flatMap(({ group, slot }) => (group === null ? [] : [slot?.at ?? 0])));
  const withBest = first.filter(({ home, away }) => [home, away].some((side) => 'from' in side && 'rank' in side.from));
  expect(Math.min(...withBest.map(({ slot }) => slot?.at ?? 0))).toBeGreaterThan(lastInGroups);
});

test.each([
  [[3, 4], 2, 1, 'The groups have different sizes, so their teams cannot be compared.'],
  [[3, 3], 2, 2, 'There are 2 groups: compare for fewer places.'],
  [[3, 3], 3, 1, 'A group has 3 teams only.'],
  [[3, 3], null, 1, 'The best of the next place need "per_group".'],
])('rule PLACE-6: groups of %j with %j each and %i more are refused', (sizes, perGroup, bestNext, message) => {
  expect(planFixtures(teams(...sizes), options(perGroup, bestNext), en)).toEqual([
    { path: 'knockout.best_next', message },
  ]);
});

test('rule LIMIT-20: more matches than a plan may have are counted, not made', () => {
  const many = Array.from({ length: 5_000 }, (_, index) => ({ id: index + 1, name: `T${index}`, group: 'A' }));
  expect(planFixtures(many, { groups: { legs: 2 }, knockout: null, schedule: null }, en)).toEqual([
    { path: '', message: 'These are 24995000 matches. At most 500 can be made at once.' },
  ]);
});
