// Every state that a screen must be able to show, on all shapes of displays: nothing is cut off, covered or scrolled.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { noteComplaints, openBrowser } from '../../support/browser.ts';
import { faultsOf } from '../../support/layout-faults.ts';
import { openPageServer, type PageServer } from '../../support/page-server.ts';
import { SCREEN_SIZES } from '../../support/screen-sizes.ts';
import { feedState } from '../../support/shown-feeds.ts';
import { shownFacts } from '../../support/shown-facts.ts';
import { shownStates } from '../../support/shown-states.ts';

const states = shownStates();
const DAY_MS = 24 * 60 * 60_000;

let server: PageServer;
let browser: Browser;
let page: Page;
const complaints: string[] = [];

beforeAll(async () => {
  server = await openPageServer();
  browser = await openBrowser();
  page = await browser.newPage({ reducedMotion: 'reduce' });
  noteComplaints(page, complaints);
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

async function faultsAtEachSize(): Promise<Record<string, string[]>> {
  const faults: Record<string, string[]> = {};
  for (const [width, height] of SCREEN_SIZES) {
    await page.setViewportSize({ width, height });
    const found = await page.evaluate(faultsOf);
    if (found.length > 0) faults[`${width}x${height}`] = found;
  }
  return faults;
}

describe.each(Object.entries(states))('%s', (name, state) => {
  test('fits every screen', async () => {
    const channel = `match:${Object.keys(states).indexOf(name)}`;
    server.put(channel, state);
    server.putFacts(channel, shownFacts()[name] ?? {});
    await page.goto(`${server.screen(channel)}?token=good`);
    await page.waitForSelector('.board, .list');
    expect(await faultsAtEachSize()).toEqual({});
    expect(complaints).toEqual([]);
  });
});

// A result set by hand, a goal before the `Start`, and a match that was called off during play.
test.each([
  ['scheduled', 'line-ups'],
  ['postponed', 'a table before the match'],
  ['cancelled', 'a formation'],
] as const)('a score of a %s match leaves room for the status: %s', async (status, name) => {
  const before = states[name];
  const board = before?.kind === 'match' ? before.matches['701'] : undefined;
  if (before?.kind !== 'match' || !board) throw new Error('no match');
  server.put('match:701', { ...before, matches: { '701': { ...board, status, score: { home: 3, away: 1 } } } });
  server.putFacts('match:701', shownFacts()[name] ?? {});
  await page.goto(`${server.screen('match:701')}?token=good`);
  await page.waitForSelector('.board');
  expect(await faultsAtEachSize()).toEqual({});
  // A match with a result is not announced.
  const label = { scheduled: '', postponed: 'Postponed', cancelled: 'Cancelled' }[status];
  expect(await page.locator('.match-status').innerText()).toBe(label);
});

test('rule PAGE-17: goals that do not fit take turns, and their number is shown', async () => {
  await page.setViewportSize({ width: 1024, height: 768 });
  await page.clock.install();
  const channel = 'match:9999';
  const state = states['13–0, full time'];
  if (!state) throw new Error('no state');
  server.put(channel, state);
  await page.goto(`${server.screen(channel)}?token=good`);
  const list = page.getByTestId('entries-home');
  await list.locator('.entry.more:not(.out)').waitFor();
  // From here on the time stands still, but for the steps below.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000);
  const seen = new Set<string>();
  // Now and then the page takes its time from the server again, whose clock steps with it.
  for (let second = 0; second < 60 && seen.size < 7; second += 1) {
    const [more = '', ...lines] = await list.evaluate((element) =>
      ['.entry.more', '.entry:not(.out) .line'].flatMap((part) =>
        [...element.querySelectorAll(part)].map(({ textContent }) => textContent),
      ),
    );
    expect(more).toBe(`+${13 - (lines.join().split('’').length - 1)}`);
    for (const line of lines) seen.add(line.replaceAll('\u00a0', ' '));
    server.step(1_000);
    await page.clock.runFor(1_000);
  }
  expect(seen).toContain('Alex Morgan 12’, 53’, 74’, 81’, 87’');
  expect(seen.size).toBe(7);
  // The other tests use the same page.
  await page.clock.resume();
});

test('tiles hold long names, and Arabic ones, whose letters reach far below their line', async () => {
  const feed = feedState(8, (index) => index);
  if (feed.kind !== 'tournament') throw new Error('no feed');
  const named = Object.entries(feed.matches).map(([id, match], index) => {
    const name = index % 2 === 0 ? 'نادي الهلال السوداني الرياضي' : 'الأهلي القاهرة';
    return [id, { ...match, home: { name } }];
  });
  server.put('match:9993', { ...feed, matches: Object.fromEntries(named) });
  await page.goto(`${server.screen('match:9993')}?token=good`);
  await page.waitForSelector('.board');
  expect(await faultsAtEachSize()).toEqual({});
});

describe('a strip', () => {
  const player = { name: 'Wolfeschlegelsteinhausenbergerdorff-Featherstonehaugh the Younger' };
  const entry = { at: new Date().toISOString(), minute: '90+3', team: 'home', own_goal: false } as const;

  test.each(['added time', 'first half, long names'])('for a substitution fits every screen: %s', async (name) => {
    const state = states[name];
    const board = state?.kind === 'match' ? state.matches['701'] : undefined;
    if (state?.kind !== 'match' || !board) throw new Error('no match');
    server.put('match:9998', state);
    await page.goto(`${server.screen('match:9998')}?token=good&lang=de`);
    await page.waitForSelector('.board');
    const events = { ...board.events, new: { ...entry, type: 'Substitution' as const, player, second_player: player } };
    const cause = [{ action: 'recorded', marker_id: 'new', type: 'Substitution' }] as const;
    server.change('match:9998', { ...state, matches: { '701': { ...board, events } } }, cause);
    await page
      .getByTestId('strip')
      .filter({ hasText: /Wechsel 90\+3’ · Ein: Wolf.* · Aus: Wolf/ })
      .waitFor();
    expect(await faultsAtEachSize()).toEqual({});
  });

  test('rule PAGE-18: for a goal in a feed fits every tile', async () => {
    const state = states['a tournament with three live matches'];
    const match = state?.kind === 'tournament' ? state.matches['3'] : undefined;
    if (state?.kind !== 'tournament' || !match) throw new Error('no feed');
    server.put('match:9997', state);
    await page.goto(`${server.screen('match:9997')}?token=good`);
    await page.waitForSelector('.board');
    const score = { ...match.score, home: (match.score.home ?? 0) + 1 };
    const matches = { ...state.matches, '3': { ...match, score } };
    server.change('match:9997', { ...state, matches }, [{ action: 'recorded', marker_id: 'new', type: 'Goal' }]);
    const strip = page.locator('.tile[data-match="3"]').getByTestId('strip');
    await strip.filter({ hasText: `GOAL! ${match.home.name}` }).waitFor();
    expect(await page.getByTestId('strip').count()).toBe(1);
    const first = (): Promise<string | null> => page.locator('.tile').first().getAttribute('data-match');
    expect(await first()).toBe('3');
    expect(await faultsAtEachSize()).toEqual({});
    server.change('match:9997', state, [{ action: 'deleted', marker_id: 'new', type: 'Goal' }]);
    await strip.waitFor({ state: 'detached' });
    expect(await first()).toBe('0');
  });
});

test('rule PAGE-28: the names of a formation are on the pitch, and a strip tells them in turn', async () => {
  const state = states['a formation'];
  if (!state) throw new Error('no state');
  server.put('match:9995', state);
  server.putFacts('match:9995', shownFacts()['a formation'] ?? {});
  await page.goto(`${server.screen('match:9995')}?token=good`);
  const outside = async (): Promise<string[]> =>
    page.getByTestId('formation').evaluate((pitch) => {
      const box = pitch.getBoundingClientRect();
      return [...pitch.querySelectorAll('.pitch-player')]
        .filter((player) => {
          const { left, right, top, bottom } = player.getBoundingClientRect();
          return left < box.left || right > box.right || top < box.top || bottom > box.bottom;
        })
        .map(({ textContent }) => textContent);
    });
  for (const [width, height] of SCREEN_SIZES.filter((size) => size[0] < 5 * size[1])) {
    await page.setViewportSize({ width, height });
    await page.locator(`.pitch svg[height]`).waitFor();
    await expect.poll(outside, { message: `${width} × ${height}` }).toEqual([]);
  }
  await page.setViewportSize({ width: 1_920, height: 192 });
  await page.getByTestId('formation').waitFor({ state: 'hidden' });
  await page.locator('.starters').waitFor();
});

test('rule PAGE-30: a band of sponsors covers nothing, and an image that does not load drops itself only', async () => {
  const image = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 10"><rect width="40" height="10"/></svg>';
  await page.route('https://sponsors.example/*.svg', (route) =>
    route.fulfill({ contentType: 'image/svg+xml', body: image }),
  );
  await page.route('https://sponsors.example/broken', (route) =>
    route.fulfill({ contentType: 'image/png', body: 'no image' }),
  );
  const state = states['added time'];
  if (!state) throw new Error('no state');
  server.put('match:9994', state);
  const addresses = ['a.svg', 'broken', 'b.svg'].map((name) => `https://sponsors.example/${name}`).join();
  await page.goto(`${server.screen('match:9994')}?token=good&band&sponsors=${addresses}`);
  const images = page.getByTestId('band').locator('img');
  await page.getByTestId('band').locator('img[src$="b.svg"]').waitFor({ state: 'attached' });
  await page.getByTestId('band').locator('img[src$=broken]').waitFor({ state: 'detached' });
  expect(await images.count()).toBe(2);
  expect(await faultsAtEachSize()).toEqual({});
  for (const [width, height] of SCREEN_SIZES) {
    await page.setViewportSize({ width, height });
    const covers = await page.evaluate(() => {
      const [band, board] = ['.band', '.tiles'].map((part) => document.querySelector(part)?.getBoundingClientRect());
      return !band || !board || (band.top < board.bottom - 1 && band.left < board.right - 1);
    });
    expect(covers, `${width} × ${height}`).toBe(false);
  }
  await page.unrouteAll();
  expect(complaints).toEqual([]);
});

test('rule PAGE-29: a list shows the kick-off of matches to come, the next one first', async () => {
  await page.setViewportSize({ width: 1280, height: 720 });
  const state = states['a tournament before it begins'];
  if (!state) throw new Error('no feed');
  const at = new Date();
  at.setHours(19, 5, 0, 0);
  server.put('match:9996', state);
  server.putFacts('match:9996', {
    competition: 'Autumn Cup 2. Division',
    kick_offs: { '2': at.getTime() + 3_600_000, '5': at.getTime() },
  });
  await page.goto(`${server.screen('match:9996')}?token=good`);
  await page.getByRole('heading', { name: 'Autumn Cup 2. Division' }).waitFor();
  expect((await page.locator('.when').allInnerTexts()).slice(0, 3)).toEqual(['19:05', '20:05', 'Not started']);
  // Upright, too, the result stands between its sides.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.evaluate(faultsOf);
  const apart = await page.locator('.row').evaluateAll((rows) =>
    rows.filter((row) => {
      const [home, points, away] = ['.home', '.points', '.away'].map((part) => {
        const { left, right, top, height } = row.querySelector(part)?.getBoundingClientRect() ?? new DOMRect();
        return { left, right, middle: top + height / 2 };
      });
      if (!home || !points || !away) return true;
      const isOneLine = [home, away].every(({ middle }) => Math.abs(middle - points.middle) < 2);
      return !isOneLine || home.right > points.left || points.right > away.left;
    }),
  );
  expect(apart.length).toBe(0);
});

test('rule PAGE-29: a list names the day of a match of tomorrow, until that is today', async () => {
  const state = states['a tournament before it begins'];
  if (!state) throw new Error('no feed');
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.clock.install();
  const now = await page.evaluate(() => Date.now());
  server.put('match:9995', state);
  server.putFacts('match:9995', { kick_offs: { '2': now + DAY_MS } });
  await page.goto(`${server.screen('match:9995')}?token=good`);
  const day = page.locator('.day');
  await day.waitFor();
  expect(await day.count()).toBe(1);
  server.step(DAY_MS);
  await page.clock.fastForward(DAY_MS);
  await day.waitFor({ state: 'detached' });
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
