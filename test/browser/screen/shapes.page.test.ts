// How a screen uses the shape of its display: with few goals, before the match, for a goal, and in tiles.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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
  page = await browser.newPage({ reducedMotion: 'reduce' });
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

async function open(name: string, query = ''): Promise<void> {
  server.put(CHANNEL, shownState(name));
  server.putFacts(CHANNEL, shownFacts()[name] ?? {});
  await page.goto(`${server.screen(CHANNEL)}?token=good${query}`);
  await page.waitForSelector('.board');
}
const boxOf = async (selector: string) => {
  const box = await page.locator(selector).first().boundingBox();
  if (box === null) throw new Error(`${selector} is not drawn`);
  return box;
};

describe('with few goals', () => {
  test.each([
    [1920, 1080],
    [3840, 1080],
    [1024, 768],
    [768, 1024],
    [390, 844],
  ])('on %i × %i names, score and clock fill the picture', async (width, height) => {
    await page.setViewportSize({ width, height });
    await open('before kick-off, names not known');
    expect(await page.evaluate(faultsOf)).toEqual([]);
    const { y, height: high } = await boxOf('.period');
    expect((y + high) / height).toBeGreaterThan(0.9);
    await open('no goals, with crests');
    expect(await page.evaluate(faultsOf)).toEqual([]);
    const bottoms = await page
      .locator('.team, .period')
      .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().bottom));
    expect(Math.max(...bottoms) / height).toBeGreaterThan(0.88);
    const [clock, score] = [await boxOf('.clock'), await boxOf('.number')];
    expect(clock.height / score.height).toBeGreaterThan(0.24);
  });

  test.each([
    [1920, 1080],
    [1024, 768],
  ])('on %i × %i the first goals and cards move nothing', async (width, height) => {
    await page.setViewportSize({ width, height });
    const parts = ['.team.home', '.crest.home', '.crest.away', '.score'];
    const places = async (name: string) => {
      await open(name);
      expect(await page.evaluate(faultsOf)).toEqual([]);
      return Promise.all(parts.map(boxOf));
    };
    expect(await places('few goals, with crests')).toEqual(await places('no goals, with crests'));
  });

  test('parts change their size in the time of tokens.css, or at once for people who want no motion', async () => {
    await open('no goals, with crests');
    const time = async () => page.locator('.score').evaluate((score) => getComputedStyle(score).transitionDuration);
    expect(await time()).toBe('0s');
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    expect(await time()).toBe('0.6s');
    await page.emulateMedia({ reducedMotion: 'reduce' });
  });
});

test('in two columns of tiles on a phone the clock is in the middle of its tile, and large', async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open('a tournament');
  const clocks = await page.locator('.tile').evaluateAll((tiles) =>
    tiles.map((tile) => {
      const clock = tile.querySelector<HTMLElement>('.clock');
      const [own, whole] = [clock?.getBoundingClientRect() ?? new DOMRect(), tile.getBoundingClientRect()];
      const aside = own.left + own.width / 2 - whole.left - whole.width / 2;
      return { aside: Math.abs(aside), size: clock === null ? 0 : Number.parseFloat(getComputedStyle(clock).fontSize) };
    }),
  );
  expect(clocks.length).toBe(8);
  for (const { aside, size } of clocks) {
    expect(aside).toBeLessThan(2);
    expect(size).toBeGreaterThan(24);
  }
});

test('before kick-off a strip names the competition', async () => {
  await page.setViewportSize({ width: 2560, height: 240 });
  await open('a table before the match');
  await page.getByRole('heading', { name: 'Autumn Cup · Group A · Round 3' }).waitFor();
  expect((await boxOf('.clock')).height).toBeGreaterThan(240 / 3);
});

describe('the animation', () => {
  const goal = (name: string, more: object = {}) => ({
    type: 'Goal' as const,
    at: new Date().toISOString(),
    minute: '90+3',
    team: 'home' as const,
    player: { name },
    own_goal: false,
    ...more,
  });
  /** The match with one more goal, and its cause. */
  function score(name: string, event: ReturnType<typeof goal>): void {
    const state = shownState(name);
    const board = state.kind === 'match' ? state.matches['701'] : undefined;
    if (state.kind !== 'match' || !board) throw new Error('no match');
    const matches = { '701': { ...board, events: { ...board.events, new: event } } };
    server.change(CHANNEL, { ...state, matches }, [{ action: 'recorded', marker_id: 'new', type: 'Goal' }]);
  }

  /** At each size the layout faults, and the texts that stand before the crest. */
  async function faultsEverywhere(): Promise<Record<string, string[]>> {
    const found: Record<string, string[]> = {};
    for (const [width, height] of SCREEN_SIZES) {
      await page.setViewportSize({ width, height });
      const faults = await page.evaluate(faultsOf);
      const covering = await page.getByTestId('goal-animation').evaluate((animation) => {
        const crest = animation.querySelector('.goal-animation-crest')?.getBoundingClientRect();
        return [...animation.querySelectorAll('p')].flatMap((text) => {
          const range = document.createRange();
          range.selectNodeContents(text);
          const { left, right, top, bottom } = range.getBoundingClientRect();
          const isOver =
            crest && left < crest.right && crest.left < right && top < crest.bottom && crest.top < bottom - 1;
          return isOver === true ? [`${text.textContent} stands before the crest`] : [];
        });
      });
      if (faults.length + covering.length > 0) found[`${width}x${height}`] = [...faults, ...covering];
    }
    return found;
  }

  test.each([
    ['added time', 'Ana Silva', {}],
    ['no goals, with crests', 'Ana Silva', {}],
    [
      'first half, long names',
      'Wolfeschlegelsteinhausenbergerdorff-Featherstonehaugh the Younger',
      { own_goal: true, minute: '12' },
    ],
  ])('for a goal and for a cancelled goal fits every screen: %s', async (name, scorer, more) => {
    await open(name, '&lang=de');
    score(name, goal(scorer, more));
    await page.getByTestId('goal-animation').filter({ hasText: 'TOR!' }).waitFor();
    expect(await faultsEverywhere()).toEqual({});
    server.change(CHANNEL, shownState(name), [{ action: 'deleted', marker_id: 'new', type: 'Goal' }]);
    await page.getByTestId('goal-animation').filter({ hasText: 'Tor zurückgenommen' }).waitFor();
    expect(await faultsEverywhere()).toEqual({});
  });
});

test('rule PAGE-24: a word of a name that has room on a line of its own, or in a smaller size, is not broken', async () => {
  for (const [width, height] of [
    [1920, 1080],
    [768, 1024],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    await open('line-ups');
    expect(await page.evaluate(faultsOf)).toEqual([]);
    const word = page.locator('.whole-word').filter({ hasText: /^Feath/ });
    const lines = await word.evaluate(
      (box) => box.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(box).fontSize),
    );
    expect(lines, `${width} × ${height}`).toBeLessThan(2);
  }
});

test.each([
  [120, 90],
  [480, 60],
  [320, 180],
])('a refused screen of %i × %i begins with the whole reason', async (width, height) => {
  await page.setViewportSize({ width, height });
  await page.goto(`${server.screen(CHANNEL)}?token=bad`);
  const { y, height: high } = await boxOf('.notice h1');
  expect(y).toBeGreaterThanOrEqual(0);
  expect(y + high).toBeLessThanOrEqual(height);
});
