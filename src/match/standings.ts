// Group tables, computed from the matches (rules READ-8 to READ-10). Points are 3, 1, 0. Level teams are separated by a
// list of criteria, then by name. When head to head separates some of the level teams, the others start again at the
// first head-to-head criterion, with only the matches between them.
import type { TieBreak } from '../../protocol/data-file/fields.ts';
import type { MatchStatus, Score } from '../../protocol/wire/board.ts';
import type { TournamentTeam } from '../../protocol/rest/tournament.ts';
import type { Match } from './apply.ts';
import { byText } from './order.ts';
import { eventsOf, logOf } from './pairing.ts';
import { cardedPerson, markerPlayersOf } from './sides.ts';
import { groupBy } from './group-by.ts';

export type StandingsTeam = { readonly id: number; readonly name: string; readonly group: string | null };

/** A match that counts: completed or awarded, with a group. */
export type StandingsMatch = {
  readonly home: number;
  readonly away: number;
  readonly goals: { readonly home: number; readonly away: number };
  /** 0 or less (`fairPlayOf`). */
  readonly fairPlay: { readonly home: number; readonly away: number };
};

/** A match with what standings need of it. `home` and `away`: team ids, null for an empty side. */
export type GroupMatch = {
  readonly group: string | null;
  readonly home: number | null;
  readonly away: number | null;
  readonly status: MatchStatus;
  readonly score: Score;
  readonly fairPlay: StandingsMatch['fairPlay'];
};

/** Completed and awarded matches with a group, both sides and a score count; returns one or none. */
export function countingMatch({ group, home, away, status, score, fairPlay }: GroupMatch): StandingsMatch[] {
  if (group === null || home === null || away === null) return [];
  if (status !== 'completed' && status !== 'awarded') return [];
  if (score.home === undefined && score.away === undefined) return [];
  return [{ home, away, goals: { home: score.home ?? 0, away: score.away ?? 0 }, fairPlay }];
}

type TableRow = Omit<TournamentTeam, 'id' | 'name' | 'club_id' | 'club_slug' | 'group_name'>;
type Counted = TableRow & { readonly fair_play: number };

type RankedTeam = { readonly team: StandingsTeam; readonly row: TableRow };

/** All teams by group (teams without a group last), each group in table order. */
export function standings(
  teams: readonly StandingsTeam[],
  matches: readonly StandingsMatch[],
  tieBreaks: readonly TieBreak[],
): RankedTeam[] {
  const count = counterOf(matches);
  return [...groupBy(teams, ({ group }) => group)]
    .sort(([a], [b]) => byGroup(a, b))
    .flatMap(([, members]) => ranked(members, count, tieBreaks))
    .map((team) => {
      const { fair_play: _, ...row } = count.of(team.id);
      return { team, row };
    });
}

/** The teams of a comparison, best first. `level`: nothing separates these. Null: they cannot be compared. */
type Compared = readonly { readonly level: readonly StandingsTeam[] }[] | null;

/**
 * Teams of different groups by points and the criteria of the tournament, without head to head: they have not met. Null when they
 * played different numbers of matches (rule PLACE-6).
 */
export function comparedAcrossGroups(
  teams: readonly StandingsTeam[],
  matches: readonly StandingsMatch[],
  tieBreaks: readonly TieBreak[],
): Compared {
  const count = counterOf(matches);
  const counted = teams.map((team) => ({ team, row: count.of(team.id) }));
  if (new Set(counted.map(({ row }) => row.matches_played)).size > 1) return null;
  const criteria = (['points', ...tieBreaks] as const).map((name) => CRITERIA[name]).filter((one) => !one.headToHead);
  const order = (a: Counted, b: Counted): number =>
    criteria.reduce((found, { of }) => (found === 0 ? of(b) - of(a) : found), 0);
  const sorted = counted.toSorted((a, b) => order(a.row, b.row) || byName(a.team, b.team));
  const firsts = sorted.filter(({ row }, index) => index === 0 || order(sorted[index - 1]?.row ?? row, row) !== 0);
  return firsts.map(({ row }) => ({
    level: sorted.flatMap(({ team, row: other }) => (order(row, other) === 0 ? [team] : [])),
  }));
}

type PlayedMatch = {
  readonly against: number;
  readonly own: number;
  readonly other: number;
  readonly fairPlay: number;
};

/** Counts what teams reached. */
type Counter = {
  readonly of: (id: number) => Counted;
  /** With only the matches between these teams. */
  readonly between: (ids: ReadonlySet<number>) => Counter;
};

/** Reads the list of matches once, for any number of teams. */
function counterOf(matches: readonly StandingsMatch[]): Counter {
  const sides = matches.flatMap(({ home, away, goals, fairPlay }) => [
    { id: home, against: away, own: goals.home, other: goals.away, fairPlay: fairPlay.home },
    ...(home === away
      ? []
      : [{ id: away, against: home, own: goals.away, other: goals.home, fairPlay: fairPlay.away }]),
  ]);
  const played = groupBy(sides, ({ id }) => id);
  const all = new Map<number, Counted>();
  const of = (id: number): Counted => {
    const known = all.get(id) ?? sumOf(played.get(id) ?? []);
    all.set(id, known);
    return known;
  };
  const between = (ids: ReadonlySet<number>): Counter => ({
    of: (id) => sumOf((played.get(id) ?? []).filter(({ against }) => ids.has(against))),
    between,
  });
  return { of, between };
}

function sumOf(played: readonly PlayedMatch[]): Counted {
  const sum = (of: (match: PlayedMatch) => number): number => played.reduce((total, match) => total + of(match), 0);
  const wins = sum(({ own, other }) => Number(own > other));
  const draws = sum(({ own, other }) => Number(own === other));
  return {
    points: 3 * wins + draws,
    matches_played: played.length,
    wins,
    draws,
    losses: played.length - wins - draws,
    goals_for: sum(({ own }) => own),
    goals_against: sum(({ other }) => other),
    goal_difference: sum(({ own, other }) => own - other),
    fair_play: sum(({ fairPlay }) => fairPlay),
  };
}

type Criterion = 'points' | TieBreak;
type Count = (row: Counted) => number;

/** The value that each criterion compares, higher is better. Head-to-head criteria use only matches of the level teams. */
const CRITERIA: Readonly<Record<Criterion, { readonly of: Count; readonly headToHead: boolean }>> = {
  points: { of: (row) => row.points, headToHead: false },
  goal_difference: { of: (row) => row.goal_difference, headToHead: false },
  goals_for: { of: (row) => row.goals_for, headToHead: false },
  head_to_head_points: { of: (row) => row.points, headToHead: true },
  head_to_head_goal_difference: { of: (row) => row.goal_difference, headToHead: true },
  head_to_head_goals: { of: (row) => row.goals_for, headToHead: true },
  fair_play: { of: (row) => row.fair_play, headToHead: false },
};

function ranked(group: readonly StandingsTeam[], count: Counter, tieBreaks: readonly TieBreak[]): StandingsTeam[] {
  const criteria: readonly Criterion[] = ['points', ...tieBreaks];
  const firstHeadToHead = criteria.findIndex((criterion) => CRITERIA[criterion].headToHead);

  /** Sorts teams that are level in every criterion before `index`. */
  function ordered(level: readonly StandingsTeam[], index: number): StandingsTeam[] {
    const criterion = criteria[index];
    if (level.length < 2) return [...level];
    if (criterion === undefined) return [...level].sort(byName);
    const classes = classesOf(level, criterion);
    const isSplit = classes.length > 1;
    const restarts = isSplit && firstHeadToHead >= 0 && index >= firstHeadToHead;
    return classes.flatMap((members) => ordered(members, restarts ? firstHeadToHead : index + 1));
  }

  /** Groups of teams with the same value in the criterion, best first. */
  function classesOf(level: readonly StandingsTeam[], criterion: Criterion): StandingsTeam[][] {
    const { of, headToHead } = CRITERIA[criterion];
    const counter = headToHead ? count.between(new Set(level.map(({ id }) => id))) : count;
    const classes = groupBy(level, ({ id }) => of(counter.of(id)));
    return [...classes].sort(([a], [b]) => b - a).map(([, members]) => members);
  }

  return ordered(group, 0);
}

const byName = (a: StandingsTeam, b: StandingsTeam): number => byText(a.name, b.name) || a.id - b.id;

function byGroup(a: string | null, b: string | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return byText(a, b);
}

/** One deduction per player and match: yellow −1, second yellow −3, direct red −4, yellow then direct red −5. */
export function deduction(yellows: number, reds: number): number {
  if (yellows > 1) return -3;
  if (reds > 0) return yellows > 0 ? -5 : -4;
  return yellows > 0 ? -1 : 0;
}

/** The fair-play points of each side in a tournament match. */
export function fairPlayOf(match: Match): { readonly home: number; readonly away: number } {
  const sum = { home: 0, away: 0 };
  const [pairing] = match.pairings;
  if (pairing === undefined) return sum;
  const players = new Map<string, { side: 'home' | 'away'; yellows: number; reds: number }>();
  const events = eventsOf(pairing);
  for (const [index, marker] of logOf(pairing).entries()) {
    const event = events[index];
    if (event?.team === undefined || (event.type !== 'YellowCard' && event.type !== 'RedCard')) continue;
    // A card without a player counts by itself. The second yellow is the one that the match shows as such (rule STAT-7).
    const who = cardedPerson(marker, markerPlayersOf(pairing.sides, marker)) ?? marker.key;
    const key = `${event.team}:${who}`;
    const cards = players.get(key) ?? { side: event.team, yellows: 0, reds: 0 };
    if (event.type === 'YellowCard') cards.yellows += 1;
    else cards.reds += 1;
    players.set(key, cards);
  }
  for (const { side, yellows, reds } of players.values()) sum[side] += deduction(yellows, reds);
  return sum;
}
