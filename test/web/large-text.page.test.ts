// Text of twice the size on a small phone, in a language with long words.
import { beforeAll, expect, test } from 'vitest';
import type { BrowserContext } from 'playwright-core';
import { waitForFaces } from '../support/browser.ts';
import { openSiteForTests } from '../support/site.ts';
import { signIn } from '../support/visitor.ts';
import { TOKENS } from '../support/world/tokens.ts';

const site = openSiteForTests();
let context: BrowserContext;

beforeAll(async () => {
  const { browser, gateway } = site;
  context = await browser.newContext({ viewport: { width: 320, height: 700 }, locale: 'de', reducedMotion: 'reduce' });
  const visitor = await signIn(gateway);
  await context.addCookies([...visitor.cookies].map(([name, value]) => ({ name, value, url: gateway.url })));
});

/** The words of buttons and headings that go on in another line. */
function brokenWords(): readonly string[] {
  const broken: string[] = [];
  for (const button of document.querySelectorAll('button, .button, h1, h2')) {
    const texts = document.createTreeWalker(button, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      for (const { 0: word, index } of (text.textContent ?? '').matchAll(/\p{L}+/gu)) {
        const letters = document.createRange();
        letters.setStart(text, index);
        letters.setEnd(text, index + 1);
        const { bottom } = letters.getBoundingClientRect();
        letters.setEnd(text, index + word.length);
        if (letters.getBoundingClientRect().bottom > bottom + 5) broken.push(word);
      }
    }
  }
  return broken;
}

test.each([
  ['/build/screen?channel=match:701', '#preview'],
  ['/build/overlay?channel=match:701', '#preview'],
  ['/manage/clubs/riverside-fc/games/sunday-5s/edit', '.sticky'],
  ['/manage/clubs/riverside-fc/squad', '.people'],
  ['/console/match:701/air', '[data-testid=air-now]'],
])('text of twice the size needs no scrolling to the side on %s', async (address, ready) => {
  const page = await context.newPage();
  await page.goto(`${site.gateway.url}${address}#token=${TOKENS.tournament}`);
  await page.locator(ready).first().waitFor();
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
    for (const part of document.querySelectorAll('details')) part.open = true;
  });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  await page.close();
});

test.each([
  ['/', 'header'],
  ['/manage/tournaments/autumn-cup', 'h1'],
  ['/manage/tournaments/autumn-cup/teams', 'h1'],
  ['/tournaments/autumn-cup/integrations', 'h1'],
  ['/tournaments/autumn-cup/matches/701', 'h1'],
  ['/console/match:701', '[data-testid=ready]'],
  ['/console/match:701/air', '[data-testid=air-now]'],
])('text of twice the size breaks no word of a button or a heading on %s', async (address, ready) => {
  const page = await context.newPage();
  await waitForFaces(page, '**/assets/*.css');
  await page.goto(`${site.gateway.url}${address}#token=${TOKENS.tournament}`);
  await page.locator(ready).first().waitFor();
  await page.evaluate(async () => {
    document.documentElement.style.fontSize = '200%';
    await document.fonts.ready;
  });
  expect(await page.evaluate(brokenWords)).toEqual([]);
  await page.close();
});

test('text of twice the size leaves each round of a bracket inside its frame', async () => {
  const page = await context.newPage();
  await page.goto(`${site.gateway.url}/tournaments/autumn-cup`);
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
  const widths = await page
    .locator('.bracket, .bracket > div')
    .evaluateAll((parts) => parts.map((part) => part.clientWidth));
  expect(widths.length).toBeGreaterThan(1);
  expect(Math.max(...widths)).toBe(widths[0]);
  await page.close();
});
