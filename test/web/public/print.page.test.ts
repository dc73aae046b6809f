// Public pages on paper (A4): nothing is cut off at the edge or between two sheets, and what only works on a screen is left out.
import { expect, test } from 'vitest';
import { openSiteForTests } from '../../support/site.ts';
import { autumnCup, springCup } from '../../support/world/tournaments.ts';
import { world } from '../../support/world/world.ts';

/** Width of A4 between margins of a centimetre, px. */
const A4 = 718;
const ROUNDS = ['round_of_32', 'round_of_16', 'quarter_final', 'semi_final', 'third_place', 'final'];
const matches = ROUNDS.map((knockout_round, index) => ({
  id: 701 + index,
  stage: 'knockout',
  knockout_round,
  home_team_id: 71,
  away_team_id: 72,
}));

const site = openSiteForTests({ data: { ...world(), tournaments: [autumnCup({ matches }), springCup()] } });

test('rule PUBLIC-11: six knockout rounds are on the paper, and no match is on two sheets', async () => {
  const page = await site.browser.newPage({ viewport: { width: A4, height: 1_000 } });
  await page.emulateMedia({ media: 'print' });
  await page.goto(`${site.gateway.url}/tournaments/autumn-cup`);
  const rights = await page
    .locator('.bracket > div')
    .evaluateAll((all) => all.map((round) => round.getBoundingClientRect().right));
  expect(rights).toHaveLength(ROUNDS.length);
  expect(Math.max(...rights)).toBeLessThanOrEqual(A4);
  const breaks = await page
    .locator('main :is(li, tr)')
    .evaluateAll((all) => all.map((line) => getComputedStyle(line).breakInside));
  expect(new Set(breaks)).toEqual(new Set(['avoid']));
  const scrolling = await page
    .locator('main *')
    .evaluateAll((all) => all.filter((part) => getComputedStyle(part).overflowX === 'auto').length);
  expect(scrolling).toBe(0);
  await page.goto(`${site.gateway.url}/tournaments/autumn-cup/matches/701`);
  expect(await page.locator('.board').isVisible()).toBe(true);
  expect(await page.locator('.embed').isVisible()).toBe(false);
});
