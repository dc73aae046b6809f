// A squad on a phone, from a pasted table with faults to its import, and without scripts: rules SQUAD-8 and SQUAD-9.
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensureBuilt } from '../../../../src/cli/build.mjs';
import { noteComplaints, openBrowser } from '../../../support/browser.ts';
import { openTestGateway, type TestGateway } from '../../../support/gateway.ts';
import { workbookOf } from '../../../support/workbook.ts';
import { PASSWORD } from '../../../support/world/people.ts';
import { seriousViolations } from '../../../support/axe.ts';

const SQUAD = '/manage/clubs/riverside-fc/squad';

let gateway: TestGateway;
let browser: Browser;
let page: Page;
const complaints: string[] = [];

beforeAll(async () => {
  gateway = await openTestGateway({ pages: path.join(await ensureBuilt(), 'pages') });
  browser = await openBrowser();
  page = await browser.newPage({ viewport: { width: 390, height: 844 }, hasTouch: true });
  // A form that is shown again has the status 422, which the browser logs.
  noteComplaints(page, complaints, '422');
  await page.goto(`${gateway.url}/sign-in?next=${encodeURIComponent(SQUAD)}`);
  await page.getByLabel('E-mail address').fill('user1@example.org');
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(gateway.url + SQUAD);
});
afterAll(async () => {
  await browser.close();
  await gateway.close();
});

/** Nothing is wider than the phone, and axe finds nothing serious. */
async function requireGood(name: string, of = page): Promise<void> {
  const folder = process.env['TOUCHLINE_PICTURES'];
  if (folder !== undefined) await of.screenshot({ path: path.join(folder, `${name}.png`), fullPage: true });
  expect(await of.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth)).toBe(
    true,
  );
  expect(await seriousViolations(of)).toEqual([]);
}

test('people are added by name and changed', async () => {
  await requireGood('squad');
  await page.getByLabel('Member or junior').selectOption('Junior');
  await page.getByLabel('Name', { exact: true }).fill('Kai Odé');
  await page.getByLabel('Shirt number').fill('14');
  await page.getByLabel('Position').selectOption('Forward');
  await page.getByRole('button', { name: 'Add' }).click();
  await page.getByText('The person is in the squad.').waitFor();
  await page.getByRole('link', { name: 'Kai Odé' }).click();
  await page.getByRole('heading', { name: 'Change Kai Odé' }).waitFor();
  await requireGood('person');
  await page.getByLabel('Shirt number').fill('140');
  expect(await page.getByLabel('Shirt number').inputValue()).toBe('14');
  await page.getByLabel('Status').selectOption('Left');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('1 person who left').waitFor();
});

test('a pasted table is mended at its cells and imported', async () => {
  await page.getByRole('link', { name: 'Import a table' }).click();
  await page.getByRole('heading', { name: 'Import a table' }).waitFor();
  await requireGood('import');
  const rows = [
    'Name\tNo\tPosition\tYouth\tBirthday',
    'Mia Berg\t21\tGK\tyes\t2012',
    'Leo Sand\t9\tback\t\t',
    '\t23\tst\t\t',
    'Ola Nord\t24\ttree\tno\t',
  ];
  await page.getByLabel('Rows').fill(rows.join('\n'));
  await page.getByRole('button', { name: 'Check the table' }).click();
  await page.getByText('3 cells are wrong').waitFor();
  await page.getByText('Not used: Birthday.').waitFor();
  await requireGood('faults');
  await page.getByLabel('Row 3, No').fill('22');
  await page.getByLabel('Leave row 4 out').check();
  await page.getByLabel('Row 5, Position').selectOption('Defender');
  await page.getByRole('button', { name: 'Check again' }).click();
  await page.getByText('The table has no mistakes').waitFor();
  await page.getByText('Who is imported').click();
  await requireGood('preview');
  await page.getByRole('button', { name: 'Import 3 people' }).click();
  await page.getByText('3 people are imported.').waitFor();
  await page.getByRole('link', { name: 'Mia Berg' }).waitFor();
  await requireGood('imported');
});

test('a workbook is chosen on a laptop without scripts, in a language from right to left', async () => {
  const storageState = await page.context().storageState();
  const plain = await browser.newContext({
    javaScriptEnabled: false,
    storageState,
    viewport: { width: 1280, height: 800 },
  });
  const laptop = await plain.newPage();
  await laptop.goto(`${gateway.url + SQUAD}/import?lang=ar`);
  const rows = Array.from({ length: 60 }, (_, at) => [`لاعب ${at + 1}`, at === 30 ? 100 : '']);
  const buffer = Buffer.from(workbookOf([['الاسم', 'الرقم'], ...rows]));
  const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  await laptop.locator('#file').setInputFiles({ name: 'squad.xlsx', mimeType, buffer });
  await laptop.getByRole('button', { name: 'فحص الجدول' }).click();
  await laptop.locator('#cell-31-1').fill('');
  await laptop.getByRole('button', { name: 'الفحص مرة أخرى' }).click();
  await laptop.locator('button[value=import]').click();
  await laptop.waitForURL(/done=imported&count=60/);
  await plain.close();
  expect(complaints).toEqual([]);
});

test('a laptop shows the squad', async () => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`${gateway.url + SQUAD}?lang=de`);
  await requireGood('squad-laptop');
  await page.goto(`${gateway.url}/me/clubs?lang=en`);
  await requireGood('my-clubs');
  expect(complaints).toEqual([]);
});
