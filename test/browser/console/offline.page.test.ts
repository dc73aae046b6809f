// Offline scoring: twenty minutes without a network, a reload in the middle, and an unstable network afterwards.
import type { Route } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Board } from '../../../protocol/wire/board.ts';
import { liveState, openPhone, type Side } from '../../support/console-page.ts';
import { openSiteForTests } from '../../support/site.ts';
import { TOKENS } from '../../support/world/tokens.ts';
import { fetchFor } from '../../support/browser.ts';

const site = openSiteForTests();

const ENTRIES = 50;
/** Time between two entries: fifty of them take twenty minutes. */
const STEP_MS = 24_000;
/** The error of the phone's clock. */
const PHONE_AHEAD_MS = 90_000;
/** Time from reading the clock to the press, on a busy machine. */
const PRESS_MS = 10_000;
const TYPES = ['Shot', 'Save', 'YellowCard', 'Goal'] as const;

/** Every second request fails: half before the server receives it, half after. */
function flaky(): { readonly handle: (route: Route) => Promise<void>; readonly lost: () => number } {
  let count = 0;
  let lost = 0;
  return {
    lost: () => lost,
    async handle(route) {
      count += 1;
      if (count % 2 === 0) return route.continue();
      lost += 1;
      if (count % 4 === 1) await fetchFor(route);
      return route.abort('connectionreset');
    },
  };
}

test('rule PAGE-10: 50 entries of 20 minutes offline are applied once, with the right minutes, in spite of a reload and a flaky return', async () => {
  const phone = await openPhone(site.browser, {
    url: site.gateway.url,
    channel: 'match:701',
    token: TOKENS.tournament,
    // The server's clock counts.
    prepare: async (page) => {
      await page.clock.install({ time: Date.now() + PHONE_AHEAD_MS });
      // The shortest jitter, because the test has fifty back-offs.
      await page.addInitScript(() => (Math.random = () => 0.05));
    },
  });
  const { page, context } = phone;
  await phone.hears('ONLINE');
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.waitForFunction(() => caches.match('/console').then((kept) => kept !== undefined));
  const now = (): Promise<number> => page.evaluate(() => Date.now());
  const beforeKickOff = await now();
  await phone.step('Kick-off');
  await page.getByTestId('history').locator('[data-type=Start]').waitFor();
  await phone.hears('ONLINE');

  await context.setOffline(true);
  await phone.hears('OFFLINE');
  const expected: { type: string; team: Side; at: number }[] = [];
  for (let index = 0; index < ENTRIES; index += 1) {
    await page.clock.fastForward(STEP_MS);
    const type = TYPES[index % TYPES.length] ?? 'Shot';
    const team: Side = index % 3 === 0 ? 'away' : 'home';
    expected.push({ type, team, at: (await now()) - PHONE_AHEAD_MS });
    await phone.record(team, type, 'Unknown');
    if (index === ENTRIES / 2) {
      await phone.hears(`OFFLINE – ${index + 1} SAVED HERE`);
      await page.reload();
      await page.locator('.pitch').waitFor();
    }
  }
  await phone.hears(`OFFLINE – ${ENTRIES} SAVED HERE`);
  const goals = (side: Side): number => expected.filter(({ type, team }) => type === 'Goal' && team === side).length;
  const score = `${goals('home')}–${goals('away')}`;
  expect(await phone.score(), 'shown before the server knows').toBe(score);
  const [minutes = NaN, seconds = NaN] = (await page.getByTestId('clock').innerText()).split(':').map(Number);
  const elapsed = ((await now()) - beforeKickOff) / 1_000;
  expect(minutes).toBeGreaterThanOrEqual((ENTRIES * STEP_MS) / 60_000);
  expect(minutes * 60 + seconds).toBeLessThanOrEqual(elapsed);

  const network = flaky();
  await context.route('**/markers', network.handle);
  await context.setOffline(false);
  await expect.poll(() => page.getByTestId('signal').innerText(), { timeout: 120_000, interval: 200 }).toBe('ONLINE');
  expect(network.lost()).toBeGreaterThan(ENTRIES / 2);

  const state = await liveState(site.gateway, 'match:701', TOKENS.tournament);
  const board: Board | undefined = state.matches['701'];
  const events = Object.values(board?.events ?? {}).sort((one, two) => Date.parse(one.at) - Date.parse(two.at));
  const kickOff = Date.parse(events.find(({ type }) => type === 'Start')?.at ?? '');
  const found = events.filter(({ type }) => TYPES.some((one) => one === type));
  expect(found.map(({ type, team }) => [type, team])).toEqual(expected.map(({ type, team }) => [type, team]));
  for (const [index, { at, minute }] of found.entries()) {
    const lateMs = Date.parse(at) - (expected[index]?.at ?? 0);
    expect(lateMs, `entry ${index}`).toBeGreaterThan(-200);
    expect(lateMs, `entry ${index}`).toBeLessThan(PRESS_MS);
    expect(minute).toBe(String(Math.floor((Date.parse(at) - kickOff) / 60_000) + 1));
  }
  expect([board?.score.home, board?.score.away]).toEqual([goals('home'), goals('away')]);
  expect(await phone.score()).toBe(score);
  expect(phone.complaints).toEqual([]);
  await phone.close();
});

test('two tabs of one phone send each entry once, and each shows the other’s entries', async () => {
  const phone = await openPhone(site.browser, { url: site.gateway.url, channel: 'game:100', token: TOKENS.club });
  await phone.hears('ONLINE');
  const other = await phone.context.newPage();
  await other.goto(`${site.gateway.url}/console/game:100`);
  await other.getByTestId('ready').click();
  const posts: string[] = [];
  phone.context.on('request', (request) => {
    if (request.method() === 'POST') posts.push((request.postDataJSON() as { id: string }).id);
  });
  await phone.page.bringToFront();
  await phone.context.setOffline(true);
  for (let index = 0; index < 5; index += 1) await phone.record('home', 'Shot', 'Unknown');
  await other.getByTestId('signal').getByText('OFFLINE – 5 SAVED HERE').waitFor();
  await phone.context.setOffline(false);
  await phone.hears('ONLINE');
  await other.getByTestId('signal').getByText('ONLINE').waitFor();
  const { matches } = await liveState(site.gateway, 'game:100', TOKENS.club);
  expect((Object.values(matches)[0] as Board).stats.home.shots_off_target).toBe(5);
  // Requests without a network never left the phone.
  const delivered = posts.slice(-5);
  expect(new Set(delivered).size).toBe(5);
  await phone.close();
});

test('a match opened before can be scored on a phone that starts offline', async () => {
  const first = await openPhone(site.browser, {
    url: site.gateway.url,
    channel: 'match:702',
    token: TOKENS.tournament,
  });
  const { page, context } = first;
  await first.hears('ONLINE');
  await page.waitForFunction(() => caches.match('/console').then((kept) => kept !== undefined));
  await page.close();
  await context.setOffline(true);
  const again = await context.newPage();
  await again.goto(`${site.gateway.url}/console/match:702`);
  await again.getByTestId('ready').click();
  await again.locator('.clock-bar').getByRole('button', { name: 'Kick-off' }).click();
  await again.getByTestId('signal').getByText('OFFLINE – 1 SAVED HERE').waitFor();
  await again.getByTestId('period').getByText('1st half').waitFor();
  await context.setOffline(false);
  await again.getByTestId('signal').getByText('ONLINE').waitFor();
  const { matches } = await liveState(site.gateway, 'match:702', TOKENS.tournament);
  expect((Object.values(matches)[0] as Board).period).toBe('first_half');
  await context.close();
});
