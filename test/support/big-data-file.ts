// A data file of any size; equal sizes give equal files. `npx tsx test/support/big-data-file.ts > big.json` writes the
// one that has to import in under 30 seconds: 50 clubs, 20,000 players, 5,000 games.
import type { DataFile } from '../../protocol/data-file/data-file.ts';
import { iso } from './dates.ts';
import { uuid } from './uuid.ts';
import type { Game, Tournament } from './world/records.ts';

type BigSize = { readonly clubs: number; readonly players: number; readonly games: number };
const BIG: BigSize = { clubs: 50, players: 20_000, games: 5_000 };

const day = 86_400_000;
const begin = Date.UTC(2026, 0, 3, 10);
const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index);
const positions = ['goalkeeper', 'defender', 'midfielder', 'forward'] as const;

export function bigDataFile({ clubs, players, games }: BigSize = BIG): DataFile {
  const perClub = Math.floor(players / clubs);
  const gamesPerClub = Math.floor(games / clubs);
  return {
    touchline_data: 1,
    users: upTo(players).map((index) => ({
      id: index + 1,
      slug: `player-${index + 1}`,
      name: `Player ${index + 1}`,
      email: `player-${index + 1}@example.org`,
      preferred_position: positions[index % 4] ?? 'forward',
      secondary_positions: index % 3 === 0 ? ['midfielder'] : [],
      skill_level: 'intermediate',
    })),
    clubs: upTo(clubs).map((club) => ({
      id: club + 1,
      slug: `club-${club + 1}`,
      name: `Club ${club + 1}`,
      city: 'Lisboa',
      created_at: iso(begin - 400 * day),
      members: upTo(perClub).map((member) => ({
        user_id: club * perClub + member + 1,
        role: member === 0 ? 'Owner' : 'Member',
        jersey_number: member < 99 ? member + 1 : null,
        joined_at: iso(begin - 300 * day),
      })),
      games: upTo(gamesPerClub).map((game) => bigGame(club, game, { perClub, gamesPerClub })),
    })),
    tournaments: upTo(Math.min(5, Math.floor(clubs / 8))).map((index) => bigTournament(index, perClub)),
  };
}

/** Of five games two have no result, two have scores and goals, one has markers. Each is a day before the previous one. */
function bigGame(club: number, game: number, of: { perClub: number; gamesPerClub: number }): Game {
  const id = club * of.gamesPerClub + game + 1;
  const kickOff = begin - game * day;
  const playerOf = (place: number): number => club * of.perClub + ((game * 7 + place) % of.perClub) + 1;
  const goals = upTo(3).map((goal) => ({
    team: String(1 + (goal % 2)),
    scorer: `Player ${playerOf(goal)}`,
    user_id: playerOf(goal),
    minute: String(10 + goal * 20),
  }));
  const types = ['Start', 'Goal', 'Foul', 'YellowCard', 'Save', 'Goal', 'Shot', 'Break', 'Resume', 'End'] as const;
  const markers = types.map((type, place) => ({
    id: uuid(id * 100 + place),
    timestamp: iso(kickOff + place * 600_000),
    type,
    primary_player_pc_id: String(playerOf(place)),
  }));
  return {
    id,
    slug: `game-${game + 1}`,
    title: `Game ${game + 1}`,
    date_time: iso(kickOff),
    timezone: 'Europe/Lisbon',
    max_players: 24,
    organizer_id: club * of.perClub + 1,
    teams: [{ number: 1 }, { number: 2, name: 'Bibs', jersey_color: '#ff8800' }],
    participants: [
      ...upTo(20).map((place) => ({ player_type: 'user' as const, id: playerOf(place), team: 1 + (place % 2) })),
      { player_type: 'guest' as const, name: 'A guest', rsvp: 'maybe' as const },
    ],
    ...(game % 5 === 2 || game % 5 === 3 ? { scores: { '1': 2, '2': 1 }, goals } : {}),
    ...(game % 5 === 4 ? { markers } : {}),
  };
}

/** Eight clubs, each with eleven players and three substitutes, every one against every other. */
function bigTournament(index: number, perClub: number): Tournament {
  const teams = upTo(8).map((team) => ({ id: index * 8 + team + 1, club: index * 8 + team }));
  const squad = (team: { club: number }): number[] =>
    upTo(Math.min(14, perClub)).map((place) => team.club * perClub + place + 1);
  const pairs = teams.flatMap((home, at) => teams.slice(at + 1).map((away) => ({ home, away })));
  const lineup = (team: { club: number }) => ({
    starters: squad(team)
      .slice(0, 11)
      .map((user_id, place) => ({ user_id, jersey_number: place + 1, pitch_x: 50, pitch_y: place * 9 })),
    substitutes: squad(team)
      .slice(11)
      .map((user_id, place) => ({ user_id, jersey_number: place + 12 })),
  });
  return {
    id: index + 1,
    slug: `cup-${index + 1}`,
    name: `Cup ${index + 1}`,
    status: 'group_stage',
    host_club: `club-${index * 8 + 1}`,
    organizer_ids: [index * 8 * perClub + 1],
    teams: teams.map(({ id, club }) => ({ id, name: `Club ${club + 1}`, club_id: club + 1, group_name: 'A' })),
    players: teams.flatMap((team) => squad(team).map((user_id) => ({ user_id, team_id: team.id }))),
    matches: pairs.map(({ home, away }, place) => ({
      id: index * 100 + place + 1,
      group_name: 'A',
      scheduled_at: iso(begin + place * day),
      home_team_id: home.id,
      away_team_id: away.id,
      authorized_clubs: [`club-${home.club + 1}`],
      lineups: { home: lineup(home), away: lineup(away) },
      ...(place % 2 === 0 ? { status: 'completed' as const, score: { home: place % 4, away: 1 } } : {}),
    })),
  };
}

if (process.argv[1]?.endsWith('big-data-file.ts') === true) process.stdout.write(JSON.stringify(bigDataFile()));
