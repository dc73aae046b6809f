// Management pages on paper: the names stay, and what needs a screen is left out.
import { expect, test } from 'vitest';
import { openSiteForTests } from '../../support/site.ts';
import { PASSWORD } from '../../support/world/people.ts';
import { world } from '../../support/world/world.ts';

const CLUB = '/manage/clubs/riverside-fc';
const CUP = '/manage/tournaments/autumn-cup';
const site = openSiteForTests({ data: world() });

test('a printed management page has its names, and no tabs, links to other pages, buttons and forms', async () => {
  const page = await site.browser.newPage();
  await page.goto(`${site.gateway.url}/sign-in?next=${encodeURIComponent(`${CLUB}/invitations`)}`);
  await page.getByLabel('E-mail address').fill('user1@example.org');
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('textbox', { name: 'E-mail address' }).fill('kai@example.org');
  await page.getByRole('button', { name: 'Make the invitation' }).click();
  await page.getByRole('heading', { name: 'The link is made' }).waitFor();
  await page.emulateMedia({ media: 'print' });
  const printed: Record<string, readonly string[]> = {};
  for (const address of [CLUB, `${CLUB}/squad`, `${CLUB}/invitations`, CUP, `${CUP}/teams`, `${CUP}/players`]) {
    await page.goto(site.gateway.url + address);
    printed[address] = await page
      .locator('main :is(.owner, h1, h2, .people bdi, .row-title > *, th, a:not(.people a, .owner a), button, .field)')
      .filter({ visible: true })
      .allInnerTexts();
  }
  expect(printed).toEqual({
    [CLUB]: ['Riverside FC', 'Games', 'Next', 'Game sunday-5s', 'Game three-teams', 'Played'],
    [`${CLUB}/squad`]: [
      ...['Riverside FC', 'Squad', '4 members', 'Ana Silva', 'Eva Lopes', 'Max Member', 'Rui Costa'],
      ...['1 junior', 'Kid One'],
    ],
    [`${CLUB}/invitations`]: [
      ...['Riverside FC', 'Invitations to Riverside FC', 'Open invitations', 'For', 'Role', 'Made by', 'Until'],
      'kai@example.org',
    ],
    [CUP]: ['Autumn Cup', 'Matches', 'Riverside – Hilltop', 'Riverside – Winner of A2'],
    [`${CUP}/teams`]: ['Autumn Cup', 'Teams', 'Group A', 'Hilltop', 'Riverside', 'Players'],
    [`${CUP}/players`]: [
      ...['Autumn Cup', 'Players', 'Hilltop', '3 Eva Lopes', 'Riverside', '7 Rui Costa', '9 Ana Silva'],
    ],
  });
  await page.close();
});
