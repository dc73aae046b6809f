// Text of twice the size on a small phone, in a language with long words.
import { beforeAll, expect, test } from 'vitest';
import type { BrowserContext } from 'playwright-core';
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
