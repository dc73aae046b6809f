// The world of the read interface: rows with every field and rows with none; games to come, being played and past.
import { dayOf, daysFromNow, hoursFromNow, iso, isoSeconds } from '../dates.ts';
import { member, RIVERSIDE, riverside } from './clubs.ts';
import { bareGame, game } from './games.ts';
import { user } from './people.ts';
import type { Club, Game, Tournament, User, World } from './records.ts';
import { appOf, TOKENS, tournamentKey } from './tokens.ts';
import { autumnCup, CUP_STARTS, finalMatch, HOUSE_LEAGUE, openingMatch } from './tournaments.ts';
import { world } from './world.ts';

/** The last day of the Autumn Cup, as a data file has it. */
export const CUP_ENDS = `${dayOf(daysFromNow(9))}T20:00:00Z`;
/** When match 703 was played. */
export const DRAW_PLAYED_AT = isoSeconds(daysFromNow(-20));
export const WAIVER_ACCEPTED_AT = isoSeconds(daysFromNow(-33));

const withEveryField = (base: User): User => ({
  ...base,
  avatar_url: 'https://img.example/ana.png',
  preferred_position: 'forward',
  secondary_positions: ['midfielder', 'defender'],
  skill_level: 'advanced',
});

/** Game 100 with every field. */
const fullGame = (): Game =>
  game(100, 'sunday-5s', {
    date_time: iso(hoursFromNow(2)),
    location: 'Park',
    field: 'North',
    pitch: '3G',
    description: 'A friendly one',
    notes: 'Bring water',
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
  });

/** Games 101 to 103 are to come, 120 to 122 are past, 123 is being played. */
const games = (): Game[] => [
  fullGame(),
  bareGame(102, 'bare-game', { date_time: iso(hoursFromNow(3)) }),
  bareGame(101, 'three-teams', {
    date_time: iso(hoursFromNow(4)),
    teams: [{ number: 1 }, { number: 2 }, { number: 3, name: 'Reds' }],
    matchups: [
      { match_index: 0, home_team: 1, away_team: 2 },
      { match_index: 1, home_team: 3, away_team: null },
    ],
  }),
  bareGame(103, 'four-teams', {
    date_time: iso(hoursFromNow(5)),
    teams: [{ number: 1, name: 'Blues' }, { number: 2 }, { number: 3 }, { number: 4, name: 'Golds' }],
    matchups: [
      { match_index: 0, home_team: 1, away_team: 2 },
      { match_index: 1, home_team: 3, away_team: 4 },
    ],
  }),
  bareGame(120, 'won', {
    date_time: iso(hoursFromNow(-48)),
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
  bareGame(121, 'forgotten', { date_time: iso(hoursFromNow(-5)) }),
  bareGame(122, 'reported', { date_time: iso(hoursFromNow(-1)), scores: { 1: 2, 2: 2 } }),
  bareGame(123, 'going-on', { date_time: iso(hoursFromNow(-1)) }),
];

const fullClub = (): Club => ({
  ...riverside(),
  city: 'Lisbon',
  location: 'Riverside Park',
  description: 'Since 1999',
  is_private: true,
  badge_url: 'https://img.example/badge.png',
  short_name: 'RIV',
  cover_photo_url: 'https://img.example/cover.png',
  members: [
    member(1, { role: 'Owner', jersey_number: 9, club_position: 'midfielder' }),
    member(2, { role: 'Moderator' }),
    member(3),
    member(4),
    member(6, { status: 'former' }),
    member(7, { status: 'pending' }),
  ],
  games: games(),
});

/** The Autumn Cup with two more teams, and with a match drawn, one awarded and one decided on penalties. */
const fullCup = (): Tournament => {
  const base = autumnCup();
  return {
    ...base,
    description: 'Every year',
    start_date: CUP_STARTS,
    end_date: CUP_ENDS,
    location: 'Lisbon',
    organizer_ids: [3],
    teams: [...base.teams, { id: 73, name: 'Third', short_name: '3rd', group_name: 'A' }, { id: 74, name: 'Guests' }],
    players: [
      { user_id: 1, team_id: 71, jersey_number: 9, team_position: 'forward', captain: true },
      { user_id: 2, team_id: 72 },
      { user_id: 3 },
    ],
    matches: [
      openingMatch({
        field: 'North',
        pitch: '3G',
        stream_url: 'https://video.example/701',
        notes: 'Opening match',
        lineups: {
          home: {
            starters: [{ user_id: 1, jersey_number: 10, captain: true, position: 'ST', pitch_x: 50, pitch_y: 80.5 }],
            substitutes: [{ user_id: 4 }],
          },
          away: { starters: [{ user_id: 2 }] },
        },
      }),
      finalMatch(),
      {
        id: 703,
        stage: 'group',
        group_name: 'A',
        round: 1,
        status: 'completed',
        played_at: DRAW_PLAYED_AT,
        home_team_id: 72,
        away_team_id: 73,
        score: { home: 1, away: 1 },
      },
      {
        id: 704,
        stage: 'group',
        group_name: 'A',
        status: 'awarded',
        home_team_id: 71,
        away_team_id: 73,
        score: { home: 3, away: 0 },
      },
      {
        id: 705,
        stage: 'knockout',
        knockout_round: 'final',
        knockout_round_label: 'Final',
        status: 'completed',
        home_team_id: 71,
        away_team_id: 72,
        score: { home: 2, away: 2, home_penalties: 3, away_penalties: 4 },
      },
    ],
  };
};

/** A league within Riverside FC. */
const houseLeague = (): Tournament => ({
  ...HOUSE_LEAGUE,
  status: 'registration',
  format: 'league',
  tournament_type: 'intra_club',
  teams: [{ id: 91, name: 'Blues', club_id: RIVERSIDE.id }],
  players: [
    {
      user_id: 1,
      team_id: 91,
      jersey_number: 7,
      team_position: 'winger',
      registration_status: 'registered',
      jersey_size: 'M',
      jersey_name: 'ANA',
      jersey_number_preferences: [9, 10],
      waiver_accepted_at: WAIVER_ACCEPTED_AT,
    },
    { user_id: 3 },
  ],
  matches: [],
});

/** The base world with every field filled in somewhere and empty somewhere else; new at each call. */
export function fullWorld(): World {
  const base = world();
  const [, hilltop] = base.clubs;
  const [, springCup] = base.tournaments;
  if (hilltop === undefined || springCup === undefined) throw new Error('The base world has two clubs and two cups.');
  return {
    ...base,
    users: [
      ...base.users.map((one) => (one.id === 1 ? withEveryField(one) : one)),
      user(6, 'Old Timer'),
      user(7, 'New Comer'),
    ],
    clubs: [fullClub(), hilltop],
    tournaments: [fullCup(), springCup, houseLeague()],
    tokens: [...base.tokens, tournamentKey(HOUSE_LEAGUE.slug, TOKENS.league), appOf(2, TOKENS.moderatorApp)],
  };
}
