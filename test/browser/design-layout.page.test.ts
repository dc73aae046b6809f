// Samples of `/design` whose parts stand level, apart from each other, and in the room that there is.
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ensureBuilt } from '../../src/cli/build.mjs';
import { openBrowser, waitForFaces } from '../support/browser.ts';
import { openTestGateway, type TestGateway } from '../support/gateway.ts';

let gateway: TestGateway;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  gateway = await openTestGateway({ pages: path.join(await ensureBuilt(), 'pages') });
  browser = await openBrowser();
  page = await browser.newPage({ reducedMotion: 'reduce' });
  await waitForFaces(page, '**/*.css');
});
afterAll(async () => {
  await browser.close();
  await gateway.close();
});

async function open(address: string, width: number, height: number): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.goto(`${gateway.url}/design/${address}`);
  await page.locator('#screen > *, #overlay > *, #console > *').first().waitFor();
  await page.evaluate(async () => {
    await document.fonts.ready;
    for (let frame = 0; frame < 4; frame += 1) await new Promise(requestAnimationFrame);
  });
}
const boxesOf = (selector: string) =>
  page.locator(selector).evaluateAll((parts) =>
    parts.map((part) => {
      const { left, top, right, bottom } = part.getBoundingClientRect();
      return { left, top, right, bottom };
    }),
  );
const edges = async (selector: string, edge: 'left' | 'top' | 'right' | 'bottom') =>
  (await boxesOf(selector)).map((box) => Math.round(box[edge]));

describe('overlay: the scorebug of many matches', () => {
  test.each([
    [1920, 1080],
    [2560, 240],
  ])('on %i × %i keeps each name, also an Arabic one, apart from the score', async (width, height) => {
    await open('overlay?widgets=scorebug&state=feed-live', width, height);
    const rooms = await page.locator('.ticker-name').evaluateAll((names) =>
      names.map((name) => {
        const text = document.createRange();
        text.selectNodeContents(name);
        const [own, whole] = [text.getBoundingClientRect(), name.getBoundingClientRect()];
        const unit = innerWidth / 1_920;
        return Math.min(own.left - whole.left, whole.right - own.right) / unit;
      }),
    );
    expect(rooms).toHaveLength(10);
    expect(Math.min(...rooms)).toBeGreaterThan(12);
  });

  test('has all scores below each other', async () => {
    await open('overlay?widgets=scorebug&state=feed-live', 1920, 1080);
    for (const edge of ['left', 'right'] as const) {
      expect(new Set(await edges('.ticker-score', edge)).size).toBe(1);
    }
  });
});

describe('console: the scoring page', () => {
  test.each([
    [390, 844],
    [320, 568],
    [844, 390],
    [768, 1024],
    [1280, 800],
  ])('on %i × %i the buttons of both sides are level, with names of one to three lines', async (width, height) => {
    for (const state of ['state=live&samples=long', 'state=live&samples=greek', 'state=shootout&samples=arabic']) {
      await open(`console?${state}`, width, height);
      const [home, away] = [await edges('.column.home button', 'top'), await edges('.column.away button', 'top')];
      expect(home.length).toBeGreaterThan(6);
      expect(home, state).toEqual(away);
    }
  });

  test.each([
    [390, 844],
    [375, 667],
    [360, 640],
    [360, 630],
  ])('on %i × %i the message covers no button', async (width, height) => {
    await open('console?state=live&toast', width, height);
    const [message = 0] = await edges('.toast', 'top');
    expect(Math.max(...(await edges('.column button', 'bottom')))).toBeLessThan(message);
    const heights = (await boxesOf('.column button')).map(({ top, bottom }) => bottom - top);
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(48);
  });
});
