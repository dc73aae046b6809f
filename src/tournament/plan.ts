// The matches of a tournament, from its teams: each against each in the groups (round robin), then a knock-out stage, with pitches and
// times (rules PLAN-1 to PLAN-3).
import { knockout, KNOCKOUT_MAX, type KnockoutSide, type Qualifier, qualifiers } from './knockout.ts';
import type { RoundName } from '../../protocol/rest/rounds.ts';
import { roundRobin } from './round-robin.ts';
import { schedule, type Scheduling, type Slot, type Unscheduled } from './schedule.ts';

type PlanTeam = { readonly id: number; readonly name: string; readonly group: string | null };

export type PlanOptions = {
  /** Null: no group matches. */
  readonly groups: { readonly legs: 1 | 2 } | null;
  readonly knockout: {
    /** How many of each group go on. Null: the teams themselves play, without groups. */
    readonly perGroup: number | null;
    /** How many of the next place go on too: the best of all groups. 0 without groups. */
    readonly bestNext: number;
    readonly thirdPlace: boolean;
    /** Ids of teams, the strongest first. Null: all, in the order in which they were added. */
    readonly seeds: readonly number[] | null;
  } | null;
  readonly schedule: Scheduling | null;
};

/** The texts of the places and rounds, in the language of the tournament. */
export type PlanWords = {
  readonly rounds: Readonly<Record<RoundName, string>>;
  /** One match of a round with several. */
  readonly numbered: (round: string, number: number) => string;
  readonly winnerOf: (match: string) => string;
  readonly loserOf: (match: string) => string;
  /** `Winner A`, `Runner-up B`, `3rd of C`. */
  readonly inGroup: (place: number, group: string) => string;
  /** `Best third 1`. */
  readonly bestOf: (place: number, rank: number) => string;
};

/** One of the best teams with the same place in all groups. */
type BestOf = { readonly bestOfPlace: number; readonly rank: number };

/** A team, or a place: the numbers of `winnerOf` and `loserOf` are places in the list of the planned matches. */
export type PlannedSide =
  | { readonly team: PlanTeam }
  | {
      readonly text: string;
      readonly from: Qualifier | BestOf | { readonly winnerOf: number } | { readonly loserOf: number };
    };

export type PlannedMatch = {
  readonly group: string | null;
  /** In a group; null in the knock-out stage. */
  readonly round: number | null;
  readonly knockoutRound: RoundName | null;
  /** The name of the knock-out round. */
  readonly label: string | null;
  readonly home: PlannedSide;
  readonly away: PlannedSide;
  readonly slot: Slot | null;
};

/** Maximum number of matches of a plan. */
const PLANNED_MAX = 500;

type PlanFault = { readonly path: string; readonly message: string };

type Draft = Omit<PlannedMatch, 'slot'>;

/** The matches in the order of the list, or what makes them impossible. */
export function planFixtures(
  teams: readonly PlanTeam[],
  options: PlanOptions,
  words: PlanWords,
): readonly PlannedMatch[] | readonly [PlanFault] {
  const groups = [...new Set(teams.flatMap(({ group }) => group ?? []))].toSorted((a, b) => (a < b ? -1 : 1));
  const fault = faultIn(teams, groups, options);
  if (fault !== null) return [fault];
  const count = groupMatchCount(teams, options);
  if (count > PLANNED_MAX) return [tooMany(count)];
  const inGroups = options.groups === null ? [] : groupMatches(teams, groups, options.groups.legs);
  const after =
    options.knockout === null ? [] : knockoutMatches(teams, groups, options.knockout, words, inGroups.length);
  const drafts = [...inGroups, ...after];
  if (drafts.length > PLANNED_MAX) return [tooMany(drafts.length)];
  const slots = options.schedule === null ? [] : schedule(drafts.map(unscheduled), options.schedule);
  return drafts.map((draft, index) => ({ ...draft, slot: slots[index] ?? null }));
}

const tooMany = (count: number): PlanFault => ({
  path: '',
  message: `These are ${count} matches. At most ${PLANNED_MAX} can be made at once.`,
});

/** How many matches `groupMatches` makes: a thousand teams in a group would be too many to make them first. */
function groupMatchCount(teams: readonly PlanTeam[], { groups }: PlanOptions): number {
  const sizes = [...sizesOf(teams).values()];
  return sizes.reduce((sum, size) => sum + (size * (size - 1)) / 2, 0) * (groups?.legs ?? 0);
}

/** The number of teams of each group. */
function sizesOf(teams: readonly PlanTeam[]): ReadonlyMap<string, number> {
  const sizes = new Map<string, number>();
  for (const { group } of teams) if (group !== null) sizes.set(group, (sizes.get(group) ?? 0) + 1);
  return sizes;
}

export const isPlan = (made: ReturnType<typeof planFixtures>): made is readonly PlannedMatch[] =>
  made.every((entry) => 'home' in entry);

function faultIn(teams: readonly PlanTeam[], groups: readonly string[], options: PlanOptions): PlanFault | null {
  const { knockout: after, schedule: times } = options;
  if (options.groups === null && after === null)
    return { path: 'groups', message: 'Choose groups, a knock-out stage, or both.' };
  if (options.groups !== null && groups.length === 0) return { path: 'groups', message: 'No team is in a group.' };
  const sizeOf = sizesOf(teams);
  const alone = groups.find((group) => (sizeOf.get(group) ?? 0) < 2);
  if (options.groups !== null && alone !== undefined) {
    return { path: 'groups', message: `Group ${alone} has one team only.` };
  }
  if (after !== null) {
    const sizes = groups.map((group) => sizeOf.get(group) ?? 0);
    const smallest = Math.min(...sizes);
    if (after.perGroup !== null && groups.length === 0)
      return { path: 'knockout.per_group', message: 'No team is in a group.' };
    if (after.perGroup !== null && after.perGroup > smallest) {
      return { path: 'knockout.per_group', message: `A group has ${smallest} teams only.` };
    }
    if (after.bestNext > 0) {
      const message = bestNextFault(after, sizes);
      if (message !== null) return { path: 'knockout.best_next', message };
    }
    const known = new Set(teams.map(({ id }) => id));
    const stray = after.seeds?.find((id, index) => !known.has(id) || after.seeds?.indexOf(id) !== index);
    if (stray !== undefined) {
      return { path: 'knockout.seeds', message: `Team ${stray} is not in the tournament, or is listed twice.` };
    }
    const count =
      after.perGroup === null ? (after.seeds ?? teams).length : after.perGroup * groups.length + after.bestNext;
    if (count < 2 || count > KNOCKOUT_MAX) {
      return { path: 'knockout', message: `A knock-out stage has 2 to ${KNOCKOUT_MAX} teams, not ${count}.` };
    }
  }
  if (times !== null && times.dayMinutes !== null && times.dayMinutes < times.matchMinutes) {
    return { path: 'schedule.day_minutes', message: 'A match is longer than a day.' };
  }
  return null;
}

/** Teams of different groups can be compared if their groups have the same size (rule PLACE-6). */
function bestNextFault(
  { perGroup, bestNext }: NonNullable<PlanOptions['knockout']>,
  sizes: readonly number[],
): string | null {
  if (perGroup === null) return 'The best of the next place need "per_group".';
  if (new Set(sizes).size > 1) return 'The groups have different sizes, so their teams cannot be compared.';
  if (bestNext >= sizes.length) return `There are ${sizes.length} groups: compare for fewer places.`;
  return perGroup < (sizes[0] ?? 0) ? null : `A group has ${sizes[0] ?? 0} teams only.`;
}

/** All groups play their first round, then their second … */
function groupMatches(teams: readonly PlanTeam[], groups: readonly string[], legs: 1 | 2): readonly Draft[] {
  const rounds = groups.map((group) => ({
    group,
    rounds: roundRobin(
      teams.filter((team) => team.group === group),
      legs,
    ),
  }));
  const most = Math.max(...rounds.map((one) => one.rounds.length));
  return Array.from({ length: most }, (_, round) =>
    rounds.flatMap(({ group, rounds: own }) =>
      (own[round] ?? []).map(({ home, away }): Draft => ({
        group,
        round: round + 1,
        knockoutRound: null,
        label: null,
        home: { team: home },
        away: { team: away },
      })),
    ),
  ).flat();
}

/** `first`: the place of the first match in the list of all. */
function knockoutMatches(
  teams: readonly PlanTeam[],
  groups: readonly string[],
  { perGroup, bestNext, thirdPlace, seeds }: NonNullable<PlanOptions['knockout']>,
  words: PlanWords,
  first: number,
): readonly Draft[] {
  const seeded = seeds?.flatMap((id) => teams.filter((team) => team.id === id)) ?? teams;
  const entrants: readonly PlannedSide[] =
    perGroup === null
      ? seeded.map((team) => ({ team }))
      : [
          ...qualifiers(groups, perGroup).map((from) => ({ from, text: words.inGroup(from.place, from.group) })),
          ...Array.from({ length: bestNext }, (_, index) => {
            const from = { bestOfPlace: perGroup + 1, rank: index + 1 };
            return { from, text: words.bestOf(from.bestOfPlace, from.rank) };
          }),
        ];
  const matches = knockout(entrants, { thirdPlace });
  const nameOf = (index: number): string => {
    const match = matches[index];
    if (match === undefined) return '';
    const isAlone = matches.every((other) => other === match || other.round !== match.round);
    const round = words.rounds[match.round];
    return isAlone ? round : words.numbered(round, match.number);
  };
  const sideOf = (side: KnockoutSide<PlannedSide>): PlannedSide => {
    if ('entrant' in side) return side.entrant;
    return 'winnerOf' in side
      ? { from: { winnerOf: first + side.winnerOf }, text: words.winnerOf(nameOf(side.winnerOf)) }
      : { from: { loserOf: first + side.loserOf }, text: words.loserOf(nameOf(side.loserOf)) };
  };
  return matches.map(({ round, home, away }) => ({
    group: null,
    round: null,
    knockoutRound: round,
    label: words.rounds[round],
    home: sideOf(home),
    away: sideOf(away),
  }));
}

/** A place in a group needs all matches of the group. The final is the last match. */
function unscheduled({ home, away, knockoutRound }: Draft, index: number, drafts: readonly Draft[]): Unscheduled {
  const sides = [home, away];
  const teams = sides.flatMap((side) => ('team' in side ? [side.team.id] : []));
  const needs = sides.flatMap((side) => {
    if ('team' in side) return [];
    const { from } = side;
    if ('winnerOf' in from) return [from.winnerOf];
    if ('loserOf' in from) return [from.loserOf];
    const isSource = (group: string | null): boolean => ('group' in from ? group === from.group : group !== null);
    return drafts.flatMap(({ group }, place) => (isSource(group) ? [place] : []));
  });
  return { teams, needs: knockoutRound === 'final' ? drafts.map((_, place) => place).slice(0, index) : needs };
}
