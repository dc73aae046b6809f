// Pictures of the overlay, of the pages that lead to it, and of a public page, for `npm run screenshots`.
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import type { BoardEvent } from '../../protocol/wire/board.ts';
import type { FactsTable } from '../../protocol/rest/facts.ts';
import { PASSWORD } from './world/people.ts';
import { TOKENS } from './world/tokens.ts';
import type { Picture, Stage } from './screenshots.ts';
import { shownFacts } from './shown-facts.ts';
import { shownBoard, shownMatch, shownState } from './shown-state.ts';

const CHANNEL = 'match:701';

/** A picture of a pitch, as the background of the overlay. */
function showPitch(): void {
  document.documentElement.style.background = [
    'linear-gradient(#6f8fb3 0 12%, #5b6470 12% 30%, transparent 30%)',
    'repeating-linear-gradient(90deg, #3f8f3a 0 12.5%, #4aa244 12.5% 25%)',
  ].join(', ');
}

const row = (
  id: number,
  name: string,
  [won, drawn, lost]: readonly [number, number, number],
  goals: readonly [number, number],
) => ({
  id,
  name,
  played: won + drawn + lost,
  won,
  drawn,
  lost,
  goals_for: goals[0],
  goals_against: goals[1],
  points: 3 * won + drawn,
});
/** Group C of 2018. */
const table: FactsTable = {
  group: 'C',
  rows: [
    row(1, 'France', [2, 1, 0], [3, 1]),
    row(5, 'Denmark', [1, 2, 0], [2, 1]),
    row(6, 'Peru', [1, 0, 2], [2, 2]),
    row(7, 'Australia', [0, 1, 2], [2, 5]),
  ],
};

async function openOverlay({ page, server }: Stage, state: string, widgets: string, query = ''): Promise<void> {
  server.put(CHANNEL, shownState(state));
  server.putFacts(CHANNEL, { competition: 'World Cup 2018', tables: [table], ...shownFacts()[state] });
  await page.goto(`${server.overlay(CHANNEL)}?token=good&widgets=${widgets}${query}`);
  await page.locator('.place > *').first().waitFor();
  await page.evaluate(showPitch);
}
const overlay = (name: string, state: string, widgets: string, query = ''): Picture => ({
  name,
  width: 960,
  height: 540,
  show: (stage) => openOverlay(stage, state, widgets, query),
});

/** The banner of a goal that has just been recorded. */
async function goalOnAir(stage: Stage): Promise<void> {
  await openOverlay(stage, 'added time', 'scorebug,goal');
  const board = shownBoard('added time');
  const event: BoardEvent = {
    type: 'Goal',
    at: new Date().toISOString(),
    minute: '90+2',
    team: 'home',
    player: { name: 'Olivier Giroud' },
    second_player: { name: 'Paul Pogba' },
    own_goal: false,
  };
  const matches = { '701': { ...board, score: { home: 5, away: 2 }, events: { ...board.events, goal: event } } };
  stage.server.change(CHANNEL, { ...shownMatch('added time'), matches }, [
    { action: 'recorded', marker_id: 'goal', type: 'Goal' },
  ]);
  await stillBanner(stage.page);
}

/** The banner after its animation. */
async function stillBanner(page: Page): Promise<void> {
  await page.getByTestId('banner').waitFor();
  await page.evaluate(() => Promise.all(document.getAnimations().map((animation) => animation.finished)));
}

async function signedIn({ page, gateway }: Stage): Promise<void> {
  const { url } = await gateway();
  await page.goto(`${url}/sign-in`);
  await page.getByLabel('E-mail address').fill('user1@example.org');
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(`${url}/`);
}

async function buildOverlay(stage: Stage): Promise<void> {
  await signedIn(stage);
  await stage.page.goto(`${(await stage.gateway()).url}/build/overlay?channel=match:701`);
  await stage.page.getByRole('button', { name: 'Make the address' }).click();
  await stage.page.getByRole('button', { name: 'A goal', exact: true }).click();
  const banner = stage.page.frameLocator('#preview').getByTestId('banner');
  await banner.evaluate((element) =>
    Promise.all(element.getAnimations({ subtree: true }).map(({ finished }) => finished)).then(() => null),
  );
}

const MINUTE = 60_000;

/** The public page of a match that is being played. */
async function publicMatch({ page, gateway }: Stage): Promise<void> {
  const { url, call } = await gateway();
  const mark = async (type: string, minutesAgo: number, more: object = {}): Promise<void> => {
    const timestamp = new Date(Date.now() - minutesAgo * MINUTE).toISOString();
    const body = { id: randomUUID(), type, timestamp, ...more };
    await call('POST', 'tournaments/autumn-cup/matches/701/markers', { token: TOKENS.tournament, body });
  };
  await mark('Start', 38);
  await mark('Goal', 27, { primary_player_pc_id: 1 });
  await mark('ShotOnTarget', 22, { team: 'away' });
  await mark('YellowCard', 16, { team: 'away', primary_player_pc_id: 3 });
  await mark('Foul', 16, { team: 'away' });
  await mark('Goal', 4, { team: 'away', primary_player_pc_id: 3 });
  await page.goto(`${url}/tournaments/autumn-cup/matches/701`);
  // The face of text is optional: from its second load on, a page has it.
  await page.evaluate(() => document.fonts.ready);
  await page.reload();
  await page.locator('.clock').filter({ hasText: ':' }).waitFor();
}

export const sitePictures: readonly Picture[] = [
  { name: 'overlay-goal', width: 960, height: 540, show: goalOnAir },
  overlay('overlay-line-ups', 'line-ups', 'lineup'),
  overlay('overlay-statistics', 'statistics after the match', 'stats'),
  overlay('overlay-shootout', 'a shootout', 'scorebug,shootout,lower-third'),
  overlay('overlay-standings', 'added time', 'scorebug,standings'),
  { name: 'build-overlay', width: 960, height: 1_000, show: buildOverlay },
  { name: 'public-match', width: 800, height: 760, show: publicMatch },
];
