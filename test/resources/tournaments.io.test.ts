// Answers about tournaments, compared with the tables of test/support/tables.ts; and the resources of a connected app.
import type { Facts } from '../../protocol/rest/facts.ts';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { resourcesAnswer } from '../../protocol/rest/account.ts';
import {
  tournamentMatchesAnswer,
  tournamentPlayersAnswer,
  tournamentProfileAnswer,
} from '../../protocol/rest/tournament.ts';
import { openTestGateway, type TestGateway } from '../support/gateway.ts';
import { readerOf } from '../support/riverside.ts';
import { iso } from '../support/dates.ts';
import { CUP_STARTS, HOUSE_LEAGUE, MATCH_KICK_OFF } from '../support/world/tournaments.ts';
import { CUP_ENDS, DRAW_PLAYED_AT, fullWorld, WAIVER_ACCEPTED_AT } from '../support/world/full-world.ts';
import { TOKENS } from '../support/world/tokens.ts';
import {
  alwaysNull,
  faults,
  INTER_CLUB_PLAYER,
  INTRA_CLUB_PLAYER,
  LINEUP_PLAYER,
  MATCH_SCORE,
  MATCH_TEAM,
  neverNull,
  TOURNAMENT,
  TOURNAMENT_HEAD,
  TOURNAMENT_MATCH,
  TOURNAMENT_TEAM,
} from '../support/tables.ts';

type Profile = z.infer<typeof tournamentProfileAnswer>;
type Matches = z.infer<typeof tournamentMatchesAnswer>;
type Players = z.infer<typeof tournamentPlayersAnswer>;
type Resources = z.infer<typeof resourcesAnswer>;

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openTestGateway({ data: fullWorld() });
});
afterAll(() => gateway.close());

const read = readerOf(() => gateway, TOKENS.tournament);
const profile = () => read<Profile>('tournaments/autumn-cup');
const matches = () => read<Matches>('tournaments/autumn-cup/matches');
const match = async (id: number) => (await matches()).matches.find((one) => one.id === id);
const at = (minutes: number): string => iso(MATCH_KICK_OFF + minutes * 60_000);
const post = async (type: string, minutes: number, more: object = {}): Promise<string> => {
  const body = { id: randomUUID(), type, timestamp: at(minutes), ...more };
  const { status } = await gateway.call('POST', 'tournaments/autumn-cup/matches/701/markers', {
    token: TOKENS.tournament,
    body,
  });
  expect(status).toBe(201);
  return body.id;
};

describe('a tournament', () => {
  test('rules READ-7, READ-11: has the fields of its table, null only where the table says so', async () => {
    const profiles = [await profile(), await read<Profile>('tournaments/house-league', TOKENS.league)];
    const more = ['host_club', 'teams', 'players', 'matches', 'upcoming_match_count', 'completed_match_count', 'url'];
    for (const one of profiles) expect(faults(one, TOURNAMENT, more)).toEqual([]);
    expect(neverNull(profiles, TOURNAMENT)).toEqual([]);
    expect(alwaysNull(profiles, TOURNAMENT)).toEqual([]);
    expect(profiles[0]).toMatchObject({
      start_date: CUP_STARTS,
      end_date: CUP_ENDS,
      host_club: { id: 10, name: 'Riverside FC', slug: 'riverside-fc' },
      upcoming_match_count: 2,
      completed_match_count: 3,
      url: `${gateway.url}/tournaments/autumn-cup`,
    });
    expect(profiles[1]).toMatchObject({ host_club: null, upcoming_match_count: 0, completed_match_count: 0 });
    for (const one of profiles) expect(tournamentProfileAnswer.safeParse(one).error).toBeUndefined();
  });

  test('rules READ-8, READ-9: lists its teams in table order, teams without a group last', async () => {
    const { teams } = await profile();
    for (const team of teams) expect(faults(team, TOURNAMENT_TEAM)).toEqual([]);
    expect(neverNull(teams, TOURNAMENT_TEAM)).toEqual([]);
    // 703 was drawn 1–1, 704 awarded 3–0; the final has no group.
    expect(teams.map(({ name, points, goal_difference }) => [name, points, goal_difference])).toEqual([
      ['Riverside', 3, 3],
      ['Hilltop', 1, 0],
      ['Third', 1, -3],
      ['Guests', 0, 0],
    ]);
    expect(teams[2]).toMatchObject({ matches_played: 2, wins: 0, draws: 1, losses: 1, goals_for: 1, goals_against: 4 });
  });

  test('lists its players in the shape of its kind', async () => {
    const inter = await read<Players>('tournaments/autumn-cup/players');
    const intra = await read<Players>('tournaments/house-league/players', TOKENS.league);
    for (const [{ tournament, players }, table] of [
      [inter, INTER_CLUB_PLAYER],
      [intra, INTRA_CLUB_PLAYER],
    ] as const) {
      expect(faults(tournament, TOURNAMENT_HEAD)).toEqual([]);
      for (const player of players) expect(faults(player, table)).toEqual([]);
      expect(neverNull(players, table)).toEqual([]);
      expect(alwaysNull(players, table)).toEqual([]);
      expect(tournamentPlayersAnswer.safeParse({ tournament, players }).error).toBeUndefined();
    }
    expect(inter.players[0]).toMatchObject({ id: 1, team_id: 71, club_slug: 'riverside-fc', captain: true });
    expect(intra.players[0]).toMatchObject({
      jersey_number_preferences: [9, 10],
      waiver_accepted_at: iso(Date.parse(WAIVER_ACCEPTED_AT)),
      registration_status: 'registered',
    });
    expect((await profile()).players).toEqual(inter.players);
  });
});

describe('a tournament match', () => {
  test('has the fields of the tables, null only where they say so', async () => {
    const answer = await matches();
    expect(faults(answer.tournament, TOURNAMENT_HEAD)).toEqual([]);
    const nested = ['home_team', 'away_team', 'lineups', 'score'];
    for (const one of answer.matches) {
      expect(faults(one, TOURNAMENT_MATCH, nested)).toEqual([]);
      expect(faults(one.score, MATCH_SCORE)).toEqual([]);
      for (const team of [one.home_team, one.away_team]) expect(faults(team, MATCH_TEAM)).toEqual([]);
      for (const side of [one.lineups.home, one.lineups.away]) {
        expect(Object.keys(side)).toEqual(['starters', 'substitutes']);
        for (const player of [...side.starters, ...side.substitutes]) expect(faults(player, LINEUP_PLAYER)).toEqual([]);
      }
    }
    const sides = answer.matches.flatMap(({ home_team, away_team }) => [home_team, away_team]);
    expect(neverNull(sides, MATCH_TEAM)).toEqual([]);
    expect(tournamentMatchesAnswer.safeParse(answer).error).toBeUndefined();
    expect((await profile()).matches).toEqual(answer.matches);
  });

  test('shows line-ups with the number for this team, and the usual position without a role', async () => {
    const { lineups } = (await match(701)) ?? {};
    expect(lineups?.home.starters).toEqual([
      {
        id: 1,
        slug: 'ana-silva',
        name: 'Ana Silva',
        avatar_url: 'https://img.example/ana.png',
        jersey_number: 10,
        captain: true,
        position: 'ST',
        pitch_x: 50,
        pitch_y: 80.5,
      },
    ]);
    expect(lineups?.home.substitutes.map(({ id }) => id)).toEqual([4]);
    expect(lineups?.away.starters[0]).toMatchObject({ id: 2, jersey_number: null, position: null, pitch_x: null });
    // Screens and overlays get the places too.
    const answer = await fetch(`${gateway.url}/screen/match:701/facts?token=${TOKENS.tournament}`);
    const facts = (await answer.json()) as Facts;
    expect(facts.lineups['701']?.home.starters).toMatchObject([{ number: 10, pitch: { x: 50, y: 80.5 } }]);
    expect(facts.lineups['701']?.away.starters[0]).not.toHaveProperty('pitch');
  });

  test('shows the result in the data file of earlier, awarded and upcoming matches', async () => {
    expect(await match(703)).toMatchObject({
      status: 'completed',
      period: 'full_time',
      played_at: iso(Date.parse(DRAW_PLAYED_AT)),
      score: { home: 1, away: 1, home_penalties: null, away_penalties: null },
      winner_club_id: null,
    });
    expect(await match(704)).toMatchObject({ status: 'awarded', winner_club_id: 10 });
    expect(await match(705)).toMatchObject({ winner_club_id: 11, score: { home_penalties: 3, away_penalties: 4 } });
    expect(await match(702)).toMatchObject({
      status: 'scheduled',
      period: 'not_started',
      score: { home: null, away: null },
      home_team: { id: 71, slug: 'riverside-fc', name: 'Riverside', placeholder: null },
      away_team: { id: null, slug: null, name: 'Winner of A2', placeholder: 'Winner of A2' },
    });
  });

  test('rules READ-15, READ-16: shows goals, cards, commentary and times right after each write, and updates the table', async () => {
    await post('Start', 0);
    expect(await match(701)).toMatchObject({
      status: 'live',
      period: 'first_half',
      started_at: at(0),
      score: { home: 0 },
    });
    const own = await post('Goal', 11.5, { primary_player_pc_id: 2, label: 'own goal' });
    await post('YellowCard', 20, { primary_player_pc_id: 2 });
    await post('YellowCard', 30, { primary_player_pc_id: '2' });
    await post('Foul', 31, { primary_player_pc_id: 2 });
    await post('Event', 32, { label: 'Drinks break' });
    expect(await match(701)).toMatchObject({
      score: { home: 1, away: 0 },
      goals: [{ team: 'home', scorer: 'Rui Costa', minute: '12', own_goal: true, penalty: false, assister: null }],
      cards: [
        { team: 'away', player: 'Rui Costa', minute: '21', type: 'yellow', second_yellow: false },
        { team: 'away', player: 'Rui Costa', minute: '31', type: 'yellow', second_yellow: true },
      ],
      commentary: [
        { type: 'Goal', minute: '12', team: 'home', player: 'Rui Costa', text: 'own goal', timestamp: at(11.5) },
        { type: 'Event', minute: '33', team: null, player: null, text: 'Drinks break', timestamp: at(32) },
      ],
    });
    await post('FullTime', 40);
    expect(await match(701)).toMatchObject({
      status: 'completed',
      ended_at: at(40),
      played_at: at(40),
      winner_club_id: 10,
    });
    const after = await profile();
    expect(after).toMatchObject({ upcoming_match_count: 1, completed_match_count: 4 });
    expect(after.teams[0]).toMatchObject({ name: 'Riverside', points: 6, goals_for: 4 });
    await gateway.call('DELETE', `tournaments/autumn-cup/matches/701/markers/${own}`, { token: TOKENS.tournament });
    expect((await profile()).teams[0]).toMatchObject({ name: 'Riverside', points: 4, goals_for: 3 });
  });

  test('is the same when loaded from the store', async () => {
    const before = await matches();
    await gateway.restart();
    expect(await matches()).toEqual(before);
  });
});

describe('the paths', () => {
  test('of the legacy family give the answers of the explicit paths', async () => {
    for (const [legacy, explicit] of [
      ['tournament', 'tournaments/autumn-cup'],
      ['tournament/players', 'tournaments/autumn-cup/players'],
      ['tournament/matches', 'tournaments/autumn-cup/matches'],
    ] as const) {
      expect(await read(legacy)).toEqual(await read(explicit));
    }
  });

  test('reject callers without access to the tournament, whether or not it exists', async () => {
    const status = async (address: string, token: string) => (await gateway.call('GET', address, { token })).status;
    expect(await status('tournaments/house-league', TOKENS.tournament)).toBe(403);
    expect(await status('tournaments/nowhere', TOKENS.tournament)).toBe(403);
    expect(await status('tournaments/nowhere', TOKENS.adminApp)).toBe(403);
    expect(await status('tournaments/autumn-cup', TOKENS.club)).toBe(403);
    expect(await status('tournament', TOKENS.app)).toBe(403);
    // No organizer, but a moderator of the host club.
    expect(await status('tournaments/autumn-cup', TOKENS.moderatorApp)).toBe(200);
    expect(await status('tournaments/autumn-cup', TOKENS.memberApp)).toBe(403);
  });
});

describe('the accessible resources', () => {
  const resources = (token: string) => read<Resources>('resources', token);

  test('name the user, the clubs and the tournaments with the roles', async () => {
    const own = await resources(TOKENS.app);
    expect(own).toEqual({
      user: { id: 1, name: 'Ana Silva', email: 'user1@example.org' },
      clubs: [{ id: 10, name: 'Riverside FC', slug: 'riverside-fc', role: 'owner' }],
      tournaments: [{ id: 7, name: 'Autumn Cup', slug: 'autumn-cup', status: 'group_stage', role: 'owner' }],
    });
    expect(resourcesAnswer.safeParse(own).error).toBeUndefined();
    expect((await resources(TOKENS.moderatorApp)).clubs).toMatchObject([{ role: 'moderator' }]);
    expect(await resources(TOKENS.memberApp)).toMatchObject({ clubs: [], tournaments: [] });
    const all = await resources(TOKENS.adminApp);
    expect(all.clubs.map(({ slug }) => slug)).toEqual(['hilltop', 'riverside-fc']);
    expect(all.tournaments.map(({ slug, role }) => [slug, role])).toEqual([
      ['autumn-cup', 'administrator'],
      ['house-league', 'administrator'],
      ['spring-cup', 'administrator'],
    ]);
  });

  test('are for connected apps only', async () => {
    for (const token of [TOKENS.club, TOKENS.tournament]) {
      const { status, body } = await gateway.call<{ error: string; hint: string }>('GET', 'resources', { token });
      expect(status).toBe(403);
      expect(body.hint).toMatch(/connect/i);
    }
    expect((await gateway.call('GET', 'resources')).status).toBe(401);
  });

  test('follow changes at once', async () => {
    const { users, clubs } = fullWorld();
    await gateway.import({
      touchline_data: 1,
      users,
      clubs: [{ ...clubs[0], members: [{ user_id: 2, role: 'Member' }], games: [] }],
      tournaments: [{ ...HOUSE_LEAGUE, organizer_ids: [2] }],
    });
    expect(await resources(TOKENS.moderatorApp)).toMatchObject({
      clubs: [],
      tournaments: [{ slug: 'house-league', role: 'organizer' }],
    });
    expect((await gateway.call('GET', 'tournaments/autumn-cup', { token: TOKENS.moderatorApp })).status).toBe(403);
  });
});
