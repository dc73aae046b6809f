// Lists of matches by their titles: the score beside a title has its home side where the title has it.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestGateway, type TestGateway } from '../support/gateway.ts';
import { signIn, type Visitor } from '../support/visitor.ts';
import { TOKENS } from '../support/world/tokens.ts';
import { world } from '../support/world/world.ts';

let gateway: TestGateway;
let ana: Visitor;
beforeAll(async () => {
  gateway = await openTestGateway();
  const marker = { timestamp: new Date().toISOString(), team: 'home' };
  for (const type of ['Start', 'Goal']) {
    const body = { id: randomUUID(), type, ...marker };
    const { status } = await gateway.call('POST', 'tournaments/autumn-cup/matches/701/markers', {
      token: TOKENS.tournament,
      body,
    });
    expect(status).toBe(201);
  }
  ana = await signIn(gateway);
});
afterAll(() => gateway.close());

const scoreOn = async (address: string): Promise<string | undefined> =>
  /<bdi dir="\w+">1–0<\/bdi>/.exec((await ana.get(address)).html)?.[0];

test('rule PAGE-41: the score beside the title of a match has the direction of the title', async () => {
  for (const address of ['/?lang=ar', '/manage/tournaments/autumn-cup?lang=ar']) {
    expect(await scoreOn(address), address).toBe('<bdi dir="ltr">1–0</bdi>');
  }
  const { tournaments, ...others } = world();
  const renamed = tournaments.map((one) => ({
    ...one,
    teams: one.teams.map((team) => ({ ...team, name: team.id === 71 ? 'الأهلي' : team.name })),
  }));
  await gateway.import({ ...others, tournaments: renamed });
  for (const address of ['/?lang=en', '/manage/tournaments/autumn-cup?lang=en']) {
    expect(await scoreOn(address), address).toBe('<bdi dir="rtl">1–0</bdi>');
  }
});
