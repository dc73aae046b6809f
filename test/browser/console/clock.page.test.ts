// The clock's buttons under a wet thumb: an early step needs a hold, and each step can be undone at once.
import { randomUUID } from 'node:crypto';
import type { Browser } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { consoleOn, hold } from '../../support/console-page.ts';
import { iso } from '../../support/dates.ts';
import type { TestGateway } from '../../support/gateway.ts';
import { openSite } from '../../support/site.ts';
import { TOKENS } from '../../support/world/tokens.ts';

let gateway: TestGateway;
let browser: Browser;

beforeAll(async () => {
  const site = await openSite();
  ({ gateway, browser } = site);
  return site.close;
});

const { open, boardOf } = consoleOn(() => ({ gateway, browser }));
const MINUTE = 60_000;

async function post(type: string, minutesAgo: number): Promise<void> {
  const address = '/api/v1/tournaments/autumn-cup/matches/701/markers';
  const body = { id: randomUUID(), type, timestamp: iso(Date.now() - minutesAgo * MINUTE) };
  const { status } = await gateway.call('POST', address, { token: TOKENS.tournament, body });
  expect(status).toBe(201);
}
const types = async (): Promise<string[]> =>
  Object.values((await boardOf('match:701', '701', TOKENS.tournament)).events).map(({ type }) => type);

test('a half ends with a hold until nine tenths of it are played; each step can be undone', async () => {
  const phone = await open('match:701', TOKENS.tournament);
  const { page } = phone;
  const next = page.getByTestId('next');
  const toast = page.locator('.toast');
  const period = page.getByTestId('period');

  await phone.step('Kick-off');
  await toast.getByText('Kick-off recorded.').waitFor();
  await toast.getByRole('button', { name: 'Undo' }).click();
  await period.getByText('Not started').waitFor();
  await toast.getByRole('button', { name: 'Restore' }).click();
  await period.getByText('1st half').waitFor();

  // Taps on the quiet button record nothing.
  await next.and(page.locator('.hold:enabled')).click();
  await next.click();
  await phone.record('home', 'Shot', 'Unknown');
  await phone.hears('ONLINE');
  expect((await types()).sort()).toEqual(['Shot', 'Start']);

  await hold(next);
  await toast.getByText('Half-time recorded.').waitFor();
  await period.getByText('Half-time').waitFor();
  // The second half does not start within a minute of the break by a tap.
  await next.and(page.locator('.hold:enabled')).click();
  await toast.getByRole('button', { name: 'Undo' }).click();
  await period.getByText('1st half').waitFor();
  await phone.hears('ONLINE');
  expect((await types()).sort()).toEqual(['Shot', 'Start']);

  // A keyboard cannot hold: it is asked.
  await page.keyboard.press('Space');
  await page.getByText('Half-time now? The clock shows 00:').waitFor();
  await page.getByRole('button', { name: 'No', exact: true }).click();
  await page.locator('dialog').waitFor({ state: 'detached' });
  await next.focus();
  await page.keyboard.press('Enter');
  await page.getByText('Half-time now?').waitFor();
  await page.locator('dialog .done').click();
  await period.getByText('Half-time').waitFor();
  expect(phone.complaints).toEqual([]);
  await phone.close();
});

test('a step that is due needs one tap', async () => {
  await post('ResetMatch', 120);
  await post('Start', 100);
  await post('HalfTime', 50);
  const phone = await open('match:701', TOKENS.tournament);
  const { page } = phone;
  const next = page.getByTestId('next');
  await next.and(page.locator('.next')).getByText('Start 2nd half').click();
  await page.getByTestId('period').getByText('2nd half').waitFor();
  await page.locator('.toast').getByRole('button', { name: 'Undo' }).click();
  await post('Start', 42);
  await next.and(page.locator('.next')).getByText('Full time').click();
  await page.locator('dialog').getByText('End the match?').waitFor();
  await page.locator('dialog .done').click();
  const toast = page.locator('.toast');
  await toast.getByText('Full time recorded.').waitFor();
  await toast.getByRole('button', { name: 'Undo' }).click();
  await page.getByTestId('period').getByText('2nd half').waitFor();
  await phone.close();
});
