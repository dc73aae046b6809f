// An overlay on air: nothing of it moves by itself, all of it is in the safe area, and it is the same picture at every size.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BoardEvent } from '../../../protocol/wire/board.ts';
import { openBrowser } from '../../support/browser.ts';
import { openPageServer, type PageServer } from '../../support/page-server.ts';
import { shownFacts } from '../../support/shown-facts.ts';
import { shownBoard, shownMatch } from '../../support/shown-state.ts';

const CHANNEL = 'match:701';

let server: PageServer;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  server = await openPageServer();
  browser = await openBrowser();
  page = await browser.newPage({ viewport: { width: 1920, height: 1080 } });
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

async function open(name: string, query: string): Promise<void> {
  server.put(CHANNEL, shownMatch(name));
  const { tables = [] } = shownFacts()['a table before the match'] ?? {};
  server.putFacts(CHANNEL, { ...shownFacts()['a formation'], tables, kick_off: Date.now() + 3_600_000 });
  await page.goto(`${server.overlay(CHANNEL)}?token=good&${query}`);
  await page.locator('.place > *').first().waitFor();
}

test('rule PAGE-43: nothing moves while an overlay loads, while its clock runs, and at a goal', async () => {
  await page.addInitScript(() => {
    const moves: number[] = [];
    Object.assign(window, { moves });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) moves.push((entry as PerformanceEntry & { value: number }).value);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  const moved = (): Promise<unknown> => page.evaluate(() => (window as unknown as { moves: number[] }).moves);
  for (const style of ['bar', 'box', 'pill']) {
    await open('added time', `widgets=scorebug,goal,sponsor&style=${style}`);
    const clock = page.getByTestId('clock');
    const [first, width] = [await clock.innerText(), (await clock.boundingBox())?.width];
    await expect.poll(() => clock.innerText()).not.toBe(first);
    const goal: BoardEvent = {
      type: 'Goal',
      at: new Date().toISOString(),
      minute: '90+3',
      team: 'home',
      own_goal: false,
    };
    const board = shownBoard('added time');
    const matches = { '701': { ...board, score: { home: 5, away: 2 }, events: { ...board.events, goal } } };
    server.change(CHANNEL, { ...shownMatch('added time'), matches }, [
      { action: 'recorded', marker_id: 'goal', type: 'Goal' },
    ]);
    await page.getByTestId('banner').waitFor();
    expect(await moved(), style).toEqual([]);
    expect((await clock.boundingBox())?.width, style).toBe(width);
  }
  // The observer sees what moves.
  await page.getByTestId('scorebug').evaluate((bug) => {
    bug.style.marginTop = '40px';
  });
  await expect.poll(moved).not.toEqual([]);
});

const SHAPES = [
  [1280, 720],
  [1920, 1080],
  [3840, 2160],
] as const;

/** The edges of each widget in pixels of 1920 × 1080. */
const edges = (): Promise<readonly (readonly number[])[]> =>
  page.evaluate(async () => {
    await document.fonts.ready;
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
    return [...document.querySelectorAll('.place > *')].map((widget) => {
      const { left, top, right, bottom } = widget.getBoundingClientRect();
      return [left, top, right, bottom].map((edge) => (edge / innerWidth) * 1_920);
    });
  });

test.each([
  ['scorebug', 'added time'],
  ['scorebug&style=box&scale=2', 'added time'],
  ['scorebug&style=pill&position=top-right', 'added time'],
  ['scorebug,shootout,lower-third', 'a shootout'],
  ['lineup', 'a formation'],
  ['lineup&team=home&position=right', 'a formation'],
  ['stats', 'statistics after the match'],
  ['standings&position=left', 'added time'],
  ['countdown', 'a formation'],
])('rule PAGE-43: %s is in the safe area, and the same at 720p, 1080p and 4K', async (widgets, state) => {
  const shown: (readonly (readonly number[])[])[] = [];
  for (const [width, height] of SHAPES) {
    await page.setViewportSize({ width, height });
    await open(state, `animation=off&widgets=${widgets}`);
    shown.push(await edges());
  }
  await page.setViewportSize({ width: 1920, height: 1080 });
  const [small = [], whole = [], large = []] = shown;
  for (const [index, [left = 0, top = 0, right = 0, bottom = 0]] of whole.entries()) {
    // 5 % of each side.
    expect(
      [left >= 95.5, top >= 53.5, right <= 1_824.5, bottom <= 1_026.5],
      `${left} ${top} ${right} ${bottom}`,
    ).toEqual([true, true, true, true]);
    for (const other of [small, large]) {
      const apart = [left, top, right, bottom].map((edge, at) => Math.abs(edge - (other[index]?.[at] ?? 0)));
      // A pixel of 720p is one and a half of 1080p.
      expect(Math.max(...apart), `${widgets} ${index}`).toBeLessThan(3);
    }
  }
});
