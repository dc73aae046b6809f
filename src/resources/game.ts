// A club game for the REST interface: data-file fields and result (rules READ-5, READ-6, SCORE-7).
import type { CompletedGame, Game, PlayerInGame } from '../../protocol/rest/game.ts';
import type { Match } from '../match/apply.ts';
import type { GameFixture } from '../match/fixture.ts';
import { byText } from '../match/order.ts';
import type { GameDetails, Participant } from '../store/game-list.ts';
import { type GameResult, gameResult } from './result.ts';

/** Fields that all games of a club share. */
export type GameHome = {
  /** Address of the service, without a trailing slash. */
  readonly baseUrl: string;
  /** Organizer of games without one. */
  readonly owner: Game['organizer'];
};

export function gameResource(details: GameDetails, match: Match, { baseUrl, owner }: GameHome): Game {
  const fixture = gameFixtureOf(match);
  const { participants } = details;
  const nameOf = teamNames(fixture);
  const joined = participants.filter(({ rsvp }) => rsvp === 'confirmed').length;
  const maxPlayers = details.maxPlayers ?? joined;
  const on = (team: number | null, rsvp: Participant['rsvp']): PlayerInGame[] =>
    participants.filter((one) => one.team === team && one.rsvp === rsvp).map(({ player }) => player);
  return {
    id: fixture.id,
    slug: fixture.slug,
    title: fixture.title,
    matchup: fixture.pairings.map((pairing) => pairingText(pairing, nameOf)).join(' · '),
    date_time: new Date(fixture.kickOff).toISOString(),
    ...details.place,
    max_players: maxPlayers,
    players_joined: joined,
    spots_left: maxPlayers - joined,
    ...details.terms,
    organizer: details.organizer ?? owner,
    teams: fixture.teams.map(({ number, name, color }) => ({
      number,
      name,
      jersey_color: color,
      players: on(number, 'confirmed'),
      maybe_players: on(number, 'maybe'),
    })),
    matchups: fixture.pairings.map(({ index, home, away }) => ({
      match_id: `${fixture.id}_${index}`,
      match_index: index,
      home_team: home,
      home_name: nameOf(home),
      away_team: away,
      away_name: away === null ? null : nameOf(away),
    })),
    unassigned_players: on(null, 'confirmed'),
    maybe_unassigned_players: on(null, 'maybe'),
    score: gameResult(match).score,
    url: `${baseUrl}/clubs/${fixture.clubSlug}/games/${fixture.slug}`,
  };
}

/** A past game with its result. */
export function completedGame(details: GameDetails, match: Match, home: GameHome): CompletedGame {
  const fixture = gameFixtureOf(match);
  const { team_scores: scores, goals } = gameResult(match);
  return {
    ...gameResource(details, match, home),
    result: {
      scores: fixture.teams.map(({ number, name }) => ({ team: name, score: scores[String(number)] ?? 0 })),
      scorers: scorersOf(goals),
      goals: goals.map(({ scorer, assister, team, own_goal }) => ({ scorer, assister, team, own_goal })),
    },
  };
}

type Goals = GameResult['goals'];

/**
 * Goals by player without own goals, most first, ties by name (rule READ-5). An id is one player, with the name of the first goal. A
 * goal without an id counts for the only player of its name.
 */
function scorersOf(goals: Goals): { name: string; goals: number }[] {
  const scored = goals.filter(({ own_goal: isOwnGoal }) => !isOwnGoal);
  const idsOf = new Map<string, Set<number>>();
  for (const { scorer, user_id: id } of scored) {
    if (id !== null) idsOf.set(scorer, (idsOf.get(scorer) ?? new Set()).add(id));
  }
  const counts = new Map<number | string, { name: string; goals: number }>();
  for (const { scorer, user_id: id } of scored) {
    const [only, another] = idsOf.get(scorer) ?? [];
    const key = id ?? (another === undefined ? only : undefined) ?? scorer;
    const count = counts.get(key) ?? { name: scorer, goals: 0 };
    count.goals += 1;
    counts.set(key, count);
  }
  return [...counts.values()].sort((a, b) => b.goals - a.goals || byText(a.name, b.name));
}

function gameFixtureOf({ fixture }: Match): GameFixture {
  if (fixture.kind !== 'game') throw new TypeError(`match:${String(fixture.id)} is no club game`);
  return fixture;
}

const teamNames =
  ({ teams }: GameFixture) =>
  (number: number): string =>
    teams.find((team) => team.number === number)?.name ?? `Team ${number}`;

const pairingText = ({ home, away }: GameFixture['pairings'][number], nameOf: (number: number) => string): string =>
  away === null ? `${nameOf(home)} (bye)` : `${nameOf(home)} vs ${nameOf(away)}`;
