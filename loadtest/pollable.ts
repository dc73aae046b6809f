// The data of `reads`: a club of 60 players with 20 upcoming games, a tournament of 32 matches with line-ups, and clubs with
// 120 past games each. One user manages all of it by many connected apps.
import type { DataFile } from '../protocol/data-file/data-file.ts';
import { readerTokens } from './reader-tokens.ts';

export const CLUB = 'polled-club';
export const TOURNAMENT = 'polled-cup';
export const COLD_CLUBS = 10;
const HOUR = 3_600_000;
const PLAYERS = 60;
const MATCHES = 32;

export function pollableData(): DataFile {
  const now = Date.now();
  const users = Array.from({ length: PLAYERS }, (_, index) => ({
    id: index + 1,
    slug: `player-${index + 1}`,
    name: `Player ${index + 1}`,
  }));
  const members = users.map(({ id }) => ({ user_id: id, role: id === 1 ? ('Owner' as const) : ('Member' as const) }));
  const toCome = Array.from({ length: 20 }, (_, index) => game(index + 1, now + (index + 1) * 24 * HOUR));
  const colds = Array.from({ length: COLD_CLUBS }, (_, club) => ({
    id: 100 + club,
    name: `Cold ${club}`,
    slug: `cold-${club}`,
    members,
    games: Array.from({ length: 120 }, (_, index) => ({
      ...game(1_000 * (club + 1) + index, now - (index + 1) * 24 * HOUR),
      scores: { 1: 3, 2: 1 },
      goals: [1, 2, 3, 14].map((id) => ({ team: id > 11 ? '2' : '1', scorer: `Player ${id}`, user_id: id })),
    })),
  }));
  return {
    touchline_data: 1,
    users,
    clubs: [{ id: 1, name: 'Polled Club', slug: CLUB, members, games: toCome }, ...colds],
    tournaments: [cup(now)],
    tokens: readerTokens(1),
  };
}

const game = (id: number, kickOff: number) => ({
  id,
  slug: `game-${id}`,
  title: `Game ${id}`,
  date_time: new Date(kickOff).toISOString(),
  teams: [{ number: 1 }, { number: 2 }],
  participants: Array.from({ length: 22 }, (_, index) => ({
    player_type: 'user' as const,
    id: index + 1,
    team: index < 11 ? 1 : 2,
  })),
});

const lineup = (first: number) => ({
  starters: Array.from({ length: 11 }, (_, index) => ({ user_id: first + index, pitch_x: index, pitch_y: index })),
  substitutes: Array.from({ length: 7 }, (_, index) => ({ user_id: first + 11 + index })),
});

const cup = (now: number) => ({
  id: 1,
  name: 'Polled Cup',
  slug: TOURNAMENT,
  organizer_ids: [1],
  teams: [1, 2, 3, 4].map((id) => ({ id, name: `Team ${id}`, group_name: 'A' })),
  matches: Array.from({ length: MATCHES }, (_, index) => ({
    id: index + 1,
    group_name: 'A',
    status: 'completed' as const,
    scheduled_at: new Date(now - index * HOUR).toISOString(),
    home_team_id: 1 + (index % 2),
    away_team_id: 3 + (index % 2),
    score: { home: 1, away: 0 },
    lineups: { home: lineup(1), away: lineup(31) },
  })),
});
