// A player who leaves a tournament leaves the matches in memory too.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { MatchState } from '../../../protocol/wire/board.ts';
import { openTestGateway, type TestGateway } from '../../support/gateway.ts';
import { goalBody } from '../../support/goal-body.ts';
import { connect } from '../../support/subscriber.ts';
import { TOKENS } from '../../support/world/tokens.ts';

const token = TOKENS.tournament;
const CUP = 'tournaments/autumn-cup';
const PLAYER = '3';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openTestGateway();
});
afterAll(() => gateway.close());

const stateNow = async () =>
  (await gateway.call<{ seq: number; state: MatchState }>('GET', 'live/match:701', { token })).body;

it('rule LIVE-7: removing a player moves the matches of the team, and a later goal of the player counts for no side', async () => {
  const subscriber = await connect(gateway.liveUrl, token);
  await subscriber.subscribe('match:701');
  expect((await gateway.call('DELETE', `${CUP}/players/${PLAYER}`, { token })).status).toBe(200);
  expect(await subscriber.next('delta')).toMatchObject({ seq: 1, cause: [{ action: 'edited' }], patch: {} });
  const body = goalBody({ primary_player_pc_id: PLAYER });
  const posted = await gateway.call<{ warnings?: string[] }>('POST', `${CUP}/matches/701/markers`, { token, body });
  expect([posted.status, posted.body.warnings?.length]).toEqual([201, 2]);
  await subscriber.close();
  const before = await stateNow();
  expect(before.state.matches['701']?.score).toEqual({});
  await gateway.restart();
  expect(await stateNow()).toMatchObject({ seq: before.seq, state: before.state });
});

it('rule MANAGE-7: a player whom a marker names stays, and the match is not moved', async () => {
  const body = goalBody({ primary_player_pc_id: '1' });
  expect((await gateway.call('POST', `${CUP}/matches/701/markers`, { token, body })).status).toBe(201);
  const before = await stateNow();
  expect((await gateway.call('DELETE', `${CUP}/players/1`, { token })).status).toBe(409);
  expect(await stateNow()).toEqual({ ...before, at: expect.any(Number) });
  expect((await gateway.call('POST', `${CUP}/matches/701/markers`, { token, body: goalBody() })).status).toBe(201);
});
