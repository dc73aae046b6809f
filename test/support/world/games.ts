// The club games of the world.
import { daysFromNow, iso } from '../dates.ts';
import type { Game } from './records.ts';

/** Kick-off of every game that does not say another: ms since 1970, in the future. */
export const GAME_KICK_OFF = daysFromNow(3);

/** A game with its two teams and no more; its title follows from the slug. */
export const bareGame = (id: number, slug: string, more: Partial<Game> = {}): Game => ({
  id,
  slug,
  title: `Game ${slug}`,
  date_time: iso(GAME_KICK_OFF),
  teams: [{ number: 1 }, { number: 2, name: 'Bibs', jersey_color: '#ff8800' }],
  ...more,
});

/** A game with an organizer, a limit of players, and players of each type. */
export const game = (id: number, slug: string, more: Partial<Game> = {}): Game =>
  bareGame(id, slug, {
    timezone: 'Europe/Lisbon',
    max_players: 12,
    organizer_id: 1,
    participants: [
      { player_type: 'user', id: 1, team: 1 },
      { player_type: 'user', id: 2, team: 1 },
      { player_type: 'user', id: 3, team: 2 },
      { player_type: 'junior', id: 1, team: 2 },
      { player_type: 'guest', name: 'Zé (guest)', rsvp: 'maybe' },
    ],
    ...more,
  });

/** Game 101: three teams, so three pairings, one of them a bye. */
export const threeTeams = (): Game =>
  game(101, 'three-teams', {
    teams: [{ number: 1 }, { number: 2 }, { number: 3, name: 'Reds' }],
    matchups: [
      { match_index: 0, home_team: 1, away_team: 2 },
      { match_index: 1, home_team: 2, away_team: 3 },
      { match_index: 2, home_team: 3, away_team: null },
    ],
  });
