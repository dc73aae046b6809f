// Pages under a contrast theme of the system (forced colors): it takes colours away, so what only a colour says must keep its own.
import { randomUUID } from 'node:crypto';
import type { BrowserContext, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { iso } from '../support/dates.ts';
import { openSiteForTests } from '../support/site.ts';
import { signIn } from '../support/visitor.ts';
import { TOKENS } from '../support/world/tokens.ts';
import { worldWithResults } from '../support/world/world-with-results.ts';

const site = openSiteForTests({ data: worldWithResults() });
let context: BrowserContext;
let view = '';

beforeAll(async () => {
  context = await site.browser.newContext({ viewport: { width: 1280, height: 720 }, forcedColors: 'active' });
  const { gateway } = site;
  for (const [name, value] of (await signIn(gateway)).cookies)
    await context.addCookies([{ name, value, url: gateway.url }]);
  view = await gateway.viewToken(TOKENS.tournament, 'match:701');
  const cards = ['YellowCard', 'RedCard'].map((type) => ({ type, team: 'away', primary_player_pc_id: 5 }));
  for (const body of [{ type: 'Start' }, ...cards]) {
    const marker = { id: randomUUID(), timestamp: iso(Date.now() - 60_000), ...body };
    await gateway.call('POST', 'tournaments/autumn-cup/matches/701/markers', {
      token: TOKENS.tournament,
      body: marker,
    });
  }
});

async function open(address: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(site.gateway.url + address);
  return page;
}
/** The ground of the first element that matches each selector. */
async function groundsOf(page: Page, ...selectors: readonly string[]): Promise<string[]> {
  return Promise.all(
    selectors.map((selector) =>
      page
        .locator(selector)
        .first()
        .evaluate((element) => getComputedStyle(element).backgroundColor),
    ),
  );
}

test('a screen has the colours of its sides and of cards, and nothing lies over its names', async () => {
  const page = await open(`/screen/match:701?token=${view}`);
  const grounds = await groundsOf(page, 'body', '.team.home', '.team.away', '.card.yellow', '.card.red');
  expect(new Set(grounds).size).toBe(5);
});

test('an overlay has the colours of its sides', async () => {
  const page = await open(`/overlay/match:701?token=${view}&widgets=scorebug`);
  await page.getByTestId('score').waitFor();
  const [home, away] = await groundsOf(page, '.bug-side.home .bug-bar', '.bug-side.away .bug-bar');
  expect(home).not.toBe(away);
});

test('the console shows which cards they are, and the director’s page which button is on', async () => {
  const page = await open(`/console/match:701/air#token=${TOKENS.tournament}`);
  await page.locator('[data-panel=lineups]').click();
  await page.locator('[data-panel=lineups][aria-pressed=true]').waitFor();
  const [on, off] = await groundsOf(page, '[data-panel=lineups]', '[data-panel=scorers]');
  expect(on).not.toBe(off);
  await page.goto(`${site.gateway.url}/console/match:701`);
  await page.getByRole('button', { name: 'Start scoring' }).click();
  const [yellow, red] = await groundsOf(page, '.card.yellow', '.card.red');
  expect(yellow).not.toBe(red);
  // The frame of the score means that this device is ahead of the screens.
  const frame = await page.locator('.score').evaluate((score) => getComputedStyle(score).borderTopColor);
  expect([frame]).toEqual(await groundsOf(page, 'html'));
});

test('the form of a game shows the team of each player', async () => {
  const page = await open('/manage/clubs/riverside-fc/games/sunday-5s/edit');
  const [chosen, other] = await groundsOf(page, '.chips input:checked + span', '.chips input:not(:checked) + span');
  expect(chosen).not.toBe(other);
});
