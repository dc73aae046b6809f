// Builds the live state from the tallies. Absent values are left out.
import {
  type BoardKeeper,
  type BoardState,
  type GameBoard,
  type GameSide,
  type GameState,
  type MatchBoard,
  type MatchSide,
  type MatchStatus,
  type Score,
  type Side,
} from '../../protocol/wire/board.ts';
import { withoutUndefined } from '../../protocol/wire/without-undefined.ts';
import type { Fixture, FixtureSide, GameFixture, TournamentFixture } from './fixture.ts';
import { isBye } from './sides.ts';
import { type EffectiveResult, shownGoals } from './manual-result.ts';
import { byTime } from './order.ts';
import type { Pairing } from './pairing.ts';
import type { GoalEntry, Tally } from './tally.ts';

/** Statuses that only the data file sets. Markers never change them (rule LIFE-1). */
export const GIVEN_STATUSES: readonly MatchStatus[] = ['postponed', 'cancelled', 'abandoned', 'awarded'];

export function boardState(fixture: Fixture, pairings: readonly Pairing[], manual: EffectiveResult): BoardState {
  return fixture.kind === 'game' ? gameState(fixture, pairings, manual) : matchState(fixture, pairings);
}

function gameState(fixture: GameFixture, pairings: readonly Pairing[], manual: EffectiveResult): GameState {
  const matches: Record<string, GameBoard> = {};
  for (const pairing of pairings) {
    const { sides } = pairing;
    const away = sides.away === null ? null : gameSide(fixture, sides.away);
    matches[sides.id] = {
      home: gameSide(fixture, sides.home),
      ...(away === null ? {} : { away }),
      ...common(pairing, pairing.tally.life.status, gameScore(pairing, pairings.length === 1 ? manual.offsets : {})),
    };
  }
  return {
    kind: 'game',
    id: fixture.id,
    slug: fixture.slug,
    title: fixture.title,
    team_scores: teamScores(fixture, pairings, manual),
    goals: [...shownGoals(manual.goals, goalEntries(pairings))],
    matches,
  };
}

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
  if (only !== undefined && pairings.length === 1) return only.tally.entries;
  return pairings.flatMap(({ tally }) => tally.entries).sort(byTime);
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

export const hasBegun = (tally: Tally): boolean =>
  tally.life.startedAt !== null || tally.goals.home > 0 || tally.goals.away > 0;

const scored = (kicks: readonly boolean[]): number => kicks.filter(Boolean).length;

function penalties({ life, shootout }: Tally): Score {
  if (!life.shootoutBegun) return {};
  return { home_penalties: scored(shootout.home), away_penalties: scored(shootout.away) };
}

function gameSide(fixture: GameFixture, number: string): GameSide {
  const team = fixture.teams.find((candidate) => String(candidate.number) === number);
  return { name: team?.name ?? `Team ${number}`, number: Number(number), color: team?.color ?? '#1e40af' };
}

function matchState(fixture: TournamentFixture, pairings: readonly Pairing[]): BoardState {
  const matches: Record<string, MatchBoard> = {};
  for (const pairing of pairings) {
    const status = GIVEN_STATUSES.includes(fixture.given.status) ? fixture.given.status : pairing.tally.life.status;
    matches[pairing.sides.id] = {
      home: matchSide(fixture.home),
      away: matchSide(fixture.away),
      ...common(pairing, status, matchScore(pairing)),
    };
  }
  return { kind: 'match', id: fixture.id, tournament: fixture.tournament.slug, title: fixture.title, matches };
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

const matchSide = ({ id, slug, name, badgeUrl }: FixtureSide): MatchSide =>
  withoutUndefined({ id: id ?? undefined, slug: slug ?? undefined, name, badge_url: badgeUrl ?? undefined });

function common(pairing: Pairing, status: MatchStatus, score: Score): Omit<GameBoard, 'home' | 'away'> {
  const { tally, events } = pairing;
  return {
    status: isBye(pairing.sides) ? 'scheduled' : status,
    period: tally.life.period,
    clock: tally.life.clock,
    score,
    cards: tally.cards,
    stats: tally.stats,
    keepers: withoutUndefined({ home: keeper(tally, 'home'), away: keeper(tally, 'away') }),
    shootout: { home: [...tally.shootout.home], away: [...tally.shootout.away] },
    events,
  };
}

function keeper(tally: Tally, side: Side): BoardKeeper | undefined {
  const current = tally.keepers[side];
  return current === null ? undefined : { ...current.player, saves: tally.saves[current.key] ?? 0 };
}
