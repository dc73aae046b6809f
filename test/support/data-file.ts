// A small data file that has something of everything. A new one at each call: tests change it.
import { expect } from 'vitest';
import type { DataFile } from '../../protocol/data-file/data-file.ts';
import { Problem } from '../../src/ops/problem.ts';
import { importData } from '../../src/data-file/import.ts';
import type { Sql } from '../../src/store/driver/open.ts';

export const markerId = (number: number): string => `10000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

/** Two clubs, a tournament of theirs; game 100 has results by hand, 101 by markers, match 702 was played before. */
export const validFile = () =>
  ({
    touchline_data: 1,
    users: [
      { id: 1, slug: 'ana', name: 'Ana Silva', email: 'ana@example.org', secondary_positions: ['midfielder'] },
      { id: 2, slug: 'bea', name: 'Bea Costa' },
      { id: 3, slug: 'cat', name: 'Cat Dias' },
      { id: 4, slug: 'dora', name: 'Dora Melo' },
    ],
    juniors: [{ id: 1, name: 'Kid One' }],
    clubs: [
      {
        id: 10,
        slug: 'riverside',
        name: 'Riverside FC',
        created_at: '2024-01-05T10:00:00Z',
        members: [
          { user_id: 1, role: 'Owner', jersey_number: 9, joined_at: '2024-01-05T10:00:00Z' },
          { user_id: 2, role: 'Moderator', jersey_number: 10, joined_at: '2024-01-05T10:00:00Z' },
          { user_id: 3, status: 'pending', jersey_number: 9, joined_at: '2024-01-05T10:00:00Z' },
        ],
        games: [
          {
            id: 100,
            slug: 'sunday',
            title: 'Sunday 5s',
            date_time: '2026-11-22T10:00:00Z',
            organizer_id: 1,
            format: { halves: 2, half_minutes: 20 },
            teams: [{ number: 1 }, { number: 2, name: 'Bibs', jersey_color: '#ff8800' }],
            matchups: [{ match_index: 0, home_team: 1, away_team: 2 }],
            participants: [
              { player_type: 'user', id: 1, team: 1, is_captain: true },
              { player_type: 'junior', id: 1, team: 2 },
              { player_type: 'guest', name: 'Zé', rsvp: 'maybe' },
            ],
            scores: { '1': 3, '2': 1 },
            goals: [{ team: '1', scorer: 'Ana Silva', user_id: 1, minute: '12' }],
          },
          {
            id: 101,
            slug: 'played',
            title: 'Played',
            date_time: '2026-11-01T10:00:00Z',
            teams: [{ number: 1 }, { number: 2 }],
            participants: [
              { player_type: 'user', id: 1, team: 1 },
              { player_type: 'user', id: 2, team: 2 },
            ],
            markers: [
              { id: markerId(1), timestamp: '2026-11-01T10:00:00Z', type: 'Start' },
              { id: markerId(2), timestamp: '2026-11-01T10:05:00Z', type: 'Goal', primary_player_pc_id: 1 },
              { id: markerId(3), timestamp: '2026-11-01T10:09:00Z', type: 'Goal', primary_player_pc_id: '2' },
              { id: markerId(4), timestamp: '2026-11-01T10:30:00Z', type: 'End' },
            ],
          },
        ],
      },
      { id: 11, slug: 'hilltop', name: 'Hilltop', created_at: '2024-01-05T10:00:00Z' },
    ],
    tournaments: [
      {
        id: 7,
        slug: 'cup',
        name: 'Autumn Cup',
        start_date: '2026-11-01',
        host_club: 'riverside',
        organizer_ids: [3],
        tie_breaks: ['goal_difference', 'goals_for'],
        teams: [
          { id: 71, name: 'Riverside', club_id: 10, group_name: 'A' },
          { id: 72, name: 'Hilltop', club_id: 11, group_name: 'A' },
        ],
        players: [
          { user_id: 1, team_id: 71, jersey_number: 9 },
          { user: { id: 5, slug: 'eva', name: 'Eva Inline' }, team_id: 72 },
        ],
        matches: [
          {
            id: 701,
            round: 1,
            scheduled_at: '2026-11-21T15:00:00Z',
            home_team_id: 71,
            away_team_id: 72,
            authorized_clubs: ['riverside'],
            lineups: { home: { starters: [{ user_id: 1, pitch_x: 50, pitch_y: 80 }] } },
            markers: [],
          },
          {
            id: 702,
            status: 'completed',
            home_team_id: 72,
            away_placeholder: 'Winner of A2',
            played_at: '2026-11-02T17:00:00Z',
            score: { home: 3, away: 0 },
          },
        ],
      },
    ],
    tokens: [
      { kind: 'club_static', club: 'riverside', token: 'riverside-key' },
      { kind: 'tournament_static', tournament: 'cup', token: 'cup-key' },
      { kind: 'club_app', club: 'riverside', app_name: 'Old App', user_id: 1, token: 'old-club-app' },
      { kind: 'connected_app', app_name: 'Score Phone', user_id: 1, token: 'phone' },
    ],
  }) satisfies DataFile;

/** The places that a refusal names; empty when the file was applied. */
export async function refusedAt(sql: Sql, file: unknown): Promise<string[]> {
  try {
    await importData(sql, file);
    return [];
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    expect(error.status).toBe(422);
    return (error.details ?? []).map(({ path }) => path);
  }
}

/** A file that only names the club, with some of its parts. */
export const clubFile = (parts: object) => ({
  touchline_data: 1,
  clubs: [{ id: 10, slug: 'riverside', name: 'Riverside FC', ...parts }],
});

/** A file that only names one of the club's games, with some of its parts. */
export function gameFile(id: 100 | 101, parts: object) {
  const names = id === 100 ? { slug: 'sunday', title: 'Sunday 5s' } : { slug: 'played', title: 'Played' };
  return clubFile({ games: [{ id, ...names, ...parts }] });
}

/** A file that only names the tournament, with some of its parts. */
export const cupFile = (parts: object) => ({
  touchline_data: 1,
  tournaments: [{ id: 7, slug: 'cup', name: 'Autumn Cup', ...parts }],
});
