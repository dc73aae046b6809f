// Samples of `/design` whose parts stand level, apart from each other, and in the room that there is.
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ensureBuilt } from '../../src/cli/build.mjs';
import { brokenWords } from '../support/broken-words.ts';
import { demoData } from '../../src/cli/demo/data.ts';
import { openBrowser, waitForFaces } from '../support/browser.ts';
import { openTestGateway, type TestGateway } from '../support/gateway.ts';

const tokens = {
  tournament: 'cup-key-0123456789abcdef0123456789',
  club: 'club-key-0123456789abcdef0123456789',
  app: 'app-key-0123456789abcdef0123456789',
};
/** The demo's data, with long names. */
const longNames = (): object =>
  JSON.parse(
    JSON.stringify(demoData(Date.now(), tokens))
      .replaceAll('"France"', '"Spielvereinigung Unterhaching-Taufkirchen 1925"')
      .replaceAll('"Croatia"', '"Llanfairpwllgwyngyll Wanderers"'),
  ) as object;

let gateway: TestGateway;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  gateway = await openTestGateway({ pages: path.join(await ensureBuilt(), 'pages'), data: longNames() });
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

test.each([
  [2560, 240],
  [1920, 192],
])('overlay: on a strip of %i × %i a banner takes the room that the scorebug leaves', async (width, height) => {
  await open('overlay?state=live&widgets=scorebug,goal&samples=long', width, height);
  const [bug, banner] = [(await boxesOf('.bug'))[0], (await boxesOf('.banner'))[0]];
  const gap = (banner?.left ?? 0) - (bug?.right ?? 0);
  expect(gap / width).toBeGreaterThan(0.01);
  // The name is longer than all of this room.
  expect(gap / width).toBeLessThan(0.03);
  expect(banner?.right).toBeLessThan(width * 0.956);
  // A usual name is whole.
  await open('overlay?state=live&widgets=scorebug,substitution&samples=greek', width, height);
  const cut = await page
    .locator('.banner-name, .banner-team')
    .evaluateAll((texts) => texts.filter((text) => text.scrollWidth > text.clientWidth).length);
  expect(cut).toBe(0);
});

test('overlay: tables in two columns have room for a name of 34 letters', async () => {
  await open('overlay?state=live&widgets=standings&groups=4&samples=greek', 1920, 1080);
  const names = page.locator('.table tbody th');
  expect(await names.count()).toBe(16);
  expect(await names.first().innerText()).toContain('Κωνσταντινουπόλεως');
  const cut = await names.evaluateAll((all) => all.filter((name) => name.scrollWidth > name.clientWidth).length);
  expect(cut).toBe(0);
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

describe('screen: goals and cards', () => {
  test.each([
    [1920, 1080],
    [3840, 1080],
    [1024, 768],
    [768, 1024],
    [390, 844],
  ])('rule PAGE-17: on %i × %i no minute stands alone on a line', async (width, height) => {
    for (const samples of ['greek', 'long', 'arabic', 'short']) {
      await open(`screen?state=live&samples=${samples}`, width, height);
      const alone = await page.locator('.entry:not(.out, .more)').evaluateAll((entries) =>
        entries.flatMap((entry) => {
          const [name, minute] = ['.who', '.minute'].map((part) => entry.querySelector(part)?.getClientRects());
          const isBelow = (minute?.[0]?.top ?? 0) > (name?.[name.length - 1]?.top ?? 0) + 1;
          return isBelow ? [entry.textContent] : [];
        }),
      );
      expect(alone, samples).toEqual([]);
    }
  });

  test('rule PAGE-24: a long name is broken with a hyphen, and its icon stands on its first line', async () => {
    await open('screen?state=live&samples=long', 1920, 1080);
    const name = page.locator('.entries.home .who').first();
    expect(await name.innerText()).toContain('\u00ad');
    const [icon, line] = [await edges('.entries.home .icon', 'bottom'), await edges('.entries.home .who', 'top')];
    const size = await name.evaluate((text) => Number.parseFloat(getComputedStyle(text).fontSize));
    expect((icon[0] ?? 0) - (line[0] ?? 0)).toBeLessThan(1.2 * size);
  });
});

test('screen: in high tiles the status is in the middle below the score, and plates are equally wide', async () => {
  await open('screen?state=game', 3840, 1080);
  const tiles = await page.locator('.tile:has(.match-status)').evaluateAll((all) =>
    all.map((tile) => {
      const boxOf = (selector: string) => tile.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect();
      const parts = [...tile.querySelectorAll('.match-status > *')].map((part) => part.getBoundingClientRect());
      const above = Math.min(...parts.map(({ top }) => top)) - boxOf('.score').bottom;
      const below = tile.getBoundingClientRect().bottom - Math.max(...parts.map(({ bottom }) => bottom));
      const versus = document.createRange();
      versus.selectNodeContents(tile.querySelector('.score') ?? tile);
      const { left, right } = versus.getBoundingClientRect();
      const { x, width } = tile.getBoundingClientRect();
      return {
        uneven: Math.abs(above - below) / tile.clientHeight,
        aside: Math.abs((left + right) / 2 - x - width / 2) / width,
        wider: Math.abs(boxOf('.team.home').width - boxOf('.team.away').width),
      };
    }),
  );
  expect(tiles).toHaveLength(3);
  for (const { uneven, aside, wider } of tiles) {
    expect(uneven).toBeLessThan(0.06);
    expect(aside).toBeLessThan(0.03);
    expect(wider).toBeLessThan(1);
  }
});

test('rule PAGE-24: on a public page a long word of a name is broken with a hyphen, and only where it has no room', async () => {
  for (const [width, height] of [
    [320, 568],
    [390, 844],
    [1280, 800],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto(`${gateway.url}/tournaments/demo-cup/matches/704`);
    await page.evaluate(() => document.fonts.ready);
    // An address may break anywhere.
    await page.locator('.embed').evaluateAll((parts) => parts.forEach((part) => part.remove()));
    expect(await brokenWords(page), `${width}`).toEqual([]);
    const cut = await page
      .locator('.sides .whole-word')
      .evaluateAll((words) => words.filter((word) => word.scrollWidth > word.clientWidth + 1).length);
    expect(cut).toBe(0);
    const lines = await page
      .locator('.sides .whole-word')
      .evaluateAll((words) =>
        words.map((word) => word.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(word).lineHeight)),
      );
    expect(lines.length).toBeGreaterThan(2);
    if (width === 1280) expect(Math.max(...lines)).toBeLessThan(1.5);
  }
});
