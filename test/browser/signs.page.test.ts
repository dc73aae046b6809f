// Signs and clocks in Arabic pages: `+3`, `45:00 +1:20` and `45+2’` are read from left to right, as numbers are (rule PAGE-41).
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { iso } from '../support/dates.ts';
import { openSiteForTests } from '../support/site.ts';
import { TOKENS } from '../support/world/tokens.ts';
import { autumnCup, openingMatch, springCup } from '../support/world/tournaments.ts';
import { world } from '../support/world/world.ts';

const played = openingMatch({ id: 703, status: 'completed', score: { home: 3, away: 0 }, pitch: '4' });
const site = openSiteForTests({
  data: { ...world(), tournaments: [autumnCup({ matches: [openingMatch(), played] }), springCup()] },
});
let view = '';
beforeAll(async () => {
  view = await site.gateway.viewToken(TOKENS.tournament, 'match:701');
  await site.gateway.call('POST', 'tournaments/autumn-cup/matches/701/markers', {
    token: TOKENS.tournament,
    body: { id: randomUUID(), type: 'Start', timestamp: iso(Date.now() - 47 * 60_000) },
  });
});

async function open(address: string): Promise<Page> {
  const page = await site.browser.newPage({ viewport: { width: 1280, height: 720 } });
  await page.goto(site.gateway.url + address);
  return page;
}

/** The text of the first such element as it is drawn, from left to right. */
async function drawn(page: Page, selector: string): Promise<string> {
  const element = page.locator(selector).first();
  await element.filter({ hasText: /\d/ }).waitFor();
  return element.evaluate((node) => {
    const letters: { readonly letter: string; readonly left: number }[] = [];
    const texts = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      (text.nodeValue ?? '').split('').forEach((letter, index) => {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + 1);
        if (!/[\s\u2066\u2069\u200e]/u.test(letter)) letters.push({ letter, left: range.getBoundingClientRect().left });
      });
    }
    return letters
      .toSorted((one, other) => one.left - other.left)
      .map(({ letter }) => letter)
      .join('');
  });
}

test('rule PAGE-41: a goal difference, a minute and a clock of public pages', async () => {
  const cup = await open('/tournaments/autumn-cup?lang=ar');
  expect(await drawn(cup, '#tables tbody tr:first-child td:nth-child(6)')).toBe('+3');
  expect(await drawn(cup, '#tables tbody tr:last-child td:nth-child(6)')).toBe('−3');
  expect(await drawn(cup, '#fixtures .end > b:first-child')).toMatch(/^45\+\d’$/);
  const match = await open('/tournaments/autumn-cup/matches/701?lang=ar');
  await match.locator('.clock').getByText(':').waitFor();
  expect(await drawn(match, '.clock')).toMatch(/^45:00\+\d:\d\d$/);
});

test('rule PAGE-41: the pitch behind the time of a match, and not within it', async () => {
  const match = await open('/tournaments/autumn-cup/matches/703?lang=ar');
  expect(await drawn(match, '.about')).toMatch(/^4·UTC/);
});

test('rule PAGE-41: the clock of the score on another site', async () => {
  const page = await open('/clubs/hilltop');
  await page.route('**/other', (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html><body>' }));
  await page.goto(`${site.gateway.url}/other`);
  await page.evaluate(() => {
    const script = document.createElement('script');
    script.src = '/embed.js';
    Object.assign(script.dataset, { channel: 'match:701', lang: 'ar' });
    document.body.append(script);
  });
  expect(await drawn(page, 'touchline-score .status')).toMatch(/^45:00\+\d:\d\d/u);
});

test('rule PAGE-41: a table and the added time of a screen, and the clock and buttons of the director', async () => {
  const director = await open(`/console/match:701/air?lang=ar#token=${TOKENS.tournament}`);
  expect(await drawn(director, '.air-now [role=timer]')).toMatch(/^45:00\+\d:\d\d$/);
  const button = director.locator('button', { hasText: '+4' });
  expect(await drawn(director, 'button:has-text("+4")')).toMatch(/\+4/);
  await button.click();
  await director.locator('[data-panel=standings]').click();
  const screen = await open(`/screen/match:701?lang=ar&token=${view}`);
  expect(await drawn(screen, '.standings tbody tr:first-child td:nth-last-child(2)')).toBe('+3');
  expect(await drawn(screen, '.announced')).toBe('+4');
});
