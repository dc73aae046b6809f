// The large graphics of an overlay: one at a time.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openBrowser } from '../../support/browser.ts';
import { openPageServer, type PageServer } from '../../support/page-server.ts';
import { shownFacts } from '../../support/shown-facts.ts';
import { shownState } from '../../support/shown-state.ts';

const CHANNEL = 'match:701';
const BEFORE = 'before kick-off, names not known';
const PANELS = ['lineup', 'stats', 'standings', 'fixtures', 'countdown'];

let server: PageServer;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  server = await openPageServer();
  browser = await openBrowser();
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});
beforeEach(async () => {
  page = await browser.newPage({ viewport: { width: 1920, height: 1080 } });
  await page.clock.install();
  return () => page.close();
});

async function open(state: string, widgets: string, facts: object = {}): Promise<void> {
  server.put(CHANNEL, shownState(state));
  server.putFacts(CHANNEL, { ...shownFacts()['line-ups'], kick_off: Date.now() + 3_600_000, ...facts });
  await page.goto(`${server.overlay(CHANNEL)}?token=good&widgets=scorebug,${widgets}`);
  await page.locator('.panel').waitFor();
}

const shownNow = (): Promise<string[]> =>
  page.locator('.panel').evaluateAll((all) => all.map((panel) => panel.getAttribute('data-testid') ?? ''));

/** The panels that are shown together, each time that they change, for `seconds`. */
async function changes(seconds: number): Promise<string[]> {
  const seen: string[] = [];
  for (let second = 0; second < seconds; second += 1) {
    const shown = (await shownNow()).join('+');
    if (shown !== seen.at(-1)) seen.push(shown);
    server.step(1_000);
    await page.clock.runFor(1_000);
  }
  return seen;
}

describe('rule PAGE-37: an overlay', () => {
  test('with several large graphics shows one at a time, in the order of the address', async () => {
    await open(BEFORE, 'countdown,stats,standings', { tables: [{ group: 'A', rows: [] }] });
    const seen = await changes(45);
    expect([...new Set(seen)].toSorted()).toEqual(['countdown', 'standings', 'stats']);
    expect('countdown,stats,standings,'.repeat(3)).toContain(seen.join());
    expect(await page.getByTestId('scorebug').count()).toBe(1);
  });

  test('gives no turn to one without data', async () => {
    await open('added time', PANELS.join(), { lineups: {}, next: [], tables: [] });
    expect(await changes(25)).toEqual(['stats']);
  });
});
