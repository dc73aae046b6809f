// The integrations pages in a real browser, without scripts: their forms, their confirmations, and the scoreboards
// that they affect.
import path from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ensureBuilt } from '../../../src/cli/build.mjs';
import { openBrowser } from '../../support/browser.ts';
import { inUtc } from '../../support/dates.ts';
import { openTestGateway, type TestGateway } from '../../support/gateway.ts';
import { PASSWORD } from '../../support/world/people.ts';
import { TOKENS } from '../../support/world/tokens.ts';
import { MATCH_KICK_OFF } from '../../support/world/tournaments.ts';
import { world } from '../../support/world/world.ts';
import { allViolations } from '../../support/axe.ts';

const CLUB = '/clubs/riverside-fc/integrations';
const CUP = '/tournaments/autumn-cup/integrations';

let gateway: TestGateway;
let browser: Browser;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  const data = world();
  const board = {
    kind: 'connected_app',
    app_name: 'Board <b>&amp;</b>',
    user_id: 2,
    token: 'app-of-rui-0123456789abcdef',
  };
  gateway = await openTestGateway({
    data: { ...data, tokens: [...data.tokens, { ...board, redirect_origin: 'https://board.example.org' }] },
    pages: path.join(await ensureBuilt(), 'pages'),
  });
  browser = await openBrowser();
  context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 1280, height: 900 } });
  page = await context.newPage();
  await page.goto(gateway.url + CLUB);
  await page.getByLabel('E-mail address').fill('user1@example.org');
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Integrations of Riverside FC' }).waitFor();
});
afterAll(async () => {
  await browser.close();
  await gateway.close();
});

const headingIs = (name: string): Promise<void> => page.getByRole('heading', { name, level: 1 }).waitFor();
const statusOf = async (token: string, address: string): Promise<number> =>
  (await gateway.call('GET', address, { token })).status;

async function regenerate(): Promise<string> {
  await page.goto(gateway.url + CUP);
  await page.getByRole('link', { name: 'Regenerate the key …' }).click();
  await headingIs('Regenerate the key of Autumn Cup?');
  await page.getByRole('button', { name: 'Regenerate the key' }).click();
  await headingIs('The key of Autumn Cup');
  return page.getByLabel('API key').inputValue();
}

describe('the key', () => {
  test('rule PAGE-1: regenerated while a scoreboard is connected with it: the scoreboard is closed with 4401 and says so', async () => {
    const key = await regenerate();
    const scripted = await browser.newContext();
    const screen = await scripted.newPage();
    const frames: string[] = [];
    screen.on('websocket', (socket) => {
      socket.on('framereceived', ({ payload }) => frames.push(String(payload)));
    });
    await screen.goto(`${gateway.url}/screen/match:701?token=${key}`);
    await screen.getByText('Riverside').first().waitFor();

    const next = await regenerate();
    expect(next).not.toBe(key);
    await screen.getByText('The token in this address was revoked').waitFor();
    expect(frames.at(-1)).toBe('{"type":"closing","reason":"revoked"}');
    expect([await statusOf(key, 'tournament'), await statusOf(next, 'tournament')]).toEqual([401, 200]);

    await page.reload();
    expect(await page.content(), 'sending the form again shows no key').not.toMatch(/tlk_[\w-]{20}/);
    await page.goto(gateway.url + CUP);
    expect(await page.content()).not.toContain(next);
    await page.getByRole('cell', { name: 'regenerated the key' }).first().waitFor();
    await scripted.close();
  });

  test('is selected completely by the Tab key', async () => {
    const scripted = await browser.newContext({ storageState: await context.storageState() });
    const other = await scripted.newPage();
    await other.goto(`${gateway.url}${CUP}?ask=replace_key`);
    await other.getByRole('button', { name: 'Regenerate the key' }).press('Enter');
    const field = other.getByLabel('API key');
    const key = await field.inputValue();
    for (let tabs = 0; tabs < 10 && !(await field.evaluate((input) => input === document.activeElement)); tabs += 1) {
      await other.keyboard.press('Tab');
    }
    expect(await other.evaluate(() => String(getSelection()))).toBe(key);
    await scripted.close();
  });
});

test('one of two apps is disconnected, the other still works', async () => {
  await page.goto(gateway.url + CLUB);
  const apps = page.getByRole('region', { name: 'Apps that reach this club' });
  await apps.getByRole('row', { name: /Board <b>&amp;<\/b>.*https:\/\/board\.example\.org.*Rui Costa/s }).waitFor();
  await apps.getByRole('link', { name: 'Disconnect Board' }).click();
  await headingIs('Disconnect Board <b>&amp;</b>?');
  await page.getByText('stops everywhere: in all clubs and tournaments').waitFor();
  await page.getByRole('link', { name: 'Cancel' }).click();
  await headingIs('Integrations of Riverside FC');
  expect(await statusOf('app-of-rui-0123456789abcdef', 'resources')).toBe(200);
  await apps.getByRole('link', { name: 'Disconnect Board' }).click();
  await page.getByRole('button', { name: 'Disconnect', exact: true }).click();
  await page.getByText('The app is disconnected.').waitFor();
  await page.getByText('disconnected the app Board <b>&amp;</b>').waitFor();
  expect(await apps.getByText('Board <b>').count()).toBe(0);
  expect([await statusOf('app-of-rui-0123456789abcdef', 'resources'), await statusOf(TOKENS.app, 'resources')]).toEqual(
    [401, 200],
  );
});

test('a view token from the form opens its screen until it is revoked', async () => {
  await page.goto(gateway.url + CUP);
  await page.getByLabel('What it shows').selectOption({ label: `Riverside vs Hilltop, ${inUtc(MATCH_KICK_OFF)}` });
  await page.getByLabel('How long it is valid').selectOption('a week');
  await page.getByRole('button', { name: 'Make a view token' }).click();
  const address = await page.getByLabel('Stadium screen').inputValue();
  expect(await page.getByLabel('Overlay for a stream').inputValue()).toBe(address.replace('/screen/', '/overlay/'));

  const scripted = await browser.newContext();
  const screen = await scripted.newPage();
  await screen.goto(address);
  await screen.getByText('Hilltop').first().waitFor();

  await page.goto(gateway.url + CUP);
  const row = page.getByRole('row', { name: /match:701.*by Ana Silva/s }).first();
  await row.getByRole('link', { name: 'Revoke the view token for match:701' }).click();
  await page.getByRole('button', { name: 'Revoke', exact: true }).click();
  await page.getByText('The view token is revoked.').waitFor();
  await screen.getByText('The token in this address was revoked').waitFor();
  await scripted.close();
});

describe('accessibility', () => {
  const pages = [
    CLUB,
    CUP,
    `${CLUB}?ask=replace_key`,
    `${CUP}?ask=revoke_key`,
    '/me/apps',
    '/clubs/hilltop/integrations',
    `${CLUB}/webhooks`,
  ];
  let webhook: string;
  beforeAll(async () => {
    const body = { url: 'https://app.example/hooks', events: ['goal'] };
    const made = await gateway.call<{ id: string }>('POST', 'clubs/riverside-fc/webhooks', {
      token: TOKENS.club,
      body,
    });
    webhook = `${CLUB}/webhooks/${made.body.id}`;
  });

  test.each([1280, 390])('no finding of axe, and no sideways scrolling, at %i pixels', async (width) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const scripted = await browser.newContext({
        storageState: await context.storageState(),
        viewport: { width, height: 844 },
        colorScheme,
        bypassCSP: true,
      });
      const other = await scripted.newPage();
      for (const address of [...pages, webhook, `${webhook}?ask=rotate`, `${webhook}?lang=ar`]) {
        await other.goto(gateway.url + address);
        expect(await allViolations(other), `${address} ${colorScheme}`).toEqual([]);
        const overflow = await other.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect(overflow, `${address} is too wide`).toBeLessThanOrEqual(0);
        const small = await other.evaluate(() =>
          [...document.querySelectorAll<HTMLElement>('button, .button, select')]
            .filter((target) => target.getBoundingClientRect().height < 40)
            .map((target) => target.outerHTML),
        );
        expect(small, `${address}: too small for a thumb`).toEqual([]);
      }
      await scripted.close();
    }
  });
});
