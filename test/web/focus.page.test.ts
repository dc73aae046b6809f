// The focus of a keyboard is seen on pages with a part that stays in view: a preview, a head, or buttons at the foot (rule PAGE-45).
import { beforeAll, expect, test } from 'vitest';
import type { BrowserContext } from 'playwright-core';
import { hiddenFocus } from '../support/hidden-focus.ts';
import { openSiteForTests } from '../support/site.ts';
import { signIn } from '../support/visitor.ts';
import { TOKENS } from '../support/world/tokens.ts';

const site = openSiteForTests();
let context: BrowserContext;

beforeAll(async () => {
  const { browser, gateway } = site;
  context = await browser.newContext({ reducedMotion: 'reduce' });
  const visitor = await signIn(gateway);
  await context.addCookies([...visitor.cookies].map(([name, value]) => ({ name, value, url: gateway.url })));
});

test.each([
  ['/build/overlay?channel=match:701', '#preview'],
  ['/manage/clubs/riverside-fc/games/sunday-5s/edit', '.sticky'],
  ['/console/match:701/air', '[data-testid=air-now]'],
  ['/console/match:701', '[data-testid=ready]'],
])('rule PAGE-45: no control of %s has the focus behind another part', async (address, ready) => {
  for (const [width, height] of [
    [390, 700],
    [844, 390],
    [1280, 700],
  ] as const) {
    const page = await context.newPage();
    await page.setViewportSize({ width, height });
    await page.goto(`${site.gateway.url}${address}#token=${TOKENS.tournament}`);
    await page.locator(ready).waitFor();
    for (const key of ['Tab', 'Shift+Tab'] as const) {
      expect(await hiddenFocus(page, key), `${width} × ${height}, ${key}`).toEqual([]);
    }
    await page.close();
  }
});
