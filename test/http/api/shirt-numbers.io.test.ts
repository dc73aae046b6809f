// A new shirt number of a squad or of a tournament's player in line-ups that are shown.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Facts } from '../../../protocol/rest/facts.ts';
import { useLink } from '../../support/account-links.ts';
import { clubFile, cupFile } from '../../support/data-file.ts';
import { openTestGateway, type TestGateway } from '../../support/gateway.ts';
import { connect } from '../../support/subscriber.ts';
import { PASSWORD } from '../../support/world/people.ts';
import { TOKENS } from '../../support/world/tokens.ts';

const CLUB = 'clubs/riverside-fc';
const CUP = 'tournaments/autumn-cup';
const GAME = 'game:100';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openTestGateway();
});
afterAll(() => gateway.close());

/** The shirt numbers by name, on the screen of the channel. */
async function numbersOn(channel: string, token: string): Promise<Readonly<Record<string, number | null>>> {
  const { body } = await gateway.call<Facts>('GET', `/screen/${channel}/facts?token=${token}`);
  const sides = Object.values(body.lineups).flatMap(({ home, away }) => [home, away]);
  return Object.fromEntries(sides.flatMap(({ starters }) => starters.map(({ name, number }) => [name, number])));
}

describe('rule SQUAD-2: the shirt number of a junior', () => {
  const token = TOKENS.club;

  it('that is given, changed or lost is the one of the screens that ask from then on', async () => {
    const number = async () => (await numbersOn(GAME, token))['Kid One'];
    expect(await number()).toBeNull();
    for (const jersey_number of [46, 47]) {
      const changed = await gateway.call('PATCH', `${CLUB}/juniors/1`, { token, body: { jersey_number } });
      expect(changed.status).toBe(200);
      expect(await number()).toBe(jersey_number);
    }
    expect((await gateway.call('DELETE', `${CLUB}/juniors/1`, { token })).status).toBe(200);
    expect(await number()).toBeNull();
  });
});

describe('rule MANAGE-6: a new shirt number reaches the screens that show it at once', () => {
  beforeAll(async () => {
    const lineups = { home: { starters: [{ user_id: 1 }], substitutes: [] }, away: { starters: [], substitutes: [] } };
    await gateway.import(cupFile({ matches: [{ id: 701, lineups }] }));
    await gateway.import(clubFile({ juniors: [{ junior_id: 1, status: 'active' }] }));
  });

  it.each([
    ['of a member', TOKENS.club, GAME, `${CLUB}/members/1`, 'Ana Silva'],
    ['of a junior', TOKENS.club, GAME, `${CLUB}/juniors/1`, 'Kid One'],
    ['of a player of a tournament', TOKENS.tournament, 'match:701', `${CUP}/players/1`, 'Ana Silva'],
  ])('%s', async (_, token, channel, address, name) => {
    const subscriber = await connect(gateway.liveUrl, token);
    const { seq } = await subscriber.subscribe(channel);
    const body = { jersey_number: 51 };
    const changed = await gateway.call('PATCH', address, { token, body });
    expect(changed.status, JSON.stringify(changed.body)).toBe(200);
    expect(await subscriber.next('delta')).toMatchObject({
      seq: seq + 1,
      patch: {},
      cause: [{ action: 'edited' }],
    });
    expect((await numbersOn(channel, token))[name]).toBe(51);
    expect((await gateway.call('PATCH', address, { token, body })).status).toBe(200);
    expect(await subscriber.unread()).toEqual([]);
    await subscriber.close();
  });

  it('of a former member who accepts an invitation', async () => {
    const token = TOKENS.club;
    const number = async () => (await numbersOn(GAME, token))['Eva Lopes'];
    expect(await number()).toBe(3);
    expect((await gateway.call('DELETE', `${CLUB}/members/3`, { token })).status).toBe(200);
    expect(await number()).toBeNull();
    const email = 'user3@example.org';
    const invited = { token: TOKENS.app, body: { email, role: 'Member' } };
    const made = await gateway.call<{ link: string }>('POST', `${CLUB}/invitations`, invited);
    const subscriber = await connect(gateway.liveUrl, token);
    const { seq } = await subscriber.subscribe(GAME);
    const accepted = await useLink(gateway, made.body.link, 'sign_in', { email, known_password: PASSWORD });
    expect(accepted.location).toBe('/link?done=accepted');
    expect(await subscriber.next('delta')).toMatchObject({ seq: seq + 1, patch: {}, cause: [{ action: 'edited' }] });
    expect(await number()).toBe(3);
    await subscriber.close();
  });
});
