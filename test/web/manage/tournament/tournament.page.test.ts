// A tournament of eight teams on a phone, from one owner's account and no file to its final: rules PLAN-7 to PLAN-9.
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensureBuilt } from '../../../../src/cli/build.mjs';
import { noteComplaints, openBrowser } from '../../../support/browser.ts';
import { hold } from '../../../support/console-page.ts';
import { openTestGateway, type TestGateway } from '../../../support/gateway.ts';
import { PASSWORD } from '../../../support/world/people.ts';
import { seriousViolations } from '../../../support/axe.ts';

const CLUB = '/manage/clubs/riverside-fc/tournaments';
/** One owner with a club, and nothing else. */
const OWNER = {
  touchline_data: 1,
  users: [{ id: 1, slug: 'ana-silva', name: 'Ana Silva', email: 'user1@example.org', password: PASSWORD }],
  clubs: [{ id: 10, slug: 'riverside-fc', name: 'Riverside FC', members: [{ user_id: 1, role: 'Owner' }] }],
};
const TEAMS = [['Ajax', 'Benfica', 'Celtic', 'Dinamo'].join('\n'), ['Everton', 'Fenix', 'Girona', 'Hertha'].join('\n')];

let gateway: TestGateway;
let browser: Browser;
let page: Page;
/** `/manage/tournaments/spring-cup-1` */
let cup: string;
const complaints: string[] = [];

beforeAll(async () => {
  gateway = await openTestGateway({ data: OWNER, pages: path.join(await ensureBuilt(), 'pages') });
  browser = await openBrowser();
  page = await browser.newPage({ viewport: { width: 390, height: 844 }, hasTouch: true, javaScriptEnabled: true });
  noteComplaints(page, complaints, '422');
  await page.goto(`${gateway.url}/sign-in?next=${encodeURIComponent(CLUB)}`);
  await page.getByLabel('E-mail address').fill('user1@example.org');
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(gateway.url + CLUB);
});
afterAll(async () => {
  await browser.close();
  await gateway.close();
});

/** Nothing is wider than the phone, and axe finds nothing serious. */
async function requireGood(name: string): Promise<void> {
  const folder = process.env['TOUCHLINE_PICTURES'];
  if (folder !== undefined) {
    await page.screenshot({ path: path.join(folder, `${name}.png`), fullPage: true });
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.screenshot({ path: path.join(folder, `${name}-wide.png`), fullPage: true });
    await page.setViewportSize({ width: 390, height: 844 });
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth)).toBe(
    true,
  );
  expect(await seriousViolations(page)).toEqual([]);
  await page.setViewportSize({ width: 320, height: 640 });
  const frames = await page.evaluate(() => {
    const room = document.querySelector('main h1')?.getBoundingClientRect().right ?? 0;
    const wider = [...document.querySelectorAll('fieldset')].filter(
      (one) => one.getBoundingClientRect().right > room + 1,
    );
    return wider.map((one) => one.querySelector('legend')?.textContent ?? '');
  });
  expect(frames, `${name}: frames that are wider than the page`).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
}

const press = (name: string | RegExp) => page.getByRole('main').getByRole('button', { name }).click();
const titles = (): Promise<string[]> => page.locator('.game-list .row-title bdi').allInnerTexts();

test('rule PLAN-7: an owner creates a tournament, its length and its zone', async () => {
  await requireGood('tournaments');
  await page.getByLabel('Name', { exact: true }).fill('Spring Cup');
  await press('Create the tournament');
  await page.waitForURL(/\/manage\/tournaments\/spring-cup-\d+\/settings$/);
  cup = new URL(page.url()).pathname.replace('/settings', '');
  await requireGood('settings');
  await page.getByLabel('Halves').selectOption('1');
  await page.getByLabel('Minutes of a half').fill('12');
  await page.getByLabel('Time zone').selectOption('Europe/Lisbon');
  await page.getByLabel('Criterion 1').selectOption('Points between them');
  await press('Save');
  await page.getByText('Saved.').waitFor();
});

test('rule PLAN-7: teams are added by name, group by group', async () => {
  for (const [index, names] of TEAMS.entries()) {
    await page.goto(`${gateway.url}${cup}/teams`);
    await page.getByLabel('Names of the teams').fill(names);
    await page.getByLabel('Group').fill(index === 0 ? 'A' : 'B');
    await press('Add teams');
    await page.getByText('The teams are added.').waitFor();
  }
  await requireGood('teams');
  await page.getByRole('link', { name: 'Change: Ajax' }).click();
  await page.getByLabel('Short name').fill('AJX');
  await requireGood('team');
  await page.getByLabel('Add players').fill('Mia Berg\nKai Odé');
  await press('Add players');
  await page.getByText('Saved.').waitFor();
});

test('rule PLAN-8: matches are shown first, then made at once', async () => {
  await page.goto(`${gateway.url}${cup}/fixtures`);
  await page.getByLabel('First kick-off').fill(new Date().toISOString().slice(0, 16));
  await requireGood('fixtures at a time');
  await page.goto(`${gateway.url}${cup}/fixtures`);
  await page.getByLabel('Pitches').fill('Pitch 1\nPitch 2');
  await page.getByLabel('Minutes of rest for a team').fill('5');
  await requireGood('fixtures');
  await press('Show the matches');
  await page.getByRole('heading', { name: 'Matches: 16' }).waitFor();
  expect(await page.getByText('Matches: 16', { exact: true }).count()).toBe(1);
  await page.getByRole('table', { name: 'Matches: 16' }).waitFor();
  await requireGood('preview');
  // The Enter key in a field shows the changed matches: it stores none that were not shown.
  const rest = page.getByLabel('Minutes of rest for a team');
  await rest.fill('10');
  await Promise.all([page.waitForEvent('load'), rest.press('Enter')]);
  expect(new URL(page.url()).pathname).toBe(`${cup}/fixtures`);
  await page.getByRole('heading', { name: 'Matches: 16' }).waitFor();
  expect(await rest.inputValue()).toBe('10');
  // Back shows them again: the browser has nothing to send once more.
  await page.goto(`${gateway.url}${cup}/teams`);
  await page.goBack();
  await page.getByRole('heading', { name: 'Matches: 16' }).waitFor();
  expect(await rest.inputValue()).toBe('10');
  await press('Create all: 16');
  await page.getByText('The matches are made.').waitFor();
  expect(await titles()).toHaveLength(16);
  await requireGood('schedule');
});

test('rule PLAN-8: a clash is shown at the match, and mended', async () => {
  const [first, second] = await titles();
  await page.getByRole('link', { name: `Change: ${second ?? ''}`, exact: true }).click();
  const own = await page.getByLabel('Pitch', { exact: true }).inputValue();
  await requireGood('match');
  await page.getByLabel('Pitch', { exact: true }).fill('Pitch 1');
  await press('Save');
  await page.getByText(`On the same pitch at the same time: ${first ?? ''}`).waitFor();
  await requireGood('clash');
  await page.getByRole('link', { name: `Change: ${second ?? ''}`, exact: true }).click();
  await page.getByLabel('Pitch', { exact: true }).fill(own);
  await press('Save');
  await page.getByText('Saved.').waitFor();
  expect(await page.getByText('On the same pitch').count()).toBe(0);
});

test('rule PLAN-9: a line-up of players, and a result with a reason', async () => {
  const first = (await titles()).find((title) => title.includes('Ajax')) ?? '';
  await page.getByRole('link', { name: `Line-ups: ${first}`, exact: true }).click();
  await page.getByRole('radiogroup', { name: 'Mia Berg' }).getByRole('radio', { name: 'starts' }).check();
  await page.getByLabel('Shirt number of Mia Berg').fill('9');
  await requireGood('lineups');
  await press('Save');
  await page.getByRole('link', { name: `Line-ups: ${first}`, exact: true }).click();
  expect(await page.getByLabel('Shirt number of Mia Berg').inputValue()).toBe('9');
  await page.goto(`${gateway.url}${cup}`);
  await page.getByRole('link', { name: `Change: ${first}`, exact: true }).click();
  await page.getByLabel('Status').selectOption('awarded');
  await press('Save');
  await page.getByText('Give a reason.').waitFor();
  await requireGood('awarded');
  await page.getByLabel('Reason or note').fill('The other team did not come.');
  const isHome = first.startsWith('Ajax');
  await page.getByLabel('Goals of the first side').fill(isHome ? '3' : '0');
  await page.getByLabel('Goals of the second side').fill(isHome ? '0' : '3');
  await press('Save');
  await page.getByText('Saved.').waitFor();
});

test('rule PLAN-9: the tournament is played to its final without a data file', async () => {
  // All 16 but the awarded one and the final.
  for (let played = 0; played < 14; played += 1) {
    const open = page.locator('.game-list > li', { hasNot: page.locator('.row-title span') }).first();
    const title = await open.locator('.row-title bdi').innerText();
    await open.getByRole('link', { name: /^Change: / }).click();
    await page.getByLabel('Status').selectOption('completed');
    const [home = '', away = ''] = title.split(' – ');
    await page.getByLabel('Goals of the first side').fill(home < away ? '1' : '0');
    await page.getByLabel('Goals of the second side').fill(home < away ? '0' : '1');
    await press('Save');
    await page.getByText('Saved.').waitFor();
  }
  expect((await titles()).slice(-1)).toEqual(['Ajax – Benfica']);
  await requireGood('played');
});

test('the final is scored in the console', async () => {
  await page.getByRole('button', { name: /^Score: / }).click();
  await page.getByTestId('ready').click();
  const clock = page.locator('.clock-bar');
  // Each step comes long before its time.
  await hold(clock.getByRole('button', { name: 'Kick-off', exact: true }));
  await page.getByTestId('column-home').locator('[data-type=Goal]').click();
  for (const name of ['Mia Berg', 'No assist'])
    await page.locator('dialog .player').filter({ hasText: name }).first().click();
  await page.locator('dialog').waitFor({ state: 'detached' });
  // The matches have one half: it is called no first one, and its end is the next step.
  expect(await page.getByTestId('period').innerText()).toBe('Live');
  await hold(clock.getByRole('button', { name: 'Full time', exact: true }));
  await page.locator('dialog .done').click();
  await page.getByTestId('period').getByText('Full time').waitFor();
  await page.getByTestId('history').locator('.waiting').first().waitFor({ state: 'detached' });
  await page.goto(`${gateway.url}${cup}`);
  const final = page.locator('.game-list > li').last().locator('.row-title');
  expect(await final.innerText()).toMatch(/^Ajax – Benfica\s+Full time 1–0$/);
  expect(await page.getByRole('button', { name: /^Score: / }).count()).toBe(0);
  await page.goto(`${gateway.url}${cup.replace('/manage', '')}`);
  await requireGood('public');
  expect(complaints).toEqual([]);
});
