// The console on a network that is slow, loses requests and answers, and is cut between two steps of one entry.
import { randomUUID } from 'node:crypto';
import type { Route } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Board, MatchState } from '../../../protocol/wire/board.ts';
import { consoleOn, type Phone } from '../../support/console-page.ts';
import { iso } from '../../support/dates.ts';
import { openSiteForTests } from '../../support/site.ts';
import { advance, connect, positionOf } from '../../support/subscriber.ts';
import { TOKENS } from '../../support/world/tokens.ts';
import { autumnCup, openingMatch, springCup } from '../../support/world/tournaments.ts';
import { world } from '../../support/world/world.ts';
import { fetchFor } from '../../support/browser.ts';

const lineups = {
  home: { starters: [{ user_id: 1 }, { user_id: 2 }], substitutes: [{ user_id: 4 }] },
  away: { starters: [{ user_id: 3 }], substitutes: [{ user_id: 5 }] },
};
const cup = autumnCup({ matches: [openingMatch({ lineups })] });
const site = openSiteForTests({ data: { ...world(), tournaments: [cup, springCup()] } });
const { open, boardOf } = consoleOn(site);

const CHANNEL = 'match:701';
const MINUTE = 60_000;
const LATENCY_MS = 700;
/** An id after those that phones make. */
const SECOND = 'ffffffff-ffff-4fff-bfff-ffffffffffff';
const board = (): Promise<Board> => boardOf(CHANNEL, '701', TOKENS.tournament);
const shown = async (): Promise<string[]> =>
  Object.values((await board()).events).map(({ type, team, player, second_player: second }) =>
    [type, team, player?.name, second?.name].filter((part) => part !== undefined).join(' '),
  );

/** Of four requests, two are lost before the server has them, the third after, and the fourth arrives. */
async function spoil({ page, context }: Phone): Promise<{ readonly lost: () => number }> {
  const devtools = await context.newCDPSession(page);
  const speed = { offline: false, latency: LATENCY_MS, downloadThroughput: -1, uploadThroughput: -1 };
  await devtools.send('Network.emulateNetworkConditions', speed);
  let count = 0;
  await context.route(/\/markers(\/|$)/, async (route: Route) => {
    if (route.request().method() === 'GET') return route.continue();
    count += 1;
    if (count % 4 === 3) await fetchFor(route);
    return count % 4 === 0 ? route.continue() : route.abort('connectionreset');
  });
  return { lost: () => count - Math.floor(count / 4) };
}

test('rule PAGE-10: on a slow, lossy and cut network each entry and each correction is one change, and takes nothing else away', async () => {
  const start = { id: randomUUID(), type: 'Start', timestamp: iso(Date.now() - 10 * MINUTE) };
  const markers = 'tournaments/autumn-cup/matches/701/markers';
  await site.gateway.call('POST', markers, { token: TOKENS.tournament, body: start });
  const subscriber = await connect(site.gateway.liveUrl, TOKENS.tournament);
  const first = positionOf(await subscriber.subscribe(CHANNEL));
  const phone = await open(CHANNEL, TOKENS.tournament, {
    onPitch: false,
    // The shortest jitter.
    prepare: async (page) => void (await page.addInitScript(() => (Math.random = () => 0.05))),
  });
  const { page, context } = phone;
  const history = page.getByTestId('history');
  await phone.hears('ONLINE');
  const network = await spoil(phone);
  const cut = (isCut: boolean): Promise<void> => context.setOffline(isCut);
  /** A goal whose names are tapped before its first request: later ones, by slow taps, would be edits of their own. */
  const goal = async (side: 'home' | 'away', ...names: string[]): Promise<void> => {
    await cut(true);
    await phone.record(side, 'Goal', ...names);
    await cut(false);
  };
  await page.locator('.team-sheet.away select').selectOption({ label: '3 Eva Lopes' });
  await page.getByTestId('ready').click();
  await expect.poll(shown).toEqual(['Start', 'Keeper Eva Lopes']);

  // A goal, then its scorer, with the network cut between the two.
  await phone.record('home', 'Goal', 'Unknown');
  await expect.poll(async () => (await board()).score.home).toBe(1);
  await phone.hears('ONLINE');
  await cut(true);
  await history.locator('[data-type=Goal]').getByText('Change').click();
  for (const name of ['Ana', 'No assist']) await page.locator('dialog .player').filter({ hasText: name }).click();
  await page.locator('dialog').waitFor({ state: 'detached' });
  expect(await phone.score()).toBe('1–0');
  await cut(false);
  await expect.poll(shown).toContain('Goal home Ana Silva');

  // A goal that is undone while its own request is on the way.
  await goal('away', 'Eva', 'No assist');
  await history.locator('[data-type=Goal].away').getByRole('button', { name: /^Undo/ }).click();
  await expect.poll(phone.score).toBe('1–0');

  // The clock, cut off again.
  await cut(true);
  await page.getByTestId('clock').click();
  await page.getByText('+1 min', { exact: true }).click();
  await page.getByRole('button', { name: 'Set', exact: true }).click();
  await page.getByTestId('clock').getByText(/^11:/).waitFor();
  await cut(false);

  await phone.record('home', 'YellowCard', 'Rui');
  await phone.press('home', 'YellowCard');
  await page.locator('dialog .player').filter({ hasText: 'Rui' }).click();
  await page.getByRole('button', { name: 'Send off' }).click();
  await phone.press('home', 'Penalty');
  await page.locator('dialog [data-type=saved]').click();
  await page.locator('dialog .player').filter({ hasText: 'Ana' }).click();
  await phone.press('home', 'Substitution');
  await page.locator('dialog .player').filter({ hasText: 'Ana' }).click();
  // The bench comes first.
  expect(await page.locator('dialog .player .name').allInnerTexts()).toEqual(['Max Member']);
  await page.locator('dialog .player').filter({ hasText: 'Max' }).click();
  await phone.hears('ONLINE');

  await expect
    .poll(async () => Date.parse(iso(Date.now())) - Date.parse((await board()).events[start.id]?.at ?? ''))
    .toBeGreaterThan(11 * MINUTE);
  await expect
    .poll(shown)
    .toEqual([
      'Start',
      'Keeper Eva Lopes',
      'Goal home Ana Silva',
      'YellowCard home Rui Costa',
      'YellowCard home Rui Costa',
      'RedCard home Rui Costa',
      'PenaltyMissed home Eva Lopes Ana Silva',
      'Substitution home Ana Silva Max Member',
    ]);
  expect(await phone.score()).toBe('1–0');

  // Half-time, held because it is early, and undone in its toast while its request is on the way.
  const [next, toast, period] = [page.getByTestId('next'), page.locator('.toast'), page.getByTestId('period')];
  await next.and(page.locator('.hold:not([aria-disabled])')).click();
  await phone.step('Half-time');
  await toast.getByText('Half-time recorded.').waitFor();
  await toast.getByRole('button', { name: 'Undo' }).click();
  await period.getByText('1st half').waitFor();
  await phone.step('Half-time');
  await phone.step('Start 2nd half');

  // Another scorekeeper has the goal too. Each of the two entries is named, and one goes.
  await goal('away', 'Eva', 'No assist');
  await phone.hears('ONLINE');
  const twice = { id: SECOND, type: 'Goal', team: 'away', timestamp: iso(Date.now()) };
  await site.gateway.call('POST', markers, { token: TOKENS.tournament, body: twice });
  const warning = page.getByTestId('duplicate');
  await warning.waitFor();
  const named = await warning.locator('li').allInnerTexts();
  expect(named.map((text) => text.replace(/^Goal, .*’, /, ''))).toEqual([
    'Hilltop · Eva Lopes · this phone',
    'Hilltop · no player · another phone',
  ]);
  await cut(true);
  await warning.getByRole('button', { name: 'Undo the second' }).click();
  await warning.waitFor({ state: 'detached' });
  expect(await phone.score()).toBe('1–1');
  await cut(false);

  // After full time a goal needs "Correct the match" first.
  await phone.step('Full time', true);
  await period.getByText('Full time').waitFor();
  expect(await page.getByTestId('column-home').count()).toBe(0);
  await page.getByRole('button', { name: 'Correct the match' }).click();
  await goal('home', 'Max', 'No assist');
  await expect
    .poll(async () => (await shown()).slice(8))
    .toEqual(['HalfTime', 'Start', 'Goal away Eva Lopes', 'FullTime', 'Goal home Max Member']);
  expect(await phone.score()).toBe('2–1');

  // A reset asks, in the colour of danger. It is cut off, and comes once.
  await cut(true);
  await page.locator('.clock-bar').getByRole('button', { name: 'More' }).click();
  await page.getByRole('button', { name: 'Reset the match' }).click();
  const yes = page.locator('dialog .done');
  expect(await yes.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe('rgb(92, 21, 18)');
  await yes.click();
  await period.getByText('Not started').waitFor();
  await cut(false);
  await expect.poll(shown).toEqual(['ResetMatch']);
  await phone.hears('ONLINE');
  expect(network.lost()).toBeGreaterThan(28);

  // No change came twice, and the first goal stood in each frame before the reset.
  let position = first;
  const actions: string[] = [];
  const home: (number | undefined)[] = [];
  for (const frame of await subscriber.unread()) {
    if (frame.type !== 'delta') throw new Error(`A ${frame.type} came to a subscriber that reads.`);
    position = advance(position, frame);
    actions.push(...frame.cause.map(({ action }) => action));
    const { period, score } = (position.state as MatchState).matches['701'] ?? {};
    if (period !== 'not_started') home.push(score?.home);
  }
  const count = (action: string): number => actions.filter((one) => one === action).length;
  expect(count('updated')).toBe(2);
  expect(count('recorded') - count('deleted')).toBe(12);
  expect(count('reset')).toBe(1);
  expect(home.slice(home.indexOf(1), home.indexOf(2))).toEqual(
    home.slice(home.indexOf(1), home.indexOf(2)).map(() => 1),
  );
  expect(home.slice(home.indexOf(2))).toEqual(home.slice(home.indexOf(2)).map(() => 2));
  expect(phone.complaints).toEqual([]);
  await Promise.all([phone.close(), subscriber.close()]);
});

test('a console whose first connection is slow says that it connects; after ten seconds it is offline', async () => {
  const phone = await open(CHANNEL, TOKENS.tournament, {
    onPitch: false,
    async prepare(page) {
      await page.clock.install();
      await page.routeWebSocket(/\/live/, () => undefined);
    },
  });
  await phone.hears('Connecting …');
  await phone.page.clock.fastForward(10_000);
  await phone.hears('OFFLINE');
  await phone.close();
});
