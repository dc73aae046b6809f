// The world with stored results: of a game set by hand, of a game with markers, and of a match that was played before.
import { daysFromNow, hoursFromNow, iso } from '../dates.ts';
import { uuid } from '../uuid.ts';
import { HILLTOP, member, RIVERSIDE } from './clubs.ts';
import { bareGame, game } from './games.ts';
import { juniors, user, users } from './people.ts';
import type { Game, World } from './records.ts';
import { appOf, clubKey, riversideApp, TOKENS, tournamentKey } from './tokens.ts';
import { AUTUMN_CUP, autumnCup, finalMatch, openingMatch } from './tournaments.ts';

/** Of game 130, ms since 1970. */
export const PLAYED_KICK_OFF = daysFromNow(-21);
export const PLAYED = { id: 130, slug: 'played', title: 'Game played' } as const;

const minute = (minutes: number): string => iso(PLAYED_KICK_OFF + minutes * 60_000);

/** Game 100 with a format and a result set by hand. */
const setByHand = (): Game =>
  game(100, 'sunday-5s', {
    format: { halves: 2, half_minutes: 20 },
    matchups: [{ match_index: 0, home_team: 1, away_team: 2 }],
    participants: [
      { player_type: 'user', id: 1, team: 1, is_captain: true },
      { player_type: 'junior', id: 1, team: 2 },
      { player_type: 'guest', name: 'Zé', rsvp: 'maybe' },
    ],
    scores: { '1': 3, '2': 1 },
    goals: [{ team: '1', scorer: 'Ana Silva', user_id: 1, minute: '12' }],
  });

/** Game 130, played with markers: 1–1. */
const played = (): Game =>
  bareGame(PLAYED.id, PLAYED.slug, {
    date_time: minute(0),
    teams: [{ number: 1 }, { number: 2 }],
    participants: [
      { player_type: 'user', id: 1, team: 1 },
      { player_type: 'user', id: 2, team: 2 },
    ],
    markers: [
      { id: uuid(1), timestamp: minute(0), type: 'Start' },
      { id: uuid(2), timestamp: minute(5), type: 'Goal', primary_player_pc_id: 1 },
      { id: uuid(3), timestamp: minute(9), type: 'Goal', primary_player_pc_id: '2' },
      { id: uuid(4), timestamp: minute(30), type: 'End' },
    ],
  });

/**
 * Small and new at each call: user 4 is in no club, user 5 stands in the tournament only, Hilltop United is bare. Game
 * 100 has a result set by hand, game 130 has markers, and match 702 was played before, at Hilltop.
 */
export function worldWithResults(): World {
  const [ana, ...others] = users().slice(0, 4);
  if (ana === undefined) throw new Error('The world has no users.');
  return {
    touchline_data: 1,
    users: [{ ...ana, secondary_positions: ['midfielder'] }, ...others],
    juniors: juniors(),
    clubs: [
      {
        ...RIVERSIDE,
        members: [
          member(1, { role: 'Owner', jersey_number: 9 }),
          member(2, { role: 'Moderator', jersey_number: 7 }),
          member(3, { status: 'pending', jersey_number: 9 }),
        ],
        games: [setByHand(), played()],
      },
      { ...HILLTOP, members: [], games: [] },
    ],
    tournaments: [
      autumnCup({
        organizer_ids: [3],
        tie_breaks: ['goal_difference', 'goals_for'],
        players: [
          { user_id: 1, team_id: 71, jersey_number: 9 },
          { user: user(5, 'Pia Admin'), team_id: 72 },
        ],
        matches: [
          openingMatch({ lineups: { home: { starters: [{ user_id: 1, pitch_x: 50, pitch_y: 80 }] } }, markers: [] }),
          finalMatch({
            status: 'completed',
            home_team_id: 72,
            played_at: iso(hoursFromNow(-20 * 24)),
            score: { home: 3, away: 0 },
          }),
        ],
      }),
    ],
    tokens: [
      clubKey(RIVERSIDE.slug, TOKENS.club),
      tournamentKey(AUTUMN_CUP.slug, TOKENS.tournament),
      riversideApp(),
      appOf(1, TOKENS.app),
    ],
  };
}
