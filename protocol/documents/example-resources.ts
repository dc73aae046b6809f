// The data of the examples in the documents: a club, one of its games, and a tournament with a live match.
import * as club from '../rest/club.ts';
import * as game from '../rest/game.ts';
import * as result from '../rest/game-result.ts';
import * as marker from '../rest/marker.ts';
import * as tournament from '../rest/tournament.ts';
import { matchBoardSchema } from '../wire/board.ts';
import { exampleOf } from './example-of.ts';

const HOME = 'https://scores.example';

export const riverside = exampleOf(club.club, {
  id: 10,
  name: 'Riverside FC',
  slug: 'riverside-fc',
  city: 'Lisbon',
  location: 'Parque Norte',
  member_count: 18,
  created_at: '2024-01-05T10:00:00.000Z',
});

const ana = {
  id: 1,
  slug: 'ana-silva',
  name: 'Ana Silva',
  jersey_number: 9,
  skill_level: 'intermediate',
  profile_url: `${HOME}/players/ana-silva`,
} as const;

export const clubPlayer = exampleOf(club.clubPlayer, {
  ...ana,
  club_position: 'forward',
  effective_position: 'forward',
  preferred_position: 'midfielder',
  secondary_positions: ['defender'],
  joined_at: riverside.created_at,
});

const captain = exampleOf(game.playerInGame, { ...ana, player_type: 'user', is_captain: true, checked_in: true });
const kid = exampleOf(game.playerInGame, { id: 1, name: 'Kid One', player_type: 'junior', checked_in: true });
const guest = exampleOf(game.playerInGame, { name: 'Zé (guest)', player_type: 'guest', is_guest: true });

export const completedGame = exampleOf(game.completedGame, {
  id: 100,
  slug: 'sunday-5s',
  title: 'Sunday 5s',
  matchup: 'Team 1 vs Bibs',
  date_time: '2026-11-22T10:00:00.000Z',
  timezone: 'Europe/Lisbon',
  location: riverside.location,
  pitch: '3',
  max_players: 12,
  players_joined: 2,
  spots_left: 10,
  skill_level: 'intermediate',
  cost_per_player: 4.5,
  is_public: true,
  organizer: ana,
  teams: [
    { number: 1, name: 'Team 1', jersey_color: '#1e40af', players: [captain], maybe_players: [] },
    { number: 2, name: 'Bibs', jersey_color: '#ff8800', players: [kid], maybe_players: [] },
  ],
  matchups: [{ match_id: '100_0', match_index: 0, home_team: 1, home_name: 'Team 1', away_team: 2, away_name: 'Bibs' }],
  maybe_unassigned_players: [guest],
  score: 'Team 1 1 · Bibs 0',
  url: `${HOME}/clubs/riverside-fc/games/sunday-5s`,
  result: {
    scores: [
      { team: 'Team 1', score: 1 },
      { team: 'Bibs', score: 0 },
    ],
    scorers: [{ name: ana.name, goals: 1 }],
    goals: [{ scorer: ana.name, assister: null, team: '1', own_goal: false }],
  },
});
export const upcomingGame = exampleOf(game.game, completedGame);

export const goal = {
  team: '1',
  scorer: ana.name,
  user_id: 1,
  minute: '12',
  assister: 'Rui Costa',
  assister_user_id: 2,
};
export const gameResult = exampleOf(result.gameResult, {
  ...upcomingGame,
  team_scores: { '1': 3, '2': 1 },
  score: 'Team 1 3 · Bibs 1',
  goals: [exampleOf(result.goalResource, goal)],
});

export const startMarker = exampleOf(marker.markerResource, {
  id: '3f0c2b1a-7d4e-4a51-9c86-0f5b7f1e2d3c',
  timestamp: '2026-11-22T10:00:00.000Z',
  type: 'Start',
});
export const goalMarker = exampleOf(marker.markerResource, {
  id: '8a6f1c52-1b0d-4f7e-a0c3-5d9e8b7a6c10',
  timestamp: '2026-11-22T10:11:20.000Z',
  type: 'Goal',
  primary_player_pc_id: '1',
  primary_player_type: 'user',
  primary_player: { id: 1, name: ana.name, type: 'user' },
});

export const autumnCup = exampleOf(tournament.tournament, {
  id: 7,
  name: 'Autumn Cup',
  slug: 'autumn-cup',
  status: 'group_stage',
  format: 'groups_knockout',
  start_date: '2026-11-01',
  location: 'Lisbon',
  host_club: { id: riverside.id, name: riverside.name, slug: riverside.slug },
});
export const cupHead = exampleOf(tournament.tournamentHead, autumnCup);

const home = { id: 71, slug: 'riverside-fc', name: 'Riverside' };
const away = { id: 72, slug: 'hilltop', name: 'Hilltop' };
export const cupTeams = [
  exampleOf(tournament.tournamentTeam, { ...away, club_id: 11, club_slug: away.slug, group_name: 'A' }),
  exampleOf(tournament.tournamentTeam, { ...home, club_id: 10, club_slug: home.slug, group_name: 'A' }),
];
export const cupPlayer = exampleOf(tournament.interClubPlayer, {
  ...ana,
  preferred_position: 'forward',
  secondary_positions: ['midfielder'],
  team_position: 'forward',
  captain: true,
  team_id: home.id,
  team_name: home.name,
  club_id: riverside.id,
  club_slug: riverside.slug,
});
const striker = exampleOf(tournament.lineupPlayer, { ...ana, captain: true, position: 'ST', pitch_x: 50, pitch_y: 80 });
export const cupMatch = exampleOf(tournament.tournamentMatch, {
  id: 701,
  stage: 'group',
  group_name: 'A',
  round: 1,
  status: 'live',
  scheduled_at: '2026-11-21T15:00:00.000Z',
  started_at: '2026-11-21T15:00:00.000Z',
  period: 'first_half',
  home_team: home,
  away_team: away,
  lineups: { home: { starters: [striker] } },
  score: { home: 1, away: 0 },
  goals: [{ team: 'home', scorer: ana.name, minute: '12', own_goal: false, penalty: false, assister: null }],
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
});
export const matchHead = { id: 701, status: 'live', home_team_name: home.name, away_team_name: away.name };

/** The live state of the match after twelve minutes. */
export const snapshot = {
  type: 'snapshot',
  channel: 'match:701',
  epoch: '0c5efaeb',
  seq: 2,
  at: 1_795_273_880_112,
  state: {
    kind: 'match',
    id: 701,
    tournament: autumnCup.slug,
    title: 'Riverside vs Hilltop',
    matches: {
      '701': exampleOf(matchBoardSchema, {
        home,
        away,
        status: 'live',
        period: 'first_half',
        clock: { running: true, as_of: 1_795_273_200_000, period_ends_ms: 2_700_000 },
        score: { home: 1, away: 0 },
        stats: { home: { shots_on_target: 1 } },
        events: {
          [startMarker.id]: { type: 'Start', at: '2026-11-21T15:00:00.000Z', own_goal: false },
          [goalMarker.id]: {
            type: 'Goal',
            at: '2026-11-21T15:11:20.000Z',
            minute: '12',
            team: 'home',
            player: { id: 1, name: ana.name, type: 'user' },
            own_goal: false,
          },
        },
      }),
    },
  },
};

export const dataFile = {
  touchline_data: 1,
  users: [{ id: 1, slug: ana.slug, name: ana.name, email: 'ana@example.org', preferred_position: 'forward' }],
  clubs: [
    {
      id: 10,
      name: riverside.name,
      slug: riverside.slug,
      members: [{ user_id: 1, role: 'Owner', jersey_number: 9 }],
      games: [
        {
          id: 100,
          slug: upcomingGame.slug,
          title: upcomingGame.title,
          date_time: '2026-11-22T10:00:00Z',
          timezone: upcomingGame.timezone,
          max_players: 12,
          organizer_id: 1,
          teams: [{ number: 1 }, { number: 2, name: 'Bibs', jersey_color: '#ff8800' }],
          participants: [{ player_type: 'user', id: 1, team: 1 }],
        },
      ],
    },
  ],
  tokens: [{ kind: 'club_static', club: riverside.slug, token: 'a-key-that-nobody-can-guess-0123456789' }],
};

/** What is on air at the match by a director's hand. */
export const airSnapshot = {
  type: 'snapshot',
  channel: 'air:match:701',
  epoch: 'b0a1f3c2',
  seq: 4,
  at: 1_795_273_900_000,
  state: {
    kind: 'air',
    match: 'match:701',
    panel: { kind: 'lineups', since: 1_795_273_900_000, until: 1_795_273_920_000 },
  },
};
