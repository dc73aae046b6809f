// Signing in and out, as browsers do it: cookies, forms, and what ends a session.
import { createHash } from 'node:crypto';
import { SignJWT } from 'jose';
import type postgres from 'postgres';
import { beforeAll, describe, expect, test } from 'vitest';
import { hashPassword } from '../../src/auth/passwords.ts';
import type { TestGateway } from '../support/gateway.ts';
import { openGatewayWithSql } from '../support/gateway-with-sql.ts';
import { PASSWORD } from '../support/world/people.ts';
import { TOKENS } from '../support/world/tokens.ts';
import { openVisitor, signIn } from '../support/visitor.ts';

let gateway: TestGateway;
let sql: postgres.Sql;

beforeAll(async () => {
  const opened = await openGatewayWithSql();
  ({ gateway, sql } = opened);
  return opened.close;
});

const SESSION = 'touchline_session';

describe('signing in', () => {
  test('ignores the letter case of the e-mail address, and continues to the requested page', async () => {
    const visitor = openVisitor(gateway);
    const form = await visitor.get('/sign-in?next=%2Fclubs%2Friverside-fc%2Fintegrations%3Fa%3Db');
    expect(form.status).toBe(200);
    const action = /<form method="post" action="([^"]+)"/.exec(form.html)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const answer = await visitor.post(action, { email: ' USER1@Example.ORG ', password: PASSWORD });
    expect([answer.status, answer.location]).toEqual([303, '/clubs/riverside-fc/integrations?a=b']);
    const [cookie = ''] = answer.headers.getSetCookie();
    expect(cookie).toMatch(/^touchline_session=[\w.-]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=1209600$/);
    // A signed-in user does not need the form.
    expect((await visitor.get('/sign-in?next=%2Fme')).location).toBe('/me');
  });

  test.each([
    ['a wrong password', 'user1@example.org', 'Correct horse battery staple'],
    ['an unknown address', 'nobody@example.org', PASSWORD],
    ['an empty form', '', ''],
  ])('rule PAGE-3: says the same of %s', async (_, email, password) => {
    const visitor = openVisitor(gateway);
    await visitor.get('/sign-in');
    const answer = await visitor.post('/sign-in', { email, password });
    expect(answer.status).toBe(403);
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect(answer.html).toContain('The e-mail address or the password is wrong.');
    expect(answer.html).not.toContain(PASSWORD);
  });

  test('refuses the answer of a passkey whose id the database cannot store', async () => {
    const visitor = openVisitor(gateway);
    await visitor.get('/sign-in');
    const id = '\0';
    const response = { clientDataJSON: '', authenticatorData: '', signature: '' };
    const sent = { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response };
    expect((await visitor.post('/sign-in/passkey', { response: JSON.stringify(sent) })).status).toBe(403);
  });

  test('rule ACCOUNT-8: shows the form again after a passkey that is refused, with its target', async () => {
    const visitor = openVisitor(gateway);
    const { location } = await visitor.get('/sign-in/passkey?next=/me/apps');
    expect(location).toBe('/sign-in?next=%2Fme%2Fapps');
    await visitor.get(location);
    const { status, html } = await visitor.post('/sign-in/passkey?next=/me/apps', { response: '{}' });
    expect([status, html.includes('This passkey was not accepted')]).toEqual([403, true]);
    expect(html).toContain('Try again, or sign in with your password.');
    expect(html).toContain(`action="${location}"`);
    expect((await visitor.post(location, { email: 'user1@example.org', password: PASSWORD })).location).toBe(
      '/me/apps',
    );
  });

  test('shows the input as escaped text', async () => {
    const visitor = openVisitor(gateway);
    await visitor.get('/sign-in');
    const { html } = await visitor.post('/sign-in', { email: '"><script>alert(1)</script>', password: 'x' });
    expect(html).not.toContain('<script');
    expect(html).toContain('value="&quot;>&lt;script>alert(1)&lt;/script>"');
  });

  test.each([
    '//evil.example/',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/.//evil.example',
    '/a/..//evil.example',
    'https://evil.example/',
    'javascript:alert(1)',
    'evil.example',
    `/${'%0d%0aLocation: https://evil.example'.repeat(300)}`,
    '',
  ])('never leads to another site: next=%.40j', async (next) => {
    const visitor = openVisitor(gateway);
    const address = `/sign-in?next=${encodeURIComponent(next)}`;
    await visitor.get(address);
    const answer = await visitor.post(address, { email: 'user1@example.org', password: PASSWORD });
    expect([answer.status, answer.location]).toEqual([303, '/']);
  });

  test('accepts the password of a data file', async () => {
    const users = [{ id: 70, slug: 'new', name: 'Neu', email: 'new@example.org', password: 'of the data file' }];
    await gateway.import({ touchline_data: 1, users });
    const visitor = openVisitor(gateway);
    await visitor.get('/sign-in');
    const answer = await visitor.post('/sign-in', { email: 'new@example.org', password: 'of the data file' });
    expect(answer.status).toBe(303);
  });

  test('is refused when two users have the same address', async () => {
    await sql`update app_user set email = 'user2@example.org' where id = 3`;
    const visitor = openVisitor(gateway);
    await visitor.get('/sign-in');
    const answer = await visitor.post('/sign-in', { email: 'user2@example.org', password: PASSWORD });
    await sql`update app_user set email = 'user3@example.org' where id = 3`;
    expect(answer.status).toBe(403);
  });
});

describe('a form', () => {
  const fields = { email: 'user1@example.org', password: PASSWORD };

  test('rule PAGE-2: is accepted only from the page that showed it', async () => {
    const visitor = openVisitor(gateway);
    await visitor.get('/sign-in');
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: gateway.url.replace('http:', 'https:').replace('127.0.0.1', '127.0.0.2') },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site', origin: gateway.url },
    ]) {
      const answer = await visitor.post('/sign-in', fields, headers);
      expect([headers, answer.status]).toEqual([headers, 403]);
      expect(answer.html).toContain('This form is out of date');
    }
    for (const csrf of ['', 'x', 'a'.repeat(43)])
      expect((await visitor.post('/sign-in', { ...fields, csrf })).status).toBe(403);
    expect(visitor.cookies.has(SESSION)).toBe(false);
    const ours = { origin: gateway.url, 'sec-fetch-site': 'same-origin' };
    expect((await visitor.post('/sign-in', fields, ours)).status).toBe(303);
  });

  test('rule PAGE-2: of one browser is invalid in another, so an attacker cannot sign a user in', async () => {
    const attacker = openVisitor(gateway);
    const csrf = /name="csrf" value="([^"]+)"/.exec((await attacker.get('/sign-in')).html)?.[1] ?? '';
    const victim = openVisitor(gateway);
    expect((await victim.post('/sign-in', { ...fields, csrf })).status).toBe(403);
    await victim.get('/sign-in');
    expect((await victim.post('/sign-in', { ...fields, csrf })).status).toBe(403);
    expect(victim.cookies.has(SESSION)).toBe(false);
  });

  test('is urlencoded, short, and text', async () => {
    const visitor = openVisitor(gateway);
    await visitor.get('/sign-in');
    const json = await visitor.post('/sign-in', fields, { 'content-type': 'application/json' });
    expect([json.status, json.headers.get('content-type')]).toEqual([415, 'text/html; charset=utf-8']);
    const long = await visitor.post('/sign-in', { ...fields, password: 'x'.repeat(16_384) });
    expect([long.status, long.headers.get('content-type')]).toEqual([413, 'text/html; charset=utf-8']);
    expect((await visitor.post('/sign-in', { ...fields, password: 'x'.repeat(16_000) })).status).toBe(403);
    expect((await visitor.post('/sign-in', { ...fields, email: 'user1@example.org\0' })).status).toBe(400);
  });
});

describe('a session', () => {
  const isSignedIn = async (visitor: ReturnType<typeof openVisitor>): Promise<boolean> =>
    (await visitor.get('/sign-in?next=%2Fin')).status === 303;

  test('rule PAGE-4: ends everywhere when its user signs out', async () => {
    const visitor = await signIn(gateway);
    const thief = openVisitor(gateway);
    thief.cookies.set(SESSION, visitor.cookies.get(SESSION) ?? '');
    expect(await isSignedIn(thief)).toBe(true);
    const other = await signIn(gateway);
    const foreign = await visitor.post('/sign-out', { csrf: 'x'.repeat(43) });
    expect([foreign.status, await isSignedIn(visitor)]).toEqual([403, true]);
    expect((await visitor.get('/sign-out')).html).toContain('You are signed in as Ana Silva.');
    const out = await visitor.post('/sign-out');
    expect([out.status, out.location, visitor.cookies.has(SESSION)]).toEqual([303, '/sign-in', false]);
    expect([await isSignedIn(visitor), await isSignedIn(thief), await isSignedIn(other)]).toEqual([false, false, true]);
  });

  test('that ended or began in another tab leaves every page usable', async () => {
    const first = openVisitor(gateway);
    const second = openVisitor(gateway);
    await first.get('/sign-in');
    for (const [name, value] of first.cookies) second.cookies.set(name, value);
    await second.get('/sign-in?next=%2Fin');
    await first.post('/sign-in', { email: 'user1@example.org', password: PASSWORD });
    second.cookies.set(SESSION, first.cookies.get(SESSION) ?? '');
    const signedIn = await second.post('/sign-in?next=%2Fin', { email: 'user1@example.org', password: PASSWORD });
    expect([signedIn.status, signedIn.location]).toEqual([303, '/in']);
    await second.get('/sign-out');
    await first.get('/sign-out');
    await first.post('/sign-out');
    const signedOut = await second.post('/sign-out');
    expect([signedOut.status, signedOut.location]).toEqual([303, '/sign-in']);
    const forged = await second.post('/me/apps', { csrf: 'x'.repeat(43) });
    expect(forged.location).toBe('/sign-in?next=%2Fme%2Fapps');
  });

  test('rule PAGE-4: ends when the password changes, not when another column changes', async () => {
    const visitor = await signIn(gateway, 'user2@example.org');
    await sql`update app_user set name = 'Rui C.' where id = 2`;
    expect(await isSignedIn(visitor)).toBe(true);
    await sql`update app_user set password_hash = ${await hashPassword(PASSWORD)} where id = 2`;
    expect(await isSignedIn(visitor)).toBe(false);
    const again = await signIn(gateway, 'user2@example.org');
    await sql`update app_user set password_hash = null where id = 2`;
    expect(await isSignedIn(again)).toBe(false);
  });

  test('rule PAGE-4: ends when its user is deleted', async () => {
    await sql`insert into app_user select 99, 'gone', name, 'gone@example.org', password_hash, avatar_url,
      preferred_position, secondary_positions, skill_level, is_admin from app_user where id = 1`;
    const visitor = await signIn(gateway, 'gone@example.org');
    expect(await isSignedIn(visitor)).toBe(true);
    await sql`delete from app_user where id = 99`;
    expect(await isSignedIn(visitor)).toBe(false);
  });

  test('cannot be forged', async () => {
    const genuine = (await signIn(gateway)).cookies.get(SESSION) ?? '';
    const [head = '', body = '', mac = ''] = genuine.split('.');
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as Record<string, unknown>;
    const asAdmin = Buffer.from(JSON.stringify({ ...claims, user: 5 })).toString('base64url');
    const unsigned = Buffer.from('{"alg":"none"}').toString('base64url');
    const foreign = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256' })
      .sign(createHash('sha256').update('x').digest());
    const view = await gateway.viewToken(TOKENS.club, 'game:100');
    for (const cookie of [
      `${head}.${asAdmin}.${mac}`,
      `${unsigned}.${body}.`,
      foreign,
      view,
      `${genuine}x`,
      'nonsense',
      '',
    ]) {
      const visitor = openVisitor(gateway);
      visitor.cookies.set(SESSION, cookie);
      expect([cookie, await isSignedIn(visitor)]).toEqual([cookie, false]);
    }
    const visitor = openVisitor(gateway);
    visitor.cookies.set(SESSION, genuine);
    expect(await isSignedIn(visitor)).toBe(true);
  });

  test('its pages are not cached, not framed and send no referrer', async () => {
    const { headers } = await openVisitor(gateway).get('/sign-in');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('referrer-policy')).toBe('same-origin');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'self'; img-src 'self' data:; font-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
    );
  });
});

test.each(['/me/apps', '/clubs/riverside-fc'])(
  'rule LIMIT-1: beyond the allowance no session is looked up: %s',
  async (path) => {
    const visitor = await signIn(gateway);
    const answered: number[] = [];
    let all: Promise<unknown> = Promise.resolve();
    await sql.begin(async (tx) => {
      // A lookup gets no answer now.
      await tx`lock table app_user in access exclusive mode`;
      all = Promise.all(Array.from({ length: 600 }, async () => answered.push((await visitor.get(path)).status)));
      await expect.poll(() => answered).toContain(429);
      // On a slow machine the first look-ups have taken too long by then.
      expect(new Set(answered.filter((status) => status !== 503))).toEqual(new Set([429]));
    });
    await all;
  },
);

test('rule LIMIT-1: a session that has ended spends nothing of what its user has', async () => {
  // Not the user of the other tests, which spend too.
  const [ended, visitor] = [await signIn(gateway, 'user5@example.org'), await signIn(gateway, 'user5@example.org')];
  const cookie = ended.cookies.get('touchline_session') ?? '';
  await ended.get('/me/apps');
  expect((await ended.post('/sign-out')).status).toBe(303);
  ended.cookies.set('touchline_session', cookie);
  const ask = async (who: typeof visitor, times: number): Promise<ReadonlySet<number>> =>
    new Set((await Promise.all(Array.from({ length: times }, () => who.get('/me/apps')))).map(({ status }) => status));
  const [spent, own] = await Promise.all([ask(ended, 600), ask(visitor, 100)]);
  // How many of them are refused depends on the time that they take.
  expect(spent).toContain(303);
  expect(spent).not.toContain(200);
  expect(own).toEqual(new Set([200]));
});
