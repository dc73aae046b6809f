// A small world for tests: two clubs, a tournament, one token of each kind.
import { hoursFromNow, iso } from './dates.ts';

export const TOKENS = {
  club: 'club-key-riverside-0123456789abcdef',
  otherClub: 'club-key-hilltop-0123456789abcdef',
  clubApp: 'club-app-riverside-0123456789abcdef',
  tournament: 'tournament-key-autumn-0123456789abcdef',
  otherTournament: 'tournament-key-spring-0123456789abcdef',
  tournamentApp: 'tournament-app-autumn-0123456789abcdef',
  app: 'connected-app-ana-0123456789abcdef',
  memberApp: 'connected-app-member-0123456789abcdef',
  adminApp: 'connected-app-admin-0123456789abcdef',
  revoked: 'connected-app-revoked-0123456789abcdef',
} as const;
export const ADMIN_TOKEN = 'admin-token-0123456789abcdef0123456789';

/**
 * Of match 701, ms since 1970. It is late: its screen announces no kick-off any more (that ends after half an hour), and
 * the home page lists it still (that ends after four).
 */
export const MATCH_KICK_OFF = hoursFromNow(-1);
/** Of all games, ms since 1970: to come. */
export const GAME_KICK_OFF = hoursFromNow(72);

/** Of everybody in the sample world. */
export const PASSWORD = 'correct horse battery staple';
/** Its hash with the cost of a real one, so that no import has to compute it. */
const PASSWORD_HASH = 'scrypt:16384:8:1:ioyzhS0gIXmsEbdUIL6z4w:1z1zLe8xXld_VDWOsVc3kCD7MyEHo7hRewkGcVeqfq8';

const user = (id: number, name: string, more: object = {}) => ({
  id,
  slug: name.toLowerCase().replaceAll(' ', '-'),
  name,
  email: `user${id}@example.org`,
  password_hash: PASSWORD_HASH,
  ...more,
});

const game = (id: number, slug: string, more: object = {}) => ({
  id,
  slug,
  title: `Game ${slug}`,
  date_time: iso(GAME_KICK_OFF),
  timezone: 'Europe/Lisbon',
  max_players: 12,
  organizer_id: 1,
  teams: [{ number: 1 }, { number: 2, name: 'Bibs', jersey_color: '#ff8800' }],
  participants: [
    { player_type: 'user', id: 1, team: 1 },
    { player_type: 'user', id: 2, team: 1 },
    { player_type: 'user', id: 3, team: 2 },
    { player_type: 'junior', id: 1, team: 2 },
    { player_type: 'guest', name: 'Zé (guest)', rsvp: 'maybe' },
  ],
  ...more,
});

/** A data file with everything the access matrix needs. `games` more plain games are added to the club. */
export function sampleData(games = 0) {
  return {
    touchline_data: 1,
    users: [
      user(1, 'Ana Silva'),
      user(2, 'Rui Costa'),
      user(3, 'Eva Lopes'),
      user(4, 'Max Member'),
      user(5, 'Pia Admin', { is_admin: true }),
    ],
    juniors: [{ id: 1, name: 'Kid One' }],
    clubs: [
      {
        id: 10,
        name: 'Riverside FC',
        slug: 'riverside-fc',
        created_at: '2024-01-05T10:00:00Z',
        members: [
          { user_id: 1, role: 'Owner', jersey_number: 9, joined_at: '2024-01-05T10:00:00Z' },
          { user_id: 2, role: 'Moderator', jersey_number: 7, joined_at: '2024-01-05T10:00:00Z' },
          { user_id: 3, jersey_number: 3, joined_at: '2024-01-05T10:00:00Z' },
          { user_id: 4, joined_at: '2024-01-05T10:00:00Z' },
        ],
        games: [
          game(100, 'sunday-5s'),
          game(101, 'three-teams', {
            teams: [{ number: 1 }, { number: 2 }, { number: 3, name: 'Reds' }],
            matchups: [
              { match_index: 0, home_team: 1, away_team: 2 },
              { match_index: 1, home_team: 2, away_team: 3 },
              { match_index: 2, home_team: 3, away_team: null },
            ],
          }),
          ...Array.from({ length: games }, (_, index) => game(1_000 + index, `extra-${index}`)),
        ],
      },
      {
        id: 11,
        name: 'Hilltop United',
        slug: 'hilltop',
        created_at: '2024-01-05T10:00:00Z',
        members: [{ user_id: 3, role: 'Owner', joined_at: '2024-01-05T10:00:00Z' }],
        games: [game(110, 'away-day', { organizer_id: 3, participants: [{ player_type: 'user', id: 3, team: 1 }] })],
      },
    ],
    tournaments: [
      {
        id: 7,
        name: 'Autumn Cup',
        slug: 'autumn-cup',
        status: 'group_stage',
        format: 'groups_knockout',
        tournament_type: 'inter_club',
        start_date: '2026-11-01',
        host_club: 'riverside-fc',
        organizer_ids: [1],
        teams: [
          { id: 71, name: 'Riverside', club_id: 10, group_name: 'A' },
          { id: 72, name: 'Hilltop', club_id: 11, group_name: 'A' },
        ],
        players: [
          { user_id: 1, team_id: 71, jersey_number: 9 },
          { user_id: 2, team_id: 71, jersey_number: 7 },
          { user_id: 3, team_id: 72, jersey_number: 3 },
        ],
        matches: [
          {
            id: 701,
            stage: 'group',
            group_name: 'A',
            round: 1,
            scheduled_at: iso(MATCH_KICK_OFF),
            home_team_id: 71,
            away_team_id: 72,
            authorized_clubs: ['riverside-fc'],
          },
          { id: 702, stage: 'final', home_team_id: 71, away_placeholder: 'Winner of A2' },
        ],
      },
      {
        id: 8,
        name: 'Spring Cup',
        slug: 'spring-cup',
        status: 'registration',
        format: 'league',
        tournament_type: 'inter_club',
        host_club: 'hilltop',
        organizer_ids: [3],
        teams: [{ id: 81, name: 'Hilltop', club_id: 11 }],
        matches: [{ id: 801, stage: 'group', home_team_id: 81, away_placeholder: 'TBD' }],
      },
    ],
    tokens: [
      { kind: 'club_static', club: 'riverside-fc', token: TOKENS.club },
      { kind: 'club_static', club: 'hilltop', token: TOKENS.otherClub },
      { kind: 'club_app', club: 'riverside-fc', app_name: 'Old App', user_id: 1, token: TOKENS.clubApp },
      { kind: 'tournament_static', tournament: 'autumn-cup', token: TOKENS.tournament },
      { kind: 'tournament_static', tournament: 'spring-cup', token: TOKENS.otherTournament },
      {
        kind: 'tournament_app',
        tournament: 'autumn-cup',
        app_name: 'Old App',
        user_id: 1,
        token: TOKENS.tournamentApp,
      },
      { kind: 'connected_app', app_name: 'Score Phone', user_id: 1, token: TOKENS.app },
      { kind: 'connected_app', app_name: 'Score Phone', user_id: 4, token: TOKENS.memberApp },
      { kind: 'connected_app', app_name: 'Score Phone', user_id: 5, token: TOKENS.adminApp },
      { kind: 'connected_app', app_name: 'Other App', user_id: 1, token: TOKENS.revoked, revoked: true },
    ],
  };
}
