// The page on which the staff of a club set the line-up of their own team: rule LINE-6.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pageLanguages } from '../../../../src/browser/shared/page-languages.ts';
import { formFields } from '../../../support/form-fields.ts';
import { openTestGateway, type TestGateway } from '../../../support/gateway.ts';
import { signIn, type Visitor } from '../../../support/visitor.ts';
import { autumnCup } from '../../../support/world/tournaments.ts';
import { TOKENS } from '../../../support/world/tokens.ts';

const words = pageLanguages.en.tournament;
const LIST = '/manage/clubs/riverside-fc/tournaments';
const PAGE = '/manage/clubs/riverside-fc/matches/702/lineup';
let gateway: TestGateway;
let ana: Visitor;
beforeAll(async () => {
  gateway = await openTestGateway();
  ana = await signIn(gateway);
});
afterAll(() => gateway.close());

it('rule LINE-6: the staff of a club find the matches of their teams and set the line-up', async () => {
  expect((await ana.get(LIST)).html).toContain(`href="${PAGE}"`);
  const page = await ana.get(PAGE);
  const first = formFields(page.html);
  expect(page.html.match(/<fieldset/g)).toHaveLength(1);
  expect((await ana.post(PAGE, { ...first, 'p.1': 'starters', 'n.1': '9' })).location).toBe(`${LIST}?done=saved`);
  const { body } = await gateway.call<{ lineups: object }>('GET', 'clubs/riverside-fc/team-matches/702/lineups', {
    token: TOKENS.club,
  });
  expect(body.lineups).toMatchObject({ home: { starters: [{ user_id: 1, jersey_number: 9 }] } });

  const stale = await ana.post(PAGE, { ...first, 'p.1': 'substitutes' });
  expect([stale.status, stale.html.includes(pageLanguages.en.staff.stale.unknown)]).toEqual([422, true]);
  const wrong = await ana.post(PAGE, { ...formFields(stale.html), 'n.1': '0' });
  expect([wrong.status, wrong.html.includes(words.faults.number('Ana Silva'))]).toEqual([422, true]);
});

it('rule LINE-6: other clubs, other matches and members get no page', async () => {
  const hilltop = await signIn(gateway, 'user3@example.org');
  const statuses = [
    await hilltop.get(PAGE),
    await ana.get(PAGE.replace('702', '999')),
    await ana.get(PAGE.replace('702', 'x')),
  ];
  expect(statuses.map(({ status }) => status)).toEqual([403, 404, 404]);
});

it('rule PLACE-7: the names of both teams stay as they are; only a side without a team is a place', async () => {
  const cup = autumnCup();
  const [riverside, hilltop] = cup.teams;
  await gateway.import({
    touchline_data: 1,
    tournaments: [{ ...cup, teams: [riverside, { ...hilltop, name: 'Winner of A2' }] }],
  });
  const { html } = await ana.get(`${LIST}?lang=de`);
  expect(html).toContain('Riverside – Winner of A2</bdi>');
  expect(html).toContain('Riverside – Sieger A2</bdi>');
  expect((await ana.get('/manage/clubs/riverside-fc/matches/701/lineup?lang=de')).html).toContain(
    'Riverside – Winner of A2',
  );
});
