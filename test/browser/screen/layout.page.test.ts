// Every state that a screen must be able to show, on all shapes of displays: nothing is cut off, covered or scrolled.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser } from '../../support/browser.ts';
import { faultsOf } from '../../support/layout-faults.ts';
import { openPageServer, type PageServer } from '../../support/page-server.ts';
import { shownFacts } from '../../support/shown-facts.ts';
import { shownStates } from '../../support/shown-states.ts';

const SIZES = [
  [1920, 1080],
  [3840, 1080],
  [1024, 768],
  [768, 1024],
  [390, 844],
  [1920, 192],
] as const;
const states = shownStates();

let server: PageServer;
let browser: Browser;
let page: Page;
const complaints: string[] = [];

beforeAll(async () => {
  server = await openPageServer();
  browser = await openBrowser();
  page = await browser.newPage({ reducedMotion: 'reduce' });
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

describe.each(Object.entries(states))('%s', (name, state) => {
  test('fits every screen', async () => {
    const channel = `match:${Object.keys(states).indexOf(name)}`;
    server.put(channel, state);
    server.putFacts(channel, shownFacts()[name] ?? {});
    await page.goto(`${server.screen(channel)}?token=good`);
    await page.waitForSelector('.board, .list');
    const faults: Record<string, string[]> = {};
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height });
      const found = await page.evaluate(faultsOf);
      if (found.length > 0) faults[`${width}x${height}`] = found;
    }
    expect(faults).toEqual({});
    expect(complaints).toEqual([]);
  });
});

test.each([
  ['a token that is not accepted', 'match:0', '?token=bad', 'The token in this address is not accepted'],
  ['a channel that the token may not read', 'match:999', '?token=good', 'This screen cannot show match:999'],
  ['an address without a token', 'match:0', '', 'The address of this screen has no token'],
])('%s is explained in words', async (_what, channel, query, title) => {
  await page.goto(server.screen(channel) + query);
  await page.getByRole('heading', { name: title }).waitFor();
  expect(complaints).toEqual([]);
});
