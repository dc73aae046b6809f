// A deletion ends the match on the nodes that have it in memory.
import { expect, test } from 'vitest';
import { goalBody } from '../../support/goal-body.ts';
import { openTestGateway } from '../../support/gateway.ts';
import { connect } from '../../support/subscriber.ts';
import { TOKENS } from '../../support/world/tokens.ts';

test('rule MANAGE-7: a match that nothing has changed so far ends with its deletion', async () => {
  const gateway = await openTestGateway();
  const call = <T = unknown>(method: string, path: string, body?: unknown) =>
    gateway.call<T>(method, `tournaments/autumn-cup/matches${path}`, { token: TOKENS.tournament, body });
  const made = await call<{ match: { id: number } }>('POST', '', { home_team_id: 71, away_team_id: 72 });
  const { id } = made.body.match;
  const subscriber = await connect(gateway.liveUrl, TOKENS.tournament);
  await subscriber.subscribe(`match:${id}`);
  expect((await call('DELETE', `/${id}`)).status).toBe(200);
  expect(await subscriber.next('unsubscribed')).toMatchObject({ channel: `match:${id}` });
  expect((await call('GET', `/${id}/markers`)).status).toBe(404);
  expect((await call('POST', `/${id}/markers`, { ...goalBody(), team: 'home' })).status).toBe(404);
  await subscriber.close();
  await gateway.close();
});
