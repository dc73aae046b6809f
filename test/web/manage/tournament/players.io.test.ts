// The players of a tournament on pages: rule PLAN-10.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pageLanguages } from '../../../../src/browser/shared/page-languages.ts';
import { iso, thisMinute } from '../../../support/dates.ts';
import { formFields } from '../../../support/form-fields.ts';
import { openTestGateway, type TestGateway } from '../../../support/gateway.ts';
import { signIn, type Visitor } from '../../../support/visitor.ts';
import { TOKENS } from '../../../support/world/tokens.ts';

const CUP = '/manage/tournaments/autumn-cup';
const words = pageLanguages.en.tournament;
let gateway: TestGateway;
let ana: Visitor;
beforeAll(async () => {
  gateway = await openTestGateway();
  ana = await signIn(gateway);
});
afterAll(() => gateway.close());

type Player = { user_id: number; name: string; jersey_number: number | null; team_position: string | null };
const api = (method: string, path: string, body?: object) =>
  gateway.call<{ player: Player; error: string }>(method, `tournaments/autumn-cup/${path}`, {
    token: TOKENS.app,
    body,
  });
const edit = (id: number): string => `${CUP}/players/${id}/edit`;

it('rule PLAN-10: a player is listed, changed in the version that was shown, and removed', async () => {
  const { player } = (await api('POST', 'players', { name: 'Lea Lion', team_id: 71, jersey_number: 4 })).body;
  const page = edit(player.user_id);
  expect((await ana.get(`${CUP}/players`)).html).toContain(`href="${page}"`);
  const first = formFields((await ana.get(page)).html);
  const changed = { ...first, name: 'Lea Löwe', jersey_number: '5', team_position: 'ST', captain: 'on' };
  expect((await ana.post(page, changed)).location).toBe(`${CUP}/players?done=saved`);
  const stored = (await api('GET', `players/${player.user_id}`)).body.player;
  expect(stored).toMatchObject({ name: 'Lea Löwe', jersey_number: 5, team_position: 'ST', captain: true, team_id: 71 });
  expect((await ana.post(page, { ...first, jersey_number: '6' })).status).toBe(422);
  const wrong = await ana.post(page, { ...formFields((await ana.get(page)).html), jersey_number: '0' });
  expect([wrong.status, wrong.html.includes(pageLanguages.en.squad.problems.badNumber)]).toEqual([422, true]);
  const asked = formFields((await ana.get(`${page}?ask=delete`)).html);
  expect((await ana.post(page, asked)).location).toBe(`${CUP}/players?done=deleted`);
  expect((await api('GET', `players/${player.user_id}`)).status).toBe(404);
});

it('rules PLAN-10, PAGE-21: the position of a player is in the language of the page', async () => {
  for (const [name, team_position] of [
    ['Ida Lion', 'goalkeeper'],
    ['Ola Lion', 'Libero'],
  ] as const) {
    expect((await api('POST', 'players', { name, team_id: 71, team_position })).status).toBe(201);
  }
  const { html } = await (await signIn(gateway)).get(`${CUP}/players?lang=de`);
  expect(html).toContain(pageLanguages.de.squad.positions.goalkeeper);
  expect([html.includes('goalkeeper'), html.includes('Libero')]).toEqual([false, true]);
});

it('rule PLAN-10: a player in a marker stays, by page and REST, until the marker is gone', async () => {
  const { player } = (await api('POST', 'players', { name: 'Leo Lion', team_id: 71 })).body;
  const marker = {
    id: randomUUID(),
    type: 'Goal',
    timestamp: iso(thisMinute),
    primary_player_pc_id: String(player.user_id),
  };
  expect((await api('POST', 'matches/702/markers', marker)).status).toBe(201);
  const refused = await api('DELETE', `players/${player.user_id}`);
  expect([refused.status, refused.body.error]).toEqual([409, 'A marker of a match names the player.']);
  const page = edit(player.user_id);
  const asked = formFields((await ana.get(`${page}?ask=delete`)).html);
  const shown = await ana.post(page, asked);
  expect([shown.status, shown.html.includes(words.playerInUse)]).toEqual([422, true]);
  await api('DELETE', `matches/702/markers/${marker.id}`);
  expect((await api('DELETE', `players/${player.user_id}`)).status).toBe(200);
});

it('rule PLAN-10: others get no page', async () => {
  const hilltop = await signIn(gateway, 'user3@example.org');
  expect([(await hilltop.get(`${CUP}/players`)).status, (await hilltop.get(edit(1))).status]).toEqual([403, 403]);
});
