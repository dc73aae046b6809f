// What the cluster serves in one round of a fault test: a club with games and a tournament with matches of its own, so that
// each round begins at seq 0 and is judged by itself.
import type { MatchRef } from '../../../protocol/wire/ids.ts';

/** A match that markers are posted to. */
export type Ground = {
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
  readonly grounds: readonly [Ground, ...Ground[]];
  readonly feeds: readonly { readonly channel: string; readonly refs: readonly MatchRef[] }[];
  /** What a club's screen watches, and what a tournament's does: its matches and its feed. */
  readonly clubChannels: readonly string[];
  readonly tournamentChannels: readonly string[];
  /** Read the club, or the tournament. */
  readonly clubToken: string;
  readonly tournamentToken: string;
  /** Reads the club too, and can be revoked. */
  readonly visitorToken: string;
  /** To be imported: brings it (back), and revokes it. */
  readonly admission: object;
  readonly revocation: object;
};

const GAMES = 3;
const MATCHES = 1;
const PLAYERS = [1, 2, 3, 4] as const;

/** The world number `round`; its ids are nobody else's. */
export function makeWorld(round: number): World {
  const id = 10_000 + round * 100;
  const club = `fault-club-${round}`;
  const tournament = `fault-cup-${round}`;
  const clubToken = `club-key-of-round-${round}-0123456789abcdef`;
  const tournamentToken = `tournament-key-of-round-${round}-0123456789abcdef`;
  const visitorToken = `visitor-key-of-round-${round}-0123456789abcdef`;
  const user = (number: number) => ({ id: number, slug: `player-${number}`, name: `Player ${number}` });
  const visitor = { kind: 'club_app', club, app_name: 'Visitor', user_id: 1, token: visitorToken };
  const games = Array.from({ length: GAMES }, (_, index) => {
    const slug = `round-${round}-${index}`;
    return {
      id: id + index,
      slug,
      title: `Game ${slug}`,
      date_time: new Date(Date.now()).toISOString(),
      timezone: 'UTC',
      max_players: 12,
      organizer_id: 1,
      teams: [{ number: 1 }, { number: 2 }],
      participants: PLAYERS.map((player) => ({ player_type: 'user', id: player, team: player <= 2 ? 1 : 2 })),
    };
  });
  const matches = Array.from({ length: MATCHES }, (_, index) => ({
    id: id + index,
    stage: 'group',
    home_team_id: id,
    away_team_id: id + 1,
  }));
  const gameGrounds = games.map((game): Ground => ({
    ref: `game:${game.id}`,
    kind: 'game',
    post: `games/${game.slug}/marker`,
    markers: `games/${game.slug}/markers`,
    token: clubToken,
    players: PLAYERS,
  }));
  const matchGrounds = matches.map((match): Ground => {
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
    { channel: `club:${club}`, refs: gameGrounds.map(({ ref }) => ref) },
    { channel: `tournament:${tournament}`, refs: matchGrounds.map(({ ref }) => ref) },
  ];
  const [first, ...rest] = [...gameGrounds, ...matchGrounds];
  if (!first) throw new Error('A world has at least one game.');
  return {
    name: `round ${round}`,
    grounds: [first, ...rest],
    feeds,
    clubChannels: [...(feeds[0]?.refs ?? []), `club:${club}`],
    tournamentChannels: [...(feeds[1]?.refs ?? []), `tournament:${tournament}`],
    clubToken,
    tournamentToken,
    visitorToken,
    admission: { touchline_data: 1, tokens: [{ ...visitor, revoked: false }] },
    revocation: { touchline_data: 1, tokens: [{ ...visitor, revoked: true }] },
    dataFile: {
      touchline_data: 1,
      users: PLAYERS.map(user),
      clubs: [
        {
          id,
          name: `Fault Club ${round}`,
          slug: club,
          created_at: '2024-01-05T10:00:00Z',
          members: PLAYERS.map((player) => ({
            user_id: player,
            ...(player === 1 ? { role: 'Owner' } : {}),
            joined_at: '2024-01-05T10:00:00Z',
          })),
          games,
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
        { kind: 'club_static', club, token: clubToken },
        { kind: 'tournament_static', tournament, token: tournamentToken },
        visitor,
      ],
    },
  };
}
