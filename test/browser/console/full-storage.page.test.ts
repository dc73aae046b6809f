// A phone whose storage is full: the console says so, keeps no page empty, and goes on when there is room.
import type { CDPSession, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { consoleOn } from '../../support/console-page.ts';
import { openSiteForTests } from '../../support/site.ts';
import { TOKENS } from '../../support/world/tokens.ts';

const site = openSiteForTests();
const { open } = consoleOn(site);

const refusal = (page: Page) => page.getByText('NOT SAVED');

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
  await page.evaluate(() => {
    const { put, add } = IDBObjectStore.prototype;
    const full = (): never => {
      throw new DOMException('no room', 'QuotaExceededError');
    };
    Object.assign(IDBObjectStore.prototype, { put: full, add: full });
    document.addEventListener('free', () => Object.assign(IDBObjectStore.prototype, { put, add }));
  });
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
  await page.evaluate(() => document.dispatchEvent(new Event('free')));
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.locator('.fixture').first().waitFor();
  await phone.close();
});
