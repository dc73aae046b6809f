// The line-up check: the key of an authorized club has names, and numbers and fill-ins are mended, also without a network.
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { MatchLineups } from '../../../protocol/rest/lineups.ts';
import { consoleOn, openPhone } from '../../support/console-page.ts';
import { openProxy } from '../../support/proxy.ts';
import { openSiteForTests } from '../../support/site.ts';
import { TOKENS } from '../../support/world/tokens.ts';
import { autumnCup, openingMatch, springCup } from '../../support/world/tournaments.ts';
import { world } from '../../support/world/world.ts';

const lineups = {
  home: { starters: [{ user_id: 1 }, { user_id: 2 }], substitutes: [{ user_id: 4 }] },
  away: { starters: [{ user_id: 3 }], substitutes: [] },
};
const cup = autumnCup({ matches: [openingMatch({ lineups })] });
const site = openSiteForTests({ data: { ...world(), tournaments: [cup, springCup()] } });
const { open, boardOf } = consoleOn(site);

const CLUB = TOKENS.club;
const homeLineup = async (): Promise<MatchLineups['lineups']['home']> => {
  const path = 'tournaments/autumn-cup/matches/701/lineups';
  const { body } = await site.gateway.call<MatchLineups>('GET', path, { token: CLUB });
  return body.lineups.home;
};

test('with the keyboard, "Start scoring" leads to the next step, and a key that is held does not start the match', async () => {
  const phone = await open('match:701', TOKENS.tournament, { onPitch: false });
  const { page } = phone;
  await page.getByTestId('ready').focus();
  await page.keyboard.down('Enter');
  await page.locator('.pitch').waitFor();
  const next = page.getByTestId('next');
  await expect.poll(() => next.evaluate((button) => document.activeElement === button)).toBe(true);
  await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  expect(await page.getByTestId('period').innerText()).toBe('Not started');
  expect(await next.innerText()).toBe('Kick-off');
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.closest('.clock-bar') !== null)).toBe(true);
  await phone.close();
});

test('a number and a fill-in, made offline with the key of an authorized club, arrive and are named', async () => {
  const phone = await open('match:701', CLUB, { onPitch: false });
  const other = await open('match:701', TOKENS.tournament, { onPitch: false });
  const { page, context } = phone;
  const names = page.locator('.team-sheet.home .names');
  await names.getByText('Ana Silva').waitFor();
  await phone.hears('ONLINE');
  await context.setOffline(true);

  await page.getByRole('button', { name: 'Shirt number of Ana Silva' }).click();
  await page.getByLabel('Shirt number', { exact: true }).fill('0');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').filter({ hasText: 'from 1 to 99' }).waitFor();
  await page.getByLabel('Shirt number', { exact: true }).fill('11');
  await page.keyboard.press('Enter');
  await page.locator('.team-sheet.home').getByRole('button', { name: 'Fill-in player' }).click();
  await page.getByLabel('Shirt number', { exact: true }).fill('23');
  await page.getByLabel('Name', { exact: true }).fill('Zé');
  await page.getByRole('button', { name: 'Save' }).click();
  await names.getByText('Zé').waitFor();
  expect(await names.first().locator('.number').allInnerTexts()).toEqual(['7', '11', '23']);
  await page.getByTestId('ready').click();
  await phone.record('home', 'YellowCard', 'Zé');
  await phone.hears('OFFLINE – 3 SAVED HERE');

  await context.setOffline(false);
  await phone.hears('ONLINE');
  await page.reload();
  await other.page.locator('.team-sheet.home .names').getByText('Zé').waitFor();
  const { starters, fill_ins: fillIns } = await homeLineup();
  expect(starters.map(({ id, jersey_number: number }) => [id, number])).toEqual([
    [1, 11],
    [2, 7],
  ]);
  expect(fillIns).toMatchObject([{ name: 'Zé', jersey_number: 23 }]);
  await expect
    .poll(async () => Object.values((await boardOf('match:701', '701', CLUB)).events).map(({ player }) => player))
    .toEqual([{ name: 'Zé' }]);

  await other.page.getByRole('button', { name: 'Shirt number of Zé' }).click();
  await other.page.getByRole('button', { name: 'Remove the fill-in' }).click();
  await expect.poll(async () => (await homeLineup()).fill_ins).toEqual([]);
  expect([...phone.complaints, ...other.complaints]).toEqual([]);
  await phone.close();
  await other.close();
});

test('a line-up that is changed while the phone is away is there when the phone is back', async () => {
  const gateway = new URL(site.gateway.url);
  const proxy = await openProxy({ host: gateway.hostname, port: Number(gateway.port) });
  const url = `http://${gateway.hostname}:${proxy.port}`;
  const phone = await openPhone(site.browser, { url, channel: 'match:701', token: TOKENS.tournament });
  await phone.hears('ONLINE');
  await phone.context.setOffline(true);
  proxy.set('refuse');
  await phone.hears('OFFLINE');
  const fillIn = { id: randomUUID(), team: 'home', name: 'Late Lena', jersey_number: 24 };
  const path = 'tournaments/autumn-cup/matches/701/lineups';
  const answer = await site.gateway.call('PATCH', path, { token: TOKENS.tournament, body: { fill_ins: [fillIn] } });
  expect(answer.status).toBe(200);
  // The browser has the network before it reaches the server.
  await phone.context.setOffline(false);
  proxy.set('pass');
  await phone.hears('ONLINE');
  await phone.press('home', 'YellowCard');
  await phone.page.locator('dialog .player').filter({ hasText: 'Late Lena' }).waitFor();
  await phone.close();
  await proxy.close();
});

test('the list of an authorized club shows the match', async () => {
  const phone = await open('match:701', CLUB, { onPitch: false });
  await phone.page.getByRole('button', { name: '‹ Matches' }).click();
  await phone.page.locator('.fixture').filter({ hasText: 'Riverside – Hilltop' }).click();
  await phone.page.locator('.team-sheet.away .names').getByText('Eva').waitFor();
  expect(phone.page.url()).toContain('/console/match:701');
  await phone.close();
});

test('goalkeepers that cannot be saved show an error, and scoring begins when they are', async () => {
  const phone = await open('match:701', CLUB, { onPitch: false });
  const { page } = phone;
  await phone.hears('ONLINE');
  await page.evaluate(() => {
    const { transaction } = IDBDatabase.prototype;
    IDBDatabase.prototype.transaction = () => {
      throw new DOMException('no room', 'QuotaExceededError');
    };
    document.addEventListener('free', () => {
      IDBDatabase.prototype.transaction = transaction;
    });
  });
  const keeper = page.locator('.team-sheet.away select');
  await keeper.selectOption({ index: 1 });
  await page.getByTestId('ready').click();
  await page.getByRole('alert').filter({ hasText: 'NOT SAVED' }).waitFor();
  await page.evaluate(() => document.dispatchEvent(new Event('free')));
  await page.getByTestId('ready').click();
  await page.locator('.pitch').waitFor();
  await expect.poll(async () => (await boardOf('match:701', '701', TOKENS.tournament)).keepers.away?.id).toBe(3);
  await phone.close();
});

test('a goalkeeper is not chosen any more while those of before are being saved', async () => {
  const phone = await open('match:701', CLUB, { onPitch: false });
  const { page } = phone;
  await phone.hears('ONLINE');
  const keeper = page.locator('.team-sheet.home select');
  await keeper.selectOption({ index: 2 });
  // A transaction that stays open: what the console saves waits for it.
  await page.evaluate(async () => {
    const opened = indexedDB.open('touchline-console');
    await new Promise((resolve) => (opened.onsuccess = resolve));
    let isFree = false;
    document.addEventListener('free', () => (isFree = true));
    const entries = opened.result.transaction('entries', 'readwrite').objectStore('entries');
    await new Promise((resolve) => {
      const hold = (): void => {
        if (!isFree) entries.count().onsuccess = hold;
        resolve(null);
      };
      hold();
    });
  });
  await page.getByTestId('ready').click();
  await expect.poll(() => keeper.isDisabled()).toBe(true);
  await page.evaluate(() => document.dispatchEvent(new Event('free')));
  await page.locator('.pitch').waitFor();
  await phone.close();
});
