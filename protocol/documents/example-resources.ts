// The data of the examples in the documents: a club, one of its games, and a tournament with a live match.

const HOME = 'https://scores.example';

const club = {
  id: 10,
  name: 'Riverside FC',
  slug: 'riverside-fc',
  city: 'Lisbon',
  location: 'Parque Norte',
  description: null,
  member_count: 18,
  is_private: false,
  created_at: '2024-01-05T10:00:00.000Z',
  badge_url: null,
  cover_photo_url: null,
};

const person = { id: 1, slug: 'ana-silva', name: 'Ana Silva', avatar_url: null };
const profile = { profile_url: `${HOME}/players/ana-silva` };

const clubPlayer = {
  ...person,
  jersey_number: 9,
  club_position: 'forward',
  effective_position: 'forward',
  preferred_position: 'midfielder',
  secondary_positions: ['defender'],
  skill_level: 'intermediate',
  role: 'Owner',
  joined_at: '2024-01-05T10:00:00.000Z',
  ...profile,
};

const inGame = { is_guest: false, is_captain: false, is_substitute: false, pitch_role: null, checked_in: true };
const ana = { id: 1, name: 'Ana Silva', player_type: 'user', ...inGame, is_captain: true };
const kid = { id: 1, name: 'Kid One', player_type: 'junior', ...inGame };
const guest = { id: null, name: 'Zé (guest)', player_type: 'guest', ...inGame, is_guest: true, checked_in: false };

const game = {
  id: 100,
  slug: 'sunday-5s',
  title: 'Sunday 5s',
  matchup: 'Team 1 vs Bibs',
  date_time: '2026-11-22T10:00:00.000Z',
  timezone: 'Europe/Lisbon',
  location: 'Parque Norte',
  field: null,
  pitch: '3',
  description: null,
  notes: null,
  max_players: 12,
  players_joined: 2,
  spots_left: 10,
  skill_level: 'intermediate',
  cost_per_player: 4.5,
  is_public: true,
  organizer: { id: 1, name: 'Ana Silva' },
  teams: [
    { number: 1, name: 'Team 1', jersey_color: '#1e40af', players: [ana], maybe_players: [] },
    { number: 2, name: 'Bibs', jersey_color: '#ff8800', players: [kid], maybe_players: [] },
  ],
  matchups: [{ match_id: '100_0', match_index: 0, home_team: 1, home_name: 'Team 1', away_team: 2, away_name: 'Bibs' }],
  unassigned_players: [],
  maybe_unassigned_players: [guest],
  score: 'Team 1 1 · Bibs 0',
  url: `${HOME}/clubs/riverside-fc/games/sunday-5s`,
};

const completedGame = {
  ...game,
  result: {
    scores: [
      { team: 'Team 1', score: 1 },
      { team: 'Bibs', score: 0 },
    ],
    scorers: [{ name: 'Ana Silva', goals: 1 }],
    goals: [{ scorer: 'Ana Silva', assister: null, team: '1', own_goal: false }],
  },
};

const gameResult = {
  id: 100,
  slug: 'sunday-5s',
  title: 'Sunday 5s',
  team_scores: { '1': 3, '2': 1 },
  score: 'Team 1 3 · Bibs 1',
  goals: [
    {
      team: '1',
      scorer: 'Ana Silva',
      user_id: 1,
      minute: '12',
      penalty: false,
      own_goal: false,
      assister: 'Rui Costa',
      assister_user_id: 2,
    },
  ],
};

const nobody = {
  primary_player_pc_id: null,
  secondary_player_pc_id: null,
  label: null,
  primary_player: null,
  secondary_player: null,
};
const startMarker = {
  id: '3f0c2b1a-7d4e-4a51-9c86-0f5b7f1e2d3c',
  timestamp: '2026-11-22T10:00:00.000Z',
  type: 'Start',
  ...nobody,
};
const goalMarker = {
  id: '8a6f1c52-1b0d-4f7e-a0c3-5d9e8b7a6c10',
  timestamp: '2026-11-22T10:11:20.000Z',
  type: 'Goal',
  ...nobody,
  primary_player_pc_id: '1',
  primary_player_type: 'user',
  primary_player: { id: 1, name: 'Ana Silva', type: 'user' },
};

const tournamentHead = {
  id: 7,
  name: 'Autumn Cup',
  slug: 'autumn-cup',
  status: 'group_stage',
  format: 'groups_knockout',
  tournament_type: 'inter_club',
};
const tournament = {
  ...tournamentHead,
  description: null,
  start_date: '2026-11-01',
  end_date: null,
  location: 'Lisbon',
  host_club: { id: club.id, name: club.name, slug: club.slug },
};

const nothingPlayed = {
  points: 0,
  matches_played: 0,
  wins: 0,
  draws: 0,
  losses: 0,
  goals_for: 0,
  goals_against: 0,
  goal_difference: 0,
};
const tournamentTeams = [
  { id: 72, name: 'Hilltop', club_id: 11, club_slug: 'hilltop', group_name: 'A', ...nothingPlayed },
  { id: 71, name: 'Riverside', club_id: 10, club_slug: 'riverside-fc', group_name: 'A', ...nothingPlayed },
];

const tournamentPlayer = {
  ...person,
  preferred_position: 'forward',
  secondary_positions: ['midfielder'],
  skill_level: 'intermediate',
  jersey_number: 9,
  team_position: 'forward',
  captain: true,
  team_id: 71,
  team_name: 'Riverside',
  club_id: 10,
  club_slug: 'riverside-fc',
  ...profile,
};

const lineupPlayer = { ...person, jersey_number: 9, captain: true, position: 'ST', pitch_x: 50, pitch_y: 80 };
const tournamentMatch = {
  id: 701,
  stage: 'group',
  group_name: 'A',
  round: 1,
  knockout_round: null,
  knockout_round_label: null,
  status: 'live',
  scheduled_at: '2026-11-21T15:00:00.000Z',
  played_at: null,
  started_at: '2026-11-21T15:00:00.000Z',
  ended_at: null,
  period: 'first_half',
  field: null,
  pitch: null,
  home_team: { id: 71, slug: 'riverside-fc', name: 'Riverside', placeholder: null },
  away_team: { id: 72, slug: 'hilltop', name: 'Hilltop', placeholder: null },
  lineups: { home: { starters: [lineupPlayer], substitutes: [] }, away: { starters: [], substitutes: [] } },
  score: { home: 1, away: 0, home_penalties: null, away_penalties: null },
  winner_club_id: null,
  goals: [{ team: 'home', scorer: 'Ana Silva', minute: '12', own_goal: false, penalty: false, assister: null }],
  cards: [{ team: 'away', player: 'Eva Lopes', minute: '14', type: 'yellow', second_yellow: false }],
  commentary: [
    {
      type: 'Event',
      minute: '14',
      team: null,
      player: null,
      text: 'The game is stopped for a dog on the pitch.',
      timestamp: '2026-11-21T15:13:30.000Z',
    },
  ],
  stream_url: null,
  notes: null,
};
const matchHead = { id: 701, status: 'live', home_team_name: 'Riverside', away_team_name: 'Hilltop' };

const dataFile = {
  touchline_data: 1,
  users: [{ id: 1, slug: 'ana-silva', name: 'Ana Silva', preferred_position: 'forward' }],
  clubs: [
    {
      id: 10,
      name: 'Riverside FC',
      slug: 'riverside-fc',
      members: [{ user_id: 1, role: 'Owner', jersey_number: 9 }],
      games: [
        {
          id: 100,
          slug: 'sunday-5s',
          title: 'Sunday 5s',
          date_time: '2026-11-22T10:00:00Z',
          timezone: 'Europe/Lisbon',
          max_players: 12,
          organizer_id: 1,
          teams: [{ number: 1 }, { number: 2, name: 'Bibs', jersey_color: '#ff8800' }],
          participants: [{ player_type: 'user', id: 1, team: 1 }],
        },
      ],
    },
  ],
  tokens: [{ kind: 'club_static', club: 'riverside-fc', token: 'a-key-that-nobody-can-guess-0123456789' }],
};

export const resources = {
  club,
  clubPlayer,
  game,
  completedGame,
  gameResult,
  startMarker,
  goalMarker,
  tournamentHead,
  tournament,
  tournamentTeams,
  tournamentPlayer,
  tournamentMatch,
  matchHead,
  dataFile,
} as const;
