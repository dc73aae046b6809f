// Import and export of data files on a running server.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cupFile } from '../../support/data-file.ts';
import { iso, thisMinute } from '../../support/dates.ts';
import { openTestGateway, type TestGateway } from '../../support/gateway.ts';
import { placesOf, promisedCalls } from '../../support/promised.ts';
import { openRaw } from '../../support/raw-http.ts';
import { ADMIN_TOKEN, TOKENS } from '../../support/world/tokens.ts';
import { world } from '../../support/world/world.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openTestGateway();
});
afterAll(() => gateway.close());
const call = promisedCalls(() => gateway);

/** Writes of every kind that scorekeepers send. */
async function play(): Promise<void> {
  const markers = 'tournaments/autumn-cup/matches/701/markers';
  for (const type of ['Start', 'Goal', 'Event']) {
    const sent = { id: randomUUID(), timestamp: iso(thisMinute), type, primary_player_pc_id: 1, label: type };
    await call('postMatchMarker', markers, { body: sent });
    await call('postGameMarker', 'games/sunday-5s/marker', { body: sent });
    if (type === 'Event') await call('deleteMatchMarker', `${markers}/${sent.id}`);
  }
  // Only its position in the sequence remains.
  const token = TOKENS.otherTournament;
  const gone = { id: randomUUID(), timestamp: iso(thisMinute), type: 'Start' };
  await call('postMatchMarker', 'tournaments/spring-cup/matches/801/markers', { token, body: gone });
  await call('deleteMatchMarker', `tournaments/spring-cup/matches/801/markers/${gone.id}`, { token });
  await call('patchScores', 'games/sunday-5s/scores', { body: { scores: { '1': 3 } } });
  await call('patchGoals', 'games/sunday-5s/goals', { body: { goals: [{ team: '1', scorer: 'Ana' }] } });
}

describe('import and export', () => {
  it('rule DATA-4: give a file that a second import finds unchanged', async () => {
    await play();
    const exported = await call('exportData', '/api/admin/export', { token: ADMIN_TOKEN });
    expect(exported.status).toBe(200);
    expect(exported.headers.get('cache-control')).toBe('no-store');
    expect(exported.body['touchline_data']).toBe(1);
    expect(JSON.stringify(exported.body)).not.toContain(TOKENS.club);
    const again = await call<Record<string, { created: number; updated: number }>>('importData', '/api/admin/import', {
      token: ADMIN_TOKEN,
      body: exported.body,
    });
    expect(again.status).toBe(200);
    for (const [entity, counts] of Object.entries(again.body)) {
      expect([entity, counts]).toMatchObject([entity, { created: 0, updated: 0 }]);
    }
  });

  it('rule DATA-3: count the scores of a file that matches with markers keep', async () => {
    await play();
    const body = cupFile({ matches: [{ id: 701, score: { home: 9, away: 9 } }] });
    const answer = await call('importData', '/api/admin/import', { token: ADMIN_TOKEN, body });
    expect([answer.status, answer.body['scores_kept']]).toEqual([200, 1]);
  });

  it('rule DATA-12: give a file with which an empty server answers the same', async () => {
    await play();
    const { body: data } = await call('exportData', '/api/admin/export', { token: ADMIN_TOKEN });
    const second = await openTestGateway({ data });
    try {
      const callSecond = promisedCalls(() => second);
      expect((await callSecond('exportData', '/api/admin/export', { token: ADMIN_TOKEN })).body).toEqual(data);
      for (const [name, address] of [
        ['listGameMarkers', 'games/sunday-5s/markers'],
        ['listMatchMarkers', 'tournaments/autumn-cup/matches/701/markers'],
      ] as const) {
        expect((await callSecond(name, address)).body).toEqual((await call(name, address)).body);
      }
      const { state } = (await call('getLive', 'live/game:100')).body;
      expect((await callSecond('getLive', 'live/game:100')).body['state']).toEqual(state);
    } finally {
      await second.close();
    }
  });

  it('rule REQ-4: accept files over the limit of the API, up to 64 MiB', async () => {
    const body = `${JSON.stringify({ touchline_data: 1 })}${' '.repeat(2 * 1_048_576)}`;
    expect((await call('importData', '/api/admin/import', { token: ADMIN_TOKEN, body })).status).toBe(200);
    const raw = await openRaw(Number(new URL(gateway.url).port));
    const head = `POST /api/admin/import HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${ADMIN_TOKEN}\r\n`;
    raw.write(`${head}Content-Length: ${64 * 1_048_576 + 1}\r\n\r\n`);
    expect((await raw.answer()).status).toBe(413);
    raw.socket.destroy();
  });

  it('rule DATA-1: reject a file as a whole and name the places', async () => {
    const data = world();
    const answer = await call('importData', '/api/admin/import', {
      token: ADMIN_TOKEN,
      body: { ...data, clubs: [{ ...data.clubs[0], name: 'Renamed', slug: 7 }], extra: true },
    });
    expect(answer.status).toBe(422);
    expect(placesOf(answer)).toContain('clubs[0].slug');
    expect(placesOf(answer)).toContain('extra');
    const exported = await call('exportData', '/api/admin/export', { token: ADMIN_TOKEN });
    expect(exported.body['clubs']).not.toContainEqual(expect.objectContaining({ name: 'Renamed' }));
  });

  it.each(['', '{', '[]', 'null'])('answers 422 to a body that is not a data file: %j', async (body) => {
    expect((await call('importData', '/api/admin/import', { token: ADMIN_TOKEN, body })).status).toBe(422);
  });

  it('accept the admin token only, and no other endpoint accepts it', async () => {
    for (const [method, address] of [
      ['POST', '/api/admin/import'],
      ['GET', '/api/admin/export'],
    ] as const) {
      for (const token of [undefined, 'nonsense', `${ADMIN_TOKEN}x`]) {
        expect((await gateway.call(method, address, { token })).status).toBe(401);
      }
      expect((await gateway.call(method, address, { token: TOKENS.adminApp })).status).toBe(403);
    }
    expect((await gateway.call('GET', 'games/sunday-5s/markers', { token: ADMIN_TOKEN })).status).toBe(401);
  });

  it('move a game to its new slug at once', async () => {
    const game = (slug: string) => {
      const data = world();
      const [club] = data.clubs;
      const renamed = club?.games.map((one) => (one.id === 101 ? { ...one, slug } : one));
      return { touchline_data: 1, clubs: [{ ...club, games: renamed }] };
    };
    expect((await call('listGameMarkers', 'games/three-teams/markers')).status).toBe(200);
    await gateway.import(game('moved'));
    expect((await call('listGameMarkers', 'games/three-teams/markers')).status).toBe(404);
    expect((await call('listGameMarkers', 'games/moved/markers')).body).toMatchObject({
      game: { id: 101, slug: 'moved' },
    });
    await gateway.import(game('three-teams'));
    expect((await call('listGameMarkers', 'games/three-teams/markers')).status).toBe(200);
  });
});
