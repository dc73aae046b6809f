// The teams that the results so far put into the places of a bracket (rules PLACE-2 to PLACE-4). A side follows its place until its
// match begins.
import type { TieBreak } from '../../protocol/data-file/fields.ts';
import type { Place } from '../../protocol/data-file/place.ts';
import type { MatchStatus, Score, Side } from '../../protocol/wire/board.ts';
import { countingMatch, standings, type StandingsTeam } from '../match/standings.ts';
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
};

const SIDES = ['home', 'away'] as const;
/** A match with one of these statuses has not begun: its sides may still change. */
const OPEN: readonly MatchStatus[] = ['scheduled', 'postponed', 'cancelled'];
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
  const tables = new Map<string, readonly number[]>();

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
    if ('group' in place) return tableOf(place.group)[place.place - 1] ?? null;
    const isWinner = 'winner_of' in place;
    const source = byId.get(isWinner ? place.winner_of : place.loser_of);
    if (source === undefined) return null;
    const won = winningSide(source);
    if (won === null) return null;
    // An empty side never wins, so the other one has not lost.
    if (teamAt(source, won) === null) return null;
    return teamAt(source, isWinner === (won === 'home') ? 'home' : 'away');
  }

  /** The teams of a group in table order; none before it is decided. */
  function tableOf(group: string): readonly number[] {
    const known = tables.get(group);
    if (known !== undefined) return known;
    tables.set(group, []);
    const own = matches.filter((match) => match.group === group);
    const isDecided = own.length > 0 && own.every(({ status }) => OVER.includes(status));
    const counting = own.flatMap((match) =>
      countingMatch({ ...match, home: teamAt(match, 'home'), away: teamAt(match, 'away') }),
    );
    const table = isDecided && counting.length > 0 ? rankedIn(group, counting) : [];
    tables.set(group, table);
    return table;
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
  const those = (isLate: boolean): readonly MovedSide[] =>
    differing.flatMap(({ isLate: late, ...moved }) => (late === isLate ? [moved] : []));
  return { moved: those(false), late: those(true) };
}

/** A match that has begun keeps the team that plays. An empty side is filled at any time. */
const keepsTeam = ({ status }: BracketMatch, team: number | null): boolean => team !== null && !OPEN.includes(status);
