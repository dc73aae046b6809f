// Public pages in a browser: readable without scripts, live with them, on a phone and on a wall; and the score on another site.
import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ensureBuilt } from '../../../src/cli/build.mjs';
import { CRESTS } from '../../../src/web/own-pictures.ts';
import { noteComplaints, openBrowser } from '../../support/browser.ts';
import { iso } from '../../support/dates.ts';
import { openTestGateway, type TestGateway } from '../../support/gateway.ts';
import { TOKENS } from '../../support/world/tokens.ts';
import { world } from '../../support/world/world.ts';
import { allViolations, seriousViolations } from '../../support/axe.ts';
import { overBudget } from '../../support/page-budget.ts';

const MATCH = '/tournaments/autumn-cup/matches/701';
const SPRING = '/tournaments/spring-cup';
const PAGES = [
  '/clubs/riverside-fc',
  '/clubs/riverside-fc/games/three-teams',
  '/tournaments/autumn-cup',
  MATCH,
  `${MATCH}?lang=ar`,
  SPRING,
  `${SPRING}/matches/801`,
  '/players/ana-silva',
];

let gateway: TestGateway;
let browser: Browser;
let page: Page;
let folder: string;
const complaints: string[] = [];
/** When the match has begun, ms since 1970. */
let started: number;

beforeAll(async () => {
  folder = path.join(await ensureBuilt(), 'pages');
  gateway = await openTestGateway({ data: worldWithNames(), pages: folder });
  browser = await openBrowser();
  page = await browser.newPage({ viewport: { width: 390, height: 844 } });
  noteComplaints(page, complaints);
  started = await mark('Start', 20);
  await mark('Goal', 15, { team: 'away', primary_player_pc_id: 3 });
});
afterAll(async () => {
  await browser.close();
  await gateway.close();
});

/**
 * A long name without a space in it is the worst case of a phone. Both teams of the Autumn Cup have crests; the names of the Spring
 * Cup are Arabic, Greek, and of three letters, and only the first has a crest.
 */
function worldWithNames() {
  const data = world();
  const [cup, spring, ...cups] = data.tournaments;
  const long = { name: 'Donaudampfschifffahrtsgesellschaft Hilltop United', badge_url: CRESTS.northgate };
  const teams = (cup?.teams ?? []).map((team) => ({
    ...team,
    ...(team.id === 72 ? long : { badge_url: CRESTS.lakeside }),
  }));
  const springTeams = ['النادي الأهلي السعودي', 'Αθλητική Ένωσις Κωνσταντινουπόλεως', 'FCK'].map((name, index) => ({
    id: 81 + index,
    name,
    group_name: 'A',
    badge_url: index === 0 ? CRESTS.lakeside : null,
  }));
  const matches = [
    { id: 801, stage: 'group', group_name: 'A', home_team_id: 81, away_team_id: 82 },
    { id: 802, stage: 'semi_final', home_team_id: 83, away_team_id: 81 },
  ];
  return { ...data, tournaments: [{ ...cup, teams }, { ...spring, teams: springTeams, matches }, ...cups] };
}

/** Records a marker; gives its time, ms since 1970. */
const mark = async (type: string, minutesAgo: number, more: object = {}): Promise<number> => {
  const at = Date.now() - minutesAgo * 60_000;
  const body = { id: randomUUID(), type, timestamp: iso(at), ...more };
  const { status } = await gateway.call('POST', 'tournaments/autumn-cup/matches/701/markers', {
    token: TOKENS.tournament,
    body,
  });
  expect(status).toBe(201);
  return at;
};

/** The page looks at once, as when a reader comes back to it. */
const comeBack = (): Promise<void> => page.evaluate(() => void document.dispatchEvent(new Event('visibilitychange')));

describe('a public page', () => {
  test('rule PUBLIC-4: is light or dark as the reader wishes, and so are all its parts', async () => {
    await page.goto(gateway.url + MATCH);
    const colours = new Set<string>();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      for (const part of ['body', '.board', '.status']) {
        const [ground, ink] = await page
          .locator(part)
          .first()
          .evaluate((element) => [getComputedStyle(element).backgroundColor, getComputedStyle(element).color]);
        colours.add(`${part} ${ground} ${ink}`);
      }
    }
    expect(await seriousViolations(page), 'dark').toEqual([]);
    await page.emulateMedia({ colorScheme: null });
    expect(colours.size).toBe(6);
    expect([...colours].filter((one) => one.startsWith('.board rgba(0, 0, 0, 0)'))).toEqual([]);
  });

  test('rule PUBLIC-8: a long name hides no column of a table, and breaks no score of the bracket, on a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    for (const lang of ['de', 'en']) {
      await page.goto(`${gateway.url}/tournaments/autumn-cup?lang=${lang}`);
      const hidden = await page
        .locator('.wide')
        .evaluateAll((all) => all.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth));
      expect(hidden.length).toBeGreaterThan(0);
      expect(new Set(hidden), lang).toEqual(new Set([0]));
    }
    const wraps = await page
      .locator('.bracket .line > :last-child')
      .evaluateAll((all) => all.map((score) => getComputedStyle(score).whiteSpace));
    expect(new Set(wraps)).toEqual(new Set(['nowrap']));
  });

  test.each(PAGES)('rule PAGE-38: %s is light, fits a phone and a wall, and is accessible', async (address) => {
    const own = await browser.newPage({ viewport: { width: 390, height: 844 } });
    await own.goto(gateway.url + address);
    const hasArabic = address.includes('lang=ar') || address.startsWith(SPRING);
    expect(await overBudget(own, hasArabic ? 320 : 140)).toEqual([]);
    await own.close();
    await page.goto(gateway.url + address);
    for (const viewport of [
      { width: 1920, height: 1080 },
      { width: 1024, height: 768 },
      { width: 768, height: 1024 },
      { width: 390, height: 844 },
    ]) {
      await page.setViewportSize(viewport);
      const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement);
      expect(scrollWidth, address).toBe(clientWidth);
    }
    expect(await allViolations(page)).toEqual([]);
  });

  test('has the score, the minute and the timeline without scripts', async () => {
    const plain = await browser.newContext({ javaScriptEnabled: false });
    const shown = await plain.newPage();
    const minuteNow = (): number => Math.floor((Date.now() - started) / 60_000) + 1;
    const before = minuteNow();
    await shown.goto(gateway.url + MATCH);
    const after = minuteNow();
    expect(await shown.locator('.score').textContent()).toBe('0–1');
    const [, minute = ''] = /^(\d+)’$/.exec((await shown.locator('.clock').textContent()) ?? '') ?? [];
    expect(Number(minute)).toBeGreaterThanOrEqual(before);
    expect(Number(minute)).toBeLessThanOrEqual(after);
    expect(await shown.locator('.timeline .away').textContent()).toContain('Eva Lopes');
    expect(await shown.locator('.scorers .away').textContent()).toMatch(/Eva Lopes \d+’/);
    // In Arabic the home side stands on the right, and so does its colour.
    await shown.goto(`${gateway.url}${MATCH}?lang=ar`);
    expect(await shown.locator('.colors').evaluate((colors) => getComputedStyle(colors).transform)).toContain('-1');
    await plain.close();
  });

  test('each pairing of a game has headings of its own', async () => {
    for (const match_id of ['101_0', '101_1']) {
      const body = { id: randomUUID(), type: 'Start', timestamp: iso(Date.now() - 60_000), match_id };
      const marked = await gateway.call('POST', 'clubs/riverside-fc/games/three-teams/marker', {
        token: TOKENS.club,
        body,
      });
      expect(marked.status).toBe(201);
    }
    await page.goto(`${gateway.url}/clubs/riverside-fc/games/three-teams`);
    const headings = page.getByRole('heading', { name: 'Timeline' });
    await expect
      .poll(() => headings.allTextContents())
      .toEqual(['Timeline: Team 1 – Team 2', 'Timeline: Team 2 – Reds']);
    const all = await page.getByRole('heading').allTextContents();
    expect(new Set(all).size).toBe(all.length);
  });

  test('follows the match: score, timeline and title change, and the clock runs (rule PUBLIC-4)', async () => {
    await page.goto(gateway.url + MATCH);
    await page
      .locator('.clock')
      .filter({ hasText: /^2\d:\d\d$/ })
      .waitFor();
    await mark('Goal', 1, { team: 'home', primary_player_pc_id: 1 });
    await expect.poll(comeBackForScore, { interval: 300 }).toBe('1–1');
    expect(await page.locator('.timeline').textContent()).toContain('Ana Silva');
    expect(await page.title()).toContain('1–1');
    expect(await page.locator('#score-701').getAttribute('aria-live')).toBe('polite');
  });

  const comeBackForScore = async (): Promise<string | null> => {
    await comeBack();
    return page.locator('.score').textContent();
  };

  test('causes no error in the browser', () => {
    expect(complaints).toEqual([]);
  });
});

describe('the score on another site (rule PUBLIC-6)', () => {
  let other: Server;
  let site: Page;

  beforeAll(async () => {
    // The page's own policy and styles are strict and loud: neither may reach into the element or out of it.
    const html = (line: string): string =>
      `<!doctype html><title>Other</title><style>a{color:red!important}</style><body>${line}${line}`;
    const line = `<script async src="${gateway.url}/embed.js" data-channel="match:701"></script>`;
    other = createServer((_, response) => {
      const policy = `default-src 'none'; style-src 'unsafe-inline'; script-src ${gateway.url}; connect-src ${gateway.url}`;
      response.writeHead(200, { 'content-type': 'text/html', 'content-security-policy': policy }).end(html(line));
    }).listen(0, '127.0.0.1');
    await once(other, 'listening');
    site = await browser.newPage();
    await site.goto(`http://127.0.0.1:${(other.address() as AddressInfo).port}/`);
  });
  afterAll(() => {
    other.closeAllConnections();
    other.close();
  });

  test('is drawn by one line, apart from the page around it', async () => {
    const link = site.locator('touchline-score a').first();
    await link.waitFor();
    expect(await link.textContent()).toContain('Riverside');
    expect(await link.getAttribute('href')).toBe(gateway.url + MATCH);
    expect(await site.locator('touchline-score').count()).toBe(2);
    expect(await link.evaluate((element) => getComputedStyle(element).color)).not.toBe('rgb(255, 0, 0)');
    expect(await site.evaluate(() => Object.keys(window).filter((name) => name.length < 3))).toEqual([]);
  });

  test('keeps its link while the clock runs, and with it the focus and a click', async () => {
    const link = site.locator('touchline-score a').first();
    const first = await link.elementHandle();
    await link.focus();
    const status = site.locator('touchline-score .status.live').first();
    const before = await status.innerText();
    await expect.poll(() => status.innerText()).not.toBe(before);
    expect(await first.evaluate((element) => element.isConnected)).toBe(true);
    expect(await link.evaluate((element) => (element.getRootNode() as ShadowRoot).activeElement === element)).toBe(
      true,
    );
  });
});

test('the scripts of public pages and of other sites are below 30 KB and 6 KB, gzipped (rule PUBLIC-4)', async () => {
  const manifest = JSON.parse(await readFile(path.join(folder, 'manifest.json'), 'utf8')) as Record<
    string,
    { js: string }
  >;
  const sizeOf = async (name: string): Promise<number> =>
    gzipSync(await readFile(path.join(folder, manifest[name]?.js ?? ''))).byteLength;
  expect(await sizeOf('public')).toBeLessThan(30 * 1_024);
  expect(await sizeOf('embed')).toBeLessThan(6 * 1_024);
});
