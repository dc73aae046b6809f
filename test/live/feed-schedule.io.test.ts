// The schedule of a tournament changes while the screen of its feed is open.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Facts } from '../../protocol/rest/facts.ts';
import { daysFromNow, isoSeconds } from '../support/dates.ts';
import { openTestGateway, type TestGateway } from '../support/gateway.ts';
import { connect } from '../support/subscriber.ts';
import { TOKENS } from '../support/world/tokens.ts';

const token = TOKENS.tournament;
const MATCHES = 'tournaments/autumn-cup/matches';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openTestGateway();
});
afterAll(() => gateway.close());

it('P27 a match that is new, or deleted, has the cause edited on the feed: screens then read its kick-off', async () => {
  const subscriber = await connect(gateway.liveUrl, token);
  await subscriber.subscribe('tournament:autumn-cup');
  const body = { home_team_id: 71, away_team_id: 72 };
  const made = await gateway.call<{ match: { id: number } }>('POST', MATCHES, { token, body });
  const { id } = made.body.match;
  const cause = [{ action: 'edited' }];
  expect(await subscriber.next('delta')).toMatchObject({
    cause,
    patch: { matches: { [id]: { status: 'scheduled' } } },
  });
  expect((await gateway.call('DELETE', `${MATCHES}/${id}`, { token })).status).toBe(200);
  expect(await subscriber.next('delta')).toMatchObject({ cause, patch: { matches: { [id]: null } } });
  await subscriber.close();
});

it('P22 a new kick-off of a match is an empty delta with the cause edited on the feed: screens then show it', async () => {
  const subscriber = await connect(gateway.liveUrl, token);
  const { seq } = await subscriber.subscribe('tournament:autumn-cup');
  const kickOff = async () => {
    const address = `/screen/tournament:autumn-cup/facts?token=${token}`;
    return (await gateway.call<Facts>('GET', address)).body.kick_offs['702'];
  };
  const before = await kickOff();
  const scheduled_at = isoSeconds(daysFromNow(3));
  expect((await gateway.call('PATCH', `${MATCHES}/702`, { token, body: { scheduled_at } })).status).toBe(200);
  expect(await subscriber.next('delta')).toMatchObject({ seq: seq + 1, cause: [{ action: 'edited' }], patch: {} });
  expect(await kickOff()).toBe(Date.parse(scheduled_at));
  expect(await kickOff()).not.toBe(before);
  await subscriber.close();
});

const [CUP, TEAM] = ['tournaments/autumn-cup', 'tournaments/autumn-cup/teams/71'];
it.each([
  ['other tie-breaks', CUP, { tie_breaks: ['goals_for'] }],
  ['another group of a team', TEAM, { group_name: 'Z' }],
])('rule MANAGE-6: %s reach the screens with tables at once', async (_, address, body) => {
  for (const channel of ['tournament:autumn-cup', 'match:702']) {
    const before = await gateway.call('PATCH', address, {
      token,
      body: Object.fromEntries(Object.keys(body).map((key) => [key, null])),
    });
    expect(before.status, JSON.stringify(before.body)).toBe(200);
    const subscriber = await connect(gateway.liveUrl, token);
    await subscriber.subscribe(channel);
    expect((await gateway.call('PATCH', address, { token, body })).status).toBe(200);
    expect(await subscriber.next('delta')).toMatchObject({ cause: [{ action: 'edited' }], patch: {} });
    expect((await gateway.call('PATCH', address, { token, body })).status).toBe(200);
    expect(await subscriber.unread()).toEqual([]);
    await subscriber.close();
  }
});
