// A real gateway, a scorekeeper who posts markers, and the screen in a browser.
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ensureBuilt } from '../../../src/cli/build.mjs';
import type { Config } from '../../../src/config.ts';
import { type Gateway, openGateway } from '../../../src/gateway.ts';
import { createLogger } from '../../../src/ops/logger.ts';
import { complaintsOf } from '../../support/site.ts';
import { openBrowser } from '../../support/browser.ts';
import { bestDatabase, createDatabase, createHome } from '../../support/database.ts';
import { freePort } from '../../support/free-port.ts';
import { testConfig } from '../../support/gateway.ts';
import { ADMIN_TOKEN, cupApp, TOKENS } from '../../support/world/tokens.ts';
import { world } from '../../support/world/world.ts';

const logger = createLogger('silent');
const MATCH = '/api/v1/tournaments/autumn-cup/matches/701/markers';
const GAME = '/api/v1/clubs/riverside-fc/games/sunday-5s';
const MINUTE = 60_000;

let home: Awaited<ReturnType<typeof createHome>>;
let database: Awaited<ReturnType<typeof createDatabase>> | null;
let config: Config;
let pages: string;
let gateway: Gateway;
let browser: Browser;
let page: Page;
let complaints: string[];

beforeAll(async () => {
  home = await createHome();
  database = (await bestDatabase()) === 'postgres' ? await createDatabase() : null;
  const dataFile = path.join(home.home, 'data.json');
  await writeFile(dataFile, JSON.stringify(world()));
  config = testConfig(home.home, { port: await freePort(), databaseUrl: database?.url ?? null, dataFile });
  pages = path.join(await ensureBuilt(), 'pages');
  gateway = await openGateway(config, logger, { pages });
  browser = await openBrowser();
});
afterAll(async () => {
  await browser.close();
  await gateway.close();
  await database?.drop();
  await home.remove();
});
beforeEach(async () => {
  page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
  complaints = complaintsOf(page);
  return () => page.close();
});

async function post(address: string, token: string, body: object, method = 'POST'): Promise<Record<string, unknown>> {
  const answer = await fetch(gateway.url + address, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const parsed: unknown = await answer.json();
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}: ${JSON.stringify(parsed)}`);
  return parsed as Record<string, unknown>;
}
const record = (type: string, ago: number, more: object = {}, address = MATCH): Promise<Record<string, unknown>> =>
  post(address, address === MATCH ? TOKENS.tournament : TOKENS.club, {
    id: randomUUID(),
    type,
    timestamp: new Date(Date.now() - ago).toISOString(),
    ...more,
  });
/** The address of a screen. */
async function screenOf(channel: string, token: string): Promise<string> {
  const made = await post('/api/v1/view_tokens', token, { channels: [channel] });
  return `${gateway.url}/screen/${channel}?token=${String(made.token)}`;
}
const shows = (testId: string, text: string | RegExp): Promise<void> =>
  page.getByTestId(testId).filter({ hasText: text }).first().waitFor();
const secondsOf = (clock: string): number => {
  const [minutes = 0, seconds = 0] = clock.trim().split(':').map(Number);
  return minutes * 60 + seconds;
};
const clockSeconds = async (): Promise<number> => secondsOf(await page.getByTestId('clock').innerText());

describe('a match on a screen', () => {
  test('shows every change of score, the scorers and the running clock, and survives a restart without a reload', async () => {
    await page.goto(await screenOf('match:701', TOKENS.tournament));
    await shows('period', 'Not started');
    await page.evaluate(() => document.body.setAttribute('data-not-reloaded', ''));

    await record('Start', 12 * MINUTE);
    await shows('score', '0–0');
    await shows('period', '1st half');
    const before = await clockSeconds();
    expect(before).toBeGreaterThanOrEqual(12 * 60);
    expect(before).toBeLessThan(12 * 60 + 30);
    await page.waitForFunction(
      (then) => document.querySelector('[data-testid=clock]')?.textContent.trim() !== then,
      `12:${String(before % 60).padStart(2, '0')}`,
    );
    expect(await clockSeconds()).toBeGreaterThan(before);

    const goal = randomUUID();
    await record('Goal', 2 * MINUTE, { id: goal, primary_player_pc_id: '1' });
    await shows('score', '1–0');
    await shows('entries-home', /Ana Silva\s*11’/);
    await record('YellowCard', MINUTE, { primary_player_pc_id: '3' });
    await shows('entries-away', /Eva Lopes\s*12’/);

    await gateway.close();
    gateway = await openGateway({ ...config, dataFile: null }, logger, { pages });
    await record('Goal', 0, { primary_player_pc_id: '3', label: 'own goal' });
    await shows('score', '2–0');
    await shows('entries-home', /Eva Lopes\s*\d+’\s*o\.g\./);
    expect(await clockSeconds()).toBeGreaterThan(before);
    expect(await page.locator('body[data-not-reloaded]').count()).toBe(1);
    expect(await page.locator('.signal').count()).toBe(0);
    // The browser logs each connection, of a WebSocket or of the fallback, that is refused while the server is down, or answered
    // 503 while it drains. No other error is allowed.
    const isRefused = (text: string): boolean =>
      text.includes('WebSocket connection to') ||
      /^Failed to load resource: (net::ERR_CONNECTION_REFUSED$|.* a status of 503 )/.test(text);
    expect(complaints.filter((text) => !isRefused(text))).toEqual([]);

    const removed = await fetch(`${gateway.url}${MATCH}/${goal}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${TOKENS.tournament}` },
    });
    expect(removed.status).toBe(200);
    await shows('score', '1–0');
    await record('HalfTime', 0);
    await shows('period', 'Half-time');
  });

  test('shows a silent connection: a mark after 10 seconds, a text after a minute, while the clock runs', async () => {
    await page.clock.install();
    await page.goto(await screenOf('game:100', TOKENS.club));
    await record('Start', 5 * MINUTE, {}, `${GAME}/marker`);
    await shows('score', '0–0');
    const before = await clockSeconds();
    // From here on the test controls the page's time.
    await gateway.close();
    await page.clock.runFor(8_000);
    expect(await page.locator('.signal').count()).toBe(0);
    await page.clock.runFor(4_000);
    await page.locator('.signal', { hasText: 'No signal' }).waitFor();
    await page.clock.runFor(60_000);
    await page.locator('.signal', { hasText: 'Connection lost' }).waitFor();
    expect(await clockSeconds()).toBeGreaterThanOrEqual(before + 70);
    gateway = await openGateway({ ...config, dataFile: null }, logger, { pages });
    await page.clock.runFor(10_000);
    await page.locator('.signal').waitFor({ state: 'detached' });
  });
});

test('a game with several pairings is a grid, each pairing with its own score', async () => {
  const marker = '/api/v1/clubs/riverside-fc/games/three-teams/marker';
  await page.goto(await screenOf('game:101', TOKENS.club));
  await record('Start', MINUTE, { match_id: '101_1' }, marker);
  await record('Goal', 0, { match_id: '101_1', team: 'away', scorer: 'A guest' }, marker);
  const tile = (index: number) => page.locator(`[data-match="101_${index}"]`);
  await tile(1).getByTestId('score').filter({ hasText: '0–1' }).waitFor();
  expect(await tile(0).getByTestId('score').innerText()).toBe('v');
  expect(await tile(2).innerText()).toContain('Bye');
  expect(complaints).toEqual([]);
});

test('a tournament is a grid of live matches with the others in a ticker, or a list without live matches', async () => {
  await page.goto(await screenOf('tournament:autumn-cup', TOKENS.tournament));
  await page.getByRole('heading', { name: 'Autumn Cup' }).waitFor();
  const tile = page.locator('[data-match="701"]');
  await tile.getByTestId('score').filter({ hasText: '1–0' }).waitFor();
  await page.getByTestId('ticker').filter({ hasText: 'Winner of A2' }).waitFor();
  await record('FullTime', 0);
  await page.locator('.row', { hasText: 'Winner of A2' }).waitFor();
  expect(await page.locator('.row').count()).toBe(2);
  expect(complaints).toEqual([]);
});

test('a wrong token is explained, and so is one for another channel', async () => {
  const wrong = await page.goto(`${gateway.url}/screen/match:701?token=nonsense`);
  expect(wrong?.status()).toBe(401);
  expect(await page.locator('body').innerText()).toMatch(/token/i);
  const other = await screenOf('match:702', TOKENS.tournament);
  const forbidden = await page.goto(other.replace('/match:702', '/match:701'));
  expect(forbidden?.status()).toBe(403);
  expect(await page.locator('body').innerText()).toMatch(/token/i);
});

test('rule PAGE-18: the screen of a club has its name; a goal is shown small, in the tile of its game, until it is undone', async () => {
  const marker = `${GAME}/marker`;
  await record('ResetMatch', 0, {}, marker);
  await record('Start', 0, {}, marker);
  await page.goto(await screenOf('club:riverside-fc', TOKENS.club));
  await page.getByRole('heading', { name: 'Riverside FC' }).waitFor();
  const tile = page.locator('.tile[data-match="100_0"]');
  await tile.getByTestId('score').filter({ hasText: '0–0' }).waitFor();
  const id = randomUUID();
  await record('Goal', 0, { id, team: 'away' }, marker);
  await tile.getByTestId('strip').filter({ hasText: 'GOAL!' }).waitFor();
  await fetch(`${gateway.url}${GAME}/markers/${id}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${TOKENS.club}` },
  });
  await tile.getByTestId('score').filter({ hasText: '0–0' }).waitFor();
  expect(await tile.getByTestId('strip').count()).toBe(0);
  expect(complaints).toEqual([]);
});

test('the heading has the group and the round, and a substitution is shown', async () => {
  await page.goto(await screenOf('match:701', TOKENS.tournament));
  await page.getByRole('heading', { name: 'Autumn Cup · Group A · Round 1' }).waitFor();
  await record('Substitution', 0, { primary_player_pc_id: '1', secondary_player_pc_id: '2' });
  await shows('strip', /Substitution.*In: Rui Costa · Out: Ana Silva · Riverside/);
});

test('a token revoked during the match is shown on the screen, beside the last state', async () => {
  await page.goto(await screenOf('match:702', TOKENS.tournamentApp));
  await shows('period', 'Not started');
  const { status } = await fetch(`${gateway.url}/api/admin/import`, {
    method: 'POST',
    headers: { authorization: `Bearer ${ADMIN_TOKEN}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      touchline_data: 1,
      tokens: [{ ...cupApp(), revoked: true }],
    }),
  });
  expect(status).toBe(200);
  await page.locator('.signal', { hasText: 'revoked' }).waitFor();
  expect(await page.getByTestId('period').innerText()).toBe('Not started');
});
