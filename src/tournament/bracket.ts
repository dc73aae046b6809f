// The teams that the results so far put into the places of a bracket (rules PLACE-2 to PLACE-6). A side follows its place until its
// match begins.
import type { TieBreak } from '../../protocol/data-file/fields.ts';
import type { Place } from '../../protocol/data-file/place.ts';
import { type MatchStatus, type Score, type Side, SIDES } from '../../protocol/wire/board.ts';
import {
  comparedAcrossGroups,
  countingMatch,
  standings,
  type StandingsMatch,
  type StandingsTeam,
} from '../match/standings.ts';
import { winningSide } from '../match/winner.ts';

type PerSide<T> = { readonly home: T; readonly away: T };

export type BracketMatch = {
  readonly id: number;
  readonly group: string | null;
  /** The teams that the sides have now. */
  readonly teams: PerSide<number | null>;
  readonly from: PerSide<Place | null>;
  readonly status: MatchStatus;
  readonly score: Score;
  /** 0 or less (`fairPlayOf`). */
  readonly fairPlay: PerSide<number>;
};

/** A side whose place has another team now than its match; null: the place is not decided. */
export type MovedSide = {
  readonly matchId: number;
  readonly side: Side;
  readonly place: Place;
  readonly before: number | null;
  readonly team: number | null;
};

export type Bracket = {
  /** To be put into their matches. */
  readonly moved: readonly MovedSide[];
  /** Their matches have begun with another team: people must decide. */
  readonly late: readonly MovedSide[];
  /** All groups are over, but the results cannot decide these places: people draw lots, and set the team. */
  readonly undecided: readonly UndecidedSide[];
};

/** `teams`: those that may get the place. */
type UndecidedSide = Pick<MovedSide, 'matchId' | 'side' | 'place'> & { readonly teams: readonly number[] };

/** The table of a group, and the matches that count in it, by id. Both are empty before the group is decided. */
type GroupTable = { readonly ranked: readonly number[]; readonly counting: ReadonlyMap<number, StandingsMatch> };
/** By rank: the team, or those that nothing separates. */
type Rank = { readonly team: number } | { readonly level: readonly number[] };

const OPEN: readonly MatchStatus[] = ['scheduled', 'postponed', 'cancelled'];
/** Whether a match with this status has not begun: its sides may still change. */
export const isOpen = (status: MatchStatus): boolean => OPEN.includes(status);
/** A group is decided when all its matches have one of these. */
const OVER: readonly MatchStatus[] = ['completed', 'awarded', 'cancelled'];

export function bracketOf(
  teams: readonly StandingsTeam[],
  matches: readonly BracketMatch[],
  tieBreaks: readonly TieBreak[],
): Bracket {
  const byId = new Map(matches.map((match) => [match.id, match]));
  /** Sides whose team is known. A side that is being looked at is null, so that places in a circle are never decided. */
  const found = new Map<string, number | null>();
  const groupOf = new Map(teams.map(({ id, group }) => [id, group]));
  const tables = new Map<string, GroupTable>();
  const ranks = new Map<number, readonly Rank[]>();

  /** The team that plays, or will play, on this side. */
  function teamAt(match: BracketMatch, side: Side): number | null {
    const key = `${match.id} ${side}`;
    const known = found.get(key);
    if (known !== undefined) return known;
    found.set(key, null);
    const { before, wanted } = sideOf(match, side);
    const team = keepsTeam(match, before) ? before : wanted;
    found.set(key, team);
    return team;
  }

  function sideOf(match: BracketMatch, side: Side) {
    const [place, before] = [match.from[side], match.teams[side]];
    return { place, before, wanted: place === null ? before : teamIn(place) };
  }

  function teamIn(place: Place): number | null {
    if ('group' in place) return tableOf(place.group).ranked[place.place - 1] ?? null;
    if ('rank' in place) {
      const found = ranksOf(place.best_of_place)[place.rank - 1];
      return found !== undefined && 'team' in found ? found.team : null;
    }
    const isWinner = 'winner_of' in place;
    const source = byId.get(isWinner ? place.winner_of : place.loser_of);
    if (source === undefined) return null;
    const won = winningSide(source);
    if (won === null) return null;
    // An empty side never wins, so the other one has not lost.
    if (teamAt(source, won) === null) return null;
    return teamAt(source, isWinner === (won === 'home') ? 'home' : 'away');
  }

  function tableOf(group: string): GroupTable {
    const known = tables.get(group);
    if (known !== undefined) return known;
    tables.set(group, NO_TABLE);
    const own = matches.filter((match) => match.group === group || isOfTeamIn(match, group));
    const isDecided = own.every(({ status }) => OVER.includes(status));
    const counting = new Map(
      own.flatMap((match) =>
        countingMatch({ ...match, home: teamAt(match, 'home'), away: teamAt(match, 'away') }).map((one) => [
          match.id,
          one,
        ]),
      ),
    );
    const ranked = isDecided && counting.size > 0 ? rankedIn(group, [...counting.values()]) : [];
    const table = ranked.length > 0 ? { ranked, counting } : NO_TABLE;
    tables.set(group, table);
    return table;
  }

  /** Whether a match of another group has a team of this one. Not with a place: that may wait for this table. */
  function isOfTeamIn(match: BracketMatch, group: string): boolean {
    if (match.group === null || SIDES.some((side) => match.from[side] !== null)) return false;
    return SIDES.some((side) => groupOf.get(match.teams[side] ?? 0) === group);
  }

  /** The teams with this place in their groups, best first; none before all groups are decided. */
  function ranksOf(place: number): readonly Rank[] {
    const known = ranks.get(place);
    if (known !== undefined) return known;
    ranks.set(place, []);
    const groups = [...new Set(teams.flatMap((team) => team.group ?? []))].map(tableOf);
    const placed = groups.map(({ ranked }) => teams.find(({ id }) => id === ranked[place - 1]));
    const compared = placed.filter((team) => team !== undefined);
    const isDecided = groups.every(({ ranked }) => ranked.length > 0);
    const found = isDecided ? rankedAcross(compared, groups, tieBreaks) : [];
    ranks.set(place, found);
    return found;
  }

  const rankedIn = (group: string, counting: Parameters<typeof standings>[1]): readonly number[] =>
    standings(
      teams.filter((team) => team.group === group),
      counting,
      tieBreaks,
    ).map(({ team }) => team.id);

  const differing = matches.flatMap((match) =>
    SIDES.flatMap((side): (MovedSide & { isLate: boolean })[] => {
      const { place, before, wanted } = sideOf(match, side);
      if (place === null || wanted === before) return [];
      return [{ matchId: match.id, side, place, before, team: wanted, isLate: keepsTeam(match, before) }];
    }),
  );
  const undecided = matches.flatMap((match) =>
    SIDES.flatMap((side): UndecidedSide[] => {
      const place = match.from[side];
      if (place === null || !('rank' in place) || keepsTeam(match, match.teams[side])) return [];
      const rank = ranksOf(place.best_of_place)[place.rank - 1];
      return rank !== undefined && 'level' in rank ? [{ matchId: match.id, side, place, teams: rank.level }] : [];
    }),
  );
  const those = (isLate: boolean): readonly MovedSide[] =>
    differing.flatMap(({ isLate: late, ...moved }) => (late === isLate ? [moved] : []));
  return { moved: those(false), late: those(true), undecided };
}

const NO_TABLE: GroupTable = { ranked: [], counting: new Map() };

/** Level teams share their ranks. Teams of groups of different sizes share all ranks. */
function rankedAcross(
  compared: readonly StandingsTeam[],
  groups: readonly GroupTable[],
  tieBreaks: readonly TieBreak[],
): readonly Rank[] {
  const counting = [...new Map(groups.flatMap((group) => [...group.counting])).values()];
  const isWhole = compared.length === groups.length;
  const classes = (isWhole ? comparedAcrossGroups(compared, counting, tieBreaks) : null) ?? [{ level: compared }];
  return classes.flatMap(({ level }): Rank[] => {
    const [only, another] = level;
    if (only !== undefined && another === undefined && isWhole) return [{ team: only.id }];
    return level.map(() => ({ level: level.map(({ id }) => id) }));
  });
}

/** A match that has begun keeps the team that plays. An empty side is filled at any time. */
const keepsTeam = ({ status }: BracketMatch, team: number | null): boolean => team !== null && !isOpen(status);
