// Builds the live state from the tallies. Absent values are left out.
import {
  type Board,
  type BoardKeeper,
  type BoardState,
  type Clock,
  type GameBoard,
  type GameSide,
  type GameState,
  type MatchBoard,
  type MatchSide,
  type MatchState,
  type MatchStatus,
  type Score,
  type Side,
} from '../../protocol/wire/board.ts';
import { withoutUndefined } from '../../protocol/wire/without-undefined.ts';
import { foldedBoard, type Head } from './folded-board.ts';
import type { Fixture, FixtureSide, GameFixture, TournamentFixture } from './fixture.ts';
import { stopped } from './lifecycle.ts';
import { isBye, withoutByes } from './sides.ts';
import { type EffectiveResult, shownGoals } from './manual-result.ts';
import { byTime } from './order.ts';
import type { Pairing } from './pairing.ts';
import { itemsOf, type PersistentList } from './persistent-list.ts';
import { shareStructure, shareWhole } from './structural-sharing.ts';
import { type GoalEntry, savesOf, type Tally } from './tally.ts';

/** Statuses that only the data file sets. Markers never change them (rule LIFE-1). */
export const GIVEN_STATUSES: readonly MatchStatus[] = ['postponed', 'cancelled', 'abandoned', 'awarded'];

/** Whether a pairing is being played. */
export const hasLiveBoard = ({ matches }: BoardState): boolean =>
  Object.values<Board>(matches).some(({ status }) => status === 'live');

/** A state with all names, and what it was made of. */
export type Shown = {
  readonly fixture: Fixture;
  readonly pairings: readonly Pairing[];
  readonly manual: EffectiveResult;
  readonly named: BoardState;
};

/** The state with all names. `before`: an earlier one of the match; parts that are equal keep their reference. */
export const boardState = (shown: Omit<Shown, 'named'>, before: Shown | null): BoardState =>
  shown.fixture.kind === 'game' ? gameState(shown.fixture, shown, before) : matchState(shown.fixture, shown, before);

function gameState(fixture: GameFixture, { pairings, manual }: Omit<Shown, 'named'>, before: Shown | null): GameState {
  const was = before?.named.kind === 'game' ? before.named : undefined;
  const isOne = withoutByes(pairings).length === 1;
  const offsets = isOne ? manual.offsets : {};
  const areGoalsSame = hasSameGoals(pairings, before);
  const boards = pairings.map((pairing, index): [string, GameBoard] => {
    const { sides, tally } = pairing;
    const known = was?.matches[sides.id];
    const earlier = before?.pairings[index];
    const status = fixture.cancellation ? 'cancelled' : tally.life.status;
    const isSame = known !== undefined && earlier === pairing && (isBye(sides) || known.status === status);
    // The board of one pairing among several depends on nothing else.
    if (isSame && !isOne) return [sides.id, known];
    const same = before?.fixture === fixture ? known : undefined;
    const home = same?.home ?? gameSide(fixture, sides.home);
    const away = sides.away === null ? undefined : (same?.away ?? gameSide(fixture, sides.away));
    const kicks = kicksOf(pairing, earlier, known);
    const head = headWith({ home, away }, pairing, status, gameScore(pairing, offsets), kicks);
    return [
      sides.id,
      foldedBoard<GameBoard>(away === undefined ? withoutUndefined(head) : head, pairing.blocks, known),
    ];
  });
  return shareWhole(was, {
    kind: 'game',
    id: fixture.id,
    slug: fixture.slug,
    title: fixture.title,
    team_scores:
      was !== undefined && areGoalsSame && manual === before?.manual && fixture === before.fixture
        ? was.team_scores
        : shareStructure(was?.team_scores, teamScores(fixture, pairings, manual)),
    goals:
      was !== undefined && areGoalsSame && manual.goals === before?.manual.goals
        ? was.goals
        : shareStructure(was?.goals, [...shownGoals(manual.goals, goalEntries(pairings))]),
    matches: shareWhole(was?.matches, Object.fromEntries(boards)),
  });
}

/** Whether the markers of `before` give the same goals, as far as that is known without a comparison. */
const hasSameGoals = (pairings: readonly Pairing[], before: Shown | null): boolean =>
  pairings.length === before?.pairings.length &&
  pairings.every(({ tally }, index) => tally.entries === before.pairings[index]?.tally.entries);

/** Goals of a team counted from markers, over all its pairings. */
export function countedGoals(pairings: readonly Pairing[], team: string): number {
  let sum = 0;
  for (const { sides, tally } of pairings) {
    if (sides.home === team) sum += tally.goals.home;
    if (sides.away === team) sum += tally.goals.away;
  }
  return sum;
}

/** The goals of all pairings in match order. */
export function goalEntries(pairings: readonly Pairing[]): readonly GoalEntry[] {
  const [only] = pairings;
  if (only !== undefined && pairings.length === 1) return itemsOf(only.tally.entries);
  return pairings.flatMap(({ tally }) => itemsOf(tally.entries)).sort(byTime);
}

function teamScores(
  fixture: GameFixture,
  pairings: readonly Pairing[],
  manual: EffectiveResult,
): Record<string, number> {
  return Object.fromEntries(
    fixture.teams.map(({ number }) => {
      const team = String(number);
      return [team, Math.max(0, countedGoals(pairings, team) + (manual.offsets[team] ?? 0))];
    }),
  );
}

/** Empty until Start, the first goal, or a manual score that this pairing shows (rules SCORE-6, SCORE-15). */
function gameScore({ sides, tally }: Pairing, offsets: Readonly<Record<string, number>>): Score {
  if (sides.away === null) return {};
  const base = { home: offsets[sides.home], away: offsets[sides.away] };
  const isSet = base.home !== undefined || base.away !== undefined;
  if (!isSet && !hasBegun(tally)) return penalties(tally);
  return {
    home: Math.max(0, tally.goals.home + (base.home ?? 0)),
    away: Math.max(0, tally.goals.away + (base.away ?? 0)),
    ...penalties(tally),
  };
}

/** Whether it has started, or has goals without a start. */
export const hasBegun = (tally: Tally): boolean =>
  tally.life.startedAt !== null || tally.goals.home > 0 || tally.goals.away > 0;

const scored = (kicks: PersistentList<boolean>): number => itemsOf(kicks).filter(Boolean).length;

function penalties({ life, shootout }: Tally): Score {
  if (!life.shootoutBegun) return {};
  return { home_penalties: scored(shootout.home), away_penalties: scored(shootout.away) };
}

type Kicks = GameBoard['shootout'];

/** `earlier`: an earlier fold of the pairing, and `known` its board: without a new kick, the lists are the same. */
function kicksOf({ tally: { shootout } }: Pairing, earlier: Pairing | undefined, known: Board | undefined): Kicks {
  if (known !== undefined && shootout === earlier?.tally.shootout) return known.shootout;
  return { home: [...itemsOf(shootout.home)], away: [...itemsOf(shootout.away)] };
}

function gameSide(fixture: GameFixture, number: string): GameSide {
  const team = fixture.teams.find((candidate) => String(candidate.number) === number);
  return withoutUndefined({
    name: team?.name ?? `Team ${number}`,
    short_name: team?.shortName ?? undefined,
    number: Number(number),
    color: team?.color ?? '#1e40af',
  });
}

function matchState(fixture: TournamentFixture, { pairings }: Omit<Shown, 'named'>, before: Shown | null): MatchState {
  const was = before?.named.kind === 'match' ? before.named : undefined;
  const boards = pairings.map((pairing, index): [string, MatchBoard] => {
    const known = was?.matches[pairing.sides.id];
    const same = before?.fixture === fixture ? known : undefined;
    const status = GIVEN_STATUSES.includes(fixture.given.status) ? fixture.given.status : pairing.tally.life.status;
    const teams = { home: same?.home ?? matchSide(fixture.home), away: same?.away ?? matchSide(fixture.away) };
    const kicks = kicksOf(pairing, before?.pairings[index], known);
    const head = headWith(teams, pairing, status, matchScore(pairing), kicks);
    return [pairing.sides.id, foldedBoard<MatchBoard>(head, pairing.blocks, known)];
  });
  return shareWhole(was, {
    kind: 'match',
    id: fixture.id,
    tournament: fixture.tournament.slug,
    title: fixture.title,
    matches: shareWhole(was?.matches, Object.fromEntries(boards)),
  });
}

/** Goals add to the score of the data file; a reset clears that score. */
function matchScore({ sides, tally, reset }: Pairing): Score {
  const given = reset === null ? (sides.given?.score ?? null) : null;
  const begun = hasBegun(tally);
  const goals = (side: Side): Score => {
    const base = given?.[side] ?? null;
    return base === null && !begun ? {} : { [side]: Math.max(0, tally.goals[side] + (base ?? 0)) };
  };
  const kicks = tally.life.shootoutBegun ? penalties(tally) : givenPenalties(given);
  return { ...goals('home'), ...goals('away'), ...kicks };
}

const givenPenalties = (given: TournamentFixture['given']['score']): Score =>
  withoutUndefined({
    home_penalties: given?.home_penalties ?? undefined,
    away_penalties: given?.away_penalties ?? undefined,
  });

const matchSide = ({ id, slug, name, shortName, badgeUrl, color }: FixtureSide): MatchSide =>
  withoutUndefined({
    id: id ?? undefined,
    slug: slug ?? undefined,
    name,
    short_name: shortName ?? undefined,
    badge_url: badgeUrl ?? undefined,
    color: color ?? undefined,
  });

function headWith<Home, Away>(
  { home, away }: { readonly home: Home; readonly away: Away },
  pairing: Pairing,
  status: MatchStatus,
  score: Score,
  shootout: Kicks,
): { home: Home; away: Away } & Omit<Head<GameBoard>, 'home' | 'away'> {
  const { sides, tally } = pairing;
  return {
    home,
    away,
    status: isBye(sides) ? 'scheduled' : status,
    period: tally.life.period,
    clock: clockIn(pairing, status),
    score,
    cards: tally.cards,
    stats: tally.stats,
    keepers: withoutUndefined({ home: keeper(tally, 'home'), away: keeper(tally, 'away') }),
    shootout,
  };
}

/** While a status that only staff set holds, the clock stands at the last marker (rule LIFE-1). */
function clockIn({ tally: { life }, blocks }: Pairing, status: MatchStatus): Clock {
  const last = blocks.at(-1)?.markers.at(-1);
  return status === life.status || last === undefined || !life.clock.running
    ? life.clock
    : stopped(life.clock, last.at);
}

function keeper(tally: Tally, side: Side): BoardKeeper | undefined {
  const current = tally.keepers[side];
  return current === null ? undefined : { ...current.player, saves: savesOf(tally, current) };
}
