// Every state that a screen must be able to show, on walls of every shape: nothing is cut off, covered or scrolled.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser } from './support/browser.ts';
import { openPageServer, type PageServer } from './support/page-server.ts';
import { shownStates } from './support/shown-states.ts';

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

/** What is wrong with the picture, in words; runs in the page. */
async function faultsOf(): Promise<string[]> {
  // Text is fitted by observers, which are heard between two frames.
  for (let frame = 0; frame < 3; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
  const faults: string[] = [];
  const all = (selector: string): HTMLElement[] => [...document.querySelectorAll<HTMLElement>(selector)];
  const nameOf = (element: HTMLElement): string => `${element.className} "${element.textContent}"`;
  const isDrawn = (element: HTMLElement): boolean =>
    getComputedStyle(element).display !== 'none' && element.offsetWidth > 0;
  const inside = (element: HTMLElement, box: DOMRect): boolean => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    return left >= box.left - 1 && right <= box.right + 1 && top >= box.top - 1 && bottom <= box.bottom + 1;
  };
  const overlap = (a: DOMRect, b: DOMRect): boolean =>
    a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  /** Where there is ink: a line is a third higher than its capitals and digits. */
  const inkBox = (element: HTMLElement): DOMRect => {
    const range = document.createRange();
    range.selectNodeContents(element);
    const { x, y, width, height } = range.getBoundingClientRect();
    return new DOMRect(x, y + height * 0.14, width, height * 0.72);
  };

  const { scrollWidth, scrollHeight } = document.documentElement;
  if (scrollWidth > innerWidth || scrollHeight > innerHeight)
    faults.push(`the page is ${scrollWidth} × ${scrollHeight}`);
  if (getComputedStyle(document.body).cursor !== 'none') faults.push('there is a cursor');
  for (const element of all('.name')) {
    const { clientWidth, clientHeight } = element;
    if (element.scrollWidth > clientWidth + 1 || element.scrollHeight > clientHeight + 1) {
      faults.push(`${nameOf(element)} does not fit`);
    }
  }
  for (const tile of all('.tile')) {
    const box = tile.getBoundingClientRect();
    const parts = [
      ...tile.querySelectorAll<HTMLElement>('.heading, .name, .score, .number, .clock, .period, .tally, .kick'),
    ];
    const drawn = parts.filter(isDrawn);
    for (const part of drawn) if (!inside(part, box)) faults.push(`${nameOf(part)} leaves its tile`);
    const central = drawn.filter((part) => part.matches('.score, .clock, .period, .tally'));
    const beside = [...tile.querySelectorAll<HTMLElement>('.team:not(.bye), .entry')]
      .filter(isDrawn)
      .filter((part) => inside(part, (part.closest('.entries') ?? tile).getBoundingClientRect()));
    for (const part of central) {
      for (const other of beside) {
        if (overlap(inkBox(part), other.getBoundingClientRect()))
          faults.push(`${nameOf(part)} covers ${nameOf(other)}`);
      }
      for (const other of central) {
        if (part !== other && overlap(inkBox(part), inkBox(other)))
          faults.push(`${nameOf(part)} covers ${nameOf(other)}`);
      }
    }
  }
  for (const list of all('.entries, .rows')) {
    const box = list.getBoundingClientRect();
    for (const item of list.children) {
      const { left, top, bottom } = item.getBoundingClientRect();
      if (left < box.right - 1 && (top < box.top - 1 || bottom > box.bottom + 1)) faults.push(`a line is cut in two`);
    }
  }
  return faults;
}

describe.each(Object.entries(states))('%s', (name, state) => {
  test('fits every screen', async () => {
    const channel = `match:${Object.keys(states).indexOf(name)}`;
    server.put(channel, state);
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
  ['an address without a token', 'match:0', '', 'The address of this screen lacks its token'],
])('%s is explained in words', async (_what, channel, query, title) => {
  await page.goto(server.screen(channel) + query);
  await page.getByRole('heading', { name: title }).waitFor();
  expect(complaints).toEqual([]);
});
