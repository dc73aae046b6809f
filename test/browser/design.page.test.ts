// The look of the components: pictures of `/design`, compared with those in test/browser/pictures/.
import path from 'node:path';
import { PNG } from 'pngjs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ensureBuilt } from '../../src/cli/build.mjs';
import { SECTIONS } from '../../src/web/design/sections.ts';
import { seriousViolations } from '../support/axe.ts';
import { noteComplaints, openBrowser, waitForFaces } from '../support/browser.ts';
import { openTestGateway, type TestGateway } from '../support/gateway.ts';
import { differenceOf, pictureFault } from '../support/pictures.ts';

let gateway: TestGateway;
let browser: Browser;
let page: Page;
const complaints: string[] = [];

beforeAll(async () => {
  gateway = await openTestGateway({ pages: path.join(await ensureBuilt(), 'pages') });
  browser = await openBrowser();
  page = await browser.newPage({ reducedMotion: 'reduce', colorScheme: 'light' });
  noteComplaints(page, complaints);
});
afterAll(async () => {
  await browser.close();
  await gateway.close();
});

const drawn = (): Promise<void> =>
  page.evaluate(async () => {
    await document.fonts.ready;
    for (const image of document.images) image.loading = 'eager';
    await Promise.all([...document.images].map((image) => image.decode()));
    for (let frame = 0; frame < 4; frame += 1) await new Promise(requestAnimationFrame);
  });

describe('rules PAGE-26, PAGE-36: looks like its picture:', () => {
  test.each([
    ['screen-before', 'screen?state=before', [640, 360]],
    ['screen-before-upright', 'screen?state=before', [360, 640]],
    ['screen-countdown-upright', 'screen?state=before&air=countdown', [360, 640]],
    ['screen-countdown-strip', 'screen?state=before&air=countdown', [1280, 128]],
    ['screen-fixtures-upright', 'screen?state=live&air=fixtures', [360, 640]],
    ['screen-feed', 'screen?state=feed', [640, 360]],
    ['screen-live', 'screen?state=live', [640, 360]],
    ['screen-added-light', 'screen?state=added&theme=light', [640, 360]],
    ['screen-break-contrast', 'screen?state=break&theme=high-contrast', [640, 360]],
    ['screen-shootout', 'screen?state=shootout', [640, 360]],
    ['screen-strip', 'screen?state=live', [1280, 128]],
    ['screen-upright', 'screen?state=added', [360, 640]],
    ['overlay-bar', 'overlay?state=added&widgets=scorebug,goal&scale=1.5', [640, 360]],
    ['overlay-box', 'overlay?state=added&widgets=scorebug&style=box&scale=2', [640, 360]],
    ['overlay-pill', 'overlay?state=added&widgets=scorebug&style=pill&scale=2', [640, 360]],
    ['overlay-lineup', 'overlay?state=before&widgets=lineup&scale=1.15', [640, 360]],
    ['overlay-fixtures', 'overlay?state=live&widgets=fixtures&scale=1.15', [640, 360]],
    ['overlay-standings', 'overlay?state=live&widgets=standings', [640, 360]],
    ['overlay-theme', 'overlay?state=added&widgets=scorebug,fixtures&font=inter&crest=team-1', [640, 360]],
    ['screen-theme', 'screen?state=live&font=inter&crest=team-1', [640, 360]],
  ] as const)('%s', async (name, address, [width, height]) => {
    await page.setViewportSize({ width, height });
    await page.goto(`${gateway.url}/design/${address}`);
    await page.locator('.board, .list, .place > *').first().waitFor();
    await drawn();
    expect(await pictureFault(name, await page.screenshot({ omitBackground: true }))).toBeNull();
  });

  test.each(['light', 'dark'] as const)('the parts of pages, %s', async (colorScheme) => {
    await page.setViewportSize({ width: 720, height: 900 });
    await page.emulateMedia({ colorScheme });
    await waitForFaces(page, '**/style.css');
    await page.goto(`${gateway.url}/design`);
    await drawn();
    await page.unrouteAll();
    expect(await pictureFault(`parts-${colorScheme}`, await page.locator('#parts').screenshot())).toBeNull();
    expect(await pictureFault(`public-${colorScheme}`, await page.locator('#public').screenshot())).toBeNull();
    expect(await seriousViolations(page, ['iframe'])).toEqual([]);
    await page.emulateMedia({ colorScheme: 'light' });
  });
});

test('a picture with another score, or of another size, is not the same', async () => {
  await page.setViewportSize({ width: 640, height: 360 });
  const pictureOf = async (state: string): Promise<PNG> => {
    await page.goto(`${gateway.url}/design/screen?state=${state}`);
    await page.locator('.board').waitFor();
    await drawn();
    return PNG.sync.read(await page.screenshot());
  };
  const live = await pictureOf('live');
  expect(differenceOf(live, await pictureOf('live'))).toBeNull();
  expect(differenceOf(live, await pictureOf('won'))).toMatch(/% of the pixels differ/);
  expect(differenceOf(live, new PNG({ width: 8, height: 8 }))).toBe('is 8 × 8 instead of 640 × 360');
});

test('rule PAGE-26: every section of samples is on the page, and each is drawn without an error', async () => {
  await page.goto(`${gateway.url}/design`);
  const samples = await page
    .locator('iframe')
    .evaluateAll((frames) => frames.map((frame) => (frame as HTMLIFrameElement).src));
  expect(samples.length).toBeGreaterThan(100);
  // design-sections.page.test.ts opens them all.
  expect(samples).toEqual(SECTIONS.flatMap(({ frames }) => frames.map(({ src }) => gateway.url + src)));
  expect(complaints).toEqual([]);
});

test('in production there is no /design', async () => {
  const production = await openTestGateway({
    config: { isProduction: true, publicUrl: 'https://touchline.example' },
    pages: path.join(await ensureBuilt(), 'pages'),
  });
  for (const address of [
    '/design',
    '/design/screen',
    '/design/overlay',
    '/design/console',
    '/design/embed',
    '/design/site?page=home',
  ]) {
    expect((await fetch(production.url + address)).status, address).toBe(404);
  }
  await production.close();
});

test('on a phone `/design` is no wider than the phone, and a wide sample can be moved sideways', async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${gateway.url}/design`);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  const samples = page.locator('.samples:has(> .strip)').first();
  expect(await samples.evaluate(({ scrollWidth, clientWidth }) => [scrollWidth, clientWidth < 390])).toEqual([
    640,
    true,
  ]);
});
