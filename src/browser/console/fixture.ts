// The phone's data of a match beside its live state: the path for its markers, the players, the colours. It is stored
// on the phone, so that a match opened once can be scored without a network.
import type { Board, BoardState, PlayerType, Side } from '../../../protocol/wire/board.ts';
import type { ClubPlayer } from '../../../protocol/rest/club.ts';
import type { Game, PlayerInGame } from '../../../protocol/rest/game.ts';
import type { LineupPlayer, TournamentMatch, TournamentPlayer } from '../../../protocol/rest/tournament.ts';
import { readLanguage } from '../shared/language.ts';
import type { Format } from './local-fold.ts';
import { placeNamesIn } from '../shared/place-languages.ts';
import { words } from './console-words.ts';

export type Player = {
  /** Null for a guest. */
  readonly id: number | null;
  readonly type: PlayerType | null;
  readonly name: string;
  /** Shirt number. */
  readonly number: number | null;
  readonly side: Side;
  readonly isStarter: boolean;
  readonly isCaptain: boolean;
  readonly isKeeper: boolean;
  /** The id of a fill-in, who has no other id. */
  readonly fillIn?: string | undefined;
};

export type Team = {
  readonly name: string;
  readonly color: string | null;
  /** Of a club game's team. */
  readonly number?: number | undefined;
};

export type Pairing = {
  /** Key among the live state's matches. */
  readonly id: string;
  readonly home: Team;
  /** Null for a bye. */
  readonly away: Team | null;
  readonly players: readonly Player[];
};

export type Fixture = {
  /** `game:100` or `match:701`. */
  readonly channel: string;
  readonly kind: 'game' | 'match';
  readonly title: string;
  /** Below the API root: `/clubs/…/games/…` or `/tournaments/…/matches/…`. */
  readonly path: string;
  /** Kick-off, ISO 8601. */
  readonly when: string | null;
  /** IANA time zone of its place; absent or null when it is unknown. */
  readonly zone?: string | null;
  readonly where: string | null;
  readonly status: 'upcoming' | 'live' | 'over';
  /** Absent until the server has answered with the line-up. */
  readonly format?: Format;
  readonly pairings: readonly Pairing[];
};

/** Parses a channel that can be scored; null for any other text. */
export function scorable(text: string): { readonly kind: 'game' | 'match'; readonly id: number } | null {
  const [, kind, id] = /^(game|match):(\d{1,15})$/.exec(text) ?? [];
  return kind === undefined ? null : { kind: kind === 'game' ? 'game' : 'match', id: Number(id) };
}

/** Whether `player` has this id and type. A junior may have the same id as a user. */
export const isSame = (player: Player, id: string | number | undefined, type: PlayerType | undefined): boolean =>
  player.id !== null && String(player.id) === String(id) && (type === undefined || player.type === type);

const KEEPER_ROLES = /^(gk|goalkeeper|keeper)$/i;
export const isKeeperRole = (role: string | null): boolean => KEEPER_ROLES.test(role ?? '');
const venue = (...parts: readonly (string | null)[]): string | null =>
  parts.filter((part) => part !== null && part !== '').join(', ') || null;

/** The zone of a place; null for UTC, the default where no zone was set. */
export const zoneOf = (timezone: string | null | undefined): string | null =>
  timezone === 'UTC' ? null : (timezone ?? null);

/** The fixture of a club's game; `squad` supplies the shirt numbers. */
export function gameFixture(club: string, game: Game, squad: readonly ClubPlayer[], isOver: boolean): Fixture {
  const numbers = new Map(squad.map((player) => [player.id, player.jersey_number]));
  const keepers = new Set(squad.filter((player) => player.club_position === 'goalkeeper').map(({ id }) => id));
  const teamOf = (number: number): Team => {
    const team = game.teams.find((candidate) => candidate.number === number);
    return { name: team?.name ?? words.team(number), color: team?.jersey_color ?? null, number };
  };
  const playersOf = (number: number, side: Side): Player[] =>
    (game.teams.find((team) => team.number === number)?.players ?? []).map((player) =>
      gamePlayer(player, side, numbers, keepers),
    );
  const status = game.score === null ? 'upcoming' : 'live';
  return {
    channel: `game:${game.id}`,
    kind: 'game',
    title: game.title,
    path: `/clubs/${encodeURIComponent(club)}/games/${encodeURIComponent(game.slug)}`,
    when: game.date_time,
    zone: zoneOf(game.timezone),
    where: venue(game.location, game.field, game.pitch),
    status: isOver ? 'over' : status,
    pairings: game.matchups.map(({ match_id, home_team, away_team }) => ({
      id: match_id,
      home: teamOf(home_team),
      away: away_team === null ? null : teamOf(away_team),
      players: inOrder([...playersOf(home_team, 'home'), ...(away_team === null ? [] : playersOf(away_team, 'away'))]),
    })),
  };
}

function gamePlayer(
  player: PlayerInGame,
  side: Side,
  numbers: ReadonlyMap<number, number | null>,
  keepers: ReadonlySet<number>,
): Player {
  const isUser = player.player_type === 'user' && player.id !== null;
  return {
    id: player.id,
    type: player.player_type === 'guest' ? null : player.player_type,
    name: player.name,
    number: isUser ? (numbers.get(player.id ?? 0) ?? null) : null,
    side,
    isStarter: !player.is_substitute,
    isCaptain: player.is_captain,
    isKeeper: player.pitch_role === null ? isUser && keepers.has(player.id ?? 0) : isKeeperRole(player.pitch_role),
  };
}

const placeNames = placeNamesIn(readLanguage(words.locale ?? '') ?? 'en');

/** A team, or the place that it will have. */
const sideName = ({ id, name }: TournamentMatch['home_team']): string => (id === null ? placeNames.place(name) : name);

/** The fixture of a tournament's match; `squads` replace a missing line-up. */
export function matchFixture(
  { slug: tournament, zone }: { readonly slug: string; readonly zone: string | null },
  match: TournamentMatch,
  squads: readonly TournamentPlayer[],
): Fixture {
  const { home_team: home, away_team: away, lineups } = match;
  const [homeName, awayName] = [sideName(home), sideName(away)];
  const round = match.knockout_round_label;
  const playersOf = (side: Side): Player[] => {
    const { starters, substitutes } = lineups[side];
    const named = [
      ...starters.map((player) => tournamentPlayer(player, player.position, side)),
      ...substitutes.map((player) => ({ ...tournamentPlayer(player, player.position, side), isStarter: false })),
    ];
    const team = side === 'home' ? home.id : away.id;
    if (named.length > 0 || team === null) return named;
    return squads
      .filter((player) => player.team_id === team)
      .map((player) => tournamentPlayer(player, player.team_position ?? player.preferred_position, side));
  };
  return {
    channel: `match:${match.id}`,
    kind: 'match',
    title: [round === null ? match.group_name : placeNames.round(round), `${homeName} – ${awayName}`]
      .filter((part) => part !== null)
      .join(' · '),
    path: `/tournaments/${encodeURIComponent(tournament)}/matches/${match.id}`,
    when: match.scheduled_at,
    zone,
    where: venue(match.field, match.pitch),
    status: statusOf(match),
    pairings: [
      {
        id: String(match.id),
        home: { name: homeName, color: null },
        away: { name: awayName, color: null },
        players: inOrder([...playersOf('home'), ...playersOf('away')]),
      },
    ],
  };
}

function statusOf({ status }: TournamentMatch): Fixture['status'] {
  if (status === 'live') return 'live';
  return status === 'scheduled' || status === 'postponed' ? 'upcoming' : 'over';
}

const tournamentPlayer = (player: LineupPlayer | TournamentPlayer, position: string | null, side: Side): Player => ({
  id: player.id,
  type: 'user',
  name: player.name,
  number: player.jersey_number,
  side,
  isStarter: true,
  isCaptain: 'captain' in player && player.captain,
  isKeeper: isKeeperRole(position),
});

/** Sorted by shirt number; players without a number follow, sorted by name. */
export const inOrder = (players: readonly Player[]): readonly Player[] =>
  [...players].sort((a, b) => (a.number ?? 1_000) - (b.number ?? 1_000) || a.name.localeCompare(b.name));

/** The fixture of a match whose players the token may not read. The live state supplies only the teams' names. */
export function fixtureWithoutPlayers(state: BoardState, path: string): Fixture {
  return {
    channel: `${state.kind}:${state.id}`,
    kind: state.kind,
    title: state.title,
    path,
    when: null,
    where: null,
    status: 'live',
    pairings: Object.entries<Board>(state.matches).map(([id, { home, away }]) => ({
      id,
      home: boardTeam(home),
      away: away === undefined ? null : boardTeam(away),
      players: [],
    })),
  };
}

const boardTeam = (side: Board['home']): Team =>
  'number' in side
    ? { name: side.name, color: side.color, number: side.number }
    : { name: side.id === undefined ? placeNames.place(side.name) : side.name, color: side.color ?? null };
