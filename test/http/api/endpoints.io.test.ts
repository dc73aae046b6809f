// Scores, goals and markers, the live snapshot and view tokens over HTTP on a real gateway. The access matrix is
// test/auth/access-matrix.io.test.ts.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { goalBody } from '../../support/goal-body.ts';
import { openTestGateway, type TestGateway } from '../../support/gateway.ts';
import { placesOf, promisedCalls } from '../../support/promised.ts';
import { TOKENS } from '../../support/world/tokens.ts';
import { world } from '../../support/world/world.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openTestGateway({ data: dataWithGames(40) });
});
afterAll(() => gateway.close());
const call = promisedCalls(() => gateway);

/** Many games, so that every test has its own. */
function dataWithGames(games: number) {
  const data = world({ moreGames: games });
  const [tournament] = data.tournaments;
  if (!tournament) throw new Error('The sample has no tournament.');
  const matches = Array.from({ length: 20 }, (_, index) => ({
    id: 7_100 + index,
    stage: 'group',
    home_team_id: 71,
    away_team_id: 72,
  }));
  return {
    ...data,
    tournaments: [{ ...tournament, matches: [...tournament.matches, ...matches] }, ...data.tournaments.slice(1)],
  };
}

let used = 0;
const freshGame = (): string => `games/extra-${(used += 1)}`;
let played = 0;
const freshMatch = (): string => `tournaments/autumn-cup/matches/${7_100 + (played += 1)}/markers`;

describe('club games', () => {
  it('rules ID-2, ID-7: record a marker with 201, update it with 200 and answer its id as first sent', async () => {
    const game = freshGame();
    const sent = goalBody({ id: randomUUID().toUpperCase() });
    const first = await call('postGameMarker', `${game}/marker`, { body: sent });
    expect([first.status, first.body]).toEqual([201, { status: 'success', marker_id: sent.id }]);
    const again = { ...sent, id: sent.id.toLowerCase(), label: 'header' };
    const second = await call('postGameMarker', `${game}/marker`, { body: again });
    expect([second.status, second.body]).toEqual([200, { status: 'success', marker_id: sent.id }]);
    const list = await call<{ markers: unknown[] }>('listGameMarkers', `${game}/markers`);
    expect(list.body).toMatchObject({ game_mode: false, markers: [{ id: sent.id, label: 'header' }] });
  });

  it('rule ID-1: hold one id each, apart from the same id in another game or a match', async () => {
    const [one, two, match] = [freshGame(), freshGame(), freshMatch()];
    const body = goalBody();
    const { tournament: token } = TOKENS;
    for (const game of [one, two]) expect((await call('postGameMarker', `${game}/marker`, { body })).status).toBe(201);
    expect((await call('postMatchMarker', match, { token, body })).status).toBe(201);
    expect((await call('deleteGameMarker', `${one}/markers/${body.id}`)).status).toBe(200);
    expect((await call('listGameMarkers', `${two}/markers`)).body).toMatchObject({ markers: [{ id: body.id }] });
    expect((await call('listMatchMarkers', match, { token })).body).toMatchObject({ markers: [{ id: body.id }] });
  });

  it('rule SIDE-3: warn about unknown players of a marker', async () => {
    const { status, body } = await call('postGameMarker', `${freshGame()}/marker`, {
      body: goalBody({ primary_player_pc_id: 999 }),
    });
    expect(status).toBe(201);
    expect(body['warnings']).toEqual([expect.any(String), expect.any(String)]);
  });

  it('rule MIN-7: keep a minute that is not understood, warn of it, and refuse a long one at once', async () => {
    const game = freshGame();
    const kept = await call('postGameMarker', `${game}/marker`, { body: goalBody({ minute: 'HT' }) });
    expect([kept.status, kept.body['warnings']]).toEqual([201, [expect.stringContaining('"HT"')]]);
    const list = await call<{ markers: unknown[] }>('listGameMarkers', `${game}/markers`);
    expect(list.body).toMatchObject({ markers: [{ minute: 'HT' }] });
    const blanks = `1${' '.repeat(900_000)}x`;
    const long = await call('postGameMarker', `${game}/marker`, { body: goalBody({ minute: blanks }) });
    expect([long.status, placesOf(long)]).toEqual([422, ['minute']]);
    const goals = [{ team: '1', scorer: 'Ana', minute: '12:30' }];
    const patched = await call('patchGoals', `${game}/goals`, { body: { goals } });
    expect(patched.body['game']).toMatchObject({ goals });
  });

  it('rule SCORE-10: set scores and goals separately, and answer the full result', async () => {
    const game = freshGame();
    const scores = await call('patchScores', `${game}/scores`, { body: { scores: { '1': 3, '2': 1 } } });
    expect(scores.status).toBe(200);
    expect(scores.body['game']).toMatchObject({
      team_scores: { '1': 3, '2': 1 },
      score: 'Team 1 3 · Bibs 1',
      goals: [],
    });
    const goal = { team: 1, scorer: 'Ana Silva', user_id: '1', minute: "45'+2'", assister: null };
    const goals = await call('patchGoals', `${game}/goals`, { body: { goals: [goal] } });
    expect(goals.body['game']).toMatchObject({
      team_scores: { '1': 3, '2': 1 },
      goals: [
        {
          team: '1',
          scorer: 'Ana Silva',
          user_id: 1,
          minute: '45+2',
          penalty: false,
          own_goal: false,
          assister: null,
          assister_user_id: null,
        },
      ],
    });
    expect((await call('patchGoals', `${game}/goals`, { body: { goals: [] } })).body['game']).toMatchObject({
      goals: [],
    });
  });

  it('rules ID-6, ID-8: delete a marker once, in any letter case of its id', async () => {
    const game = freshGame();
    const sent = goalBody();
    await call('postGameMarker', `${game}/marker`, { body: sent });
    const deleted = await call('deleteGameMarker', `${game}/markers/${sent.id.toUpperCase()}`);
    expect([deleted.status, deleted.body['status']]).toEqual([200, 'success']);
    for (const id of [sent.id, randomUUID(), 'no-uuid', '%20']) {
      expect((await call('deleteGameMarker', `${game}/markers/${id}`)).status).toBe(404);
    }
  });

  it('are the same on explicit and legacy paths', async () => {
    const game = freshGame();
    await call('postGameMarker', `${game}/marker`, { body: goalBody() });
    const explicit = await call('listGameMarkers', `clubs/riverside-fc/${game}/markers`, { token: TOKENS.app });
    const legacy = await call('listGameMarkers', `${game}/markers`);
    expect(explicit.body).toEqual(legacy.body);
    expect(explicit.headers.get('etag')).toBe(legacy.headers.get('etag'));
  });

  it('are found by percent-encoded slugs', async () => {
    const list = await call('listGameMarkers', 'clubs/riverside%2Dfc/games/%73unday-5s/markers/', {
      token: TOKENS.app,
    });
    expect(list.body).toMatchObject({ game: { id: 100, slug: 'sunday-5s' } });
    for (const slug of ['..%2Fsunday-5s', 'sunday-5s%20', "x'%20or%20'1'='1"]) {
      expect((await call('listGameMarkers', `games/${slug}/markers`)).status).toBe(404);
    }
  });

  it('rule READ-18: answer 304 to a listing that has not changed, and 200 once it has', async () => {
    const game = freshGame();
    const first = await call('listGameMarkers', `${game}/markers`);
    const etag = first.headers.get('etag') ?? '';
    const headers = { 'if-none-match': `"other", W/${etag}` };
    const same = await gateway.call('GET', `${game}/markers`, { token: TOKENS.club, headers });
    expect([same.status, same.body, same.headers.get('etag')]).toEqual([304, undefined, etag]);
    await call('postGameMarker', `${game}/marker`, { body: goalBody() });
    const moved = await call('listGameMarkers', `${game}/markers`, { headers });
    expect(moved.status).toBe(200);
    expect(moved.headers.get('etag')).not.toBe(etag);
  });

  it('rule REQ-9: repair text that cannot be stored', async () => {
    const game = freshGame();
    const text = JSON.stringify(goalBody({ label: 'LABEL' })).replace('LABEL', 'nil \\u0000 half \\ud83d whole 🎉');
    expect((await call('postGameMarker', `${game}/marker`, { body: text })).status).toBe(201);
    const list = await call('listGameMarkers', `${game}/markers`);
    expect(list.body['markers']).toMatchObject([{ label: 'nil  half \ufffd whole 🎉' }]);
    await gateway.call('GET', `/healthz`);
  });
});

describe('tournament matches', () => {
  it('rule ID-2: record a marker with 201 and report it with 200, unchanged', async () => {
    const match = freshMatch();
    const token = TOKENS.tournament;
    const sent = goalBody({ team: 'home', minute: 12, label: 'header' });
    expect((await call('postMatchMarker', match, { token, body: sent })).status).toBe(201);
    const again = await call('postMatchMarker', match, { token, body: { ...sent, label: 'changed' } });
    expect([again.status, again.body]).toEqual([200, { status: 'success', marker_id: sent.id }]);
    const list = await call('listMatchMarkers', match, { token });
    expect(list.body).toMatchObject({
      tournament: { id: 7, slug: 'autumn-cup', name: 'Autumn Cup' },
      match: { status: 'scheduled', home_team_name: 'Riverside', away_team_name: 'Hilltop' },
      markers: [{ id: sent.id, label: 'header', minute: '12', team: 'home' }],
    });
  });

  it('answer the deletion of a marker with the new state of the match', async () => {
    const match = freshMatch();
    const token = TOKENS.tournament;
    const start = goalBody({ type: 'Start', primary_player_pc_id: undefined });
    await call('postMatchMarker', match, { token, body: start });
    expect((await call('listMatchMarkers', match, { token })).body['match']).toMatchObject({ status: 'live' });
    const deleted = await call('deleteMatchMarker', `${match}/${start.id}`, { token });
    expect(deleted.body).toMatchObject({
      status: 'success',
      match: { status: 'scheduled', away_team_name: 'Hilltop' },
    });
    expect((await call('deleteMatchMarker', `${match}/${start.id}`, { token })).status).toBe(404);
  });

  it.each(['abc', '1.5', '-1', '999999', '99999999999999999999', '701x', '801'])(
    'rule REQ-8: answer 404 to the match id %s',
    async (id) => {
      const address = `tournaments/autumn-cup/matches/${id}/markers`;
      for (const token of [TOKENS.tournament, TOKENS.adminApp]) {
        expect((await call('listMatchMarkers', address, { token })).status).toBe(404);
      }
    },
  );
});

describe('the live snapshot', () => {
  it('is the frame as JSON, with epoch and seq for clients that poll', async () => {
    const game = freshGame();
    const { body: list } = await call<{ game: { id: number } }>('listGameMarkers', `${game}/markers`);
    const channel = `game:${list.game.id}`;
    const first = await call<{ epoch: string; seq: number }>('getLive', `live/${channel}`);
    expect(first.body).toMatchObject({ type: 'snapshot', channel, state: { kind: 'game', id: list.game.id } });
    const etag = first.headers.get('etag') ?? '';
    expect(etag).toContain(first.body.epoch);
    const headers = { 'if-none-match': etag };
    const same = await gateway.call('GET', `live/${encodeURIComponent(channel)}`, { token: TOKENS.club, headers });
    expect([same.status, same.body]).toEqual([304, undefined]);
    await call('postGameMarker', `${game}/marker`, { body: goalBody() });
    const next = await call<{ seq: number }>('getLive', `live/${channel}`, { headers });
    expect(next.status).toBe(200);
    expect(next.body.seq).toBe(first.body.seq + 1);
  });

  it.each(['club:riverside-fc', 'match:701'])('is there for %s', async (channel) => {
    expect((await call('getLive', `live/${channel}`)).body).toMatchObject({
      channel,
      state: { matches: expect.anything() },
    });
  });

  it('is 404 for a malformed channel, 403 for a forbidden or unknown one', async () => {
    for (const name of ['pitch:1', 'game', 'game:x', 'game:-1', 'club:']) {
      expect((await call('getLive', `live/${name}`)).status).toBe(404);
    }
    for (const name of [
      'game:110',
      'game:999',
      'game:999999999999999',
      'match:702',
      'club:hilltop',
      'tournament:autumn-cup',
    ]) {
      expect([name, (await call('getLive', `live/${name}`)).status]).toEqual([name, 403]);
    }
    for (const name of ['club:nowhere', 'tournament:nowhere', 'match:999']) {
      expect((await call('getLive', `live/${name}`, { token: TOKENS.adminApp })).status).toBe(403);
    }
  });

  it('tells a plain GET of the WebSocket’s address how to connect', async () => {
    const { status, headers, body } = await gateway.call('GET', 'live');
    expect([status, headers.get('upgrade')]).toEqual([426, 'websocket']);
    expect(body).toHaveProperty('hint');
  });
});

describe('view tokens', () => {
  it('are made for channels that the token may read, and read only those', async () => {
    const made = await call<{ token: string; expires_at: string; channels: string[] }>(
      'createViewToken',
      'view_tokens',
      {
        body: { channels: ['match:701', 'match:701', 'club:riverside-fc'], expires_in: 60 },
      },
    );
    expect(made.status).toBe(201);
    expect(made.body.channels).toEqual(['match:701', 'club:riverside-fc']);
    expect(Date.parse(made.body.expires_at) - Date.now()).toBeGreaterThan(50_000);
    const { token } = made.body;
    expect((await call('getLive', 'live/match:701', { token })).status).toBe(200);
    expect((await call('getLive', 'live/game:100', { token })).status).toBe(403);
    expect((await call('createViewToken', 'view_tokens', { token, body: '{' })).status).toBe(403);
  });

  it.each([
    [{}, ['channels']],
    [{ channels: [] }, ['channels']],
    [{ channels: ['game:100', 'nothing'], expires_in: 59 }, ['channels[1]', 'expires_in']],
    [{ channels: ['game:100'], expires_in: 31_536_001 }, ['expires_in']],
    [{ channels: ['game:100'], expires_in: 60.5 }, ['expires_in']],
  ])('are refused with the place: %j', async (body, expected) => {
    const answer = await call('createViewToken', 'view_tokens', { body });
    expect([answer.status, placesOf(answer)]).toEqual([422, expected]);
  });

  it('are refused for a channel that the token may not read', async () => {
    for (const channel of ['game:110', 'game:999', 'tournament:autumn-cup']) {
      expect((await call('createViewToken', 'view_tokens', { body: { channels: ['game:100', channel] } })).status).toBe(
        403,
      );
    }
  });
});
