// A world for tests of the read interface: rows with every field and rows with none, games to come, being played and past.
// Times are relative to the moment at which it is made, which is what upcoming and past are about.
import { iso } from './dates.ts';

export const KEYS = {
  club: 'season-club-key-0123456789abcdef',
  bareClub: 'season-bare-club-key-0123456789ab',
  cup: 'season-cup-key-0123456789abcdef',
  league: 'season-league-key-0123456789abcdef',
  app: 'season-app-owner-0123456789abcdef',
  moderatorApp: 'season-app-moderator-0123456789',
  memberApp: 'season-app-member-0123456789abc',
  adminApp: 'season-app-admin-0123456789abcd',
} as const;

const HOUR = 3_600_000;

const full = {
  avatar_url: 'https://img.example/ana.png',
  preferred_position: 'forward',
  secondary_positions: ['midfielder', 'defender'],
  skill_level: 'advanced',
};
const user = (id: number, name: string, more: object = {}) => ({
  id,
  slug: name.toLowerCase().replaceAll(' ', '-'),
  name,
  ...more,
});

/** Full names for what is compared by name. */
export const PLAYERS = [
  user(1, 'Ana Silva', { email: 'ana@example.org', ...full }),
  user(2, 'Rui Costa', { email: 'rui@example.org' }),
  user(3, 'Eva Lopes'),
  user(4, 'Max Member', { email: 'max@example.org' }),
  user(5, 'Pia Admin', { email: 'pia@example.org', is_admin: true }),
  user(6, 'Old Timer'),
  user(7, 'New Comer'),
];

const pairOf = (game: object) => ({
  teams: [{ number: 1 }, { number: 2, name: 'Bibs', jersey_color: '#ff8800' }],
  ...game,
});

/** `now`: ms since 1970. */
export function seasonGames(now: number) {
  return [
    pairOf({
      id: 100,
      slug: 'full-game',
      title: 'Full game',
      date_time: iso(now + 2 * HOUR),
      timezone: 'Europe/Lisbon',
      location: 'Park',
      field: 'North',
      pitch: '3G',
      description: 'A friendly one',
      notes: 'Bring water',
      max_players: 12,
      skill_level: 'intermediate',
      cost_per_player: 4.5,
      is_public: false,
      organizer_id: 2,
      participants: [
        { player_type: 'user', id: 1, team: 1, is_captain: true, pitch_role: 'ST', checked_in: true },
        { player_type: 'user', id: 2, team: 2, is_substitute: true },
        { player_type: 'junior', id: 1, team: 2 },
        { player_type: 'guest', name: 'Zé (guest)', team: 1 },
        { player_type: 'user', id: 3, team: 1, rsvp: 'maybe' },
        { player_type: 'user', id: 4 },
        { player_type: 'guest', name: 'Perhaps', rsvp: 'maybe' },
      ],
    }),
    pairOf({ id: 101, slug: 'bare-game', title: 'Bare game', date_time: iso(now + 3 * HOUR) }),
    {
      id: 102,
      slug: 'three-teams',
      title: 'Three teams',
      date_time: iso(now + 4 * HOUR),
      teams: [{ number: 1 }, { number: 2 }, { number: 3, name: 'Reds' }],
      matchups: [
        { match_index: 0, home_team: 1, away_team: 2 },
        { match_index: 1, home_team: 3, away_team: null },
      ],
    },
    {
      id: 103,
      slug: 'four-teams',
      title: 'Four teams',
      date_time: iso(now + 5 * HOUR),
      teams: [{ number: 1, name: 'Blues' }, { number: 2 }, { number: 3 }, { number: 4, name: 'Golds' }],
      matchups: [
        { match_index: 0, home_team: 1, away_team: 2 },
        { match_index: 1, home_team: 3, away_team: 4 },
      ],
    },
    pairOf({
      id: 110,
      slug: 'won',
      title: 'Won',
      date_time: iso(now - 48 * HOUR),
      participants: [
        { player_type: 'user', id: 1, team: 1 },
        { player_type: 'user', id: 3, team: 1 },
        { player_type: 'user', id: 2, team: 2 },
        { player_type: 'user', id: 4, team: 2, rsvp: 'maybe' },
      ],
      scores: { 1: 4, 2: 1 },
      goals: [
        { team: '1', scorer: 'Eva Lopes', user_id: 3, minute: '3' },
        { team: '1', scorer: 'Ana Silva', user_id: 1, minute: '12', assister: 'Eva Lopes', assister_user_id: 3 },
        { team: '1', scorer: 'Ana Silva', user_id: 1, minute: 44, penalty: true },
        { team: '1', scorer: 'Rui Costa', user_id: 2, own_goal: true },
        { team: '2', scorer: 'Bob Guest' },
      ],
    }),
    pairOf({ id: 111, slug: 'forgotten', title: 'Forgotten', date_time: iso(now - 5 * HOUR) }),
    pairOf({ id: 112, slug: 'reported', title: 'Reported', date_time: iso(now - HOUR), scores: { 1: 2, 2: 2 } }),
    pairOf({ id: 113, slug: 'going-on', title: 'Going on', date_time: iso(now - HOUR) }),
  ];
}

export function seasonData(now: number) {
  return {
    touchline_data: 1,
    users: PLAYERS,
    juniors: [{ id: 1, name: 'Kid One' }],
    clubs: [
      {
        id: 10,
        name: 'Riverside FC',
        slug: 'riverside-fc',
        city: 'Lisbon',
        location: 'Riverside Park',
        description: 'Since 1999',
        is_private: true,
        created_at: '2024-01-05T10:00:00Z',
        badge_url: 'https://img.example/badge.png',
        cover_photo_url: 'https://img.example/cover.png',
        members: [
          {
            user_id: 1,
            role: 'Owner',
            jersey_number: 9,
            club_position: 'midfielder',
            joined_at: '2024-01-05T10:00:00Z',
          },
          { user_id: 2, role: 'Moderator', joined_at: '2024-02-05T10:00:00Z' },
          { user_id: 3, joined_at: '2024-02-05T10:00:00Z' },
          { user_id: 4, joined_at: '2024-03-05T10:00:00Z' },
          { user_id: 6, status: 'former', joined_at: '2024-03-05T10:00:00Z' },
          { user_id: 7, status: 'pending', joined_at: '2024-03-05T10:00:00Z' },
        ],
        games: seasonGames(now),
      },
      { id: 11, name: 'Bare Club', slug: 'bare-club', created_at: '2024-01-05T10:00:00Z' },
    ],
    tournaments: [cup(now), league()],
    tokens: [
      { kind: 'club_static', club: 'riverside-fc', token: KEYS.club },
      { kind: 'club_static', club: 'bare-club', token: KEYS.bareClub },
      { kind: 'tournament_static', tournament: 'autumn-cup', token: KEYS.cup },
      { kind: 'tournament_static', tournament: 'house-league', token: KEYS.league },
      { kind: 'connected_app', app_name: 'Score Phone', user_id: 1, token: KEYS.app },
      { kind: 'connected_app', app_name: 'Score Phone', user_id: 2, token: KEYS.moderatorApp },
      { kind: 'connected_app', app_name: 'Score Phone', user_id: 4, token: KEYS.memberApp },
      { kind: 'connected_app', app_name: 'Score Phone', user_id: 5, token: KEYS.adminApp },
    ],
  };
}

const cup = (now: number) => ({
  id: 7,
  name: 'Autumn Cup',
  slug: 'autumn-cup',
  status: 'group_stage',
  format: 'groups_knockout',
  tournament_type: 'inter_club',
  description: 'Every year',
  start_date: '2026-11-01',
  end_date: '2026-12-01T20:00:00Z',
  location: 'Lisbon',
  host_club: 'riverside-fc',
  organizer_ids: [3],
  teams: [
    { id: 71, name: 'Riverside', club_id: 10, group_name: 'A' },
    { id: 72, name: 'Bare', club_id: 11, group_name: 'A' },
    { id: 73, name: 'Third', group_name: 'A' },
    { id: 74, name: 'Guests' },
  ],
  players: [
    { user_id: 1, team_id: 71, jersey_number: 9, team_position: 'forward', captain: true },
    { user_id: 2, team_id: 72 },
    { user_id: 3 },
  ],
  matches: [
    {
      id: 701,
      stage: 'group',
      group_name: 'A',
      round: 1,
      scheduled_at: iso(now - HOUR),
      field: 'North',
      pitch: '3G',
      home_team_id: 71,
      away_team_id: 72,
      stream_url: 'https://video.example/701',
      notes: 'Opening match',
      lineups: {
        home: {
          starters: [{ user_id: 1, jersey_number: 10, captain: true, position: 'ST', pitch_x: 50, pitch_y: 80.5 }],
          substitutes: [{ user_id: 4 }],
        },
        away: { starters: [{ user_id: 2 }] },
      },
    },
    {
      id: 702,
      stage: 'group',
      group_name: 'A',
      round: 1,
      status: 'completed',
      played_at: '2026-11-02T15:00:00Z',
      home_team_id: 72,
      away_team_id: 73,
      score: { home: 1, away: 1 },
    },
    {
      id: 703,
      stage: 'group',
      group_name: 'A',
      status: 'awarded',
      home_team_id: 71,
      away_team_id: 73,
      score: { home: 3, away: 0 },
    },
    {
      id: 704,
      stage: 'knockout',
      knockout_round: 'final',
      knockout_round_label: 'Final',
      status: 'completed',
      home_team_id: 71,
      away_team_id: 72,
      score: { home: 2, away: 2, home_penalties: 3, away_penalties: 4 },
    },
    { id: 705, stage: 'knockout', home_team_id: 71, away_placeholder: 'Winner of A2' },
  ],
});

const league = () => ({
  id: 8,
  name: 'House League',
  slug: 'house-league',
  status: 'registration',
  format: 'league',
  tournament_type: 'intra_club',
  teams: [{ id: 81, name: 'Blues', club_id: 10 }],
  players: [
    {
      user_id: 1,
      team_id: 81,
      jersey_number: 7,
      team_position: 'winger',
      registration_status: 'registered',
      jersey_size: 'M',
      jersey_name: 'ANA',
      jersey_number_preferences: [9, 10],
      waiver_accepted_at: '2026-10-20T09:00:00Z',
    },
    { user_id: 3 },
  ],
});
