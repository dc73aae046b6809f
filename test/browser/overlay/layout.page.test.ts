// Every widget in every state: inside the picture, not cut off, and transparent around it.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { BoardEvent } from '../../../protocol/wire/board.ts';
import type { FactsLineup, FactsTable } from '../../../protocol/rest/facts.ts';
import { ensureBuilt } from '../../../src/cli/build.mjs';
import { noteComplaints, openBrowser } from '../../support/browser.ts';
import { faultsOf } from '../../support/overlay-faults.ts';
import { openPageServer, type PageServer } from '../../support/page-server.ts';
import { shownStates } from '../../support/shown-states.ts';
import { seriousViolations } from '../../support/axe.ts';

const LONG = 'Wolfeschlegelsteinhausenbergerdorff-Featherstonehaugh the Younger';
const lineup = (players: number, substitutes: number): FactsLineup => ({
  starters: Array.from({ length: players }, (_, index) => ({
    number: index + 1,
    name: index % 3 === 0 ? `${LONG} ${index}` : `Player ${index}`,
    captain: index === 0,
    position: 'CM',
  })),
  substitutes: Array.from({ length: substitutes }, (_, index) => ({
    number: index + 12,
    name: index % 4 === 0 ? LONG : `Substitute ${index}`,
    captain: false,
    position: null,
  })),
});
const table = (group: string, teams: number): FactsTable => ({
  group,
  rows: Array.from({ length: teams }, (_, index) => ({
    id: index + 1,
    name: index % 2 === 0 ? 'Borussia Verein für Leibesübungen 1900 Mönchengladbach' : `Team ${index}`,
    played: 3,
    won: 3 - index,
    drawn: 0,
    lost: index,
    goals_for: 9,
    goals_against: index,
    points: 9 - index,
  })),
});
const groups = (count: number, teams: number): FactsTable[] =>
  Array.from({ length: count }, (_, index) => table('ABCDEFGHIJKL'.charAt(index), teams));

const states = shownStates();
const channelOf = (name: string): string => `match:${Object.keys(states).indexOf(name)}`;

let server: PageServer;
let browser: Browser;
let page: Page;
const complaints: string[] = [];

beforeAll(async () => {
  server = await openPageServer();
  browser = await openBrowser();
  page = await browser.newPage({ viewport: { width: 1920, height: 1080 } });
  noteComplaints(page, complaints);
  for (const [name, state] of Object.entries(states)) {
    server.put(channelOf(name), state);
    const lineups = { home: lineup(11, 9), away: lineup(14, 3) };
    server.putFacts(channelOf(name), {
      competition: `${LONG} Cup of ${LONG}`,
      kick_off: Date.now() + 3_600_000,
      lineups: { '701': lineups, '100_0': lineups },
      tables: groups(1, 4),
    });
  }
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

const show = async (name: string, query: string): Promise<void> => {
  await page.goto(`${server.overlay(channelOf(name))}?token=good&animation=off&${query}`);
};

const CASES: readonly [widget: string, testId: string, state: string][] = [
  ['scorebug', 'scorebug', 'added time'],
  ['scorebug', 'scorebug', 'first half, long names'],
  ['scorebug&names=full', 'scorebug', 'first half, long names'],
  ['scorebug', 'scorebug', 'one pairing, by hand'],
  ['scorebug&style=box', 'scorebug', 'first half, long names'],
  ['scorebug&style=box', 'scorebug', 'a long name beside cards'],
  ['scorebug&style=pill', 'scorebug', 'first half, long names'],
  ['scorebug&style=pill', 'scorebug', 'statistics after the match'],
  ['scorebug', 'scorebug', 'before kick-off, names not known'],
  ['scorebug', 'ticker', 'a tournament'],
  ['lower-third', 'lower-third', 'first half, long names'],
  ['lower-third', 'lower-third', 'before kick-off, names not known'],
  ['lineup', 'lineup', 'first half, long names'],
  ['lineup&team=away', 'lineup', 'four pairings and a bye'],
  ['stats', 'stats', 'first half, long names'],
  ['standings', 'standings', 'added time'],
  ['shootout', 'shootout', 'a shootout'],
  ['shootout', 'shootout', 'a long shootout, over'],
  ['countdown', 'countdown', 'before kick-off, names not known'],
  ['scorebug,lower-third,shootout&lang=de', 'shootout', 'a shootout'],
];

describe('a widget', () => {
  test.each(CASES)('%s is drawn (%s) of: %s', async (widget, testId, state) => {
    const faults: Record<string, string[]> = {};
    for (const more of ['', '&scale=0.5', '&position=bottom-right']) {
      await show(state, `widgets=${widget}${more}`);
      await page.getByTestId(testId).waitFor();
      const found = await page.evaluate(faultsOf);
      if (found.length > 0) faults[more] = found;
    }
    expect(faults).toEqual({});
  });

  test.each([
    [1, 10],
    [2, 5],
    [4, 4],
    [8, 4],
    [12, 4],
  ])('standings hold %i groups of %i', async (count, teams) => {
    server.putFacts(channelOf('a tournament'), { competition: 'Cup', tables: groups(count, teams) });
    await show('a tournament', 'widgets=standings');
    await page.getByTestId('standings').waitFor();
    expect(await page.locator('.table').count()).toBe(count);
    expect(await page.evaluate(faultsOf)).toEqual([]);
    await show('a tournament', 'widgets=standings&group=A');
    await page.getByTestId('standings').waitFor();
    expect(await page.locator('.table').count()).toBe(1);
  });

  test.each([
    [1280, 720],
    [3840, 2160],
  ])('is the same picture at %i × %i', async (width, height) => {
    await page.setViewportSize({ width, height });
    await show('added time', 'widgets=scorebug,lower-third');
    await page.getByTestId('scorebug').waitFor();
    const box = await page.locator('.bug-row').boundingBox();
    expect((box?.height ?? 0) / height).toBeCloseTo(62 / 1080, 2);
    expect(await page.evaluate(faultsOf)).toEqual([]);
    await page.setViewportSize({ width: 1920, height: 1080 });
  });

  test.each([
    [2560, 240],
    [1920, 192],
    [1200, 240],
  ])('is large enough to read on a strip of %i × %i, which has no panels', async (width, height) => {
    await page.setViewportSize({ width, height });
    const faults: Record<string, string[]> = {};
    for (const [widgets, testId, state] of [
      ['scorebug,lower-third', 'lower-third', 'first half, long names'],
      ['scorebug,lower-third&style=box&names=full', 'lower-third', 'first half, long names'],
      ['scorebug,shootout', 'shootout', 'a shootout'],
      ['scorebug', 'ticker', 'a tournament'],
    ] as const) {
      await show(state, `widgets=${widgets}`);
      await page.getByTestId(testId).waitFor();
      const found = await page.evaluate(faultsOf);
      if (found.length > 0) faults[widgets] = found;
    }
    expect(faults).toEqual({});
    await show('added time', 'widgets=scorebug,standings');
    await page.getByTestId('standings').waitFor({ state: 'hidden' });
    expect((await page.locator('.bug-row').boundingBox())?.height).toBeGreaterThan(36);
    await page.setViewportSize({ width: 1920, height: 1080 });
  });

  test('causes no error in the browser', () => {
    expect(complaints).toEqual([]);
  });
});

describe('the picture', () => {
  test('is transparent where no widget is', async () => {
    await show('added time', 'widgets=scorebug');
    await page.getByTestId('scorebug').waitFor();
    const background = await page.evaluate(() =>
      [document.documentElement, document.body].map((element) => getComputedStyle(element).backgroundColor),
    );
    expect(background).toEqual(['rgba(0, 0, 0, 0)', 'rgba(0, 0, 0, 0)']);
    const png = (await page.screenshot({ omitBackground: true })).toString('base64');
    const viewer = await browser.newPage();
    const alphas = await viewer.evaluate(async (source) => {
      const image = new Image();
      image.src = `data:image/png;base64,${source}`;
      await image.decode();
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [image.width, image.height];
      const context = canvas.getContext('2d');
      context?.drawImage(image, 0, 0);
      const alphaAt = (x: number, y: number): number => context?.getImageData(x, y, 1, 1).data[3] ?? -1;
      return { middle: alphaAt(960, 540), corner: alphaAt(1919, 1079), bug: alphaAt(300, 60) };
    }, png);
    await viewer.close();
    expect([alphas.middle, alphas.corner]).toEqual([0, 0]);
    expect(alphas.bug).toBe(255);
  });

  test('rule PAGE-41: keeps right-to-left names in their usual place, and minutes apart from them', async () => {
    for (const [widget, text] of [
      ['stats', '.versus-side.away .versus-name'],
      ['lower-third', '.lower-text'],
    ] as const) {
      const names = `home_name=${encodeURIComponent('هلال')}&away_name=${encodeURIComponent('الأهلي')}`;
      await show('one pairing, by hand', `widgets=${widget}&${names}`);
      await page.getByTestId(widget).waitFor();
      const indent = await page.locator(text).evaluate((element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        return range.getBoundingClientRect().left - element.getBoundingClientRect().left;
      });
      expect(Math.abs(indent), widget).toBeLessThan(4);
    }
    const state = states['added time'];
    const board = state?.kind === 'match' ? state.matches['701'] : undefined;
    if (state?.kind !== 'match' || !board) throw new Error('no match');
    await show('added time', `widgets=goal&home_name=${encodeURIComponent('هلال')}`);
    await page.locator('#overlay').waitFor({ state: 'attached' });
    const goal: BoardEvent = {
      type: 'Goal',
      at: new Date().toISOString(),
      minute: '90+4',
      team: 'home',
      own_goal: false,
    };
    const matches = { '701': { ...board, events: { ...board.events, goal } } };
    const cause = [{ action: 'recorded', marker_id: 'goal', type: 'Goal' }] as const;
    server.change(channelOf('added time'), { ...state, matches }, cause);
    const [name, minute] = await Promise.all(
      ['.banner-name', '.banner-minute'].map((part) => page.locator(part).boundingBox()),
    );
    // The name is read first, from the right.
    expect((name?.x ?? 0) - (minute?.x ?? 0) - (minute?.width ?? 0)).toBeCloseTo(16, 0);
    expect(await page.locator('.banner-minute').evaluate((one) => getComputedStyle(one).direction)).toBe('ltr');
  });

  test('uses colours, names and position of the address, and hides the clock', async () => {
    await show('added time', 'widgets=scorebug&home_color=00ff00&home_name=Bleus&position=top-right&hide_clock=1');
    await page.getByTestId('bug-home').filter({ hasText: 'Bleus' }).waitFor();
    const bar = page.locator('.bug-side.home .bug-bar');
    expect(await bar.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe('rgb(0, 255, 0)');
    expect((await page.getByTestId('scorebug').boundingBox())?.x).toBeGreaterThan(960);
    expect(await page.getByTestId('clock').count()).toBe(0);
  });

  test('reports invalid parameters only in the monitor', async () => {
    await show('added time', 'widgets=scorebug,fireworks&scale=huge');
    await page.getByTestId('scorebug').waitFor();
    expect(await page.locator('#overlay').innerText()).not.toMatch(/huge|fireworks/);
    await show('added time', 'widgets=scorebug,fireworks,countdown&scale=huge&monitor=1');
    const monitor = page.getByTestId('monitor');
    await monitor.filter({ hasText: 'scale=huge' }).waitFor();
    expect(await monitor.innerText()).toMatch(/fireworks/);
  });

  test('uses the language of the address', async () => {
    await show('half-time after a second yellow', 'widgets=scorebug&lang=de');
    await page.getByTestId('clock').filter({ hasText: 'HZ' }).waitFor();
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('de');
  });

  /** Each kind of drawing once. */
  const kinds = CASES.filter(([, testId], index) => CASES.findIndex(([, other]) => other === testId) === index);
  test.each(kinds)('of %s (%s) has no serious finding of axe', async (widget, testId, state) => {
    await show(state, `widgets=${widget}`);
    await page.getByTestId(testId).waitFor();
    expect(await seriousViolations(page)).toEqual([]);
  });
});

describe('the bundle for streaming software', () => {
  let script: string;
  let styles: string;
  beforeAll(async () => {
    const pages = path.join(await ensureBuilt(), 'pages');
    const manifest = JSON.parse(await readFile(path.join(pages, 'manifest.json'), 'utf8'));
    script = await readFile(path.join(pages, manifest.overlay.js), 'utf8');
    styles = await readFile(path.join(pages, manifest.overlay.css), 'utf8');
  });

  test('is a script of less than 60 KB, compressed', () => {
    expect(gzipSync(script).byteLength).toBeLessThan(60_000);
  });

  test('uses only features of Chromium 103', () => {
    const later =
      /\.(?:toSorted|toReversed|toSpliced|findLastIndexOf|groupBy|isWellFormed)\(|Promise\.withResolvers|URL\.canParse|Object\.groupBy|Array\.fromAsync/g;
    expect(script.match(later) ?? []).toEqual([]);
    const laterStyles =
      /color-mix|:has\(|@container|container-type|text-wrap|@layer\s*\(|\bdvh\b|\bcq[wh]\b|&\s*[.:{]/g;
    expect(styles.match(laterStyles) ?? []).toEqual([]);
  });
});
