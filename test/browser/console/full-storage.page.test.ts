// A phone whose storage is full: the console says so, keeps no page empty, and goes on when there is room.
import { randomUUID } from 'node:crypto';
import type { CDPSession, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { consoleOn } from '../../support/console-page.ts';
import { iso } from '../../support/dates.ts';
import { openSiteForTests } from '../../support/site.ts';
import { TOKENS } from '../../support/world/tokens.ts';

const site = openSiteForTests();
const { open, boardOf } = consoleOn(site);

const refusal = (page: Page) => page.getByText('NOT SAVED');

/** Fills the phone: it stores nothing new, and still deletes. Returns what makes room again. */
async function fill(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => {
    const [store, cursor] = [IDBObjectStore.prototype, IDBCursor.prototype];
    const [{ put, add }, { update }] = [store, cursor];
    const full = (): never => {
      throw new DOMException('no room', 'QuotaExceededError');
    };
    Object.assign(store, { put: full, add: full });
    Object.assign(cursor, { update: full });
    document.addEventListener('free', () => {
      Object.assign(store, { put, add });
      Object.assign(cursor, { update });
    });
  });
  return () => page.evaluate(() => document.dispatchEvent(new Event('free'))).then(() => undefined);
}

test('a phone without room for its key says so, and goes on when there is room', async () => {
  let devtools: CDPSession | null = null;
  const setQuota = async (quota: { quotaSize?: number }): Promise<void> => {
    await devtools?.send('Storage.overrideQuotaForOrigin', { origin: site.gateway.url, ...quota });
  };
  const phone = await open('match:701', TOKENS.tournament, {
    onPitch: false,
    async prepare(page) {
      devtools = await page.context().newCDPSession(page);
      await setQuota({ quotaSize: 1 });
    },
  });
  const { page } = phone;
  await refusal(page).waitFor();
  await setQuota({});
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByTestId('ready').waitFor();
  expect(phone.complaints).toEqual([]);
  await phone.close();
});

test('a phone that has no room any more opens a match of its list, and says what is not saved', async () => {
  const phone = await open('match:701', TOKENS.tournament, { onPitch: false });
  const { page } = phone;
  await phone.hears('ONLINE');
  await page.getByRole('button', { name: '‹ Matches' }).click();
  const match = page.locator('.fixture').filter({ hasText: 'Hilltop' });
  await match.waitFor();
  const free = await fill(page);
  await match.click();
  await page.getByTestId('ready').click();
  await phone.press('home', 'Goal');
  await refusal(page).waitFor();
  await page.getByRole('button', { name: '‹ Line-ups' }).click();
  await page.getByRole('button', { name: '‹ Matches' }).click();
  await page.getByRole('button', { name: 'Use another token' }).click();
  await page.getByLabel('Token').fill(TOKENS.club);
  await page.getByRole('button', { name: 'Continue' }).click();
  await refusal(page).waitFor();
  await free();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.locator('.fixture').first().waitFor();
  await phone.close();
});

test('rule PAGE-10: a phone that is full sends what it saved before, and keeps what is refused', async () => {
  const { gateway } = site;
  const phone = await open('game:100', TOKENS.club);
  const { page, context } = phone;
  const board = () => boardOf('game:100', '100_0', TOKENS.club);
  await phone.step('Kick-off');
  await phone.hears('ONLINE');
  await context.setOffline(true);
  await phone.record('home', 'Goal', 'Unknown');
  await phone.record('away', 'YellowCard', 'Unknown');
  await phone.record('away', 'Goal', 'Unknown');
  await phone.hears('OFFLINE – 3 SAVED HERE');
  await context.route(/\/marker$/, (route) => {
    const body = route.request().postData() ?? '';
    return body.includes('YellowCard') ? route.fulfill({ status: 422, json: { error: 'No.' } }) : route.continue();
  });
  const free = await fill(page);
  await context.setOffline(false);
  await phone.hears('1 REFUSED');
  await phone.hears('ONLINE');
  await expect.poll(async () => (await board()).score).toMatchObject({ home: 1, away: 1 });
  await expect.poll(phone.score).toBe('1–1');

  // What another phone enters is shown here, and the sun is too.
  const marker = { id: randomUUID(), type: 'Goal', team: 'home', timestamp: iso(Date.now()) };
  await gateway.call('POST', 'clubs/riverside-fc/games/sunday-5s/marker', { token: TOKENS.club, body: marker });
  await expect.poll(phone.score).toBe('2–1');
  await page.getByRole('button', { name: 'Sun' }).click();
  await context.unroute(/\/marker$/);
  await page.getByTestId('refused').getByRole('button', { name: 'Retry' }).click();
  await expect.poll(async () => (await board()).cards.away.yellow).toBe(1);

  await free();
  await page.reload();
  await phone.hears('ONLINE');
  await page.getByTestId('history').locator('[data-type=YellowCard]').waitFor();
  expect(await page.getByTestId('refused').count()).toBe(0);
  expect((await board()).score).toMatchObject({ home: 2, away: 1 });
  expect(phone.complaints).toEqual([]);
  await phone.close();
});
