// The data of the scenarios with many games: club games in many clubs. Each club has its own key, because one credential may make 1,000 requests
// a second.
import { randomUUID } from 'node:crypto';
import type { DataFile } from '../protocol/data-file/data-file.ts';
import { API_ROOT } from '../protocol/wire/version.ts';
import type { Fixture } from './fixture.ts';
import { postRequest } from './light-http.ts';
import { readerToken, readerTokens } from './reader-tokens.ts';

const CLUBS = 50;
const tokenOf = (club: number): string => `load-test-club-key-${club}`;

/** Games numbered from 0, spread over the clubs. */
export const manyGames = (games: number): DataFile => ({
  touchline_data: 1,
  users: Array.from({ length: 10 }, (_, index) => ({
    id: index + 1,
    slug: `player-${index + 1}`,
    name: `Player ${index + 1}`,
  })),
  clubs: Array.from({ length: CLUBS }, (_, club) => ({
    id: club + 1,
    name: `Club ${club}`,
    slug: `club-${club}`,
    members: [{ user_id: 1, role: 'Owner' as const }],
    games: Array.from({ length: Math.ceil((games - club) / CLUBS) }, (_, nth) => gameOf(nth * CLUBS + club)),
  })),
  tokens: [
    ...Array.from({ length: CLUBS }, (_, club) => ({
      kind: 'club_static' as const,
      club: `club-${club}`,
      token: tokenOf(club),
    })),
    ...readerTokens(1),
  ],
});

const gameOf = (game: number) => ({
  id: game + 1,
  slug: `game-${game}`,
  title: `Game ${game}`,
  date_time: new Date().toISOString(),
  organizer_id: 1,
  teams: [{ number: 1 }, { number: 2 }],
  participants: Array.from({ length: 10 }, (_, index) => ({
    player_type: 'user' as const,
    id: index + 1,
    team: 1 + (index % 2),
  })),
});

/** The channel of a game, and a token that may read it. */
export const boardOf = (game: number): { readonly token: string; readonly channel: string } => ({
  token: tokenOf(game % CLUBS),
  channel: `game:${game + 1}`,
});

const TYPES = ['Foul', 'Shot', 'Save', 'Defense', 'ChanceCreated'] as const;

/** The bytes of a POST of a new marker. */
export function markerRequest(host: string, game: number, nth: number): string {
  const club = game % CLUBS;
  const body = JSON.stringify({
    id: randomUUID(),
    timestamp: new Date().toISOString(),
    type: nth === 0 ? 'Start' : TYPES[nth % TYPES.length],
    primary_player_pc_id: 1 + (nth % 10),
    primary_player_type: 'user',
  });
  return postRequest(host, `${API_ROOT}/clubs/club-${club}/games/game-${game}/marker`, tokenOf(club), body);
}

export const gamesFixture = (games: number): Fixture => ({
  data: manyGames(games),
  channel: (game) => boardOf(game).channel,
  reader: readerToken,
  marker: markerRequest,
});
