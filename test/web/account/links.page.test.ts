// An invitation in a browser: staff make it on a phone, and another phone opens it. The pages fit and are accessible.
import type { Browser, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { noteComplaints } from '../../support/browser.ts';
import type { TestGateway } from '../../support/gateway.ts';
import { openSite } from '../../support/site.ts';
import { rememberSecret } from '../../support/log-secrets.ts';
import { PASSWORD } from '../../support/world/people.ts';
import { TOKENS } from '../../support/world/tokens.ts';
import { allViolations } from '../../support/axe.ts';

let gateway: TestGateway;
let browser: Browser;
const complaints: string[] = [];

beforeAll(async () => {
  const site = await openSite();
  ({ gateway, browser } = site);
  return site.close;
});

async function openPhone(): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  noteComplaints(page, complaints);
  return page;
}

let shots = 0;
async function expectGood(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(await allViolations(page)).toEqual([]);
  const folder = process.env['SCREENSHOTS'];
  if (folder === undefined) return;
  await page.screenshot({ path: `${folder}/account-${shots}-phone.png`, fullPage: true });
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.screenshot({ path: `${folder}/account-${shots++}-laptop.png`, fullPage: true });
  await page.setViewportSize({ width: 390, height: 844 });
}

test('an invitation is made, opened and accepted (rule ACCOUNT-2)', async () => {
  const ana = await openPhone();
  await ana.goto(`${gateway.url}/sign-in?next=/manage/clubs/riverside-fc/invitations`);
  await expectGood(ana);
  await ana.getByLabel('E-mail address').fill('user1@example.org');
  await ana.getByLabel('Password').fill(PASSWORD);
  await ana.getByRole('button', { name: 'Sign in' }).click();
  await ana.getByRole('heading', { name: 'Invitations to Riverside FC' }).waitFor();
  await expectGood(ana);
  await ana.getByLabel('E-mail address').fill('nora@example.org');
  await ana.getByLabel('Role').selectOption('Moderator');
  await ana.getByRole('button', { name: 'Make the invitation' }).click();
  const link = await ana.getByLabel('Link').inputValue();
  rememberSecret(link.split('#')[1]);
  await expectGood(ana);
  await ana.getByRole('link', { name: 'Back to the invitations' }).click();
  await ana.getByRole('button', { name: 'Withdraw the invitation of nora@example.org' }).waitFor();
  await expectGood(ana);

  const nora = await openPhone();
  const asked: string[] = [];
  nora.on('request', (request) => asked.push(`${request.url()} ${request.headers()['referer'] ?? ''}`));
  await nora.goto(link);
  await nora.getByRole('heading', { name: 'Invitation to Riverside FC' }).waitFor();
  await nora.getByText('Ana Silva invites you as moderator.').waitFor();
  await expectGood(nora);
  await nora.getByLabel('Your name').fill('Nora New');
  await nora.getByLabel('New password', { exact: true }).fill('a password of nora');
  await nora.getByLabel('The same password again').fill('another password');
  await nora.getByRole('button', { name: 'Create the account and accept' }).click();
  await nora.getByText('The two passwords differ. Type both again.').waitFor();
  await expectGood(nora);
  await nora.getByLabel('New password', { exact: true }).fill('a password of nora');
  await nora.getByLabel('The same password again').fill('a password of nora');
  await nora.getByRole('button', { name: 'Create the account and accept' }).click();
  await nora.getByRole('heading', { name: 'The invitation is accepted' }).waitFor();
  await expectGood(nora);
  await nora.getByRole('link', { name: 'To the first page' }).click();
  await nora.getByRole('heading', { name: 'Your matches' }).waitFor();
  expect(asked.filter((address) => address.includes('tll_'))).toEqual([]);

  await nora.goto(link);
  await nora.getByRole('heading', { name: 'This link was used already' }).waitFor();
  await expectGood(nora);
  expect(new URL(nora.url()).hash).toBe('');
  await nora.goto(`${gateway.url}/link`);
  await expectGood(nora);
  await nora.goto(`${gateway.url}/sign-in/forgotten`);
  await expectGood(nora);
  // The browser reports the statuses 422 and 410 of forms that were sent.
  expect(complaints.filter((text) => !/status of (422|410)/.test(text))).toEqual([]);
});

test('the console continues on another phone, once (rule ACCOUNT-7)', async () => {
  const first = await openPhone();
  await first.goto(`${gateway.url}/console/game:100#token=${TOKENS.club}`);
  await first.getByRole('button', { name: 'Continue on another phone' }).click();
  const dialog = first.getByRole('dialog', { name: 'Continue on another phone' });
  await dialog.getByRole('img', { name: 'Code for the camera of the other phone' }).waitFor();
  const link = await dialog.getByLabel('Or open this address there').inputValue();
  rememberSecret(link.split('#link=')[1]);
  await expectGood(first);

  const second = await openPhone();
  await second.goto(link);
  await second.getByTestId('ready').waitFor();
  expect(second.url()).toBe(`${gateway.url}/console/game:100`);
  const third = await openPhone();
  await third.goto(link);
  await third.getByRole('heading', { name: 'This code does not work any more' }).waitFor();
  await expectGood(third);
  await third.getByRole('button', { name: 'Go on without it' }).click();
  await third.getByRole('heading', { name: 'Scorekeeper’s console' }).waitFor();
});
