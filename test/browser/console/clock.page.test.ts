// The clock's buttons under a wet thumb: an early step needs a hold, and each step can be undone at once.
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { consoleOn, hold } from '../../support/console-page.ts';
import { iso } from '../../support/dates.ts';
import { openSiteForTests } from '../../support/site.ts';
import { TOKENS } from '../../support/world/tokens.ts';

const site = openSiteForTests();

const { open, boardOf } = consoleOn(site);
const MINUTE = 60_000;

async function post(type: string, minutesAgo: number): Promise<void> {
  const address = '/api/v1/tournaments/autumn-cup/matches/701/markers';
  const body = { id: randomUUID(), type, timestamp: iso(Date.now() - minutesAgo * MINUTE) };
  const { status } = await site.gateway.call('POST', address, { token: TOKENS.tournament, body });
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
  await next.and(page.locator('.hold:not([aria-disabled])')).click();
  await next.click();
  await phone.record('home', 'Shot', 'Unknown');
  await expect.poll(async () => (await types()).sort()).toEqual(['Shot', 'Start']);
  await phone.hears('ONLINE');

  await hold(next);
  await toast.getByText('Half-time recorded.').waitFor();
  await period.getByText('Half-time').waitFor();
  // The second half does not start within a minute of the break by a tap.
  await next.and(page.locator('.hold:not([aria-disabled])')).click();
  await toast.getByRole('button', { name: 'Undo' }).click();
  await period.getByText('1st half').waitFor();
  await expect.poll(async () => (await types()).sort()).toEqual(['Shot', 'Start']);
  await phone.hears('ONLINE');

  // A keyboard cannot hold: it is asked.
  await page.keyboard.press('Space');
  await page.getByText('Half-time now? The clock shows 00:').waitFor();
  await page.getByRole('button', { name: 'No', exact: true }).click();
  await page.locator('dialog').waitFor({ state: 'detached' });
  await next.and(page.locator(':not([aria-disabled])')).focus();
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

test('the clock is set by steps or typed; one PUT moves the start of the half', async () => {
  await post('ResetMatch', 120);
  await post('Start', 10);
  const phone = await open('match:701', TOKENS.tournament);
  const { page } = phone;
  const writes: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') writes.push(request.method());
  });
  const clock = page.getByTestId('clock');
  const startedAgo = async (): Promise<number> => {
    const start = Object.values((await boardOf('match:701', '701', TOKENS.tournament)).events).find(
      ({ type }) => type === 'Start',
    );
    return Math.round((Date.now() - Date.parse(start?.at ?? '')) / MINUTE);
  };
  await clock.getByText(/^10:/).click();
  for (const step of ['+1 min', '+1 min', '+1 min', '−10 s', '+10 s'])
    await page.getByText(step, { exact: true }).click();
  await page.getByRole('button', { name: 'Set', exact: true }).click();
  await clock.getByText(/^13:/).waitFor();
  await page.locator('.toast').getByText('Clock set.').waitFor();
  await expect.poll(startedAgo).toBe(13);

  await clock.click();
  await page.getByLabel('Time on the clock').fill('soon');
  await page.getByRole('button', { name: 'Set', exact: true }).click();
  await page.getByText('Write minutes and seconds').waitFor();
  await page.getByLabel('Time on the clock').fill('31:30');
  await page.keyboard.press('Enter');
  await clock.getByText(/^31:3/).waitFor();
  await expect.poll(startedAgo).toBe(32);
  await page.locator('.toast').getByRole('button', { name: 'Undo' }).click();
  await clock.getByText(/^13:/).waitFor();
  await expect.poll(startedAgo).toBe(13);
  expect(writes).toEqual(['PUT', 'PUT', 'PUT']);

  // A half cannot begin before the break.
  await post('HalfTime', 1);
  await page.getByTestId('next').getByText('Start 2nd half').click();
  await clock.getByText(/^45:/).click();
  await page.getByLabel('Time on the clock').fill('49:00');
  await page.keyboard.press('Enter');
  await page.getByText('The half would not fit').waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  expect(phone.complaints).toEqual([]);
  await phone.close();
});
