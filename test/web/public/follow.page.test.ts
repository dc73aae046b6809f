// An open public page follows its match, and leaves what its reader does in it alone (rule PUBLIC-4).
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { daysFromNow, iso } from '../../support/dates.ts';
import { complaintsOf, openSiteForTests } from '../../support/site.ts';
import { TOKENS } from '../../support/world/tokens.ts';
import { AUTUMN_CUP, autumnCup, openingMatch, SPRING_CUP, springCup } from '../../support/world/tournaments.ts';

const CUP = '/tournaments/autumn-cup';
const MATCH = `${CUP}/matches/701`;

const site = openSiteForTests();
let page: Page;
let complaints: string[];

beforeAll(async () => {
  page = await site.browser.newPage({ viewport: { width: 390, height: 844 } });
  complaints = complaintsOf(page);
  await mark('Start', 20);
});

const mark = async (type: string, minutesAgo: number, more: object = {}): Promise<void> => {
  const body = { id: randomUUID(), type, timestamp: iso(Date.now() - minutesAgo * 60_000), ...more };
  await site.gateway.call('POST', 'tournaments/autumn-cup/matches/701/markers', { token: TOKENS.tournament, body });
};

/** The page looks at once, as when a reader comes back to it, until the text of the part is there. */
async function lookUntil(part: string, text: string): Promise<void> {
  const look = async (): Promise<string> => {
    await page.evaluate(() => void document.dispatchEvent(new Event('visibilitychange')));
    return page.locator(part).innerText();
  };
  await expect.poll(look, { interval: 300 }).toContain(text);
}

test('rule PUBLIC-4: the focus and the place to which a reader has scrolled stay when a score changes', async () => {
  await page.goto(site.gateway.url + CUP);
  const link = page.locator('#fixtures a').first();
  await link.focus();
  await mark('Goal', 10, { team: 'home' });
  await lookUntil('#fixtures', '1–0');
  expect(await link.evaluate((element) => document.activeElement === element)).toBe(true);
  await page.goto(site.gateway.url + MATCH);
  const [name, board] = await Promise.all(
    ['.side', '.board'].map((part) => page.locator(part).first().elementHandle()),
  );
  const copy = page.getByRole('button', { name: 'Copy', exact: true });
  await copy.focus();
  await mark('Goal', 5, { team: 'home' });
  await lookUntil('.score', '2–0');
  expect(await name?.evaluate((element) => element.isConnected)).toBe(true);
  expect(await board?.evaluate((element) => element.isConnected)).toBe(true);
  expect(await copy.evaluate((element) => document.activeElement === element)).toBe(true);
  expect(await copy.count()).toBe(1);
  // Screen readers then say the sides too, and say it once: nothing else of the page is spoken.
  expect(
    await page.locator('[aria-live]').evaluateAll((all) => all.map(({ id, ariaAtomic }) => [id, ariaAtomic])),
  ).toEqual([['score-701', 'true']]);
});

test('rule PUBLIC-4: a goal in front of a list leaves what a reader has selected behind it', async () => {
  await page.goto(site.gateway.url + MATCH);
  const entries = page.locator('.timeline li');
  const before = await entries.elementHandles();
  const what = page.locator('.timeline .what').last();
  await what.evaluate((element) => getSelection()?.selectAllChildren(element));
  const selected = (): Promise<string | undefined> => page.evaluate(() => getSelection()?.toString().trim());
  expect(await selected()).toBe('Goal');
  await mark('YellowCard', 3, { team: 'away' });
  await lookUntil('.timeline', 'Yellow card');
  expect(await entries.first().innerText()).toContain('Yellow card');
  expect(await entries.count()).toBe(before.length + 1);
  for (const [index, entry] of before.entries()) {
    expect(await entries.nth(index + 1).evaluate((element, known) => element === known, entry)).toBe(true);
  }
  expect(await selected()).toBe('Goal');
});

test('a kick-off that was moved, and line-ups, come to an open page', async () => {
  await page.goto(`${site.gateway.url}${MATCH}`);
  const moved = openingMatch({
    scheduled_at: iso(daysFromNow(-2)),
    lineups: { home: { starters: [{ user_id: 1 }], substitutes: [] } },
  });
  const { id, name, slug } = AUTUMN_CUP;
  const { status, format, tournament_type: type } = autumnCup();
  const before = await page.locator('.about').innerText();
  await site.gateway.import({
    touchline_data: 1,
    tournaments: [{ id, name, slug, status, format, tournament_type: type, matches: [moved] }],
  });
  await lookUntil('main', 'Line-ups');
  expect(await page.locator('.about').innerText()).not.toBe(before);
});

test('a page that cannot look says that it may be old, until it can again', async () => {
  await page.goto(site.gateway.url + MATCH);
  const lost = page.locator('#lost');
  expect(await lost.innerText()).toBe('');
  await page.route(`**${MATCH}`, (route) => route.abort());
  await lookUntil('#lost', 'Connection lost');
  await page.unroute(`**${MATCH}`);
  await page.evaluate(() => void document.dispatchEvent(new Event('visibilitychange')));
  await lost.filter({ hasText: /^$/ }).waitFor({ state: 'attached' });
  expect(complaints.filter((text) => !text.includes('ERR_FAILED'))).toEqual([]);
});

test('rule PUBLIC-4: one look that finds no page changes nothing, and two in a row open the address again', async () => {
  await page.goto(site.gateway.url + MATCH);
  const answers = [404, 200, 404, 503, 404, 200];
  let last = 200;
  await page.route(`**${MATCH}`, async (route) => {
    const status = answers.shift() ?? last;
    await (status === 200 ? route.continue() : route.fulfill({ status }));
  });
  await page.evaluate(() => document.body.classList.add('kept'));
  for (let left = answers.length; left > 0; left -= 1) {
    const answered = page.waitForResponse(`**${MATCH}`);
    await page.evaluate(() => void document.dispatchEvent(new Event('visibilitychange')));
    await answered;
  }
  expect(await page.locator('body.kept .board').count()).toBe(1);
  last = 404;
  const look = (): Promise<unknown> =>
    page.evaluate(() => void document.dispatchEvent(new Event('visibilitychange'))).catch(() => null);
  await expect.poll(async () => look().then(() => page.locator('body.kept').count()), { interval: 300 }).toBe(0);
  await page.unroute(`**${MATCH}`);
  expect(complaints.filter((text) => !/ERR_FAILED|status of (404|503)/.test(text))).toEqual([]);
});

test('rule PUBLIC-2: a page that became private is gone for the readers who have it open', async () => {
  await page.goto(`${site.gateway.url}/tournaments/spring-cup/matches/801`);
  await page.locator('.board').waitFor();
  const { status, format, tournament_type: type } = springCup();
  await site.gateway.import({
    touchline_data: 1,
    tournaments: [{ ...SPRING_CUP, status, format, tournament_type: type, is_private: true }],
  });
  await lookUntil('h1', 'There is no such page');
});

test('at 320 px, as at 400 %, no name of nine letters breaks, and no minute touches its event', async () => {
  await mark('Goal', 1, { team: 'home', minute: '120+12' });
  await page.setViewportSize({ width: 320, height: 568 });
  await page.goto(site.gateway.url + MATCH);
  const name = page.locator('.side > span').first();
  const { height, line } = await name.evaluate((element) => ({
    height: element.getBoundingClientRect().height,
    line: Number.parseFloat(getComputedStyle(element).lineHeight),
  }));
  expect(await name.innerText()).toBe('Riverside');
  expect(Math.round(height / line)).toBe(1);
  const gap = await page.locator('.timeline .home').evaluateAll((all) =>
    Math.min(
      ...all.map((entry) => {
        const [minute, what] = ['.minute', '.what'].map((part) => {
          const range = document.createRange();
          range.selectNodeContents(entry.querySelector(part) ?? entry);
          return range.getBoundingClientRect();
        });
        return (minute?.left ?? 0) - (what?.right ?? 0);
      }),
    ),
  );
  expect(gap).toBeGreaterThanOrEqual(3);
});
