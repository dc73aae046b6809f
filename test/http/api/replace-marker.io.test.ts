// PUT of a marker over HTTP on a real gateway.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { goalBody } from '../../support/goal-body.ts';
import { openTestGateway, type TestGateway } from '../../support/gateway.ts';
import { placesOf, promisedCalls } from '../../support/promised.ts';
import { TOKENS } from '../../support/world/tokens.ts';
import { world } from '../../support/world/world.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openTestGateway({ data: world({ moreGames: 1 }) });
});
afterAll(() => gateway.close());
const call = promisedCalls(() => gateway);

describe('rule ID-10: PUT replaces a marker', () => {
  it('of a club game on both paths, and not one that a reset cleared', async () => {
    const game = 'games/extra-0';
    const { id, ...body } = goalBody();
    await call('postGameMarker', `${game}/marker`, { body: { id, ...body } });
    for (const [index, path] of [game, `clubs/riverside-fc/${game}`].entries()) {
      const put = await call('putGameMarker', `${path}/markers/${id}`, { body: { ...body, label: `${index}` } });
      expect([put.status, put.body]).toEqual([200, { status: 'success', marker_id: id }]);
      const list = await call<{ markers: unknown[] }>('listGameMarkers', `${game}/markers`);
      expect(list.body).toMatchObject({ markers: [{ id, label: `${index}` }] });
    }
    const reset = goalBody({ type: 'ResetMatch', primary_player_pc_id: undefined });
    await call('postGameMarker', `${game}/marker`, { body: reset });
    expect((await call('putGameMarker', `${game}/markers/${id}`, { body })).status).toBe(404);
  });

  it('rule ID-8: of a tournament match in one step, with 200, and answers 404 to any other id', async () => {
    const match = 'tournaments/autumn-cup/matches/702/markers';
    const token = TOKENS.tournament;
    const { id, ...body } = goalBody({ id: randomUUID().toUpperCase(), team: 'home', minute: 13 });
    await call('postMatchMarker', match, { token, body: { ...body, id, minute: 12, label: 'header' } });
    for (const repeated of [1, 2]) {
      const put = await call('putMatchMarker', `${match}/${id.toLowerCase()}`, { token, body });
      expect([repeated, put.status, put.body]).toEqual([repeated, 200, { status: 'success', marker_id: id }]);
    }
    const list = await call('listMatchMarkers', match, { token });
    expect(list.body).toMatchObject({ markers: [{ id, minute: '13', primary_player_pc_id: '1', label: null }] });
    const channel = `live/match:${match.split('/')[3] ?? ''}`;
    expect((await gateway.call<{ seq: number }>('GET', channel, { token })).body.seq).toBe(2);
    // Rule REQ-1: also when the body is faulty.
    for (const sent of [body, {}, { ...body, timestamp: 'noon' }]) {
      for (const other of [randomUUID(), 'abc']) {
        expect((await call('putMatchMarker', `${match}/${other}`, { token, body: sent })).status).toBe(404);
      }
    }
    const faulty = await call('putMatchMarker', `${match}/${id}`, { token, body: { ...body, timestamp: 'noon' } });
    expect([faulty.status, placesOf(faulty)]).toEqual([422, ['timestamp']]);
  });
});
