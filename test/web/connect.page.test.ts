// The connection flow as a person and a third-party app see it: a real browser, real forms, and an app of its own on
// another origin. Scripts are off throughout: no form of ours needs one.
import path from 'node:path';
import axe from 'axe-core';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { ensureBuilt } from '../../src/cli/build.mjs';
import { openBrowser } from '../support/browser.ts';
import { openTestGateway, type TestGateway } from '../support/gateway.ts';
import { PASSWORD } from '../support/world/people.ts';
import { openThirdParty, type ThirdParty } from '../support/third-party.ts';
import { signIn as signInVisitor } from '../support/visitor.ts';

let gateway: TestGateway;
let browser: Browser;
let app: ThirdParty;
/** On another site; `neighbour` is of the same site (the same host) on another port. */
let attacker: ThirdParty;
let neighbour: ThirdParty;
let context: BrowserContext;

beforeAll(async () => {
  [gateway, browser, app, attacker, neighbour] = await Promise.all([
    openTestGateway({ pages: path.join(await ensureBuilt(), 'pages') }),
    openBrowser(),
    openThirdParty(),
    openThirdParty('localhost'),
    openThirdParty(),
  ]);
});
afterAll(async () => {
  await browser.close();
  await Promise.all([app, attacker, neighbour].map((party) => party.close()));
  await gateway.close();
});
afterEach(() => context.close());

/** A browser without cookies. */
async function open(options: Parameters<Browser['newContext']>[0] = {}): Promise<Page> {
  context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 360, height: 740 }, ...options });
  return context.newPage();
}

const connectAddress = (party: ThirdParty, more: Readonly<Record<string, string>> = {}): string =>
  `${gateway.url}/api/auth/connect?${new URLSearchParams({
    app_name: 'Score Phone',
    redirect_uri: `${party.origin}/callback?from=touchline`,
    ...more,
  }).toString()}`;

async function signInAt(page: Page, email = 'user1@example.org'): Promise<void> {
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
}
/** With the cookie of a signed-in user: the form has its own tests. */
async function signIn(page: Page, email?: string): Promise<void> {
  const { cookies } = await signInVisitor(gateway, email);
  await page
    .context()
    .addCookies([...cookies].map(([name, value]) => ({ name, value, url: gateway.url, sameSite: 'Lax' })));
}
const press = (page: Page, name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click();
const callbackOf = (party: ThirdParty): URLSearchParams => party.callbacks.at(-1) ?? new URLSearchParams();

describe('an app', () => {
  test('rules PAGE-1, ACCESS-11: gets the five parameters and its state after the user signs in and agrees', async () => {
    const page = await open();
    app.pages.set(
      '/start',
      `<a href="${connectAddress(app, { state: 'xyz 1' }).replaceAll('&', '&amp;')}">Connect</a>`,
    );
    await page.goto(`${app.origin}/start`);
    await page.getByRole('link', { name: 'Connect' }).click();
    expect(new URL(page.url()).pathname).toBe('/sign-in');
    await signInAt(page);
    await page.getByRole('heading', { name: 'Connect an app' }).waitFor();
    const text = await page.locator('main').innerText();
    for (const word of ['Score Phone', app.origin, 'Ana Silva', 'Riverside FC', 'Autumn Cup'])
      expect(text).toContain(word);
    expect(text).not.toContain('Hilltop');
    await press(page, 'Connect');
    await page.getByRole('heading', { name: 'Back at the app' }).waitFor();
    const { api_key: key = '', ...rest } = Object.fromEntries(callbackOf(app));
    expect(rest).toEqual({
      from: 'touchline',
      resource_type: 'account',
      user_name: 'Ana Silva',
      club_count: '1',
      tournament_count: '1',
      state: 'xyz 1',
    });
    const resources = await gateway.call('GET', 'resources', { token: key });
    expect(resources.body).toMatchObject({ user: { name: 'Ana Silva' }, clubs: [{ slug: 'riverside-fc' }] });
    expect(await context.cookies(app.origin)).toEqual(await context.cookies(gateway.url));
  });

  test('rule ACCESS-10: that connects again gets the same key; an app of the same name on another host gets another key', async () => {
    const page = await open();
    await signIn(page);
    const keys: (string | null)[] = [];
    for (const party of [app, app, attacker]) {
      await page.goto(connectAddress(party));
      expect(await page.locator('dd strong').innerText()).toBe(party.origin);
      await press(page, 'Connect');
      await page.getByRole('heading', { name: 'Back at the app' }).waitFor();
      keys.push(callbackOf(party).get('api_key'));
    }
    expect(keys[0]).toMatch(/^tlk_/);
    expect(keys[1]).toBe(keys[0]);
    expect(keys[2]).not.toBe(keys[0]);
  });

  test('gets an error when the user cancels', async () => {
    const page = await open();
    await signIn(page);
    await page.goto(connectAddress(app, { state: 's' }));
    await press(page, 'Cancel');
    await page.getByRole('heading', { name: 'Back at the app' }).waitFor();
    expect(Object.fromEntries(callbackOf(app))).toEqual({ from: 'touchline', error: 'access_denied', state: 's' });
  });

  test('may redirect its user to another of its hosts', async () => {
    const page = await open();
    await signIn(page);
    app.pages.set('/callback', `${neighbour.origin}/inside`);
    await page.goto(connectAddress(app));
    await press(page, 'Connect');
    await page.waitForURL(`${neighbour.origin}/inside`);
    app.pages.delete('/callback');
  });

  test('of a user who manages nothing gets an error, after a page with the reason', async () => {
    const page = await open();
    await signIn(page, 'user4@example.org');
    await page.goto(connectAddress(app));
    expect(await page.locator('main').innerText()).toContain('you manage no club and no tournament');
    await press(page, 'Back to the app');
    await page.getByRole('heading', { name: 'Back at the app' }).waitFor();
    expect(callbackOf(app).get('error')).toBe('access_denied');
  });

  test('with wrong parameters gets a page that lists them, without a redirect', async () => {
    const page = await open();
    const answer = await page.goto(
      connectAddress(app, { redirect_uri: `${gateway.url.replace('127.0.0.1', 'LOCALHOST')}/x` }),
    );
    expect(answer?.status()).toBe(400);
    expect(await page.locator('main').innerText()).toContain('Must not be an address of this service');
    expect(page.url()).toContain(gateway.url);
  });
});

describe('an attacker', () => {
  const forged = (address: string, fields: Readonly<Record<string, string>>): string =>
    `<form method="post" action="${address.replaceAll('&', '&amp;')}">${Object.entries(fields)
      .map(([name, value]) => `<input type="hidden" name="${name}" value="${value}">`)
      .join('')}<button>Win a prize</button></form>`;

  test.each(['another site', 'the same site on another port'])(
    'on %s cannot submit the form for the user',
    async (where) => {
      const from = where === 'another site' ? attacker : neighbour;
      const page = await open();
      await signIn(page);
      const seen = from.callbacks.length;
      // Not even with a form token of the attacker's own session.
      const own = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
      await signIn(own, 'user3@example.org');
      await own.goto(connectAddress(from));
      const csrf = (await own.locator('main input[name=csrf]').getAttribute('value')) ?? '';
      await own.context().close();
      for (const fields of [{ decision: 'connect' }, { decision: 'connect', csrf }]) {
        from.pages.set('/trap', forged(connectAddress(from), fields));
        await page.goto(`${from.origin}/trap`);
        const answered = page.waitForResponse((response) => response.request().method() === 'POST');
        await press(page, 'Win a prize');
        // From another site the cookie stays behind: asked to sign in. From the same site it comes along, and is not enough.
        expect([303, 403]).toContain((await answered).status());
        await page.waitForURL(`${gateway.url}/**`);
      }
      expect(from.callbacks.length).toBe(seen);
      // It cannot sign the user out, or in as another user.
      from.pages.set('/trap', forged(`${gateway.url}/sign-out`, { csrf }));
      await page.goto(`${from.origin}/trap`);
      await press(page, 'Win a prize');
      await page.goto(`${gateway.url}/sign-out`);
      expect(await page.locator('main').innerText()).toContain('signed in as Ana Silva');
      await context.clearCookies();
      from.pages.set(
        '/trap',
        forged(`${gateway.url}/sign-in`, { email: 'user3@example.org', password: PASSWORD, csrf }),
      );
      await page.goto(`${from.origin}/trap`);
      await press(page, 'Win a prize');
      await page.getByRole('heading', { name: 'This form is out of date' }).waitFor();
      expect((await context.cookies(gateway.url)).map(({ name }) => name)).not.toContain('touchline_session');
    },
  );

  test.each(['/sign-in', '/sign-out', '/api/auth/connect'])('cannot frame %s', async (path) => {
    const page = await open({ javaScriptEnabled: true });
    if (path !== '/sign-in') await signIn(page);
    const address = path === '/api/auth/connect' ? connectAddress(neighbour) : gateway.url + path;
    neighbour.pages.set('/frame', `<iframe src="${address.replaceAll('&', '&amp;')}"></iframe>`);
    const complaints: string[] = [];
    page.on('console', (message) => complaints.push(message.text()));
    await page.goto(`${neighbour.origin}/frame`);
    await expect.poll(() => complaints.join('\n')).toMatch(/frame-ancestors|X-Frame-Options/i);
    const frame = page.frames()[1];
    expect(frame?.url()).toMatch(/^chrome-error:/);
  });
});

describe('the pages', () => {
  const places: readonly (readonly [string, string | null, (page: Page) => Promise<unknown>])[] = [
    ['sign-in', null, (page) => page.goto(`${gateway.url}/sign-in`)],
    [
      'sign-in-refused',
      null,
      async (page) => {
        await page.goto(`${gateway.url}/sign-in`);
        await page.getByLabel('E-mail address').fill('nobody@example.org');
        await page.getByLabel('Password').fill('wrong');
        await press(page, 'Sign in');
        await page.getByRole('alert').waitFor();
      },
    ],
    ['sign-out', 'user1@example.org', (page) => page.goto(`${gateway.url}/sign-out`)],
    ['consent', 'user5@example.org', (page) => page.goto(connectAddress(app))],
    ['nothing', 'user4@example.org', (page) => page.goto(connectAddress(app))],
    ['bad-request', null, (page) => page.goto(`${gateway.url}/api/auth/connect?app_name=a%00`)],
  ];

  test.each(places)(
    '%s: fits a phone, is readable in light and dark, and passes the accessibility rules',
    async (name, who, go) => {
      const page = await open({ javaScriptEnabled: true, viewport: { width: 320, height: 640 } });
      const complaints: string[] = [];
      page.on('pageerror', (error) => complaints.push(error.message));
      if (who !== null) await signIn(page, who);
      await go(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
      // The policy lets no script in; the debugger's comes in all the same.
      await page.evaluate(`${axe.source}; undefined`);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        const found = await page.evaluate(() => (window as unknown as { axe: typeof axe }).axe.run());
        expect(found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual(
          [],
        );
        expect(found.passes.length).toBeGreaterThan(10);
        if (process.env['SCREENSHOTS'])
          await page.screenshot({ path: `${process.env['SCREENSHOTS']}/${name}-${colorScheme}.png`, fullPage: true });
      }
      expect(complaints).toEqual([]);
    },
  );

  test('can be used by keyboard alone', async () => {
    const page = await open();
    await page.goto(connectAddress(app));
    const focused = (): Promise<string> =>
      page.evaluate(() => document.activeElement?.getAttribute('name') ?? document.activeElement?.textContent ?? '');
    await page.keyboard.press('Tab');
    expect(await focused()).toBe('Skip to the content');
    expect(await page.locator(':focus').boundingBox()).toMatchObject({ x: 0 });
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    expect(await focused()).toBe('email');
    await page.keyboard.type('user1@example.org');
    await page.keyboard.press('Tab');
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Connect an app' }).waitFor();
    for (let presses = 0; presses < 10 && (await focused()) !== 'decision'; presses += 1)
      await page.keyboard.press('Tab');
    expect(await page.locator(':focus').innerText()).toBe('Connect');
    const outline = await page.locator(':focus').evaluate((element) => getComputedStyle(element).outlineStyle);
    expect(outline).toBe('solid');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Back at the app' }).waitFor();
    expect(callbackOf(app).get('api_key')).toMatch(/^tlk_/);
  });
});
