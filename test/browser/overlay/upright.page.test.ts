// The overlay on an upright picture: as large as beside 16:9, with room for the names and buttons of the apps that show it.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BoardEvent } from '../../../protocol/wire/board.ts';
import { openBrowser } from '../../support/browser.ts';
import { faultsOf } from '../../support/overlay-faults.ts';
import { openPageServer, type PageServer } from '../../support/page-server.ts';
import { shownFacts } from '../../support/shown-facts.ts';
import { shownStates } from '../../support/shown-states.ts';

const CHANNEL = 'match:701';
const SHAPES = [
  [1080, 1920],
  [1080, 1350],
  [540, 960],
] as const;

let server: PageServer;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  server = await openPageServer();
  browser = await openBrowser();
  page = await browser.newPage();
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

type Facts = Parameters<PageServer['putFacts']>[1];

async function open(state: string, query: string, facts: Facts = {}): Promise<void> {
  const shown = shownStates()[state];
  if (!shown) throw new Error(`There is no state "${state}".`);
  server.put(CHANNEL, shown);
  server.putFacts(CHANNEL, { ...shownFacts()['a formation'], kick_off: Date.now() + 3_600_000, ...facts });
  await page.goto(`${server.overlay(CHANNEL)}?token=good&animation=off&${query}`);
  await page.locator('.place > *').first().waitFor();
}

const tables = (count: number, teams: number) =>
  Array.from({ length: count }, (_, index) => ({
    group: 'ABCDEFGHIJKL'.charAt(index),
    rows: Array.from({ length: teams }, (_row, team) => ({
      id: team + 1,
      name: team === 0 ? 'Borussia Verein für Leibesübungen 1900' : `Team ${team}`,
      played: 3,
      won: 3 - team,
      drawn: 0,
      lost: team,
      goals_for: 9,
      goals_against: team,
      points: 9,
    })),
  }));

const next = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    group: 'A',
    round: 2,
    home: 'Borussia Verein für Leibesübungen 1900',
    away: `Team ${index}`,
    kick_off: Date.now() + (index + 1) * 3_600_000,
    zone: 'Europe/Lisbon',
  }));

/** Share of the picture: where the graphics begin and end, and the width of the widest one. */
const shares = () =>
  page.evaluate(() => {
    const boxes = [...document.querySelectorAll('.place > *')].map((element) => element.getBoundingClientRect());
    return {
      top: Math.min(...boxes.map((box) => box.top)) / innerHeight,
      bottom: 1 - Math.max(...boxes.map((box) => box.bottom)) / innerHeight,
      left: Math.min(...boxes.map((box) => box.left)) / innerWidth,
      right: 1 - Math.max(...boxes.map((box) => box.right)) / innerWidth,
      width: Math.max(...boxes.map((box) => box.width)) / innerWidth,
    };
  });

async function expectFree(): Promise<void> {
  const { top, bottom, left, right } = await shares();
  expect(top).toBeGreaterThan(0.079);
  expect(bottom).toBeGreaterThan(0.199);
  expect(left).toBeGreaterThan(0.049);
  expect(right).toBeGreaterThan(0.049);
  expect(await page.evaluate(faultsOf)).toEqual([]);
}

test.each(SHAPES)(
  'rule PAGE-47: a picture of %i × %i has a scorebug and a banner as large as beside 16:9',
  async (width, height) => {
    await page.setViewportSize({ width, height });
    for (const style of ['bar', 'box', 'pill']) {
      await open('first half, long names', `widgets=scorebug,goal,lower-third&names=full&style=${style}`);
      await expectFree();
    }
    await open('added time', 'widgets=scorebug,goal');
    expect((await page.locator('.bug-row').boundingBox())?.height).toBeCloseTo(
      62 * Math.min(width / 1080, height / 1860),
      0,
    );
    const state = shownStates()['added time'];
    const board = state?.kind === 'match' ? state.matches['701'] : undefined;
    if (state?.kind !== 'match' || !board) throw new Error('no match');
    const goal: BoardEvent = {
      type: 'Goal',
      at: new Date().toISOString(),
      minute: '90+4',
      team: 'home',
      own_goal: false,
      player: { name: 'Wolfeschlegelsteinhausenbergerdorff the Younger' },
    };
    const matches = { '701': { ...board, events: { ...board.events, goal } } };
    server.change(CHANNEL, { ...state, matches }, [{ action: 'recorded', marker_id: 'goal', type: 'Goal' }]);
    await page.getByTestId('banner').waitFor();
    await expectFree();
    expect((await shares()).width).toBeGreaterThan(0.55);
  },
);

test.each(SHAPES)('rule PAGE-47: a picture of %i × %i has panels of its whole width', async (width, height) => {
  await page.setViewportSize({ width, height });
  const faults: Record<string, unknown> = {};
  for (const [widget, testId, state, facts] of [
    ['lineup', 'lineup', 'added time', {}],
    ['lineup', 'lineup', 'added time', shownFacts()['line-ups'] ?? {}],
    ['lineup&team=home', 'lineup', 'added time', {}],
    ['lineup&team=home', 'lineup', 'added time', shownFacts()['line-ups'] ?? {}],
    ['stats', 'stats', 'first half, long names', {}],
    ['standings', 'standings', 'added time', { tables: tables(1, 10) }],
    ['standings', 'standings', 'a tournament', { tables: tables(4, 4) }],
    ['standings', 'standings', 'a tournament', { tables: tables(12, 4) }],
    ['countdown', 'countdown', 'before kick-off, names not known', {}],
    ['fixtures', 'fixtures', 'added time', { next: next(5) }],
    ['shootout', 'shootout', 'a long shootout, over', {}],
    ['scorebug', 'ticker', 'a tournament', {}],
  ] as const) {
    // The scorebug of a tournament has a line for each match: beside its tables it would be too much.
    const beside = state === 'a tournament' ? '' : 'scorebug,';
    await open(state, `widgets=${beside}${widget}&style=box`, facts);
    await page.getByTestId(testId).waitFor();
    await expectFree().catch((error: unknown) => (faults[`${widget} ${state}`] = error));
  }
  expect(faults).toEqual({});
  await open('added time', 'widgets=lineup');
  const pitch = await page.getByTestId('formation').boundingBox();
  expect(pitch?.height, 'the pitch stands').toBeGreaterThan(pitch?.width ?? Infinity);
});
