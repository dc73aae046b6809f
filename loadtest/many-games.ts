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

const users = Array.from({ length: 10 }, (_, index) => ({
  id: index + 1,
  slug: `player-${index + 1}`,
  name: `Player ${index + 1}`,
}));

type FileGame = NonNullable<NonNullable<DataFile['clubs']>[number]['games']>[number];

/** Games numbered from 0, spread over the clubs. */
export const manyGames = (games: number): DataFile => ({
  ...gameData(0, games, () => ({})),
  tokens: [
    ...Array.from({ length: CLUBS }, (_, club) => ({
      kind: 'club_static' as const,
      club: `club-${club}`,
      token: tokenOf(club),
    })),
    ...readerTokens(1),
  ],
});

/** A part of them, each with more fields. */
export const gameData = (first: number, count: number, more: (game: number) => Partial<FileGame>): DataFile => ({
  touchline_data: 1,
  users,
  clubs: Array.from({ length: CLUBS }, (_, club) => ({
    id: club + 1,
    name: `Club ${club}`,
    slug: `club-${club}`,
    members: [{ user_id: 1, role: 'Owner' as const }],
    games: Array.from({ length: count }, (_game, nth) => first + nth)
      .filter((game) => game % CLUBS === club)
      .map((game) => ({ ...gameOf(game), ...more(game) })),
  })),
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

/** What the nth marker of a game says, from 0. */
export const markerFields = (nth: number) => ({
  type: nth === 0 ? ('Start' as const) : (TYPES[nth % TYPES.length] ?? 'Foul'),
  primary_player_pc_id: 1 + (nth % 10),
  primary_player_type: 'user' as const,
});

/** The body of a new marker, of now. */
export const markerOf = (nth: number) => ({
  id: randomUUID(),
  timestamp: new Date().toISOString(),
  ...markerFields(nth),
});

/** The bytes of a POST of a new marker. */
export function markerRequest(host: string, game: number, nth: number): string {
  const club = game % CLUBS;
  const path = `${API_ROOT}/clubs/club-${club}/games/game-${game}/marker`;
  return postRequest(host, path, tokenOf(club), JSON.stringify(markerOf(nth)));
}

export const gamesFixture = (games: number): Fixture => ({
  data: manyGames(games),
  channel: (game) => boardOf(game).channel,
  reader: readerToken,
  marker: markerRequest,
});
