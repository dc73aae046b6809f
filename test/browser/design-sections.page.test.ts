// The sections of `/design`: every component of screen, overlay, console and site in its states, compared with the pictures in
// test/browser/pictures/. Each sample is compared by itself.
import path from 'node:path';
import type { Browser, Frame, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensureBuilt } from '../../src/cli/build.mjs';
import { SECTIONS, SHAPES } from '../../src/web/design/sections.ts';
import { seriousViolations } from '../support/axe.ts';
import { brokenWords } from '../support/broken-words.ts';
import { noteComplaints, openBrowser, waitForFaces } from '../support/browser.ts';
import { openTestGateway, type TestGateway } from '../support/gateway.ts';
import { type Box, pictureFault } from '../support/pictures.ts';

let gateway: TestGateway;
let browser: Browser;
let page: Page;
const complaints: string[] = [];

beforeAll(async () => {
  gateway = await openTestGateway({ pages: path.join(await ensureBuilt(), 'pages') });
  browser = await openBrowser();
  page = await browser.newPage({
    reducedMotion: 'reduce',
    colorScheme: 'light',
    timezoneId: 'Europe/Lisbon',
    locale: 'en',
    viewport: { width: 1_040, height: 900 },
  });
  noteComplaints(page, complaints);
  await waitForFaces(page, '**/*.css');
});
afterAll(async () => {
  await browser.close();
  await gateway.close();
});

const ROOT = '#screen > *, #overlay > *, #console > *, #embed > *, #fields > section, main h1';

/** Waits until fonts, pictures and the size of the text are settled. */
async function drawn(of: Page | Frame): Promise<void> {
  await of.evaluate(async () => {
    await document.fonts.ready;
    for (const image of document.images) image.loading = 'eager';
    await Promise.all([...document.images].map((image) => image.decode()));
    for (let frame = 0; frame < 4; frame += 1) await new Promise(requestAnimationFrame);
  });
}

/** Opens the page with this section alone, and waits for its samples. Answers where each stands in the picture of the section. */
async function openSection(id: string): Promise<Readonly<Record<string, Box>>> {
  await page.goto(`${gateway.url}/design`);
  await page.evaluate((kept) => {
    for (const other of document.querySelectorAll(`main > section:not(#${kept})`)) other.remove();
  }, id);
  const frames = page.locator(`#${id} iframe`);
  await frames.evaluateAll((all) => all.forEach((one) => one.setAttribute('loading', 'eager')));
  for (const handle of await frames.elementHandles()) {
    const frame = await handle.contentFrame();
    if (frame === null) throw new Error('A sample has no frame.');
    for (const one of [frame, ...frame.childFrames()]) {
      await one.locator(ROOT).first().waitFor();
      await drawn(one);
    }
  }
  await drawn(page);
  const places = await page.locator(`#${id}`).evaluate((section) => {
    const from = section.getBoundingClientRect();
    return [...section.querySelectorAll('.shown')].map((shown) => {
      const { left, top, width, height } = shown.getBoundingClientRect();
      const title = shown.querySelector('iframe')?.title ?? '';
      return [title, { x: left - from.left, y: top - from.top, width, height }] as const;
    });
  });
  return Object.fromEntries(places);
}

test.each(SECTIONS)('rule PAGE-26: $id looks like its picture', async ({ id, frames }) => {
  const places = await openSection(id);
  expect(Object.keys(places)).toHaveLength(frames.length);
  expect(await pictureFault(id, await page.locator(`#${id}`).screenshot(), places)).toBeNull();
});

test.each(['light', 'dark'] as const)(
  'rule PAGE-26: lists of pages look like their pictures, %s',
  async (colorScheme) => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width: 720, height: 900 });
    for (const id of ['lists', 'public-lists']) {
      await openSection(id);
      expect(await pictureFault(`${id}-${colorScheme}`, await page.locator(`#${id}`).screenshot())).toBeNull();
      expect(await seriousViolations(page)).toEqual([]);
    }
    await page.setViewportSize({ width: 1_040, height: 900 });
    await page.emulateMedia({ colorScheme: 'light' });
  },
);

/** Those that the section of each kind shows. */
const SITE_PAGES = SECTIONS.flatMap(({ frames }) =>
  frames.flatMap(({ src }) => (src.startsWith('/design/site?') ? [src] : [])),
);

test.each([...new Set(SITE_PAGES)])('rule PAGE-26: nothing serious, and nothing beside the page: %s', async (src) => {
  for (const width of [1_920, 390]) {
    await page.setViewportSize({ width, height: 900 });
    expect((await page.goto(gateway.url + src))?.status()).toBe(200);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }
  expect(await seriousViolations(page)).toEqual([]);
  await page.setViewportSize({ width: 1_040, height: 900 });
});

test('a sample of a page that there is not is 404', async () => {
  expect((await fetch(`${gateway.url}/design/site?page=toString`)).status).toBe(404);
});

test.each([
  'console?part=line-ups&lineup=list&samples=greek',
  'console?state=live&samples=long&twice',
  'console?part=air&state=live&samples=long',
  'screen?state=before&lineup=list&samples=greek',
])('rule PAGE-24: no name is broken without a hyphen: %s', async (sample) => {
  const phone = await browser.newPage({ viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' });
  await phone.goto(`${gateway.url}/design/${sample}`);
  await phone.locator(ROOT).first().waitFor();
  await drawn(phone);
  expect(await brokenWords(phone)).toEqual([]);
  await phone.close();
});

test('rule PAGE-26: no sample causes an error in the browser, and none is there twice', () => {
  const all = SECTIONS.flatMap(({ frames }) => frames);
  expect(new Set(all.map(({ src, shape }) => src + SHAPES[shape].join())).size).toBe(all.length);
  expect(complaints).toEqual([]);
});
