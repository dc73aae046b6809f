// The integrations pages as a browser without scripts uses them: who sees what, who may do what, and the immediate effect.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { clubFile } from '../../support/data-file.ts';
import { openTestGateway, type TestGateway } from '../../support/gateway.ts';
import { TOKENS } from '../../support/world/tokens.ts';
import { connect, connectRaw, Refused } from '../../support/subscriber.ts';
import { idIn, openVisitor, signIn, type Visitor } from '../../support/visitor.ts';

const CLUB = '/clubs/riverside-fc/integrations';
const HILLTOP = '/clubs/hilltop/integrations';
const CUP = '/tournaments/autumn-cup/integrations';

let gateway: TestGateway;
/** Owner of Riverside and organizer of the cup; moderator of Riverside; owner of Hilltop; member; administrator. */
let ana: Visitor;
let rui: Visitor;
let eva: Visitor;
let max: Visitor;
let pia: Visitor;

beforeAll(async () => {
  gateway = await openTestGateway({ timing: { recheckMs: 3_600_000 } });
  [ana, rui, eva, max, pia] = await Promise.all([
    signIn(gateway, 'user1@example.org'),
    signIn(gateway, 'user2@example.org'),
    signIn(gateway, 'user3@example.org'),
    signIn(gateway, 'user4@example.org'),
    signIn(gateway, 'user5@example.org'),
  ]);
});
afterAll(() => gateway.close());

const keyIn = (html: string): string => idIn(html, /id="key"[^>]* value="([^"]+)"/);
const status = async (token: string, address = 'club'): Promise<number> =>
  (await gateway.call('GET', address, { token })).status;

/** The id of the key on the confirmation page; null without a key. */
async function seenKey(visitor: Visitor, page: string): Promise<string | null> {
  const { status: found, html } = await visitor.get(`${page}?ask=replace_key`);
  return found === 404 ? null : idIn(html, /name="seen" value="(\d+)"/);
}
async function newKey(visitor: Visitor, page: string): Promise<string> {
  const seen = await seenKey(visitor, page);
  await visitor.get(page);
  const shown = await visitor.post(page, { action: 'replace_key', ...(seen === null ? {} : { seen }) });
  expect(shown.status, shown.html).toBe(200);
  return keyIn(shown.html);
}

describe('who sees the pages', () => {
  it.each([
    [CLUB, { ana: 200, rui: 200, eva: 403, max: 403, pia: 200 }],
    [HILLTOP, { ana: 403, rui: 403, eva: 200, max: 403, pia: 200 }],
    [CUP, { ana: 200, rui: 200, eva: 403, max: 403, pia: 200 }],
    ['/clubs/nowhere/integrations', { ana: 403, rui: 403, eva: 403, max: 403, pia: 403 }],
    ['/me/apps', { ana: 200, rui: 200, eva: 200, max: 200, pia: 200 }],
  ])('%s %j', async (page, expected) => {
    const found = { ana: 0, rui: 0, eva: 0, max: 0, pia: 0 };
    for (const [name, visitor] of Object.entries({ ana, rui, eva, max, pia })) {
      found[name as keyof typeof found] = (await visitor.get(page)).status;
    }
    expect(found).toEqual(expected);
  });

  it('sends a visitor without a session to the sign-in page and back', async () => {
    const stranger = openVisitor(gateway);
    for (const page of [CLUB, CUP, '/me/apps']) {
      expect(await stranger.get(page)).toMatchObject({
        status: 303,
        location: `/sign-in?next=${encodeURIComponent(page)}`,
      });
      expect((await stranger.post(page, { action: 'revoke_key', seen: '1' })).status).not.toBe(200);
    }
  });

  it('uses the current roles: a former moderator is refused at once', async () => {
    const ruiIs = (role: string) => ({ members: [{ user_id: 2, role, jersey_number: 7 }] });
    await gateway.import(clubFile(ruiIs('Member')));
    expect((await rui.get(CLUB)).status).toBe(403);
    await gateway.import(clubFile(ruiIs('Moderator')));
    expect((await rui.get(CLUB)).status).toBe(200);
  });

  it('an administrator who is also a moderator may still change the key', async () => {
    const piaIs = (more: object) => ({ members: [{ user_id: 5, ...more }] });
    await gateway.import(clubFile(piaIs({ role: 'Moderator' })));
    expect((await pia.get(CLUB)).html).toContain('You see this page as administrator');
    expect((await pia.get(`${CLUB}?ask=replace_key`)).status).toBe(200);
    await gateway.import(clubFile(piaIs({ status: 'former' })));
  });
});

describe('the key', () => {
  it('rules ACCESS-13, PAGE-5: is shown once, in an answer that is not cached, and works', async () => {
    await ana.get(CLUB);
    const shown = await ana.post(CLUB, { action: 'replace_key', seen: (await seenKey(ana, CLUB)) ?? '' });
    const key = keyIn(shown.html);
    expect(key).toMatch(/^tlk_[\w-]{43}$/);
    expect(shown.headers.get('cache-control')).toBe('no-store');
    expect(JSON.stringify([...shown.headers]), 'not in a header, a cookie or an address').not.toContain(key);
    expect([await status(key), await status(TOKENS.club)]).toEqual([200, 401]);
    for (const page of [CLUB, '/me/apps', `${CLUB}?ask=replace_key`])
      expect((await ana.get(page)).html).not.toContain(key);
    expect((await ana.get(CLUB)).html).toMatch(/Ana Silva<\/td><td[^>]*>regenerated the key/);
  });

  it('rule ACCESS-13: when regenerated, closes connections of the old key and of its view tokens with 4401', async () => {
    const key = await newKey(eva, HILLTOP);
    const view = await gateway.viewToken(key, 'game:110');
    const ends = await Promise.all([key, view].map((token) => connect(gateway.liveUrl, token)));
    const next = await newKey(eva, HILLTOP);
    for (const subscriber of ends) {
      expect((await subscriber.next('closing')).reason).toBe('revoked');
      expect((await subscriber.closed).code).toBe(4401);
    }
    await expect(connectRaw(gateway.liveUrl, { token: key })).rejects.toBeInstanceOf(Refused);
    const after = await connect(gateway.liveUrl, next);
    await after.close();
  });

  it('is revoked and generated again', async () => {
    const key = await newKey(ana, CUP);
    await ana.get(`${CUP}?ask=revoke_key`);
    const seen = (await seenKey(ana, CUP)) ?? '';
    const done = await ana.post(CUP, { action: 'revoke_key', seen });
    expect(done).toMatchObject({ status: 303, location: `${CUP}?done=key_revoked` });
    expect((await ana.get(done.location)).html).toContain('The key is revoked.');
    expect((await ana.get(`${CUP}?done=constructor`)).html, 'no notice without an action').not.toContain(
      'role="status"',
    );
    expect([await status(key, 'tournament'), await seenKey(ana, CUP)]).toEqual([401, null]);
    expect(await status(await newKey(ana, CUP), 'tournament')).toBe(200);
  });

  it('is not replaced when another user has replaced it in the meantime', async () => {
    const seen = (await seenKey(ana, CUP)) ?? '';
    const key = await newKey(rui, CUP);
    const late = await ana.post(CUP, { action: 'replace_key', seen });
    expect([late.status, late.html]).toEqual([409, expect.stringContaining('The key has changed')]);
    expect((await ana.post(CUP, { action: 'replace_key' })).status, 'nor by the form for none').toBe(409);
    expect(await status(key, 'tournament')).toBe(200);
  });

  it('cannot be changed by a moderator or by a forged form', async () => {
    const key = await newKey(ana, CLUB);
    const seen = (await seenKey(ana, CLUB)) ?? '';
    const { html } = await rui.get(CLUB);
    expect(html).not.toMatch(/Regenerate|Generate a key|Revoke the key/);
    for (const ask of ['replace_key', 'revoke_key']) expect((await rui.get(`${CLUB}?ask=${ask}`)).status).toBe(403);
    await rui.get(CLUB);
    expect((await rui.post(CLUB, { action: 'replace_key', seen })).status).toBe(403);
    expect((await rui.post(CLUB, { action: 'revoke_key', seen })).status).toBe(403);
    expect((await ana.post(CLUB, { action: 'revoke_key', seen, csrf: 'forged' })).status).toBe(403);
    expect((await eva.post(CLUB, { action: 'revoke_key', seen })).status, 'another club').toBe(403);
    expect((await eva.post(HILLTOP, { action: 'revoke_key', seen })).status, "another club's key in the own form").toBe(
      409,
    );
    expect(await status(key)).toBe(200);
  });

  it.each([
    {},
    { action: 'no_such_thing' },
    { action: 'revoke_key' },
    { action: 'revoke_key', seen: '-1' },
    { action: 'disconnect', app: 'x' },
    { action: 'make_view_token', channel: 'game:100', lasts: '7' },
    { action: 'revoke_view_token', view: '1' },
  ])('is not touched by a form that is not whole: %j', async (fields) => {
    await ana.get(CLUB);
    expect((await ana.post(CLUB, fields)).status).toBe(400);
  });
});

describe('connected apps', () => {
  const appIn = (html: string, name: string): string =>
    idIn(html, new RegExp(`app=(\\d+)"[^>]*aria-label="Disconnect ${name}`));
  const phone = (user_id: number, app_name: string, token: string) => ({
    touchline_data: 1,
    tokens: [{ kind: 'connected_app', app_name, user_id, token, revoked: false }],
  });

  beforeEach(async () => {
    await gateway.import(phone(1, 'Score Phone', TOKENS.app));
    await gateway.import(phone(2, 'Board of Rui', 'app-of-rui-0123456789abcdef'));
  });

  it('are disconnected one at a time: only that token ends, everywhere, with its connections', async () => {
    const subscriber = await connect(gateway.liveUrl, TOKENS.app);
    const { html } = await ana.get(CLUB);
    const id = appIn(html, 'Score Phone');
    const question = await ana.get(`${CLUB}?ask=disconnect&app=${id}`);
    expect(question.html).toContain('stops everywhere: in all clubs and tournaments');
    const done = await ana.post(CLUB, { action: 'disconnect', app: id });
    expect(done.location).toBe(`${CLUB}?done=disconnected`);
    expect((await subscriber.closed).code).toBe(4401);
    const statuses = [TOKENS.app, 'app-of-rui-0123456789abcdef', TOKENS.memberApp].map((token) =>
      status(token, 'resources'),
    );
    expect(await Promise.all(statuses)).toEqual([401, 200, 200]);
    const after = await ana.get(done.location);
    expect(after.html).toMatch(/Ana Silva<\/td><td[^>]*>disconnected the app Score Phone/);
    expect((await ana.post(CLUB, { action: 'disconnect', app: id })).status, 'again').toBe(404);
  });

  it('of others cannot be disconnected by a moderator, their own can', async () => {
    const { html } = await rui.get(CLUB);
    expect(html).not.toContain('Disconnect Score Phone');
    const mine = appIn(html, 'Board of Rui');
    const hers = appIn((await ana.get(CLUB)).html, 'Score Phone');
    await rui.get(CLUB);
    expect((await rui.get(`${CLUB}?ask=disconnect&app=${hers}`)).status).toBe(403);
    expect((await rui.post(CLUB, { action: 'disconnect', app: hers })).status).toBe(404);
    expect(await status(TOKENS.app, 'resources')).toBe(200);
    expect((await rui.post(CLUB, { action: 'disconnect', app: mine })).status).toBe(303);
    expect(await status('app-of-rui-0123456789abcdef', 'resources')).toBe(401);
  });

  it('of another club or another user cannot be disconnected', async () => {
    const hers = appIn((await ana.get('/me/apps')).html, 'Score Phone');
    await eva.get(HILLTOP);
    expect((await eva.post(HILLTOP, { action: 'disconnect', app: hers })).status).toBe(404);
    await max.get('/me/apps');
    expect((await max.post('/me/apps', { app: hers })).status).toBe(404);
    expect((await max.get(`/me/apps?ask=disconnect&app=${hers}`)).status).toBe(404);
    expect(await status(TOKENS.app, 'resources')).toBe(200);
  });

  it('are disconnected by their user, who sees the result', async () => {
    const { html } = await max.get('/me/apps');
    const id = appIn(html, 'Score Phone');
    const done = await max.post('/me/apps', { app: id });
    expect(done).toMatchObject({ status: 303, location: '/me/apps?done=disconnected' });
    expect(await status(TOKENS.memberApp, 'resources')).toBe(401);
    const hers = appIn((await ana.get(CUP)).html, 'Score Phone');
    await rui.get(CUP);
    expect((await rui.post(CUP, { action: 'disconnect', app: hers })).status, 'host club staff').toBe(303);
    expect((await ana.get('/me/apps')).html).toMatch(/Rui Costa<\/td><td[^>]*>disconnected the app Score Phone/);
  });
});

it('lists which clubs are authorized for which match', async () => {
  expect((await ana.get(CUP)).html).toMatch(/Riverside vs Hilltop<\/th>.*?Riverside FC/s);
});

it('names the key that made a view token or an invitation in the language of the page', async () => {
  const german = await signIn(gateway, 'user3@example.org');
  const key = await newKey(german, HILLTOP);
  const made = await gateway.call('POST', 'view_tokens', { token: key, body: { channels: ['club:hilltop'] } });
  expect(made.status).toBe(201);
  const { html } = await german.get(`${HILLTOP}?lang=de`);
  expect(html).toContain('von dem Schlüssel des Vereins');
  const view = idIn(html, /view=([0-9a-f-]{36})/);
  const asked = await german.get(`${HILLTOP}?ask=revoke_view_token&view=${view}&lang=de`);
  expect(asked.html).toContain('wurde von dem Schlüssel des Vereins erzeugt');
  await gateway.call('POST', 'clubs/hilltop/invitations', { token: key, body: { email: 'new@example.org' } });
  const invited = await german.get('/manage/clubs/hilltop/invitations?lang=de');
  expect(invited.html).toContain('new@example.org');
  expect(invited.html).toMatch(/>API-Schlüssel</);
});

it('names the places of a match without teams in the language of the page', async () => {
  const german = await signIn(gateway, 'user1@example.org');
  const { html } = await german.get(`${CUP}?lang=de`);
  expect(html).toContain('Sieger A2');
  expect(html).not.toContain('Winner of A2');
});

it('names a side that is not decided as the channel of its match does', async () => {
  const body = { stage: 'knockout', home_placeholder: 'Guests', scheduled_at: null };
  const token = await newKey(ana, CUP);
  const made = await gateway.call<{ match: { id: number } }>('POST', 'tournaments/autumn-cup/matches', { token, body });
  const channel = `match:${made.body.match.id}`;
  const live = await gateway.call<{ state: { title: string } }>('GET', `live/${channel}`, { token });
  expect(live.body.state.title).toBe('Guests vs TBD');
  for (const page of [CUP, '/']) expect((await ana.get(page)).html).toContain('Guests vs TBD');
});
