// Who plays whom, where and when: rules PLAN-1 to PLAN-4.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CLASHES_MAX, clashesIn, minutesOf } from '../../src/tournament/clashes.ts';
import { knockout, type KnockoutSide, qualifiers, seedOrder, sizeOf } from '../../src/tournament/knockout.ts';
import { roundRobin } from '../../src/tournament/round-robin.ts';
import { schedule, type Scheduling, type Unscheduled } from '../../src/tournament/schedule.ts';

const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);
const SIZES = numbers(32).slice(2);

describe('rule PLAN-1: everyone against everyone', () => {
  test.each(SIZES)('of %i meets each pair once, and no team twice in a round', (count) => {
    const rounds = roundRobin(numbers(count));
    expect(rounds).toHaveLength(count % 2 === 0 ? count - 1 : count);
    for (const pairs of rounds) {
      const playing = pairs.flatMap(({ home, away }) => [home, away]);
      expect(new Set(playing).size).toBe(playing.length);
    }
    const met = rounds.flat().map(({ home, away }) => [home, away].sort((a, b) => a - b).join());
    expect(met).toHaveLength((count * (count - 1)) / 2);
    expect(new Set(met).size).toBe(met.length);
  });

  test.each(SIZES)('of %i gives each one home games and away games in turn', (count) => {
    const pairs = roundRobin(numbers(count)).flat();
    for (const one of numbers(count)) {
      const home = pairs.filter((pair) => pair.home === one).length;
      expect(Math.abs(2 * home - (count - 1)), `team ${one}`).toBeLessThanOrEqual(1);
    }
  });

  test('with two legs changes the sides', () => {
    const pairs = roundRobin(numbers(5), 2).flat();
    expect(new Set(pairs.map(({ home, away }) => `${home} ${away}`)).size).toBe(20);
  });

  test('of one or none has no match', () => {
    expect([roundRobin([]), roundRobin([1]).flat()]).toEqual([[], []]);
  });
});

const entrantsOf = (side: KnockoutSide<number>): number[] => ('entrant' in side ? [side.entrant] : []);

describe('rule PLAN-2: a knock-out stage', () => {
  test.each(SIZES)('of %i lets the strongest wait where the number is no power of two', (count) => {
    const matches = knockout(numbers(count));
    expect(matches).toHaveLength(count - 1);
    expect(matches.at(-1)?.round).toBe('final');
    const seen = matches.flatMap(({ home, away }) => [...entrantsOf(home), ...entrantsOf(away)]);
    expect([...seen].sort((a, b) => a - b)).toEqual(numbers(count));
    const byes = sizeOf(count) - count;
    const first = matches.filter(({ round }) => round === matches[0]?.round);
    const playing = new Set(first.flatMap(({ home, away }) => [...entrantsOf(home), ...entrantsOf(away)]));
    expect(numbers(count).filter((one) => !playing.has(one))).toEqual(numbers(byes));
  });

  test.each(SIZES)('of %i has each match win a place in one later match', (count) => {
    const matches = knockout(numbers(count), { thirdPlace: true });
    const won = matches.flatMap(({ home, away }, index) =>
      [home, away].flatMap((side) => {
        if (!('winnerOf' in side)) return [];
        expect(side.winnerOf).toBeLessThan(index);
        return [side.winnerOf];
      }),
    );
    const others = matches.flatMap(({ round }, index) => (round === 'final' || round === 'third_place' ? [] : [index]));
    expect(won.sort((a, b) => a - b)).toEqual(others);
  });

  test('lets the two best meet in the final only', () => {
    expect(seedOrder(8)).toEqual([1, 8, 4, 5, 2, 7, 3, 6]);
  });

  test('plays for the third place between the losers of the semi-finals', () => {
    const [, , third, final] = knockout(numbers(4), { thirdPlace: true });
    expect(third).toMatchObject({ round: 'third_place', home: { loserOf: 0 }, away: { loserOf: 1 } });
    expect(final).toMatchObject({ round: 'final', home: { winnerOf: 0 }, away: { winnerOf: 1 } });
    expect(knockout(numbers(3), { thirdPlace: true })).toHaveLength(2);
  });

  test('takes 2 to 64 entrants', () => {
    for (const count of [0, 1, 65]) expect(() => knockout(numbers(count))).toThrow(RangeError);
    expect(knockout(numbers(64))).toHaveLength(63);
  });

  test.each(numbers(8).flatMap((groups) => numbers(3).map((places) => [groups + 1, places] as const)))(
    'of the first of %i groups, %i each, has no first match within a group',
    (groups, places) => {
      const names = numbers(groups).map((one) => String.fromCharCode(64 + one));
      const entrants = qualifiers(names, places);
      expect(new Set(entrants.map(({ group, place }) => `${group}${place}`)).size).toBe(groups * places);
      expect(entrants.map(({ place }) => place)).toEqual([...entrants.map(({ place }) => place)].sort((a, b) => a - b));
      if (groups < places) return;
      for (const { home, away } of knockout(entrants)) {
        if ('entrant' in home && 'entrant' in away) expect(home.entrant.group).not.toBe(away.entrant.group);
      }
    },
  );

  test('of four groups keeps winner and runner-up of a group apart until the final', () => {
    const entrants = qualifiers(['A', 'B', 'C', 'D'], 2);
    const order = seedOrder(8).map((seed) => entrants[seed - 1]?.group);
    expect(new Set(order.slice(0, 4)).size).toBe(4);
    expect(new Set(order.slice(4)).size).toBe(4);
  });
});

const MINUTE = 60_000;
const options: Scheduling = {
  start: 0,
  zone: 'UTC',
  pitches: ['1', '2'],
  matchMinutes: 20,
  breakMinutes: 5,
  restMinutes: 10,
  dayMinutes: null,
};
const teamsOf = (side: KnockoutSide<number>): number[] => entrantsOf(side);
const needsOf = (side: KnockoutSide<number>): number[] => {
  if ('entrant' in side) return [];
  return ['winnerOf' in side ? side.winnerOf : side.loserOf];
};

describe('rule PLAN-3: a schedule', () => {
  test('has no clash, rests each team, and plays a match after those that decide its sides', () => {
    fc.assert(
      fc.property(
        fc.record({
          count: fc.integer({ min: 2, max: 32 }),
          isKnockout: fc.boolean(),
          pitches: fc.integer({ min: 1, max: 6 }),
          matchMinutes: fc.integer({ min: 5, max: 120 }),
          breakMinutes: fc.integer({ min: 0, max: 30 }),
          restMinutes: fc.integer({ min: 0, max: 90 }),
          day: fc.option(fc.integer({ min: 120, max: 900 })),
        }),
        ({ count, isKnockout, pitches, day, ...times }) => {
          const matches: Unscheduled[] = isKnockout
            ? knockout(numbers(count), { thirdPlace: true }).map(({ home, away }) => ({
                teams: [...teamsOf(home), ...teamsOf(away)],
                needs: [...needsOf(home), ...needsOf(away)],
              }))
            : roundRobin(numbers(count)).flatMap((pairs) =>
                pairs.map(({ home, away }) => ({ teams: [home, away], needs: [] })),
              );
          const names = numbers(pitches).map(String);
          const slots = schedule(matches, { ...times, start: 0, zone: 'UTC', pitches: names, dayMinutes: day });
          expect(slots).toHaveLength(matches.length);
          const listed = matches.map(({ teams, needs }, index) => ({
            id: index + 1,
            at: slots[index]?.at ?? null,
            pitch: slots[index]?.pitch ?? null,
            minutes: times.matchMinutes,
            group: null,
            teams: teams.map(Number),
            from: needs.map((need) => ({ winner_of: need + 1 })),
          }));
          expect(clashesIn(listed)).toEqual([]);
          for (const one of numbers(count)) {
            const own = listed.flatMap(({ teams, at }) => (teams.includes(one) ? [at ?? 0] : [])).sort((a, b) => a - b);
            for (const [index, at] of own.slice(1).entries()) {
              expect(at - (own[index] ?? 0)).toBeGreaterThanOrEqual((times.matchMinutes + times.restMinutes) * MINUTE);
            }
          }
          for (const { at } of slots) {
            if (day !== null) expect((at % 86_400_000) + times.matchMinutes * MINUTE).toBeLessThanOrEqual(day * MINUTE);
          }
        },
      ),
    );
  });

  test('rule LIMIT-20: looks at no kick-off time at which all teams rest', () => {
    let looks = 0;
    const matches = roundRobin(numbers(22), 2).flatMap((pairs) =>
      pairs.map(({ home, away }) => ({
        get teams() {
          looks += 1;
          return [home, away];
        },
        needs: [],
      })),
    );
    const slots = schedule(matches, { ...options, matchMinutes: 1, breakMinutes: 0, restMinutes: 1_440 });
    expect(slots.at(-1)?.at).toBeGreaterThan(40 * 1_440 * MINUTE);
    expect(looks).toBeLessThan(500_000);
  });

  test('fills all pitches at once', () => {
    const matches = [
      { teams: [1, 2], needs: [] },
      { teams: [1, 3], needs: [] },
      { teams: [3, 4], needs: [] },
    ];
    expect(schedule(matches, options)).toEqual([
      { pitch: '1', at: 0 },
      { pitch: '1', at: 50 * MINUTE },
      { pitch: '2', at: 0 },
    ]);
  });

  test('goes on the next day at the same time', () => {
    const matches = numbers(3).map((one) => ({ teams: [one], needs: [] }));
    const slots = schedule(matches, { ...options, pitches: ['1'], dayMinutes: 45 });
    expect(slots.map(({ at }) => at)).toEqual([0, 25 * MINUTE, 86_400_000]);
  });

  test.each([
    ['Europe/Lisbon', '2026-03-28T09:00:00Z', '2026-03-29T08:00:00Z'],
    ['Europe/Lisbon', '2026-10-24T08:00:00Z', '2026-10-25T09:00:00Z'],
    ['Mars/Olympus', '2026-03-28T09:00:00Z', '2026-03-29T09:00:00Z'],
  ])('goes on at the same time of day in %s when clocks change: from %s at %s', (zone, first, next) => {
    const start = Date.parse(first);
    const days = { ...options, start, zone, pitches: ['1'], dayMinutes: 20 };
    const apart = numbers(2).map((one) => ({ teams: [one], needs: [] }));
    expect(schedule(apart, days).map(({ at }) => at)).toEqual([start, Date.parse(next)]);
    // A team that rests until the next day plays then.
    const restMinutes = 1_440 - 90;
    const resting = numbers(2).map(() => ({ teams: [1], needs: [] }));
    expect(schedule(resting, { ...days, restMinutes }).map(({ at }) => at)).toEqual([start, Date.parse(next)]);
    // Days without an end, one of which is short or long.
    const whole = { ...days, matchMinutes: 60, breakMinutes: 0, dayMinutes: 1_440 };
    const kickOffs = schedule(
      numbers(48).map((one) => ({ teams: [one], needs: [] })),
      whole,
    ).map(({ at }) => at);
    expect(kickOffs).toContain(Date.parse(next));
    expect(kickOffs.slice(1).every((at, index) => at - (kickOffs[index] ?? 0) >= 60 * MINUTE)).toBe(true);
  });

  test('needs a pitch, and days that have room for a match', () => {
    expect(() => schedule([], { ...options, pitches: [] })).toThrow(RangeError);
    expect(() => schedule([], { ...options, dayMinutes: 10 })).toThrow(RangeError);
  });
});

describe('rule PLAN-4: clashes', () => {
  const match = (id: number, at: number | null, more: object = {}) => ({
    id,
    at: at === null ? null : at * MINUTE,
    minutes: 20,
    group: null,
    pitch: null,
    teams: [],
    from: [null, null],
    ...more,
  });

  test('are two matches on a pitch, and a team in two places', () => {
    const matches = [
      match(1, 0, { pitch: 'A', teams: [1, 2] }),
      match(2, 19, { pitch: 'A', teams: [2, 3] }),
      match(3, 20, { pitch: 'B', teams: [1] }),
      match(4, null, { pitch: 'A', teams: [1, 2] }),
    ];
    expect(clashesIn(matches)).toEqual([
      { kind: 'pitch', id: 1, with: 2 },
      { kind: 'team', id: 1, with: 2 },
    ]);
  });

  test('are matches before the ones that decide their sides', () => {
    const matches = [
      match(1, 30),
      match(2, 40, { from: [{ winner_of: 1 }, { group: 'A', place: 1 }] }),
      match(3, 50, { from: [{ loser_of: 1 }, null] }),
    ];
    expect(clashesIn(matches)).toEqual([{ kind: 'order', id: 2, with: 1 }]);
    expect(clashesIn([...matches, match(4, 25, { group: 'A' })])).toEqual([
      { kind: 'order', id: 2, with: 4 },
      { kind: 'order', id: 2, with: 1 },
    ]);
  });

  test('rule LIMIT-20: are listed up to a number, the earliest first', () => {
    const matches = numbers(1_000).map((id) => match(id, 0, { pitch: 'A', teams: [1, 2] }));
    const clashes = clashesIn(matches);
    expect(clashes).toHaveLength(CLASHES_MAX);
    expect(clashes[0]).toEqual({ kind: 'pitch', id: 1, with: 2 });
  });

  test('count the half-time break', () => {
    expect([minutesOf({ halves: 2, halfMinutes: 45 }), minutesOf({ halves: 2, halfMinutes: 10 })]).toEqual([105, 24]);
    expect(minutesOf({ halves: 1, halfMinutes: 12 })).toBe(12);
  });
});
