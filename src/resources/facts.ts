// Facts for pages beside the live state (protocol/rest/facts.ts).
import {
  type Facts,
  type FactsFixture,
  type FactsLineup,
  type FactsLineups,
  type FactsPlayer,
  type FactsStage,
  type FactsTable,
  NO_FACTS,
  type Portraits,
} from '../../protocol/rest/facts.ts';
import type { TournamentTeam } from '../../protocol/rest/tournament.ts';
import type { Board } from '../../protocol/wire/board.ts';
import { type Fixture, hasOneHalf } from '../match/fixture.ts';
import { fillInsOf, shirtNumber } from '../match/lineup-edits.ts';
import { juniorName, publicNamesOf } from '../match/public-names.ts';
import type { ListedGame, Participant } from '../store/game-list.ts';
import type { MatchDetails, PlayedMatch } from '../store/match-list.ts';

/** A user who may play, with the address of the portrait. */
type Portrayed = { readonly id: number; readonly avatar_url: string | null };

const portraitsOf = (users: readonly Portrayed[]): { readonly portraits?: Portraits } => {
  const portraits = users.flatMap(({ id, avatar_url: url }) =>
    url === null || url === '' ? [] : [[id, url] as const],
  );
  return portraits.length === 0 ? {} : { portraits: Object.fromEntries(portraits) };
};

/** A tournament in facts. `zone`: of its matches; null when it is unknown. */
type Competition = Pick<Facts, 'zone'> & { readonly competition: string };

/**
 * Facts of a tournament match; `teams` in table order, `next`: as `nextMatches` makes it, `players`: of both teams; those of the
 * line-up need not be among them.
 */
export function matchFacts(
  about: Competition,
  { details, match }: PlayedMatch,
  teams: readonly TournamentTeam[],
  next: Facts['next'] = [],
  players: readonly Portrayed[] = [],
): Facts {
  const { fixture } = match;
  const lineups = { home: matchLineup(fixture, details, 'home'), away: matchLineup(fixture, details, 'away') };
  return {
    ...NO_FACTS,
    ...about,
    kick_off: details.scheduledAt,
    ...stageOf(details),
    lineups: isNamed(lineups) ? { [fixture.id]: lineups } : {},
    one_half: ofOneHalf(match),
    tables: tablesOf(teams.filter(({ group_name: group }) => group === details.stage.group_name)),
    next,
    ...portraitsOf([...details.lineup, ...players]),
  };
}

/** The ids of the match's boards, if it has one half. */
const ofOneHalf = ({ fixture, state }: PlayedMatch['match']): readonly string[] =>
  hasOneHalf(fixture) ? Object.keys(state.matches) : [];

const stageOf = ({ stage }: MatchDetails): FactsStage => ({ group: stage.group_name, round: roundOf(stage) });

/** The zone of the ground; null for a tournament or a game that did not say it. */
export const zoneOf = ({ timezone }: { readonly timezone: string }): string | null =>
  timezone === 'UTC' ? null : timezone;

/** The most that fit a graphic. */
const NEXT_MAX = 6;

/** The next of these that have not begun, the soonest first. A late kick-off stays for as long as the screens wait for it. */
const soonest = (fixtures: readonly FactsFixture[], now: number): Facts['next'] =>
  fixtures
    .filter(({ kick_off: at }) => at > now - LATE_MS)
    .sort((a, b) => a.kick_off - b.kick_off)
    .slice(0, NEXT_MAX);
const LATE_MS = 1_800_000;

/** The next matches of a tournament, without the one of `matchId`. `now`: ms since 1970. */
export const nextMatches = (
  matches: readonly PlayedMatch[],
  matchId: number | null,
  { now, zone }: Pick<Facts, 'zone'> & { readonly now: number },
): Facts['next'] =>
  soonest(
    matches.flatMap(({ details, match: { fixture, state } }): FactsFixture[] => {
      const isToCome = Object.values<Board>(state.matches).every(({ status }) => status === 'scheduled');
      if (details.scheduledAt === null || !isToCome || fixture.kind !== 'match' || fixture.id === matchId) return [];
      const [home, away] = [fixture.home.name, fixture.away.name];
      const isOpen = { home: fixture.home.id === null, away: fixture.away.id === null };
      const open = { ...(isOpen.home ? { home: true as const } : {}), ...(isOpen.away ? { away: true as const } : {}) };
      return [
        {
          home,
          away,
          kick_off: details.scheduledAt,
          zone,
          ...stageOf(details),
          ...(isOpen.home || isOpen.away ? { open } : {}),
        },
      ];
    }),
    now,
  );

/** The next games of a club with their pairings. `now`: ms since 1970. */
const nextGames = (games: readonly Pick<ListedGame, 'match' | 'details'>[], now: number): Facts['next'] =>
  soonest(
    games.flatMap(({ match: { fixture, state }, details: { place } }) =>
      Object.values<Board>(state.matches).flatMap(({ status, home, away }): FactsFixture[] => {
        if (fixture.kind !== 'game' || status !== 'scheduled' || away === undefined) return [];
        const zone = zoneOf(place);
        return [{ home: home.name, away: away.name, kick_off: fixture.kickOff, zone, group: null, round: null }];
      }),
    ),
    now,
  );

/** What the page of a game shows of the club's other games: with a token of one game, no private ones. */
export const nextPublicGames = (
  games: readonly Pick<ListedGame, 'match' | 'details'>[],
  gameId: number,
  now: number,
): Facts['next'] =>
  nextGames(
    games.filter(({ match, details }) => match.fixture.id !== gameId && details.terms.is_public),
    now,
  );

/** The round's number in a group; in a knockout stage the name of the round, or of the stage itself. */
function roundOf({ stage, round, ...knockout }: MatchDetails['stage']): number | string | null {
  const name = knockout.knockout_round_label ?? knockout.knockout_round;
  if (name !== null) return readable(name);
  return round ?? (UNNAMED_STAGES.has(stage) ? null : readable(stage));
}

/** These say nothing about one match. */
const UNNAMED_STAGES: ReadonlySet<string> = new Set(['', 'group', 'league', 'knockout']);

/** `semi_final` → `Semi final`. */
const readable = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ');

/** Facts of a whole tournament. */
export const tournamentFacts = (
  about: Competition,
  matches: readonly PlayedMatch[],
  teams: readonly TournamentTeam[],
  now: number,
): Facts => ({
  ...NO_FACTS,
  ...about,
  zones: Object.fromEntries(
    matches.flatMap(({ match }) => (about.zone === null ? [] : [[match.fixture.id, about.zone]])),
  ),
  kick_offs: Object.fromEntries(
    matches.flatMap(({ details: { scheduledAt: at }, match }) => (at === null ? [] : [[match.fixture.id, at]])),
  ),
  stages: Object.fromEntries(matches.map(({ details, match }) => [match.fixture.id, stageOf(details)])),
  one_half: matches.flatMap(({ match }) => ofOneHalf(match)),
  tables: tablesOf(teams),
  next: nextMatches(matches, null, { now, zone: about.zone }),
});

/** Facts of a club's feed: its ids are those of the pairings. */
export function clubFacts(
  competition: string,
  games: readonly Pick<ListedGame, 'match' | 'details'>[],
  now: number,
): Facts {
  const pairings = games.flatMap(({ match: { fixture, state }, details }) =>
    fixture.kind === 'game'
      ? Object.keys(state.matches).map((id) => ({ id, kickOff: fixture.kickOff, zone: zoneOf(details.place) }))
      : [],
  );
  return {
    ...NO_FACTS,
    competition,
    kick_offs: Object.fromEntries(pairings.map(({ id, kickOff }) => [id, kickOff])),
    zones: Object.fromEntries(pairings.flatMap(({ id, zone }) => (zone === null ? [] : [[id, zone]]))),
    one_half: games.flatMap(({ match }) => ofOneHalf(match)),
    next: nextGames(games, now),
  };
}

/** The club's players by user id. */
type Squad = ReadonlyMap<number, Portrayed & { readonly jersey_number: number | null }>;

/** Facts of a club game: a line-up for each pairing with two sides. */
export function gameFacts(
  competition: string,
  { match, details: { participants, place } }: Pick<ListedGame, 'match' | 'details'>,
  squad: Squad,
  next: Facts['next'],
): Facts {
  const { fixture } = match;
  if (fixture.kind !== 'game') throw new TypeError(`match:${String(fixture.id)} is no club game`);
  // The same names as in the live state, for all readers (rule NAME-2).
  const shown = participants.map((one) =>
    one.player.player_type === 'junior'
      ? { ...one, player: { ...one.player, name: juniorName(one.player.name, 'live', fixture.publicNames) } }
      : one,
  );
  const lineups = fixture.pairings.flatMap(({ index, home, away }): [string, FactsLineups][] => {
    if (away === null) return [];
    const both = {
      home: teamLineup(fixture, shown, { team: home, squad }),
      away: teamLineup(fixture, shown, { team: away, squad }),
    };
    return isNamed(both) ? [[`${fixture.id}_${index}`, both]] : [];
  });
  return {
    ...NO_FACTS,
    competition,
    next,
    zone: zoneOf(place),
    kick_off: fixture.kickOff,
    lineups: Object.fromEntries(lineups),
    one_half: ofOneHalf(match),
    ...portraitsOf(
      participants.flatMap(({ player }) => (player.player_type === 'user' ? (squad.get(player.id ?? 0) ?? []) : [])),
    ),
  };
}

const isNamed = ({ home, away }: FactsLineups): boolean =>
  [home, away].some(({ starters, substitutes }) => starters.length + substitutes.length > 0);

function matchLineup(fixture: Fixture, { lineup }: MatchDetails, side: 'home' | 'away'): FactsLineup {
  const named = (starts: boolean): FactsPlayer[] =>
    lineup
      .filter((player) => player.side === side && player.starter === starts)
      .map(({ id, jersey_number: given, name, captain, position, pitch_x: x, pitch_y: y }) => ({
        number: shirtNumber(fixture, `user:${String(id)}`, given),
        name,
        captain,
        position,
        ...(x === null || y === null ? {} : { pitch: { x, y } }),
      }));
  return withFillIns(fixture, side, { starters: named(true), substitutes: named(false) });
}

function teamLineup(
  fixture: Fixture,
  participants: readonly Participant[],
  { team, squad }: { readonly team: number; readonly squad: Squad },
): FactsLineup {
  const numberOf = ({ player: { id, player_type: type }, juniorNumber }: Participant): number | null =>
    type === 'user' ? (squad.get(id ?? 0)?.jersey_number ?? null) : juniorNumber;
  const named = (substitutes: boolean): FactsPlayer[] =>
    participants
      .filter((one) => one.team === team && one.rsvp === 'confirmed' && one.player.is_substitute === substitutes)
      .map((one) => ({
        number: shirtNumber(fixture, `${one.player.player_type}:${String(one.player.id)}`, numberOf(one)),
        name: one.player.name,
        captain: one.player.is_captain,
        position: one.player.pitch_role,
      }));
  return withFillIns(fixture, String(team), { starters: named(false), substitutes: named(true) });
}

/** Fill-ins follow the players of the line-up, if there is one (rule LINE-2). */
function withFillIns(fixture: Fixture, team: string, { starters, substitutes }: FactsLineup): FactsLineup {
  if (starters.length + substitutes.length === 0) return { starters, substitutes };
  const fillIns = (isSubstitute: boolean): FactsPlayer[] =>
    fillInsOf(fixture, team)
      .filter((fillIn) => fillIn.is_substitute === isSubstitute)
      .map(({ jersey_number: number, name }) => {
        return { number, name: publicNamesOf(fixture).plain(name), captain: false, position: null };
      });
  return { starters: [...starters, ...fillIns(false)], substitutes: [...substitutes, ...fillIns(true)] };
}

/** Teams without a group are in no table. */
function tablesOf(teams: readonly TournamentTeam[]): readonly FactsTable[] {
  const groups = new Set(teams.flatMap(({ group_name: group }) => (group === null ? [] : [group])));
  return [...groups].map((group) => ({
    group,
    rows: teams
      .filter((team) => team.group_name === group)
      .map((team) => ({
        id: team.id,
        name: team.name,
        played: team.matches_played,
        won: team.wins,
        drawn: team.draws,
        lost: team.losses,
        goals_for: team.goals_for,
        goals_against: team.goals_against,
        points: team.points,
      })),
  }));
}
