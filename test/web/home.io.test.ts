// The first page and the forms that make addresses, on a real gateway, without scripts.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestGateway, type TestGateway } from '../support/gateway.ts';
import { ADMIN_TOKEN } from '../support/world/tokens.ts';
import { openVisitor, signIn, type Visitor } from '../support/visitor.ts';

const STAFF = 'user1@example.org';
const MEMBER = 'user4@example.org';
const ADMIN = 'user5@example.org';

let gateway: TestGateway;
let ana: Visitor;

beforeAll(async () => {
  gateway = await openTestGateway();
  ana = await signIn(gateway, STAFF);
});
afterAll(() => gateway.close());

describe('the first page', () => {
  it('explains the service to a visitor and links to the documents and to sign-in', async () => {
    const { status, html, headers } = await openVisitor(gateway).get('/');
    expect(status).toBe(200);
    for (const address of ['/sign-in', '/console', '/api/docs', '/api/openapi.json']) {
      expect(html).toContain(`href="${address}"`);
      const answer = await fetch(gateway.url + address);
      await answer.arrayBuffer();
      // The console needs built pages, and this gateway has none.
      expect([200, 503]).toContain(answer.status);
    }
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it.each(['text/html', 'image/avif,*/*', 'application/json', undefined])(
    'rule PAGE-44: /favicon.ico is the icon for a client that accepts %s',
    async (accept) => {
      const answer = await fetch(`${gateway.url}/favicon.ico`, accept === undefined ? {} : { headers: { accept } });
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
      expect(await answer.text()).toMatch(/^<svg .*<\/svg>$/);
    },
  );

  it('tells the first step on an empty server, with a data file that can be imported as it is', async () => {
    const empty = await openTestGateway({ data: null });
    const visitor = openVisitor(empty);
    const { html } = await visitor.get('/');
    expect(html).toContain('This server has no data yet');
    // It works without an admin token, and with the embedded database.
    expect(html).toContain('start it with the file: <code>npm start -- --data club.json</code>');
    const address = /href="(\/api\/docs\/club\.json)"/.exec(html)?.[1] ?? '';
    const file = await fetch(empty.url + address);
    expect(file.status).toBe(200);
    await empty.import((await file.json()) as object);
    expect((await visitor.get('/')).html).not.toContain('no data yet');
    const { status, body } = await empty.call('GET', '/api/admin/export', { token: ADMIN_TOKEN });
    expect([status, body]).toMatchObject([200, { clubs: [{ slug: 'riverside-fc', games: [{ slug: 'first-game' }] }] }]);
    await empty.close();
  });

  it('counts for the allowance of a signed-in user (rule LIMIT-1)', async () => {
    const { headers } = await ana.get('/');
    expect(headers.get('ratelimit-policy')).toBe('"requests";q=2000;w=2');
    expect(headers.get('ratelimit')).toMatch(/^"requests";r=1\d{3};t=1$/);
    // Of 2,000, a page takes 10.
    expect(Number(/r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1])).toBeLessThanOrEqual(1_990);
    expect((await openVisitor(gateway).get('/')).headers.get('ratelimit')).toBe(null);
  });

  it('lists only the games and matches that the signed-in user manages', async () => {
    const { html } = await ana.get('/');
    expect(html).toContain('Riverside FC');
    expect(html).toContain('Autumn Cup');
    expect(html).not.toContain('Hilltop United');
    expect(html).toContain('/clubs/riverside-fc/integrations');
    expect(html).toContain('/me/apps');
    for (const address of [
      '/console/game:100',
      '/build/screen?channel=game%3A100',
      '/build/overlay?channel=match%3A701',
      '/build/screen?channel=club%3Ariverside-fc',
      '/clubs/riverside-fc',
      '/clubs/riverside-fc/games/sunday-5s',
      '/tournaments/autumn-cup/matches/701',
    ]) {
      expect(html).toContain(`href="${address}"`);
    }
  });

  it('lists live matches first, with their score', async () => {
    const eva = await signIn(gateway, 'user3@example.org');
    const token = 'club-key-hilltop-0123456789abcdef';
    const body = { id: crypto.randomUUID(), type: 'Start', timestamp: new Date().toISOString() };
    await gateway.call('POST', 'clubs/hilltop/games/away-day/marker', { token, body });
    const { html } = await eva.get('/');
    expect(html).toMatch(/<b>Live 0–0<\/b>/);
  });

  it('rule PAGE-31: lists the matches of today first, each with its group and its club or tournament', async () => {
    const { html } = await ana.get('/');
    const today = html.slice(html.indexOf('id="today"'), html.indexOf('id="club:riverside-fc"'));
    expect(today).toMatch(/Riverside vs Hilltop<\/bdi><span[^>]*><bdi>Autumn Cup<\/bdi> · <bdi>Group A</);
    expect(today).toContain('href="/console/match:701"');
    expect(html.split('href="/console/match:701"')).toHaveLength(2);
  });

  it.each([
    ['HILLTOP', ['match:701'], ['game:100']],
    ['riverside fc', ['game:100'], ['match:701']],
    ['%', [], ['game:100', 'match:701']],
    ['_', [], ['game:100', 'match:701']],
    ['HILL\0TOP', ['match:701'], ['game:100']],
    ['away-day', [], ['game:110']],
  ])(
    'rule PAGE-31: finds "%s" by the name of a match, a club or a tournament of this user: %j',
    async (text, found, others) => {
      const { html } = await ana.get(`/?q=${encodeURIComponent(text)}`);
      for (const channel of found) expect(html).toContain(`href="/console/${channel}"`);
      for (const channel of others) expect(html).not.toContain(`href="/console/${channel}"`);
      if (found.length === 0) expect(html).toContain('Nothing was found');
    },
  );

  it('shows what was searched for as text', async () => {
    const { html } = await ana.get(`/?q=${encodeURIComponent('"><script>')}`);
    expect(html).not.toContain('"><script>');
    expect(html).toContain('value="&quot;>&lt;script>"');
  });

  it('shows visitors three small pictures', async () => {
    const { html } = await openVisitor(gateway).get('/');
    const pictures = [...html.matchAll(/<img src="([^"]+)"/g)].map(([, address = '']) => address);
    expect(pictures).toHaveLength(3);
    for (const address of pictures) {
      const answer = await fetch(gateway.url + address);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/webp']);
      expect((await answer.arrayBuffer()).byteLength).toBeLessThan(60 * 1_024);
    }
  });

  it('shows one club or tournament on request, and all of them to an administrator', async () => {
    const admin = await signIn(gateway, ADMIN);
    const all = (await admin.get('/')).html;
    for (const name of ['Riverside FC', 'Hilltop United', 'Autumn Cup']) expect(all).toContain(name);
    const one = (await admin.get(`/?of=${encodeURIComponent('club:hilltop')}`)).html;
    expect(one).toContain('Hilltop United');
    expect(one).not.toContain('Riverside FC');
  });

  it('explains the empty list to a member who manages nothing', async () => {
    const { html } = await (await signIn(gateway, MEMBER)).get('/');
    expect(html).toContain('You manage no club and no tournament');
  });
});

describe('the form that makes an address', () => {
  const addressIn = (html: string): string =>
    (/<textarea[^>]*>([^<]*)<\/textarea>/.exec(html)?.[1] ?? '').replaceAll('&amp;', '&').trim();

  it('sends a visitor without a session to the sign-in page and back', async () => {
    const { status, location } = await openVisitor(gateway).get('/build/overlay?channel=match:701');
    expect(status).toBe(303);
    expect(location).toContain(encodeURIComponent('/build/overlay?channel=match:701'));
  });

  it('says where a match is chosen, when its address names none', async () => {
    const { status, html } = await ana.get('/build/overlay');
    expect(status).toBe(404);
    expect(html).toContain('On the first page, press “Overlay” or “Screen” beside a match.');
  });

  it('makes the address of an overlay with its options and a token for this channel only', async () => {
    await ana.get('/build/overlay?channel=match:701');
    const options = {
      widgets: 'scorebug',
      delay: '8',
      home_color: '#00FF00',
      position: '',
      hide_clock: '1',
      names: 'auto',
    };
    const { status, html, headers } = await ana.post('/build/overlay?channel=match:701', {
      ...options,
      lasts: '86400',
    });
    expect(status).toBe(200);
    const address = new URL(addressIn(html));
    expect(address.origin).toBe(gateway.url);
    expect(address.pathname).toBe('/overlay/match:701');
    const { token = '', ...query } = Object.fromEntries(address.searchParams);
    expect(query).toEqual({ widgets: 'scorebug', delay: '8', home_color: '00FF00', hide_clock: '1' });
    const read = (channel: string) => gateway.call('GET', `live/${channel}`, { token });
    expect((await read('match:701')).status).toBe(200);
    expect((await read('match:702')).status).toBe(403);
    expect(html).toContain('<iframe');
    expect(headers.get('content-security-policy')).toContain("frame-src 'self'");
  });

  it('changes the options without a script and keeps the token', async () => {
    await ana.get('/build/screen?channel=game:100');
    const first = new URL(addressIn((await ana.post('/build/screen?channel=game:100', { lasts: '604800' })).html));
    const token = first.searchParams.get('token') ?? '';
    const listed = async (): Promise<number> =>
      (await ana.get('/clubs/riverside-fc/integrations')).html.match(/name="view" value=|view=[0-9a-f-]{36}/g)
        ?.length ?? 0;
    const before = await listed();
    expect(before).toBeGreaterThan(0);
    await ana.get('/build/screen?channel=game:100');
    const { html } = await ana.post('/build/screen?channel=game:100', { token, theme: 'light', lang: 'pt' });
    const second = new URL(addressIn(html));
    expect(Object.fromEntries(second.searchParams)).toEqual({ token, theme: 'light', lang: 'pt' });
    expect(await listed()).toBe(before);
  });

  it('accepts several widgets, and lists invalid settings', async () => {
    const page = '/build/overlay?channel=match:701';
    const { html } = await ana.get(`${page}&widgets=scorebug&widgets=fireworks&scale=huge`);
    expect(html).toContain('fireworks');
    expect(html).toContain('scale=huge');
  });

  it('rule PAGE-27: makes no token while a setting is invalid, and says at its field what it must be', async () => {
    const page = '/build/overlay?channel=match:701';
    await ana.get(page);
    const { status, html } = await ana.post(page, { home_color: 'zzz', scale: '9', hold: '8', lasts: '86400' });
    expect(status).toBe(422);
    expect(html).toMatch(/id="home_color"[^>]*aria-invalid="true"/);
    expect(html).toMatch(/id="home_color-error"[^>]*>This must be a colour such as ff8800\.</);
    expect(html).toMatch(/id="scale-error"[^>]*>This must be a number from 0\.25 to 4\.</);
    expect(html).toMatch(/id="hold-error"[^>]*hidden[^>]*><\/p>/);
    // The parts with something wrong are open; one that has its usual values is not.
    const openParts = (of: string) =>
      [...of.matchAll(/<details class="options" open>.*?id="section-(\w+)"/g)].map(([, name]) => name);
    expect(openParts(html)).toEqual(['what', 'look', 'position', 'timing', 'token']);
    expect(openParts((await ana.get(page)).html)).toEqual(['what', 'token']);
    expect(addressIn(html)).toBe('');
    const long = await ana.post(page, { token_name: 'x'.repeat(41), lasts: '86400' });
    expect([long.status, addressIn(long.html)]).toEqual([422, '']);
  });

  it('lists the token under its name, and draws the address for cameras', async () => {
    const page = '/build/screen?channel=game:100';
    await ana.get(page);
    const { html } = await ana.post(page, { token_name: ' Stand B ', lasts: '86400' });
    expect(html).toMatch(/<svg id="qr" viewBox="0 0 (\d+) \1"/);
    const integrations = (await ana.get('/clubs/riverside-fc/integrations')).html;
    expect(integrations).toMatch(/<bdi>Stand B<\/bdi><span class="under hint">[^<]*game:100/);
    expect(integrations).toContain('made a view token for game:100 (Stand B)');
  });

  it('shows a moment of an invented match by a button, without a token and without scripts', async () => {
    const page = '/build/overlay?channel=match:701';
    await ana.get(page);
    const { status, html } = await ana.post(page, { moment: 'goal', style: 'pill' });
    expect(status).toBe(200);
    expect(html).toMatch(
      /<iframe[^>]*src="\/build\/overlay\/example\?style=pill&amp;channel=match%3A701&amp;moment=goal"/,
    );
    expect([addressIn(html), /value="goal" aria-pressed="true"/.test(html)]).toEqual(['', true]);
  });

  it.each([
    ['user1@example.org', 503],
    [MEMBER, 403],
  ])('shows the example of a match to its staff only: %s', async (email, status) => {
    // This gateway has no built pages.
    const visitor = await signIn(gateway, email);
    expect((await visitor.get('/build/overlay/example?channel=match:701')).status).toBe(status);
  });

  it.each([
    ['a match of others', 'match:999', 403],
    ['a club that is not his', 'club:hilltop', 403],
    ['a game of another club', 'game:110', 403],
    ['no channel', 'nothing', 404],
  ])('refuses %s', async (_what, channel, status) => {
    const shown = await ana.get(`/build/overlay?channel=${channel}`);
    // A person who has signed in sends no token that could be a wrong one.
    expect([shown.status, /token/i.test(shown.html)]).toEqual([status, false]);
    await ana.get('/');
    expect((await ana.post(`/build/overlay?channel=${channel}`, { lasts: '86400' })).status).toBe(status);
  });

  it('works for the staff of an authorized club, and for an administrator on any channel', async () => {
    const rui = await signIn(gateway, 'user2@example.org');
    expect((await rui.get('/build/overlay?channel=match:701')).status).toBe(200);
    const admin = await signIn(gateway, ADMIN);
    expect((await admin.get('/build/screen?channel=tournament:autumn-cup')).status).toBe(200);
    expect((await admin.get('/build/screen?channel=game:110')).status).toBe(200);
  });

  it('refuses a form of another site and a form without a lifetime', async () => {
    await ana.get('/build/overlay?channel=match:701');
    const page = '/build/overlay?channel=match:701';
    expect((await ana.post(page, { csrf: 'x', lasts: '86400' })).status).toBe(403);
    expect((await ana.post(page, { lasts: '1' })).status).toBe(422);
  });
});
