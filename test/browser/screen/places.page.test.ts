// Places of a bracket on a real screen, in the language of its address: rule PLACE-7.
import { expect, test } from 'vitest';
import { openSiteForTests } from '../../support/site.ts';

const token = 'tournament-key-cup-0123456789abcdef';
const site = openSiteForTests({
  data: {
    touchline_data: 1,
    tournaments: [
      {
        id: 1,
        slug: 'cup',
        name: 'Cup',
        teams: [{ id: 1, name: 'Winner Town', jersey_color: '#15803d' }],
        matches: [
          {
            id: 11,
            stage: 'knockout',
            knockout_round: 'final',
            knockout_round_label: 'Final',
            home_team_id: 1,
            away_from: { winner_of: 12 },
            away_placeholder: 'Winner of Semi-final 1',
          },
          { id: 12, stage: 'knockout', knockout_round: 'semi_final' },
        ],
      },
    ],
    tokens: [{ kind: 'tournament_static', tournament: 'cup', token }],
  },
});

test('rule PLACE-7: a screen names the place and the round in its language, and a team by its own name', async () => {
  const { gateway, browser } = site;
  const view = await gateway.viewToken(token, 'match:11');
  const page = await browser.newPage();
  await page.goto(`${gateway.url}/screen/match:11?token=${view}&lang=de`);
  await page.getByText('Sieger Halbfinale 1').waitFor();
  expect(await page.getByText('Winner Town').count()).toBeGreaterThan(0);
  expect(await page.getByText('Cup · Finale').count()).toBe(1);
  // Rule NAME-8: the colour of the shirts.
  const color = (side: string) =>
    page.locator(`.team.${side}`).evaluate((team) => getComputedStyle(team).getPropertyValue('--team'));
  expect(await color('home')).toBe('#15803d');
  await page.close();
});
