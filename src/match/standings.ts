// Group tables, computed from the matches (rules READ-8 to READ-10). Points are 3, 1, 0. Level teams are separated by a
// list of criteria, then by name. When head to head separates some of the level teams, the others start again at the
// first head-to-head criterion, with only the matches between them.
import type { TieBreak } from '../../protocol/data-file/fields.ts';
import type { Match } from './apply.ts';

export type StandingsTeam = { readonly id: number; readonly name: string; readonly group: string | null };

/** A match that counts: completed or awarded, with a group. */
export type StandingsMatch = {
  readonly home: number;
  readonly away: number;
  readonly goals: { readonly home: number; readonly away: number };
  /** 0 or less (`fairPlayOf`). */
  readonly fairPlay: { readonly home: number; readonly away: number };
};

export type TableRow = {
  readonly points: number;
  readonly matches_played: number;
  readonly wins: number;
  readonly draws: number;
  readonly losses: number;
  readonly goals_for: number;
  readonly goals_against: number;
  readonly goal_difference: number;
};
type Counted = TableRow & { readonly fair_play: number };

export type Placed = { readonly team: StandingsTeam; readonly row: TableRow };

/** All teams by group (teams without a group last), each group in table order. */
export function standings(
  teams: readonly StandingsTeam[],
  matches: readonly StandingsMatch[],
  tieBreaks: readonly TieBreak[],
): Placed[] {
  const rows = new Map(teams.map(({ id }) => [id, countOf(id, matches)]));
  const groups = new Map<string | null, StandingsTeam[]>();
  for (const team of teams) groups.set(team.group, [...(groups.get(team.group) ?? []), team]);
  return [...groups]
    .sort(([a], [b]) => byGroup(a, b))
    .flatMap(([, members]) => ranked(members, matches, tieBreaks))
    .map((team) => {
      const { fair_play: _, ...row } = rows.get(team.id) ?? noMatches;
      return { team, row };
    });
}

const noMatches: Counted = {
  points: 0,
  matches_played: 0,
  wins: 0,
  draws: 0,
  losses: 0,
  goals_for: 0,
  goals_against: 0,
  goal_difference: 0,
  fair_play: 0,
};

function countOf(id: number, matches: readonly StandingsMatch[]): Counted {
  let row = noMatches;
  for (const match of matches) {
    if (match.home === id) row = withMatch(row, match.goals.home, match.goals.away, match.fairPlay.home);
    if (match.away === id) row = withMatch(row, match.goals.away, match.goals.home, match.fairPlay.away);
  }
  return row;
}

function withMatch(row: Counted, own: number, other: number, fairPlay: number): Counted {
  const won = own > other;
  const drawn = own === other;
  return {
    points: row.points + pointsFor(own - other),
    matches_played: row.matches_played + 1,
    wins: row.wins + Number(won),
    draws: row.draws + Number(drawn),
    losses: row.losses + Number(!won && !drawn),
    goals_for: row.goals_for + own,
    goals_against: row.goals_against + other,
    goal_difference: row.goal_difference + own - other,
    fair_play: row.fair_play + fairPlay,
  };
}

function pointsFor(difference: number): number {
  if (difference > 0) return 3;
  return difference === 0 ? 1 : 0;
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

function ranked(
  group: readonly StandingsTeam[],
  matches: readonly StandingsMatch[],
  tieBreaks: readonly TieBreak[],
): StandingsTeam[] {
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
    const ids = new Set(level.map(({ id }) => id));
    const counting = headToHead ? matches.filter(({ home, away }) => ids.has(home) && ids.has(away)) : matches;
    const classes = new Map<number, StandingsTeam[]>();
    for (const team of level) {
      const value = of(countOf(team.id, counting));
      classes.set(value, [...(classes.get(value) ?? []), team]);
    }
    return [...classes].sort(([a], [b]) => b - a).map(([, members]) => members);
  }

  return ordered(group, 0);
}

const compare = (a: string, b: string): number => {
  if (a === b) return 0;
  return a < b ? -1 : 1;
};
const byName = (a: StandingsTeam, b: StandingsTeam): number => compare(a.name, b.name) || a.id - b.id;

function byGroup(a: string | null, b: string | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return compare(a, b);
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
  for (const marker of pairing.log) {
    const event = pairing.events[marker.id];
    if (event?.team === undefined || (event.type !== 'YellowCard' && event.type !== 'RedCard')) continue;
    // A card without a player counts by itself.
    const who = event.player === undefined ? marker.key : `${event.player.id ?? ''}:${event.player.name ?? ''}`;
    const key = `${event.team}:${who}`;
    const cards = players.get(key) ?? { side: event.team, yellows: 0, reds: 0 };
    if (event.type === 'YellowCard') cards.yellows += 1;
    else cards.reds += 1;
    players.set(key, cards);
  }
  for (const { side, yellows, reds } of players.values()) sum[side] += deduction(yellows, reds);
  return sum;
}
