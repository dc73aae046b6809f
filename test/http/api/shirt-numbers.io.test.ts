// A new shirt number of a squad or of a tournament's player in line-ups that are shown.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Facts } from '../../../protocol/rest/facts.ts';
import { openTestGateway, type TestGateway } from '../../support/gateway.ts';
import { TOKENS } from '../../support/world/tokens.ts';

const CLUB = 'clubs/riverside-fc';
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
