// The documents' pages in a browser: nothing from other hosts, working calls, and a layout for phones.
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensureBuilt } from '../../../src/cli/build.mjs';
import { openBrowser } from '../../support/browser.ts';
import { openTestGateway, type TestGateway } from '../../support/gateway.ts';
import { TOKENS } from '../../support/world/tokens.ts';
import { seriousViolations } from '../../support/axe.ts';
import { overBudget } from '../../support/page-budget.ts';

let gateway: TestGateway;
let browser: Browser;

beforeAll(async () => {
  [gateway, browser] = await Promise.all([
    openTestGateway({ pages: path.join(await ensureBuilt(), 'pages') }),
    openBrowser(),
  ]);
});
afterAll(async () => {
  await browser.close();
  await gateway.close();
});

type Visit = { readonly page: Page; readonly asked: readonly string[]; readonly complaints: readonly string[] };

/** Opens a page and collects its requests and its errors. */
async function visit(address: string, width: number): Promise<Visit> {
  const page = await browser.newPage({ viewport: { width, height: 800 } });
  const asked: string[] = [];
  const complaints: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  await page.goto(gateway.url + address);
  return { page, asked, complaints };
}

const elsewhere = (asked: readonly string[]): string[] =>
  asked.filter((url) => !url.startsWith(`${gateway.url}/`) && !url.startsWith('data:'));

test('the interactive documentation calls no other host, respects its policy, and makes calls', async () => {
  const { page, asked, complaints } = await visit('/api/docs/interactive', 1_280);
  await page.locator('.opblock').first().waitFor();
  // The styles of our forms do not apply to it.
  const ownLook = await page.locator('button.authorize').evaluate((button) => getComputedStyle(button).minHeight);
  expect(ownLook).toBe('auto');
  expect(await seriousViolations(page), 'all operations').toEqual([]);
  await page.locator('button.authorize').first().click();
  expect(await seriousViolations(page), 'the dialog').toEqual([]);
  const club = page.locator('.auth-container', { hasText: 'clubKey' });
  await club.locator('input').fill(TOKENS.club);
  await club.locator('button[type=submit]').click();
  await page.locator('.modal-ux button.close-modal').click();
  const operation = page.locator('[id$="-listClubPlayersLegacy"]');
  await operation.locator('button.opblock-summary-control').click();
  await operation.locator('button.execute').click();
  await operation.locator('.live-responses-table .highlight-code', { hasText: 'Riverside FC' }).waitFor();
  expect(await operation.locator('.live-responses-table .response-col_status').last().innerText()).toContain('200');
  expect(await seriousViolations(page), 'an answer').toEqual([]);
  expect(elsewhere(asked)).toEqual([]);
  expect(asked.length).toBeGreaterThan(4);
  expect(complaints).toEqual([]);
  await page.close();
});

test.for(['/api/docs', '/api/docs/ai', '/api/docs/interactive'])(
  'rule PAGE-38: %s is light, accessible and fits a phone: only tables and code scroll sideways',
  async (address) => {
    const { page, asked, complaints } = await visit(address, 360);
    const isInteractive = address.endsWith('interactive');
    expect(await overBudget(page, isInteractive ? 600 : 110)).toEqual([]);
    if (isInteractive) await page.locator('.opblock').first().waitFor();
    else expect(await seriousViolations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    const size = await page.evaluate(() => parseFloat(getComputedStyle(document.body).fontSize));
    expect(size).toBeGreaterThanOrEqual(16);
    expect(elsewhere(asked)).toEqual([]);
    expect(complaints).toEqual([]);
    await page.close();
  },
);
