// The look of a screen: the size of the score, breaks, themes, languages and accessibility.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { MatchState } from '../../../protocol/wire/board.ts';
import { LANGUAGES } from '../../../src/browser/shared/language.ts';
import { languages } from '../../../src/browser/shared/languages.ts';
import { THEMES } from '../../../src/browser/screen/options.ts';
import { noteComplaints, openBrowser } from '../../support/browser.ts';
import { faultsOf } from '../../support/layout-faults.ts';
import { openPageServer, type PageServer } from '../../support/page-server.ts';
import { SCREEN_SIZES } from '../../support/screen-sizes.ts';
import { shownFacts } from '../../support/shown-facts.ts';
import { shownMatch, shownState } from '../../support/shown-state.ts';

const CHANNEL = 'match:701';
/** Sizes at which a long word breaks first. */
const NARROW = [
  [1024, 768],
  [390, 844],
  [1920, 192],
] as const;
const SPONSOR = 'https://sponsor.example/logo.svg';

let server: PageServer;
let browser: Browser;
let page: Page;
let asked: string[] = [];
let complaints: string[] = [];

beforeAll(async () => {
  server = await openPageServer();
  browser = await openBrowser();
  page = await openPage();
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});
async function openPage(): Promise<Page> {
  const opened = await browser.newPage({ reducedMotion: 'reduce', viewport: { width: 1280, height: 720 } });
  opened.on('request', (request) => asked.push(request.url()));
  noteComplaints(opened, complaints);
  return opened;
}
beforeEach(async () => {
  asked = [];
  complaints = [];
  await page.setViewportSize({ width: 1280, height: 720 });
  return () => page.unrouteAll();
});
afterEach(() => {
  expect(complaints).toEqual([]);
  const ours = new URL(server.screen('')).host;
  expect(
    asked.filter((url) => !url.startsWith('data:') && ![ours, 'sponsor.example'].includes(new URL(url).host)),
  ).toEqual([]);
});

async function open(name: string, query = '', on = page): Promise<void> {
  server.put(CHANNEL, shownState(name));
  server.putFacts(CHANNEL, shownFacts()[name] ?? {});
  await on.goto(`${server.screen(CHANNEL)}?token=good${query}`);
  await on.waitForSelector('.board, .list');
}
/** The layout faults at each size. */
async function faultsEverywhere(
  sizes: readonly (readonly [number, number])[] = SCREEN_SIZES,
): Promise<Record<string, string[]>> {
  const faults: Record<string, string[]> = {};
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height });
    const found = await page.evaluate(faultsOf);
    if (found.length > 0) faults[`${width}x${height}`] = found;
  }
  return faults;
}

test.each([
  [1920, 1080, '13–0, full time'],
  [3840, 1080, '13–0, full time'],
  [1920, 1080, 'added time'],
  [1024, 768, 'added time'],
  [768, 1024, 'added time'],
  [1920, 192, 'added time'],
])('on %i × %i the digits of the score are a third of the height: %s', async (width, height, name) => {
  await page.setViewportSize({ width, height });
  await open(name);
  const digit = await page
    .locator('.number')
    .first()
    .evaluate((element) => {
      const { fontSize, fontFamily, fontWeight } = getComputedStyle(element);
      const context = document.createElement('canvas').getContext('2d');
      if (!context) throw new Error('no canvas');
      context.font = `${fontWeight} ${fontSize} ${fontFamily}`;
      return context.measureText('0').actualBoundingBoxAscent;
    });
  expect(digit / height).toBeGreaterThanOrEqual(1 / 3);
});

test('sponsors are shown in breaks, only from the given addresses', async () => {
  await page.route(SPONSOR, (route) =>
    route.fulfill({
      contentType: 'image/svg+xml',
      body: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 100"><rect width="400" height="100" fill="teal"/></svg>',
    }),
  );
  await open('before kick-off, names not known', `&sponsors=${encodeURIComponent(SPONSOR)}`);
  await page.getByTestId('sponsor').locator('img').waitFor();
  expect(await faultsEverywhere()).toEqual({});
  await open('added time', `&sponsors=${encodeURIComponent(SPONSOR)}`);
  expect(await page.getByTestId('sponsor').count()).toBe(0);
  await open('before kick-off, names not known', '&sponsors=http://sponsor.example/x.png');
  expect(await page.locator('.problems').innerText()).toContain('https://');
  expect(await page.getByTestId('sponsor').count()).toBe(0);
});

test('a sponsor’s image that does not load is left out', async () => {
  await page.route(SPONSOR, (route) => route.fulfill({ contentType: 'image/svg+xml', body: 'no picture' }));
  await open('before kick-off, names not known', `&sponsors=${encodeURIComponent(SPONSOR)}`);
  await page.locator('.board[data-slide=entries]').waitFor();
  expect(asked).toContain(SPONSOR);
});

test('the display is kept awake', async () => {
  const own = await openPage();
  await own.addInitScript(() => {
    const ask = navigator.wakeLock.request.bind(navigator.wakeLock);
    navigator.wakeLock.request = (type) => {
      document.documentElement.dataset.awake = type;
      return ask(type);
    };
  });
  await open('added time', '', own);
  await own.waitForSelector('html[data-awake=screen]', { state: 'attached' });
  await own.close();
});

test('before kick-off a strip of exactly five to one is filled', async () => {
  await page.setViewportSize({ width: 1920, height: 384 });
  await open('before kick-off, names not known');
  const box = await page.locator('.team.home').boundingBox();
  expect(box?.height).toBeGreaterThan(0.8 * 384);
});

test('the kick-off time uses the 24-hour clock', async () => {
  const at = new Date();
  at.setDate(at.getDate() + 2);
  at.setHours(19, 5, 0, 0);
  server.put(CHANNEL, shownState('before kick-off, names not known'));
  server.putFacts(CHANNEL, { kick_off: at.getTime() });
  await page.goto(`${server.screen(CHANNEL)}?token=good`);
  await page
    .getByTestId('countdown')
    .filter({ hasText: /^19:05$/ })
    .waitFor();
});

test('rule PAGE-34: the kick-off of a match is in the time zone of its place', async () => {
  const day = new Date();
  day.setUTCDate(day.getUTCDate() + 2);
  day.setUTCHours(18, 30, 0, 0);
  server.put(CHANNEL, shownState('before kick-off, names not known'));
  // No machine of ours is 5 h 45 min ahead.
  server.putFacts(CHANNEL, { kick_off: day.getTime(), zone: 'Asia/Kathmandu' });
  await page.goto(`${server.screen(CHANNEL)}?token=good`);
  await page
    .getByTestId('countdown')
    .filter({ hasText: /^00:15$/ })
    .waitFor();
  day.setUTCDate(day.getUTCDate() + 1);
  const date = day.toLocaleDateString('en', { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' });
  await page.getByTestId('period').filter({ hasText: date }).waitFor();
});

test('on an upright screen the cards of a side without a badge stand in the middle of its plate', async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  const state = JSON.stringify(shownMatch('statistics after the match'));
  server.put(CHANNEL, JSON.parse(state.replaceAll('badge_url', 'another_url')) as MatchState);
  await page.goto(`${server.screen(CHANNEL)}?token=good`);
  await page.locator('.board[data-slide="statistics"] .cards').first().waitFor();
  const offsets = await page.locator('.team').evaluateAll((teams) =>
    teams.map((team) => {
      const [plate, cards] = [team, team.querySelector('.cards')].map((one) => one?.getBoundingClientRect());
      return plate && cards ? Math.abs(plate.x + plate.width / 2 - cards.x - cards.width / 2) : Infinity;
    }),
  );
  expect(offsets.map((offset) => offset < 1)).toEqual([true, true]);
});

test('rule PAGE-24: the name of a taker that fits in a smaller size is not cut', async () => {
  await page.setViewportSize({ width: 640, height: 360 });
  const state = shownMatch('a shootout');
  const named = JSON.stringify(state).replaceAll(/Taker [12]/g, 'محمد صلاح حامد');
  server.put(CHANNEL, JSON.parse(named) as MatchState);
  await page.goto(`${server.screen(CHANNEL)}?token=good`);
  const names = page.locator('.taker-name');
  await names.filter({ hasText: 'محمد' }).first().waitFor();
  await expect
    .poll(() => names.evaluateAll((all) => all.filter((name) => name.scrollWidth > name.clientWidth).length))
    .toBe(0);
  const sizes = await names.evaluateAll((all) => all.map((name) => getComputedStyle(name).fontSize));
  expect(new Set(sizes).size).toBe(1);
});

describe.each(LANGUAGES)('in %s', (lang) => {
  test('every text is in that language, and fits', async () => {
    const words = languages[lang];
    await open('a shootout', `&lang=${lang}`);
    expect(await page.evaluate(() => document.documentElement.lang)).toBe(lang);
    expect(await page.getByTestId('period').innerText()).toBe(words.periods.penalty_shootout);
    expect(await faultsEverywhere(NARROW)).toEqual({});
    await open('line-ups', `&lang=${lang}`);
    expect(await page.getByTestId('lineups').innerText()).toContain(words.substitutes);
    expect(await faultsEverywhere(NARROW)).toEqual({});
    await open('statistics after the match', `&lang=${lang}`);
    expect(await page.getByTestId('statistics').innerText()).toContain(words.stats.fouls);
    expect(await faultsEverywhere(NARROW)).toEqual({});
  });
});

describe('with axe', () => {
  const source = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  type Found = {
    readonly id: string;
    readonly impact: string | null;
    readonly nodes: readonly { readonly html: string }[];
  };

  test.each(THEMES)('nothing serious is found in the theme %s', async (theme) => {
    const found: string[] = [];
    for (const name of ['added time', 'a shootout', 'line-ups', 'statistics after the match', 'a tournament']) {
      await open(name, `&theme=${theme}`);
      await page.evaluate(await source);
      const violations = await page.evaluate(async () => {
        const { axe } = globalThis as unknown as { axe: { run: () => Promise<{ violations: Found[] }> } };
        return (await axe.run()).violations;
      });
      const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
      found.push(
        ...serious.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${name}: ${id} ${html.slice(0, 120)}`)),
      );
    }
    expect(found).toEqual([]);
  });
});
