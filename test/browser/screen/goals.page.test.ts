// Goals and time on the screen, from a real gateway: shown once, announced when cancelled, delayed to the second.
import { randomUUID } from 'node:crypto';
import type { Browser, Page } from 'playwright-core';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { TestGateway } from '../../support/gateway.ts';
import { complaintsOf, openSite } from '../../support/site.ts';
import { TOKENS } from '../../support/world/tokens.ts';
import { world } from '../../support/world/world.ts';

const markersOf = (match: number): string => `tournaments/autumn-cup/matches/${match}/markers`;
const MINUTE = 60_000;
const LATER_TOKEN = 'club-key-that-comes-later-0123456789abcdef';

let gateway: TestGateway;
let browser: Browser;
let page: Page;
let complaints: string[];

beforeAll(async () => {
  const site = await openSite();
  ({ gateway, browser } = site);
  await record('Start', 12 * MINUTE);
  return site.close;
});
beforeEach(async () => {
  page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
  complaints = complaintsOf(page);
  return () => page.close();
});

async function record(type: string, ago: number, more: object = {}, match = 701): Promise<string> {
  const id = randomUUID();
  const body = { id, type, timestamp: new Date(Date.now() - ago).toISOString(), ...more };
  const { status } = await gateway.call('POST', markersOf(match), { token: TOKENS.tournament, body });
  expect(status).toBe(201);
  return id;
}
async function remove(id: string, match = 701): Promise<void> {
  const { status } = await gateway.call('DELETE', `${markersOf(match)}/${id}`, { token: TOKENS.tournament });
  expect(status).toBe(200);
}
async function screenOf(channel: string, query = ''): Promise<string> {
  const token = await gateway.viewToken(TOKENS.tournament, channel);
  return `${gateway.url}/screen/${channel}?token=${token}${query}`;
}
/** From now on the page reports changes, also those before its subscription. */
const follow = (address: string): Promise<unknown> => page.goto(address);
const shows = (testId: string, text: string | RegExp): Promise<void> =>
  page.getByTestId(testId).filter({ hasText: text }).first().waitFor();
const score = (): Promise<string> => page.getByTestId('score').innerText();

test('a goal is animated once, not after a reload; a deleted goal is announced', async () => {
  await page.clock.install();
  await follow(await screenOf('match:701'));
  await shows('score', '0–0');
  const goal = await record('Goal', 0, { primary_player_pc_id: '1' });
  await shows('goal-animation', /GOAL!.*1–0.*Riverside.*13’ · Ana Silva/s);
  expect(await page.getByTestId('goal-animation').count()).toBe(1);
  await page.clock.runFor(8_000);
  await page.getByTestId('goal-animation').waitFor({ state: 'detached' });
  await shows('entries-home', /Ana Silva\s*13’/);

  await page.reload();
  await shows('score', '1–0');
  await page.clock.runFor(1_000);
  expect(await page.getByTestId('goal-animation').count()).toBe(0);

  await remove(goal);
  await shows('goal-animation', /Goal cancelled.*0–0.*Riverside.*Ana Silva/s);
  await page.clock.runFor(8_000);
  await page.getByTestId('goal-animation').waitFor({ state: 'detached' });
  expect(await score()).toMatch(/0\s*–\s*0/);
  expect(complaints).toEqual([]);
});

test('a goal deleted during its animation ends it at once, and the next animation follows', async () => {
  await follow(await screenOf('match:701'));
  await shows('score', '0–0');
  const first = await record('Goal', 0, { primary_player_pc_id: '1' });
  await shows('goal-animation', 'GOAL!');
  await remove(first);
  await shows('goal-animation', 'Goal cancelled');
});

test('with a delay the page shows the past state, and never a goal cancelled within the delay', async () => {
  const delayMs = 2_500;
  await record('Start', 12 * MINUTE, {}, 702);
  await follow(await screenOf('match:702', `&delay=${delayMs / 1_000}`));
  await shows('score', '0–0');
  // Every score and every animation, with the time when it was first shown.
  await page.evaluate(() => {
    const seen: Record<string, number> = {};
    Object.assign(globalThis, { seen });
    new MutationObserver(() => {
      for (const part of document.querySelectorAll('[data-testid=score], [data-testid=show]')) {
        seen[part.textContent] ??= Date.now();
      }
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  const wrong = await record('Goal', 0, { primary_player_pc_id: '1' }, 702);
  await remove(wrong, 702);
  const recordedAt = Date.now();
  await record('Goal', 0, { primary_player_pc_id: '2' }, 702);
  await shows('score', '1–0');
  const seen = await page.evaluate(() => (globalThis as unknown as { seen: Record<string, number> }).seen);
  expect(Object.keys(seen).filter((text) => /Ana|cancelled/.test(text))).toEqual([]);
  expect(Number(seen['1–0']) - recordedAt).toBeGreaterThanOrEqual(delayMs - 50);
  await shows('goal-animation', /GOAL!.*Rui Costa/s);
});

test('the clock is right to a tenth of a second on a computer that is 90 seconds ahead', async () => {
  await page.clock.install({ time: Date.now() + 90_000 });
  await page.goto(await screenOf('match:701'));
  await shows('clock', /:/);
  const live = await gateway.call<{
    state: { matches: Record<string, { clock: { as_of: number; elapsed_ms: number } }> };
  }>('GET', 'live/match:701', { token: TOKENS.tournament });
  const clock = live.body.state.matches['701']?.clock;
  if (!clock) throw new Error('no clock');
  // The page's clock minus ours. The best error is half the fastest round trip.
  let ahead = { ms: 0, tripMs: Infinity };
  for (let trip = 0; trip < 20; trip += 1) {
    const asked = performance.timeOrigin + performance.now();
    const there = await page.evaluate(() => Date.now());
    const back = performance.timeOrigin + performance.now();
    if (back - asked < ahead.tripMs) ahead = { ms: there - (asked + back) / 2, tripMs: back - asked };
  }
  expect(ahead.ms).toBeGreaterThan(80_000);
  const changes = await page.evaluate(async () => {
    const element = document.querySelector('[data-testid=clock]');
    if (!element) throw new Error('no clock');
    const found: [number, string][] = [];
    await new Promise<void>((resolve) => {
      const observer = new MutationObserver(() => {
        found.push([Date.now(), element.textContent]);
        if (found.length < 4) return;
        observer.disconnect();
        resolve();
      });
      observer.observe(element, { subtree: true, childList: true, characterData: true });
    });
    return found;
  });
  const errors = changes.map(([at, text]) => {
    const [minutes = 0, seconds = 0] = text.split(':').map(Number);
    const shownMs = (minutes * 60 + seconds) * 1_000;
    return at - ahead.ms - clock.as_of + clock.elapsed_ms - shownMs;
  });
  // The best of four: a busy machine is sometimes late, a wrong clock always.
  expect(Math.min(...errors.map(Math.abs))).toBeLessThan(100);
});

test('a refused page retries automatically, also while the server is down', async () => {
  await page.clock.install();
  const refused = await page.goto(`${gateway.url}/screen/club:riverside-fc?token=${LATER_TOKEN}&lang=de`);
  expect(refused?.status()).toBe(401);
  await page.getByRole('heading', { name: 'Das Token in dieser Adresse wird nicht angenommen' }).waitFor();
  expect(await page.evaluate(() => getComputedStyle(document.body).cursor)).toBe('none');
  await page.context().setOffline(true);
  await page.clock.runFor(40_000);
  await page.context().setOffline(false);
  await page.getByRole('heading', { name: 'nicht angenommen' }).waitFor();
  const [club] = world().clubs;
  await gateway.import({
    touchline_data: 1,
    tokens: [{ kind: 'club_app', club: club?.slug, app_name: 'Later', user_id: 1, token: LATER_TOKEN }],
  });
  await page.clock.runFor(20_000);
  await page.getByRole('heading', { name: 'Riverside FC' }).waitFor();
});
