// The faces of a screen: there from the first picture, and of one size for both teams.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from '../../support/browser.ts';
import { faultsOf } from '../../support/layout-faults.ts';
import { openPageServer, type PageServer } from '../../support/page-server.ts';
import { SCREEN_SIZES } from '../../support/screen-sizes.ts';
import { shownFacts } from '../../support/shown-facts.ts';
import { shownState } from '../../support/shown-state.ts';

const CHANNEL = 'match:701';

let server: PageServer;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  server = await openPageServer();
  browser = await openBrowser();
  page = await browser.newPage({ reducedMotion: 'reduce', viewport: { width: 1280, height: 720 } });
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

async function open(name: string, on = page): Promise<void> {
  server.put(CHANNEL, shownState(name));
  server.putFacts(CHANNEL, shownFacts()[name] ?? {});
  await on.goto(`${server.screen(CHANNEL)}?token=good`);
  await on.waitForSelector('.board, .list');
}

test('rule PAGE-25: text has its face in the first picture, and nothing moves after it', async () => {
  const own = await browser.newPage({ reducedMotion: 'reduce', viewport: { width: 1280, height: 720 } });
  await own.addInitScript(() => {
    const seen = { shift: 0 };
    Object.assign(globalThis, { seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.shift += (entry as PerformanceEntry & { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  for (const name of ['added time', 'line-ups', 'a tournament before it begins']) {
    await open(name, own);
    await own.evaluate(() => document.fonts.ready);
    await own.evaluate(faultsOf);
    const { shift, faces } = await own.evaluate(() => ({
      shift: (globalThis as unknown as { seen: { shift: number } }).seen.shift,
      faces: [...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family),
    }));
    expect(shift, name).toBe(0);
    expect(faces.join(), name).toContain('Touchline Board');
  }
  await own.close();
});

test('rule PAGE-24: the names of both teams have one size, and short ones one baseline', async () => {
  for (const name of ['added time', 'a long name beside cards', 'line-ups', 'a shootout']) {
    await open(name);
    for (const [width, height] of SCREEN_SIZES) {
      await page.setViewportSize({ width, height });
      await page.evaluate(faultsOf);
      const names = await page.locator('.name').evaluateAll((all) =>
        all.map((element) => {
          const range = document.createRange();
          range.selectNodeContents(element);
          const { bottom, height: high } = range.getBoundingClientRect();
          const size = Number.parseFloat(getComputedStyle(element).fontSize);
          return { size, bottom: Math.round(bottom), lines: Math.round(high / size / 1.1) };
        }),
      );
      const [home, away] = names;
      expect(home?.size, `${name} ${width}`).toBe(away?.size);
      if (home?.lines === away?.lines) expect(home?.bottom, `${name} ${width}`).toBe(away?.bottom);
    }
  }
});
