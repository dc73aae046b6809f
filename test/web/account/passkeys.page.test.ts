// Passkeys with the browser's own authenticator: adding one, signing in with it, and what a stolen answer is worth.
import path from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensureBuilt } from '../../../src/cli/build.mjs';
import { openBrowser } from '../../support/browser.ts';
import { freePort } from '../../support/free-port.ts';
import { openTestGateway, type TestGateway } from '../../support/gateway.ts';
import { signIn } from '../../support/visitor.ts';
import { PASSWORD } from '../../support/world/people.ts';
import { allViolations } from '../../support/axe.ts';

let gateway: TestGateway;
let browser: Browser;
/** Authenticators need a name, not an address. */
let site: string;

beforeAll(async () => {
  const port = await freePort();
  site = `http://localhost:${port}`;
  gateway = await openTestGateway({
    pages: path.join(await ensureBuilt(), 'pages'),
    config: { port, publicUrl: site },
  });
  browser = await openBrowser();
});
afterAll(async () => {
  await browser.close();
  await gateway.close();
});

/** A phone with an authenticator that says yes at once. With `by=button` in the address it does not fill in passkeys. */
async function openPhone(): Promise<{ readonly context: BrowserContext; readonly page: Page }> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await page.addInitScript(() => {
    if (!location.search.includes('by=button')) return;
    PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false);
  });
  return { context, page };
}

async function expectAccessible(page: Page): Promise<void> {
  expect(await allViolations(page)).toEqual([]);
}

test('a user adds a passkey, signs in with it, and deletes it; its answer works once (rule ACCOUNT-8)', async () => {
  const { context, page } = await openPhone();
  await page.goto(`${site}/sign-in?next=/me/passkeys`);
  await page.getByLabel('E-mail address').fill('user1@example.org');
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('heading', { name: 'Your passkeys' }).waitFor();
  await page.getByLabel('Name').fill('Phone of Ana');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByText('The passkey is added.').waitFor();
  const folder = process.env['SCREENSHOTS'];
  if (folder !== undefined) await page.screenshot({ path: `${folder}/passkeys.png`, fullPage: true });

  await context.clearCookies({ name: 'touchline_session' });
  await page.goto(`${site}/sign-in?next=/me/passkeys&by=button`);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await page.getByRole('heading', { name: 'Your passkeys' }).waitFor();
  await expectAccessible(page);

  // This browser fills in the passkey by itself, and its authenticator says yes at once.
  await page.getByRole('button', { name: 'Sign out' }).click();
  const answered = page.waitForRequest((request) => request.url().includes('/sign-in/passkey'));
  await page.waitForURL(`${site}/`);
  const sent = await answered;

  // The same answer again, in the same browser and in another one.
  const form = new URLSearchParams(sent.postData() ?? '');
  await context.clearCookies({ name: 'touchline_session' });
  const again = await context.request.post(`${site}/sign-in/passkey`, {
    form: Object.fromEntries(form),
    headers: { origin: site },
    maxRedirects: 0,
  });
  expect([again.status(), (await again.text()).includes('This passkey was not accepted')]).toEqual([403, true]);
  const thief = await browser.newContext();
  const shown = await (await thief.request.get(`${site}/sign-in`)).text();
  const csrf = /name="csrf" value="([^"]+)"/.exec(shown)?.[1] ?? '';
  const stolen = await thief.request.post(`${site}/sign-in/passkey`, {
    form: { ...Object.fromEntries(form), csrf },
    headers: { origin: site },
    maxRedirects: 0,
  });
  expect(stolen.status()).toBe(403);

  // A person without this passkey cannot delete it.
  const id = (JSON.parse(form.get('response') ?? '{}') as { readonly id: string }).id;
  const rui = await signIn(gateway, 'user2@example.org');
  await rui.get('/me/passkeys');
  expect((await rui.post('/me/passkeys', { action: 'delete', passkey: id })).status).toBe(404);
  const ana = await signIn(gateway);
  expect((await ana.get('/me/passkeys')).html).toContain('Phone of Ana');
  expect((await ana.post('/me/passkeys', { action: 'delete', passkey: id })).location).toBe(
    '/me/passkeys?done=deleted',
  );
  for (const response of ['', '{}', 'x', '[]']) {
    const refused = await ana.post('/me/passkeys', { response, name: 'Forged' });
    expect([refused.status, refused.html.includes('data-passkey="create"')]).toEqual([403, true]);
  }
  expect((await ana.get('/me/passkeys')).html).not.toContain('Forged');
});

test('a browser without passkeys says so, and a device says that it has one (rule ACCOUNT-8)', async () => {
  const { context, page } = await openPhone();
  await page.goto(`${site}/sign-in?next=/me/passkeys&by=button`);
  await page.getByLabel('E-mail address').fill('user1@example.org');
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByText('The passkey is added.').waitFor();
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByText('This device already has a passkey for this account.').waitFor();
  await expectAccessible(page);
  expect(await page.getByText('It did not work.').isVisible()).toBe(false);

  const old = await context.newPage();
  await old.addInitScript(() => Reflect.deleteProperty(window, 'PublicKeyCredential'));
  await old.goto(`${site}/me/passkeys`);
  await old.getByText('This browser has no passkeys. Open this page in another one.').waitFor();
  await expectAccessible(old);
  expect(await old.getByRole('button', { name: 'Add a passkey' }).isVisible()).toBe(false);
});

test('a passkey that is refused is added with the next press, under its name (rule ACCOUNT-8)', async () => {
  const { page } = await openPhone();
  await page.goto(`${site}/sign-in?next=/me/passkeys&by=button`);
  await page.getByLabel('E-mail address').fill('user1@example.org');
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByLabel('Name').fill('Phone of Ana');
  // Its answer does not come whole, as one to a challenge that has expired is not taken.
  const cut = (sent: string) => sent.replace(/response=[^&]*/, 'response=x');
  await page.route(
    `${site}/me/passkeys`,
    (route) => route.continue({ postData: cut(route.request().postData() ?? '') }),
    {
      times: 1,
    },
  );
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByText('This passkey was not accepted').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByText('The passkey is added.').waitFor();
  await page.getByRole('cell', { name: 'Phone of Ana' }).waitFor();
});
