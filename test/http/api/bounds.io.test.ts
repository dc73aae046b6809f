// Bodies, queries and frames beyond their bounds, on a real gateway (rules LIMIT-13, LIMIT-15).
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Detail } from '../../../protocol/rest/problem.ts';
import { openTestGateway, type TestGateway } from '../../support/gateway.ts';
import { placesOf, promisedCalls } from '../../support/promised.ts';
import { connect } from '../../support/subscriber.ts';
import { ADMIN_TOKEN, TOKENS } from '../../support/world/tokens.ts';
import { fileOf } from '../../support/data-file.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openTestGateway();
});
afterAll(() => gateway.close());
const call = promisedCalls(() => gateway);
const detailsOf = ({ body }: { readonly body: object }): readonly Detail[] =>
  (body as { readonly details: readonly Detail[] }).details;

describe('rule LIMIT-15: numbers that the store cannot hold', () => {
  it.each([
    ['getMatchLog', 'live/game:100/log?after=2147483648', 422],
    ['getMatchLog', 'live/game:100/log?after=2147483647', 200],
    ['getMatchLog', 'live/game:100/log?after=99999999999999999999999999', 422],
    ['getMatchLog', 'live/game:100/log?limit=2147483648', 422],
    ['listPastGames', 'club/past_games?page=9007199254740992', 422],
    ['listPastGames', 'club/past_games?page=9007199254740991&limit=50', 200],
    ['getLive', 'live/game:999999999999999', 403],
    ['listMatchMarkers', 'tournaments/autumn-cup/matches/999999999999999/markers', 404],
  ] as const)('%s %s is %i', async (name, address, status) => {
    const token = name === 'listMatchMarkers' ? TOKENS.tournament : TOKENS.club;
    expect((await call(name, address, { token })).status).toBe(status);
  });
});

describe('rules LIMIT-13, LIMIT-15: lists of mistakes', () => {
  it('of 450,000 entries are refused with one detail', async () => {
    const goals = Array.from({ length: 450_000 }, () => 1);
    const refused = await call('patchGoals', 'games/sunday-5s/goals', { body: { goals } });
    expect([refused.status, placesOf(refused)]).toEqual([422, ['goals']]);
    const scores = Object.fromEntries(Array.from({ length: 60_000 }, (_, index) => [`x${index}`, 'no']));
    const noScores = await call('patchScores', 'games/sunday-5s/scores', { body: { scores } });
    expect([noScores.status, placesOf(noScores)]).toEqual([422, ['scores']]);
    const noChannels = await call('createViewToken', 'view_tokens', { body: { channels: goals } });
    expect([noChannels.status, placesOf(noChannels)]).toEqual([422, ['channels']]);
  });

  it('of unknown members count too, and unknown members within the bounds are ignored', async () => {
    const marker = { id: randomUUID(), timestamp: new Date().toISOString(), type: 'Foul' };
    const extra = Array.from({ length: 10_001 }, () => 0);
    const refused = await call('postGameMarker', 'games/sunday-5s/marker', { body: { ...marker, extra } });
    expect([refused.status, placesOf(refused)]).toEqual([422, ['extra']]);
    const taken = await call('postGameMarker', 'games/sunday-5s/marker', {
      body: { ...marker, extra: extra.slice(100) },
    });
    expect(taken.status).toBe(201);
  });

  it('of a body of 400 KiB take 100 requests of the allowance (rule LIMIT-1)', async () => {
    const { headers } = await call('patchGoals', 'games/sunday-5s/goals', { body: { goals: 'x'.repeat(400 * 1_024) } });
    expect(Number(/r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1])).toBeLessThanOrEqual(1_899);
  });

  it('within the bounds are answered with 50 details', async () => {
    const goals = Array.from({ length: 500 }, () => ({ team: 'x', scorer: 1, penalty: 'no' }));
    const refused = await call('patchGoals', 'games/sunday-5s/goals', { body: { goals } });
    const details = detailsOf(refused);
    expect([refused.status, details.length, details.at(-1)]).toEqual([
      422,
      50,
      { path: '', message: '… and 1451 more.' },
    ]);
  });

  it('in a data file are answered with 50 details', async () => {
    const users = Array.from({ length: 20_000 }, (_, index) => ({ id: index, name: '' }));
    const body = fileOf({ users });
    const refused = await call('importData', '/api/admin/import', { token: ADMIN_TOKEN, body });
    const details = detailsOf(refused);
    expect([refused.status, details.length]).toEqual([422, 50]);
    expect(details.at(-1)?.message).toMatch(/^… and \d+ more\.$/);
  });
});

it('rule LIMIT-15: a frame with a number beyond its bound is an error, and the connection stays', async () => {
  const client = await connect(gateway.liveUrl, TOKENS.club);
  try {
    client.send({ type: 'subscribe', channel: 'game:100', since: { epoch: 'x', seq: 2 ** 53 }, ref: 1 });
    expect(await client.next('error')).toMatchObject({ code: 'invalid' });
    for (const seq of [2 ** 53 - 1, 2_147_483_648, 2_147_483_647]) {
      client.send({ type: 'subscribe', channel: 'game:100', since: { epoch: 'x', seq }, ref: seq });
      expect(await client.next('snapshot')).toMatchObject({ ref: seq });
    }
  } finally {
    await client.close();
  }
});
