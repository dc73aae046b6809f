// Upcoming and past games of a club, and the fields of a past game.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pastGamesAnswer } from '../../protocol/rest/game.ts';
import { openTestGateway, type TestGateway } from '../support/gateway.ts';
import { type Past, riversideOf, type Upcoming } from '../support/riverside.ts';
import { hoursFromNow, iso, thisMinute } from '../support/dates.ts';
import { HILLTOP } from '../support/world/clubs.ts';
import { fullWorld } from '../support/world/full-world.ts';
import { TOKENS } from '../support/world/tokens.ts';
import { faults, GAME, RESULT_GOAL } from '../support/tables.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openTestGateway({ data: fullWorld() });
});
afterAll(() => gateway.close());

const { read, upcoming, past, post } = riversideOf(() => gateway);

describe('a past game', () => {
  test('rule READ-5: has the fields of a game and its result', async () => {
    const answer = await past();
    expect(faults(answer, { club: 'string', page: 'integer', limit: 'integer', games: 'list' })).toEqual([]);
    for (const game of answer.games) {
      expect(faults(game, GAME, ['organizer', 'result'])).toEqual([]);
      expect(faults(game.result, { scores: 'list', scorers: 'list', goals: 'list' })).toEqual([]);
      for (const score of game.result.scores) expect(faults(score, { team: 'string', score: 'integer' })).toEqual([]);
      for (const scorer of game.result.scorers)
        expect(faults(scorer, { name: 'string', goals: 'integer' })).toEqual([]);
      for (const goal of game.result.goals) expect(faults(goal, RESULT_GOAL)).toEqual([]);
    }
    expect(pastGamesAnswer.safeParse(answer).error).toBeUndefined();
    const won = answer.games.find(({ id }) => id === 120);
    expect(won?.score).toBe('Team 1 4 · Bibs 1');
    expect(won?.teams[1]?.maybe_players.map(({ name }) => name)).toEqual(['Max Member']);
    expect(won?.result).toEqual({
      scores: [
        { team: 'Team 1', score: 4 },
        { team: 'Bibs', score: 1 },
      ],
      scorers: [
        { name: 'Ana Silva', goals: 2 },
        { name: 'Bob Guest', goals: 1 },
        { name: 'Eva Lopes', goals: 1 },
      ],
      goals: [
        { scorer: 'Eva Lopes', assister: null, team: '1', own_goal: false },
        { scorer: 'Ana Silva', assister: 'Eva Lopes', team: '1', own_goal: false },
        { scorer: 'Ana Silva', assister: null, team: '1', own_goal: false },
        { scorer: 'Rui Costa', assister: null, team: '1', own_goal: true },
        { scorer: 'Bob Guest', assister: null, team: '2', own_goal: false },
      ],
    });
  });

  test('rule READ-5: counts the goals of one id as one player, and two people of one name as two', async () => {
    const address = 'clubs/riverside-fc/games/won/goals';
    const read = await gateway.call<{ goals: object[] }>('GET', 'clubs/riverside-fc/games/won', { token: TOKENS.club });
    const set = async (...goals: (readonly [scorer: string, id: number | null])[]) => {
      const list = goals.map(([scorer, user_id]) => ({ team: '1', scorer, user_id }));
      await gateway.call('PATCH', address, { token: TOKENS.club, body: { goals: list } });
      const won = (await past()).games.find(({ id }) => id === 120);
      return won?.result.scorers.map(({ name, goals: count }) => `${name} ${count}`);
    };
    expect(read.status).toBe(200);
    expect(await set(['Ana', 1], ['Ana Silva', 1], ['Ana Silva', null], ['Bo', null])).toEqual(['Ana 3', 'Bo 1']);
    expect(await set(['Ana', 1], ['Ana', 1], ['Ana', 2], ['Ana', null])).toEqual(['Ana 2', 'Ana 1', 'Ana 1']);
  });

  test('rules READ-2, READ-3, READ-4: has a result after its kick-off, or was not played; newest first', async () => {
    const { games } = await past();
    expect(games.map(({ slug }) => slug)).toEqual(['reported', 'forgotten', 'won']);
    expect((await upcoming()).games.map(({ slug }) => slug)).toEqual([
      'going-on',
      'sunday-5s',
      'bare-game',
      'three-teams',
      'four-teams',
    ]);
  });

  test('comes in pages', async () => {
    expect((await past('?limit=2')).games.map(({ slug }) => slug)).toEqual(['reported', 'forgotten']);
    const second = await past('?limit=2&page=2&colour=blue');
    expect(second).toMatchObject({ page: 2, limit: 2 });
    expect(second.games.map(({ slug }) => slug)).toEqual(['won']);
    expect((await past('?page=9007199254740991')).games).toEqual([]);
    expect(await past()).toMatchObject({ page: 1, limit: 20 });
  });

  test.each(['limit=0', 'limit=51', 'limit=abc', 'limit=', 'limit=1.5', 'limit=1e1', 'page=0', 'page=-1', 'page=x'])(
    'rule READ-4: refuses %s with the place',
    async (query) => {
      const { status, body } = await gateway.call<{ error: string; details: { path: string; message: string }[] }>(
        'GET',
        `clubs/riverside-fc/past_games?${query}`,
        { token: TOKENS.club },
      );
      expect(status).toBe(422);
      expect(body.details.map(({ path }) => path)).toEqual([query.split('=')[0]]);
      expect(body.details[0]?.message).toMatch(/^Must be a whole number/);
    },
  );

  test('rule READ-19: tells the number of all games and the other pages, in memory too', async () => {
    const { length } = (await past('?limit=50')).games;
    for (let round = 0; round < 2; round += 1) {
      const { headers } = await gateway.call('GET', 'clubs/riverside-fc/past_games?limit=1', { token: TOKENS.club });
      expect(headers.get('x-total-count')).toBe(String(length));
      expect(headers.get('link')).toBe(`<?limit=1&page=2>; rel="next", <?limit=1&page=${length}>; rel="last"`);
    }
  });

  test('rules READ-1, READ-3: becomes past by its End, upcoming again when that is deleted, and a score ends no live game', async () => {
    const slugs = async () => ({
      past: (await past()).games.map(({ slug }) => slug),
      upcoming: (await upcoming()).games.map(({ slug }) => slug),
    });
    await post('going-on', 'Start', thisMinute - 50 * 60_000);
    const body = { scores: { 1: 5 } };
    await gateway.call('PATCH', 'clubs/riverside-fc/games/going-on/scores', { token: TOKENS.club, body });
    expect((await slugs()).upcoming[0]).toBe('going-on');
    await post('going-on', 'Break', thisMinute - 40 * 60_000);
    await post('going-on', 'Start', thisMinute - 30 * 60_000);
    const end = await post('going-on', 'End', thisMinute);
    expect((await slugs()).past[0]).toBe('going-on');
    expect((await slugs()).upcoming).not.toContain('going-on');
    expect((await past()).games[0]?.score).toBe('Team 1 5 · Bibs 0');
    await gateway.call('DELETE', `clubs/riverside-fc/games/going-on/markers/${end}`, { token: TOKENS.club });
    expect((await slugs()).upcoming[0]).toBe('going-on');
    expect((await slugs()).past).not.toContain('going-on');
  });

  test('rule READ-3: of long ago becomes upcoming when it gets markers, and shows a correction at once', async () => {
    await past();
    const body = { scores: { 2: 9 } };
    await gateway.call('PATCH', 'clubs/riverside-fc/games/won/scores', { token: TOKENS.club, body });
    expect((await past()).games.find(({ slug }) => slug === 'won')?.score).toBe('Team 1 4 · Bibs 9');
    const id = await post('forgotten', 'Start', thisMinute);
    expect((await upcoming()).games[0]?.slug).toBe('forgotten');
    await gateway.call('DELETE', `clubs/riverside-fc/games/forgotten/markers/${id}`, { token: TOKENS.club });
    expect((await past()).games.map(({ slug }) => slug)).toContain('forgotten');
  });
});

describe('the upcoming list', () => {
  test('rule READ-4: has twenty games, and the next one when one of them is over', async () => {
    const games = Array.from({ length: 25 }, (_, index) => ({
      id: 500 + index,
      slug: `later-${index}`,
      title: `Later ${index}`,
      date_time: iso(hoursFromNow(10 + index)),
      teams: [{ number: 1 }, { number: 2 }],
    }));
    await gateway.import({
      touchline_data: 1,
      clubs: [{ ...HILLTOP, games }],
    });
    const list = () => read<Upcoming>('clubs/hilltop/upcoming_games', TOKENS.otherClub);
    expect((await list()).games.map(({ id }) => id)).toEqual(Array.from({ length: 20 }, (_, index) => 500 + index));
    for (const type of ['Start', 'Break', 'Start', 'End']) {
      const body = { id: randomUUID(), type, timestamp: iso(thisMinute) };
      await gateway.call('POST', 'clubs/hilltop/games/later-0/marker', { token: TOKENS.otherClub, body });
    }
    expect((await list()).games.map(({ id }) => id)).toEqual(Array.from({ length: 20 }, (_, index) => 501 + index));
    const done = await read<Past>('club/past_games', TOKENS.otherClub);
    expect(done.games.map(({ id }) => id)).toEqual([500]);
  });
});
