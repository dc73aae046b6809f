// A body may arrive up to 20 seconds after its head. A right that ends meanwhile ends for this request too.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { LATE_MS } from '../../src/http/core/request-body.ts';
import { clubFile, cupFile } from '../support/data-file.ts';
import { iso, thisMinute } from '../support/dates.ts';
import { formFields } from '../support/form-fields.ts';
import { openTestGateway, type TestGateway } from '../support/gateway.ts';
import { openRaw } from '../support/raw-http.ts';
import { idIn, signIn } from '../support/visitor.ts';
import { ADMIN_TOKEN, appOf, TOKENS } from '../support/world/tokens.ts';
import { openingMatch } from '../support/world/tournaments.ts';
import { world as testWorld } from '../support/world/world.ts';

/** The app of Rui, a moderator of Riverside FC. */
const MODERATOR = TOKENS.moderatorApp;

let gateway: TestGateway;
beforeAll(async () => {
  // The gateway must know this clock from its start.
  vi.useFakeTimers({ toFake: ['performance'] });
  const data = testWorld();
  gateway = await openTestGateway({ data: { ...data, tokens: [...data.tokens, appOf(2, MODERATOR)] } });
});
afterAll(async () => {
  await gateway.close();
  vi.useRealTimers();
});

/** Sends a request; its body ends after `meanwhile`, later than `LATE_MS` after its head. */
async function sendSlowly(head: readonly string[], body: string, meanwhile: () => Promise<unknown>) {
  const { host, port } = new URL(gateway.url);
  const raw = await openRaw(Number(port));
  raw.write([...head, `Host: ${host}`, `Content-Length: ${body.length}`, '', body.slice(0, 1)].join('\r\n'));
  await meanwhile();
  vi.advanceTimersByTime(LATE_MS + 1);
  raw.write(body.slice(1));
  const answer = await raw.answer();
  raw.socket.destroy();
  return answer;
}

/** A request to the API with this token. */
async function callSlowly(
  method: string,
  address: string,
  token: string,
  content: object,
  meanwhile: () => Promise<unknown>,
) {
  // The request below needs no look-up, so its right is checked before `meanwhile`.
  await gateway.call('GET', 'live/match:701', { token });
  const head = [`${method} /api/v1/${address} HTTP/1.1`, `Authorization: Bearer ${token}`];
  return sendSlowly(head, JSON.stringify(content), meanwhile);
}

const setRole = (role: string): Promise<void> => gateway.import(clubFile({ members: [{ user_id: 2, role }] }));
const marker = () => ({ id: randomUUID(), type: 'Event', timestamp: iso(thisMinute) });
const MARKERS = 'tournaments/autumn-cup/matches/701/markers';

describe('rules ACCESS-4, ACCESS-6: a right that ends while a body arrives', () => {
  it.each([
    ['POST', 'clubs/riverside-fc/games/sunday-5s/marker', marker()],
    ['PATCH', 'clubs/riverside-fc/games/sunday-5s/scores', { scores: { '1': 9 } }],
    ['POST', 'clubs/riverside-fc/members', { name: 'New Person' }],
    ['POST', 'clubs/riverside-fc/webhooks', { url: 'https://app.example/', events: ['goal'] }],
    ['POST', 'view_tokens', { channels: ['game:100'] }],
    ['PATCH', 'live/game:100/air', { text: { text: 'Hello' } }],
  ])('refuses %s %s of a moderator who is one no more', async (method, address, content) => {
    await setRole('Moderator');
    const refused = await callSlowly(method, address, MODERATOR, content, () => setRole('Member'));
    expect([refused.status, JSON.parse(refused.body)]).toEqual([
      403,
      { error: expect.any(String) as string, hint: expect.any(String) as string },
    ]);
    await setRole('Moderator');
    const taken = await callSlowly(method, address, MODERATOR, content, () => Promise.resolve());
    expect(taken.status).toBeOneOf([200, 201]);
  });

  it('refuses a revoked key', async () => {
    const key = { kind: 'club_static', club: 'riverside-fc', token: TOKENS.club };
    const revoke = (revoked: boolean) => gateway.import({ touchline_data: 1, tokens: [{ ...key, revoked }] });
    const content = { scores: { '1': 7 } };
    const { status } = await callSlowly('PATCH', 'games/sunday-5s/scores', TOKENS.club, content, () => revoke(true));
    expect(status).toBe(401);
    await revoke(false);
    const { body } = await gateway.call<object>('GET', 'live/game:100', { token: TOKENS.club });
    expect(body).not.toMatchObject({ state: { team_scores: { '1': 7 } } });
  });

  it.each([
    ['POST', MARKERS, marker()],
    ['PATCH', 'tournaments/autumn-cup/matches/701/lineups', {}],
    ['PATCH', 'live/match:701/air', { banner: null }],
  ])('refuses %s %s of a club that is removed from the match', async (method, address, content) => {
    const authorize = (clubs: readonly string[]) =>
      gateway.import(cupFile({ matches: [{ ...openingMatch(), authorized_clubs: clubs }] }));
    const refused = await callSlowly(method, address, TOKENS.club, content, () => authorize([]));
    expect(refused.status).toBe(403);
    await authorize(['riverside-fc']);
    const taken = await callSlowly(method, address, TOKENS.club, content, () => Promise.resolve());
    expect(taken.status).toBeOneOf([200, 201]);
  });
});

it('rule PAGE-4: a form whose session ends while it arrives stores nothing', async () => {
  const visitor = await signIn(gateway, 'user1@example.org');
  const page = '/manage/clubs/riverside-fc/games/new';
  const { html } = await visitor.get(page);
  const csrf = idIn(html, /name="csrf" value="([^"]+)"/);
  const form = new URLSearchParams({ ...formFields(html), csrf, title: 'Too late' });
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const type = 'Content-Type: application/x-www-form-urlencoded';
  const head = [`POST ${page} HTTP/1.1`, `Cookie: ${cookie}`, `Origin: ${gateway.url}`, type];
  const { status, body } = await sendSlowly(head, form.toString(), () => visitor.post('/sign-out'));
  // The entries are kept (rule MANAGE-13).
  expect([status, formFields(body)['title']]).toEqual([403, 'Too late']);
  const games = JSON.stringify((await gateway.call('GET', '/api/admin/export', { token: ADMIN_TOKEN })).body);
  expect(games).not.toContain('Too late');
});
