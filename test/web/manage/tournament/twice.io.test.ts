// A form of a tournament that is sent twice makes its rows once (rule MANAGE-10).
import { afterAll, beforeAll, expect, it } from 'vitest';
import { formFields } from '../../../support/form-fields.ts';
import { openTestGateway, type TestGateway } from '../../../support/gateway.ts';
import { signIn, type Visitor } from '../../../support/visitor.ts';
import { TOKENS } from '../../../support/world/tokens.ts';

const CUP = '/manage/tournaments/autumn-cup';
let gateway: TestGateway;
let ana: Visitor;
beforeAll(async () => {
  gateway = await openTestGateway();
  ana = await signIn(gateway);
});
afterAll(() => gateway.close());

type Profile = { teams: { id: number; name: string }[]; players: { name: string }[]; matches: object[] };
const profile = async () => (await gateway.call<Profile>('GET', 'tournaments/autumn-cup', { token: TOKENS.app })).body;
const keyOf = (html: string) => ({ form_key: formFields(html)['form_key'] ?? '' });

it('rule MANAGE-10: teams, players and matches of a form that is sent twice are made once', async () => {
  const teams = { ...keyOf((await ana.get(`${CUP}/teams`)).html), names: 'Lions\nTigers', group: 'C' };
  const added = await Promise.all([ana.post(`${CUP}/teams`, teams), ana.post(`${CUP}/teams`, teams)]);
  expect(added.map(({ location }) => location)).toEqual([`${CUP}/teams?done=added`, `${CUP}/teams?done=added`]);
  const lions = (await profile()).teams.filter(({ name }) => name === 'Lions');
  expect(lions).toHaveLength(1);

  const page = `${CUP}/teams/${lions[0]?.id ?? 0}/edit`;
  const players = { ...keyOf((await ana.get(page)).html), action: 'players', names: 'Lea Lion\nLeo Lion' };
  await ana.post(page, players);
  await ana.post(page, players);
  await ana.post(page, { ...players, names: 'Lou Lion' });
  const names = (await profile()).players.map(({ name }) => name).filter((name) => name.endsWith(' Lion'));
  expect(names.sort()).toEqual(['Lea Lion', 'Leo Lion', 'Lou Lion']);

  const before = (await profile()).matches.length;
  const match = formFields((await ana.get(`${CUP}/matches/new`)).html);
  await ana.post(`${CUP}/matches/new`, match);
  await ana.post(`${CUP}/matches/new`, match);
  expect((await profile()).matches).toHaveLength(before + 1);
});

it('rule MANAGE-10: a tournament of a form that is sent twice is made once', async () => {
  const page = '/manage/clubs/riverside-fc/tournaments';
  const form = { ...formFields((await ana.get(page)).html), name: 'Twice Cup' };
  const [first, again] = [await ana.post(page, form), await ana.post(page, form)];
  expect(first.location).toMatch(/\/settings$/);
  expect(again.location).toBe(first.location);
});

it('the page of the teams names those that have the same name', async () => {
  const shown = (await ana.get(`${CUP}/teams`)).html;
  expect(shown).not.toContain('Teams with the same name');
  const form = { ...keyOf(shown), names: 'Storks\nstorks\nOwls', group: '' };
  const { location } = await ana.post(`${CUP}/teams`, form);
  expect(location).toBe(`${CUP}/teams?done=added`);
  expect((await ana.get(location)).html).toContain('Teams with the same name: Storks');
});
