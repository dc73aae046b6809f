// Answers about clubs and club games, compared with the tables of test/support/tables.ts.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { clubPlayersAnswer, clubProfileAnswer } from '../../protocol/rest/club.ts';
import { upcomingGamesAnswer } from '../../protocol/rest/game.ts';
import { openTestGateway, type TestGateway } from '../support/gateway.ts';
import { riversideOf } from '../support/riverside.ts';
import { iso, thisMinute } from '../support/dates.ts';
import { FOUNDED, RIVERSIDE } from '../support/world/clubs.ts';
import { fullWorld } from '../support/world/full-world.ts';
import { TOKENS } from '../support/world/tokens.ts';
import {
  alwaysNull,
  CLUB,
  CLUB_PLAYER,
  faults,
  GAME,
  GAME_TEAM,
  MATCHUP,
  neverNull,
  PLAYER_IN_GAME,
} from '../support/tables.ts';

type Profile = z.infer<typeof clubProfileAnswer>;
type Players = z.infer<typeof clubPlayersAnswer>;

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openTestGateway({ data: fullWorld() });
});
afterAll(() => gateway.close());

const { read, upcoming, post } = riversideOf(() => gateway);
const profile = (slug = 'riverside-fc', token?: string) => read<Profile>(`clubs/${slug}`, token);

describe('a club', () => {
  test('rule READ-6: has the fields of its table, null only where the table says so', async () => {
    const clubs = [await profile(), await profile('hilltop', TOKENS.otherClub)];
    for (const club of clubs) expect(faults(club, CLUB, ['players', 'upcoming_games'])).toEqual([]);
    expect(neverNull(clubs, CLUB)).toEqual([]);
    expect(alwaysNull(clubs, CLUB)).toEqual([]);
    expect(clubs[0]).toMatchObject({
      id: 10,
      city: 'Lisbon',
      is_private: true,
      member_count: 4,
      created_at: iso(Date.parse(FOUNDED)),
    });
    expect(clubProfileAnswer.safeParse(clubs[0]).error).toBeUndefined();
  });

  test('lists its active players only, each with the fields of the table', async () => {
    const { club, players } = await read<Players>('clubs/riverside-fc/players');
    expect(club).toBe('Riverside FC');
    expect(players.map(({ name }) => name)).toEqual(['Ana Silva', 'Eva Lopes', 'Max Member', 'Rui Costa']);
    for (const player of players) expect(faults(player, CLUB_PLAYER)).toEqual([]);
    expect(neverNull(players, CLUB_PLAYER)).toEqual([]);
    expect(players[0]).toMatchObject({
      jersey_number: 9,
      club_position: 'midfielder',
      effective_position: 'midfielder',
      preferred_position: 'forward',
      secondary_positions: ['midfielder', 'defender'],
      skill_level: 'advanced',
      role: 'Owner',
      profile_url: `${gateway.url}/players/ana-silva`,
    });
    expect((await profile()).players).toEqual(players);
    expect(clubPlayersAnswer.safeParse({ club, players }).error).toBeUndefined();
  });
});

describe('a game', () => {
  test('has the fields of the tables, null only where they say so', async () => {
    const { club, games } = await upcoming();
    expect(club).toBe('Riverside FC');
    for (const game of games) {
      expect(faults(game, GAME, ['organizer'])).toEqual([]);
      expect(faults(game.organizer, { id: 'integer', name: 'string' })).toEqual([]);
      for (const team of game.teams) {
        expect(faults(team, GAME_TEAM)).toEqual([]);
        for (const player of [...team.players, ...team.maybe_players])
          expect(faults(player, PLAYER_IN_GAME)).toEqual([]);
      }
      for (const matchup of game.matchups) expect(faults(matchup, MATCHUP)).toEqual([]);
      for (const player of [...game.unassigned_players, ...game.maybe_unassigned_players])
        expect(faults(player, PLAYER_IN_GAME)).toEqual([]);
    }
    expect(neverNull(games, GAME)).toEqual([]);
    expect(upcomingGamesAnswer.safeParse({ club, games }).error).toBeUndefined();
    expect((await profile()).upcoming_games).toEqual(games);
  });

  test('rule READ-6: counts its places and sorts its players by team and answer', async () => {
    const game = (await upcoming()).games.find(({ id }) => id === 100);
    expect(game).toMatchObject({
      max_players: 12,
      players_joined: 5,
      spots_left: 7,
      cost_per_player: 4.5,
      is_public: false,
      organizer: { id: 2, name: 'Rui Costa' },
      url: `${gateway.url}/clubs/riverside-fc/games/sunday-5s`,
      score: null,
    });
    const [one, two] = game?.teams ?? [];
    expect(one?.players).toEqual([
      {
        id: 1,
        name: 'Ana Silva',
        is_guest: false,
        player_type: 'user',
        is_captain: true,
        is_substitute: false,
        pitch_role: 'ST',
        checked_in: true,
      },
      {
        id: null,
        name: 'Zé (guest)',
        is_guest: true,
        player_type: 'guest',
        is_captain: false,
        is_substitute: false,
        pitch_role: null,
        checked_in: false,
      },
    ]);
    expect(one?.maybe_players.map(({ name }) => name)).toEqual(['Eva Lopes']);
    expect(two?.players).toMatchObject([
      { id: 2, is_substitute: true },
      { id: 1, player_type: 'junior', name: 'Kid One', is_guest: false },
    ]);
    expect(game?.unassigned_players.map(({ name }) => name)).toEqual(['Max Member']);
    expect(game?.maybe_unassigned_players.map(({ name }) => name)).toEqual(['Perhaps']);
  });

  test('rule READ-6: without an organizer names the owner; without a limit has as many places as participants', async () => {
    const game = (await upcoming()).games.find(({ id }) => id === 102);
    expect(game).toMatchObject({
      organizer: { id: 1, name: 'Ana Silva' },
      max_players: 0,
      players_joined: 0,
      spots_left: 0,
    });
  });

  test('lists the pairings of two, three and four teams, with byes and team names', async () => {
    const { games } = await upcoming();
    const of = (id: number) => games.find((game) => game.id === id);
    expect(of(100)?.matchup).toBe('Team 1 vs Bibs');
    expect(of(101)?.matchup).toBe('Team 1 vs Team 2 · Reds (bye)');
    expect(of(103)?.matchup).toBe('Blues vs Team 2 · Team 3 vs Golds');
    expect(of(101)?.matchups).toEqual([
      { match_id: '101_0', match_index: 0, home_team: 1, home_name: 'Team 1', away_team: 2, away_name: 'Team 2' },
      { match_id: '101_1', match_index: 1, home_team: 3, home_name: 'Reds', away_team: null, away_name: null },
    ]);
    expect(of(100)?.teams.map(({ name, jersey_color }) => [name, jersey_color])).toEqual([
      ['Team 1', '#1e40af'],
      ['Bibs', '#ff8800'],
    ]);
    expect(of(102)?.teams[0]?.jersey_color).toBe('#1e40af');
    expect(of(103)?.teams[1]?.jersey_color).toBe('#ffffff');
  });

  test('shows its score for two, three and four teams right after a write', async () => {
    const score = async (id: number) => (await upcoming()).games.find((game) => game.id === id)?.score;
    expect(await score(101)).toBeNull();
    const patch = (slug: string, scores: object) =>
      gateway.call('PATCH', `clubs/riverside-fc/games/${slug}/scores`, { token: TOKENS.club, body: { scores } });
    await patch('three-teams', { 3: 2 });
    expect(await score(101)).toBe('Team 1 0 · Team 2 0 · Reds 2');
    await patch('four-teams', { 1: 1, 4: 7 });
    expect(await score(103)).toBe('Blues 1 · Team 2 0 · Team 3 0 · Golds 7');
    expect(await score(102)).toBeNull();
    await post('bare-game', 'Start', thisMinute);
    expect(await score(102)).toBe('Team 1 0 · Bibs 0');
    const id = await post('bare-game', 'Goal', thisMinute + 60_000, { team: '2', scorer: 'Unknown' });
    expect(await score(102)).toBe('Team 1 0 · Bibs 1');
    await gateway.call('DELETE', `clubs/riverside-fc/games/bare-game/markers/${id}`, { token: TOKENS.club });
    expect(await score(102)).toBe('Team 1 0 · Bibs 0');
  });
});

describe('the legacy paths', () => {
  test('give the answers of the explicit paths', async () => {
    for (const [legacy, explicit] of [
      ['club', 'clubs/riverside-fc'],
      ['club/players', 'clubs/riverside-fc/players'],
      ['club/upcoming_games', 'clubs/riverside-fc/upcoming_games'],
      ['club/past_games?limit=3', 'clubs/riverside-fc/past_games?limit=3'],
    ] as const) {
      expect(await read(legacy)).toEqual(await read(explicit));
    }
  });

  test('reject a connected app, and reject other clubs whether or not they exist', async () => {
    const status = async (address: string, token: string) => (await gateway.call('GET', address, { token })).status;
    expect(await status('club', TOKENS.app)).toBe(403);
    expect(await status('clubs/hilltop', TOKENS.club)).toBe(403);
    expect(await status('clubs/nowhere', TOKENS.club)).toBe(403);
    expect(await status('clubs/nowhere', TOKENS.adminApp)).toBe(403);
    expect(await status('clubs/nowhere/past_games?limit=0', TOKENS.adminApp)).toBe(403);
    expect(await status('clubs/hilltop', TOKENS.adminApp)).toBe(200);
    expect(await status('clubs/riverside-fc', 'nonsense')).toBe(401);
  });
});

test('an import shows at once', async () => {
  await profile();
  const game = { ...fullWorld().clubs[0]?.games[0], title: 'Renamed' };
  await gateway.import({
    touchline_data: 1,
    clubs: [{ ...RIVERSIDE, name: 'Riverside', games: [game] }],
  });
  const { name, upcoming_games } = await profile();
  expect(name).toBe('Riverside');
  expect(upcoming_games.find(({ id }) => id === 100)?.title).toBe('Renamed');
});
