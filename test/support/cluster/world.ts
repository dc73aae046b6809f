// The data of one round of a fault test: a new club with games and a new tournament with matches, so that each round begins
// at seq 0 and is checked alone.
import type { MatchRef } from '../../../protocol/wire/ids.ts';
import { iso } from '../dates.ts';
import { FOUNDED, member } from '../world/clubs.ts';
import { bareGame, game } from '../world/games.ts';
import { user } from '../world/people.ts';
import { clubKey, tournamentKey } from '../world/tokens.ts';

/** A match that markers are posted to. */
export type MarkerTarget = {
  readonly ref: MatchRef;
  readonly kind: 'game' | 'match';
  /** Path of the REST interface below the API root that markers are posted to; a deletion appends the id to `markers`. */
  readonly post: string;
  readonly markers: string;
  readonly token: string;
  /** Ids of users, of both sides. */
  readonly players: readonly [number, ...number[]];
};

export type World = {
  readonly name: string;
  readonly dataFile: object;
  readonly targets: readonly [MarkerTarget, ...MarkerTarget[]];
  readonly feeds: readonly { readonly channel: string; readonly refs: readonly MatchRef[] }[];
  /** The channels of a club's screen and of a tournament's screen: matches and feed. */
  readonly clubChannels: readonly string[];
  readonly tournamentChannels: readonly string[];
  /** Reads the club; the other one the tournament. */
  readonly clubToken: string;
  readonly tournamentToken: string;
  /** Reads the club too, and can be revoked. */
  readonly visitorToken: string;
  /** A game of another club, which no writer and no screen knows: after one marker it is quiet and gets a checkpoint. */
  readonly quiet: { readonly post: string; readonly token: string };
  /** Data files that add or restore it, and that revoke it. */
  readonly admission: object;
  readonly revocation: object;
};

const GAMES = 3;
const MATCHES = 1;
const PLAYERS = [1, 2, 3, 4] as const;

/** The data of round number `round`; no other round has its ids. */
export function makeWorld(round: number): World {
  const id = 10_000 + round * 100;
  const club = `fault-club-${round}`;
  const tournament = `fault-cup-${round}`;
  const clubToken = `club-key-of-round-${round}-0123456789abcdef`;
  const tournamentToken = `tournament-key-of-round-${round}-0123456789abcdef`;
  const visitorToken = `visitor-key-of-round-${round}-0123456789abcdef`;
  const quiet = {
    club: `quiet-club-${round}`,
    slug: `quiet-${round}`,
    token: `quiet-key-of-round-${round}-0123456789abcdef`,
  };
  const visitor = { kind: 'club_app', club, app_name: 'Visitor', user_id: 1, token: visitorToken };
  const games = Array.from({ length: GAMES }, (_, index) => {
    const slug = `round-${round}-${index}`;
    return game(id + index, slug, {
      date_time: iso(Date.now()),
      timezone: 'UTC',
      teams: [{ number: 1 }, { number: 2 }],
      participants: PLAYERS.map((player) => ({ player_type: 'user', id: player, team: player <= 2 ? 1 : 2 })),
    });
  });
  const matches = Array.from({ length: MATCHES }, (_, index) => ({
    id: id + index,
    stage: 'group',
    home_team_id: id,
    away_team_id: id + 1,
  }));
  const gameTargets = games.map((one): MarkerTarget => ({
    ref: `game:${one.id}`,
    kind: 'game',
    post: `games/${one.slug}/marker`,
    markers: `games/${one.slug}/markers`,
    token: clubToken,
    players: PLAYERS,
  }));
  const matchTargets = matches.map((match): MarkerTarget => {
    const markers = `tournaments/${tournament}/matches/${match.id}/markers`;
    return {
      ref: `match:${match.id}`,
      kind: 'match',
      post: markers,
      markers,
      token: tournamentToken,
      players: PLAYERS,
    };
  });
  const feeds = [
    { channel: `club:${club}`, refs: gameTargets.map(({ ref }) => ref) },
    { channel: `tournament:${tournament}`, refs: matchTargets.map(({ ref }) => ref) },
  ];
  const [first, ...rest] = [...gameTargets, ...matchTargets];
  if (!first) throw new Error('A world has at least one game.');
  return {
    name: `round ${round}`,
    targets: [first, ...rest],
    feeds,
    clubChannels: [...(feeds[0]?.refs ?? []), `club:${club}`],
    tournamentChannels: [...(feeds[1]?.refs ?? []), `tournament:${tournament}`],
    clubToken,
    tournamentToken,
    visitorToken,
    quiet: { post: `games/${quiet.slug}/marker`, token: quiet.token },
    admission: { touchline_data: 1, tokens: [{ ...visitor, revoked: false }] },
    revocation: { touchline_data: 1, tokens: [{ ...visitor, revoked: true }] },
    dataFile: {
      touchline_data: 1,
      users: PLAYERS.map((player) => user(player, `Player ${player}`)),
      clubs: [
        {
          id,
          name: `Fault Club ${round}`,
          slug: club,
          created_at: FOUNDED,
          members: PLAYERS.map((player) => member(player, player === 1 ? { role: 'Owner' } : {})),
          games,
        },
        {
          id: id + 1,
          name: `Quiet Club ${round}`,
          slug: quiet.club,
          created_at: FOUNDED,
          members: [member(1)],
          games: [
            bareGame(id + GAMES, quiet.slug, { date_time: iso(Date.now()), teams: [{ number: 1 }, { number: 2 }] }),
          ],
        },
      ],
      tournaments: [
        {
          id,
          name: `Fault Cup ${round}`,
          slug: tournament,
          status: 'group_stage',
          format: 'groups',
          tournament_type: 'inter_club',
          organizer_ids: [1],
          teams: [
            { id, name: 'Home' },
            { id: id + 1, name: 'Away' },
          ],
          players: PLAYERS.map((player) => ({ user_id: player, team_id: player <= 2 ? id : id + 1 })),
          matches,
        },
      ],
      tokens: [
        clubKey(club, clubToken),
        clubKey(quiet.club, quiet.token),
        tournamentKey(tournament, tournamentToken),
        visitor,
      ],
    },
  };
}
