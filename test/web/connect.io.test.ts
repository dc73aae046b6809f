// The connection flow over HTTP: the answer to the app, who may connect, and stable tokens.
import type postgres from 'postgres';
import { beforeAll, describe, expect, test } from 'vitest';
import { openEncryption } from '../../src/auth/encryption.ts';
import { connectApp } from '../../src/store/connections.ts';
import { hashToken } from '../../src/store/tokens.ts';
import { openTestStore, testDatabases } from '../support/database.ts';
import type { TestGateway } from '../support/gateway.ts';
import { openGatewayWithSql } from '../support/gateway-with-sql.ts';
import { openRaw } from '../support/raw-http.ts';
import { PASSWORD } from '../support/world/people.ts';
import { openVisitor, type Shown, signIn, type Visitor } from '../support/visitor.ts';

let gateway: TestGateway;
let sql: postgres.Sql;

beforeAll(async () => {
  const opened = await openGatewayWithSql();
  ({ gateway, sql } = opened);
  return opened.close;
});

const addressOf = (parameters: Readonly<Record<string, string>> = {}): string =>
  `/api/auth/connect?${new URLSearchParams({
    app_name: 'Score Phone',
    redirect_uri: 'https://app.example/cb?lang=pt',
    ...parameters,
  }).toString()}`;

async function connect(visitor: Visitor, parameters: Readonly<Record<string, string>> = {}): Promise<Shown> {
  const address = addressOf(parameters);
  expect((await visitor.get(address)).status).toBe(200);
  return visitor.post(address, { decision: 'connect' });
}
const keyOf = ({ location }: Shown): string => new URL(location).searchParams.get('api_key') ?? '';

describe('a connection', () => {
  test('rules ACCESS-11, ACCESS-15: adds exactly five parameters and the state to the existing query', async () => {
    const visitor = await signIn(gateway);
    const answer = await connect(visitor, { state: 'a+b &ü' });
    expect(answer.status).toBe(303);
    const key = keyOf(answer);
    expect(key).toMatch(/^tlk_[\w-]{43}$/);
    expect(answer.location).toBe(
      `https://app.example/cb?lang=pt&api_key=${key}&resource_type=account&user_name=Ana%20Silva&club_count=1&tournament_count=1&state=a%2Bb%20%26%C3%BC`,
    );
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const resources = await gateway.call<{ clubs: unknown[] }>('GET', 'resources', { token: key });
    expect([resources.status, resources.body.clubs.length]).toEqual([200, 1]);
    const stored = await sql`select * from api_token t join sealed_token s on s.token_id = t.id`;
    expect(JSON.stringify(stored)).not.toContain(key);
    const exported = await gateway.call('GET', '/api/admin/export', { token: gateway.config.adminToken ?? '' });
    expect(JSON.stringify(exported.body)).not.toContain(String(stored[0]?.['sealed']));
  });

  test('rule ACCESS-10: made again returns the same token, for this user and this app only', async () => {
    const ana = await signIn(gateway);
    const first = keyOf(await connect(ana));
    expect(keyOf(await connect(ana, { redirect_uri: 'https://APP.example:443/other#x', state: '' }))).toBe(first);
    const others = [
      keyOf(await connect(ana, { app_name: 'Another App' })),
      keyOf(await connect(ana, { redirect_uri: 'https://evil.example/cb' })),
      keyOf(await connect(ana, { redirect_uri: 'https://app.example:8443/cb' })),
      keyOf(await connect(await signIn(gateway, 'user2@example.org'))),
    ];
    expect(new Set([first, ...others]).size).toBe(5);
    await sql`update api_token set revoked = true where token_hash = ${hashToken(first)}`;
    const again = keyOf(await connect(ana));
    expect(again).not.toBe(first);
    expect(keyOf(await connect(ana))).toBe(again);
  });

  test('is made once, also after several presses', async () => {
    const visitor = await signIn(gateway);
    const address = addressOf({ app_name: 'Pressed' });
    await visitor.get(address);
    const answers = await Promise.all(Array.from({ length: 8 }, () => visitor.post(address, { decision: 'connect' })));
    expect(new Set(answers.map(keyOf)).size).toBe(1);
  });

  test('rule DATA-11: returns the token that a data file contains for the app', async () => {
    const token = 'from-a-data-file-0123456789abcdef';
    const imported = { kind: 'connected_app', app_name: 'Imported', redirect_origin: 'https://old.example' };
    await gateway.import({ touchline_data: 1, tokens: [{ ...imported, user_id: 1, token }] });
    const visitor = await signIn(gateway);
    const asked = { app_name: 'Imported', redirect_uri: 'https://old.example/cb' };
    expect(keyOf(await connect(visitor, asked))).toBe(token);
    expect(keyOf(await connect(visitor, { ...asked, redirect_uri: 'https://new.example/cb' }))).not.toBe(token);
  });

  test('that is cancelled returns access_denied and the state, and creates nothing', async () => {
    const visitor = await signIn(gateway);
    const address = addressOf({ app_name: 'Refused', state: 's' });
    await visitor.get(address);
    const answer = await visitor.post(address, { decision: 'cancel' });
    expect([answer.status, answer.location]).toEqual([
      303,
      'https://app.example/cb?lang=pt&error=access_denied&state=s',
    ]);
    expect(await sql`select 1 from api_token where app_name = 'Refused'`).toHaveLength(0);
  });

  test('rule PAGE-2: needs the form of its own page', async () => {
    const visitor = await signIn(gateway);
    const address = addressOf({ app_name: 'Forged' });
    await visitor.get(address);
    const attacks = [
      visitor.post(address, { decision: 'connect', csrf: '' }),
      visitor.post(address, { decision: 'connect', csrf: 'x'.repeat(43) }),
      visitor.post(address, { decision: 'connect' }, { origin: 'https://evil.example' }),
      visitor.post(address, { decision: 'connect' }, { 'sec-fetch-site': 'cross-site' }),
    ];
    for (const attack of attacks) expect((await attack).status).toBe(403);
    // Neither yes nor no: the page asks again.
    expect((await visitor.post(address)).status).toBe(200);
    expect(await sql`select 1 from api_token where app_name = 'Forged'`).toHaveLength(0);
  });

  test('survives a sign-in, and a session that ends while the page is open', async () => {
    const visitor = openVisitor(gateway);
    const address = addressOf({ state: 'kept&kept', app_name: 'É assim' });
    const sent = await visitor.get(address);
    expect([sent.status, sent.location]).toEqual([303, `/sign-in?next=${encodeURIComponent(address)}`]);
    await visitor.get(sent.location);
    const back = await visitor.post(sent.location, { email: 'user1@example.org', password: PASSWORD });
    expect([back.status, back.location]).toEqual([303, address]);
    await visitor.get(address);
    visitor.cookies.delete('touchline_session');
    expect((await visitor.post(address, { decision: 'connect' })).location).toBe(sent.location);
  });
});

describe('who may connect', () => {
  test.each([
    ['an owner and organizer', 'user1@example.org', 200, ['Riverside FC', 'Autumn Cup']],
    ['a moderator', 'user2@example.org', 200, ['Riverside FC', 'Autumn Cup']],
    ['an owner of another club', 'user3@example.org', 200, ['Hilltop United', 'Spring Cup']],
    ['a member', 'user4@example.org', 403, []],
    ['an administrator', 'user5@example.org', 200, ['Riverside FC', 'Hilltop United', 'Autumn Cup', 'Spring Cup']],
  ])('%s sees what the app will reach', async (_, email, status, names) => {
    const visitor = await signIn(gateway, email);
    const { status: shown, html } = await visitor.get(addressOf());
    expect(shown).toBe(status);
    const all = ['Riverside FC', 'Hilltop United', 'Autumn Cup', 'Spring Cup'];
    expect(all.filter((name) => html.includes(name))).toEqual(all.filter((name) => names.includes(name)));
    expect(html).toContain(status === 200 ? '>https://app.example<' : 'There is nothing to connect');
  });

  test('a member who posts the form gets no token, and can go back', async () => {
    const visitor = await signIn(gateway, 'user4@example.org');
    const address = addressOf({ app_name: 'Sneaky' });
    await visitor.get(address);
    expect((await visitor.post(address, { decision: 'connect' })).status).toBe(403);
    expect((await visitor.post(address, { decision: 'cancel' })).location).toContain('error=access_denied');
    expect(await sql`select 1 from api_token where app_name = 'Sneaky'`).toHaveLength(0);
  });

  test('a member gets no key for the console either', async () => {
    const visitor = await signIn(gateway, 'user4@example.org');
    await visitor.get('/me/apps');
    const answer = await visitor.post('/me/console');
    expect([answer.status, answer.location]).toEqual([403, '']);
    expect(answer.html).toContain('There is nothing to score');
    expect(await sql`select 1 from api_token where app_name = 'Touchline console'`).toHaveLength(0);
  });

  test.for([
    ['match:701', '/console/match:701#token='],
    ['air:match:701', '/console/match:701/air#token='],
    ['weather', '/console#token='],
  ])('the key for the console of %s leads back to where it was asked for', async ([channel, address]) => {
    const visitor = await signIn(gateway);
    await visitor.get(`/me/console?channel=${channel}`);
    expect((await visitor.post(`/me/console?channel=${channel}`)).location).toContain(address);
  });
});

describe('a bad request', () => {
  test('says what the developer must change, also without a session, and never redirects', async () => {
    for (const visitor of [openVisitor(gateway), await signIn(gateway)]) {
      for (const parameters of [
        { redirect_uri: `${gateway.url}/cb` },
        { redirect_uri: 'http://app.example/cb' },
        { redirect_uri: '' },
        { app_name: 'a\u202eb' },
      ]) {
        const answer = await visitor.get(addressOf(parameters));
        expect([parameters, answer.status, answer.location]).toEqual([parameters, 400, '']);
        expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
        expect(answer.html).toContain(`<code>${Object.keys(parameters)[0] ?? ''}</code>`);
        const posted = await visitor.post(addressOf(parameters), { decision: 'connect' });
        expect([posted.status, posted.location]).toEqual([400, '']);
      }
    }
  });

  test('shows its parameters as escaped text', async () => {
    const visitor = await signIn(gateway);
    const { html } = await visitor.get(addressOf({ app_name: '<img src=x onerror=alert(1)>' }));
    expect(html).not.toContain('<img');
    expect(html).toContain('&lt;img src=x onerror=alert(1)>');
  });

  test('is also a redirect to the host name of the request', async () => {
    const address = addressOf({ redirect_uri: 'https://touchline.lan/cb' });
    const raw = await openRaw(Number(new URL(gateway.url).port));
    const statusAt = async (host: string): Promise<number> => {
      raw.write(`GET ${address} HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
      return (await raw.answer()).status;
    };
    expect([await statusAt('touchline.lan:8080'), await statusAt('score.lan:8080')]).toEqual([400, 303]);
    raw.socket.destroy();
  });
});

describe('the consent page', () => {
  test.each([
    ['https://app.example/cb', 'https:'],
    ['http://localhost:3000/cb', 'http: https:'],
  ])('lets its form lead to %s and is never framed', async (redirect_uri, target) => {
    const { headers } = await (await signIn(gateway)).get(addressOf({ redirect_uri }));
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain(`form-action 'self' ${target};`);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(headers.get('x-frame-options')).toBe('DENY');
  });
});

describe.each(await testDatabases())('connections on %s', (kind) => {
  test('rule ACCESS-15: are read with an older secret, and created again when that secret is removed', async () => {
    const store = await openTestStore(kind);
    try {
      await store.sql`
        insert into app_user (id, slug, name, secondary_positions, skill_level, is_admin)
        values (1, 'ana', 'Ana', '[]', 'beginner', false)`;
      const [old, fresh] = ['o'.repeat(32), 'n'.repeat(32)];
      const app = { name: 'App', origin: 'https://app.example' };
      const connectWith = (...secrets: string[]) => connectApp(store.sql, openEncryption(secrets), 1, app, 1);
      const sealed = async () => (await store.sql<{ sealed: string }[]>`select sealed from sealed_token`)[0]?.sealed;
      const first = await connectWith(old);
      const before = await sealed();
      expect(await connectWith(fresh, old)).toEqual({ ...first, isNew: false });
      // A used token is encrypted with the newest secret, so the old one may be removed.
      expect(await sealed()).not.toBe(before);
      expect(await connectWith(fresh)).toEqual({ ...first, isNew: false });
      const next = await connectWith('x'.repeat(32));
      expect(next).toMatchObject({ isNew: true, hasReplaced: true });
      expect(next?.token).not.toBe(first?.token);
      const rows = await store.sql<{ id: number; revoked: boolean }[]>`
        select id, revoked from api_token order by id`;
      expect(rows.map(({ id, revoked }) => [id, revoked])).toEqual([
        [first?.tokenId, true],
        [next?.tokenId, false],
      ]);
      expect(await connectApp(store.sql, openEncryption([old]), 2, app, 1)).toBe(null);
    } finally {
      await store.close();
    }
  });
});
