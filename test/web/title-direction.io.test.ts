// Lists of matches by their titles: the score beside a title has its home side where the title has it.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestGateway, type TestGateway } from '../support/gateway.ts';
import { signIn, type Visitor } from '../support/visitor.ts';
import { TOKENS } from '../support/world/tokens.ts';
import { RIVERSIDE } from '../support/world/clubs.ts';
import { AUTUMN_CUP, finalMatch } from '../support/world/tournaments.ts';
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

test('the title of a match has no Latin word in an Arabic page, also in the title of the window', async () => {
  const of = async (pattern: RegExp, address: string): Promise<string | undefined> =>
    pattern.exec((await ana.get(address)).html)?.[1];
  expect(await of(/<bdi>(Riverside[^<]*Hilltop)<\/bdi>/, '/?lang=ar')).toBe('Riverside – Hilltop');
  expect(await of(/<bdi>(Riverside[^<]*Hilltop)<\/bdi>/, '/?lang=de')).toBe('Riverside vs Hilltop');
  const match = '/tournaments/autumn-cup/matches/701?lang=';
  expect(await of(/<h1>(.*?)<\/h1>/, `${match}ar`)).toBe('Riverside – Hilltop');
  expect(await of(/<title>(.*?)<\/title>/, `${match}en`)).toBe('Riverside vs Hilltop 1–0 · Touchline');
  // Isolated, so that it comes first, at the right.
  expect(await of(/<title>(.*?)<\/title>/, `${match}ar`)).toBe('\u2068Riverside – Hilltop 1–0\u2069 · Touchline');
  expect(await of(/<title>(.*?)<\/title>/, '/?lang=ar')).toMatch(/^\u2068.*\u2069 · Touchline$/);
  const build = '/build/screen?channel=match:701&lang=ar';
  expect(await of(/<b dir="auto">(.*?)<\/b>/, build)).toBe('Riverside – Hilltop');
  const integrations = '/tournaments/autumn-cup/integrations?lang=ar';
  expect(await of(/(Riverside . Hilltop)/, integrations)).toBe('Riverside – Hilltop');
});

test('rule PLACE-7: the builder and the list of authorized clubs name a place in the language of the page', async () => {
  const authorized_clubs = [RIVERSIDE.slug];
  const matches = [finalMatch({ authorized_clubs }), finalMatch({ id: 703, home_team_id: 72, authorized_clubs })];
  await gateway.import({ touchline_data: 1, tournaments: [{ ...AUTUMN_CUP, matches }] });
  const built = (await ana.get('/build/screen?channel=match:702&lang=de')).html;
  expect(/<b dir="auto">(.*?)<\/b>/.exec(built)?.[1]).toBe('Riverside vs Sieger A2');
  const listed = /<section aria-labelledby="authorized">.*?<\/section>/s;
  const [german, arabic] = await Promise.all(
    ['de', 'ar'].map(
      async (lang) => listed.exec((await ana.get(`/tournaments/autumn-cup/integrations?lang=${lang}`)).html)?.[0],
    ),
  );
  for (const team of ['Riverside', 'Hilltop']) expect(german).toContain(`${team} vs Sieger A2`);
  expect(arabic).toContain('Riverside – Hilltop');
  expect(arabic).not.toContain('Winner of A2');
});

test('what stands below a title on the first page has the direction of the page, each name its own', async () => {
  expect((await ana.get('/?lang=ar')).html).toContain(
    '<span class="under hint"><bdi>Autumn Cup</bdi> · <bdi>المجموعة A</bdi></span>',
  );
});

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
