// A club that is new to the server, on a phone: its owner signs in, makes a game with few taps, scores a goal in the console, and a
// screen shows it. Then the next week's game, by a copy.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../../../src/browser/shared/language.ts';
import { complaintsOf, openSiteForTests } from '../../../support/site.ts';
import { PASSWORD, user } from '../../../support/world/people.ts';
import { allViolations } from '../../../support/axe.ts';

const KEY = 'key-of-sunday-0123456789abcdef';
const people = ['Ana Silva', 'Rui Costa', 'Eva Lopes', 'Max Member', 'Ida Berg', 'Leo Kraus', 'Zoe Park', 'Tom Reed'];
const site = openSiteForTests({
  data: {
    touchline_data: 1,
    users: people.map((name, index) => user(index + 1, name)),
    clubs: [
      {
        id: 10,
        slug: 'sunday',
        name: 'Sunday FC',
        members: people.map((_, index) => ({ user_id: index + 1, role: index === 0 ? 'Owner' : 'Member' })),
      },
    ],
    tokens: [{ kind: 'club_static', club: 'sunday', token: KEY }],
  },
});

let page: Page;
let complaints: readonly string[];
let taps = 0;
beforeAll(async () => {
  const context = await site.browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    timezoneId: 'America/New_York',
  });
  page = await context.newPage();
  complaints = complaintsOf(page);
});
afterAll(() => page.context().close());

async function tap(role: 'link' | 'button', name: string): Promise<void> {
  taps += 1;
  await page.getByRole(role, { name, exact: true }).tap();
}
/** A tap on the name of a player. */
async function tapName(name: string): Promise<void> {
  taps += 1;
  await page.locator('.who').getByText(name, { exact: true }).tap();
}
const heading = (name: string): Promise<void> => page.getByRole('heading', { name, level: 1, exact: true }).waitFor();

/** No serious finding of axe, and no sideways scrolling. */
async function looksRight(): Promise<void> {
  expect(await allViolations(page)).toEqual([]);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
}

describe('a game of an owner on a phone', () => {
  it('is made in a tap for each player and two more', async () => {
    await page.goto(`${site.gateway.url}/sign-in?next=/`);
    await page.getByLabel('E-mail address').fill('user1@example.org');
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).tap();
    await heading('Your matches');
    taps = 0;
    await tap('link', 'New game: Sunday FC');
    await heading('New game');
    await looksRight();
    expect(await page.getByLabel('Time zone').inputValue()).toBe('America/New_York');
    for (const name of ['Ana Silva', 'Rui Costa', 'Eva Lopes', 'Max Member']) await tapName(name);
    for (const name of ['Ida Berg', 'Leo Kraus', 'Zoe Park', 'Tom Reed']) {
      // The chip of the team is one tap, where a name takes two.
      taps += 1;
      await page.getByRole('radiogroup', { name, exact: true }).getByRole('radio', { name: 'Team 2' }).tap();
    }
    expect(await page.locator('#team-total-1').innerText()).toBe('Team 1: 4');
    expect(await page.locator('#team-total-2').innerText()).toBe('Team 2: 4');
    await tap('button', 'Save and score');
    await page.getByTestId('ready').waitFor();
    expect(taps).toBe(people.length + 2);
    expect(new URL(page.url()).hash, 'the token leaves the address bar').toBe('');
  });

  it('is scored in the console, and a screen shows the goal', async () => {
    const channel = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    const token = await site.gateway.viewToken(KEY, channel);
    const screen = await site.browser.newPage();
    await screen.goto(`${site.gateway.url}/screen/${channel}?token=${token}`);
    await screen.getByText('Ana Silva').or(screen.getByTestId('score')).first().waitFor();
    await page.getByTestId('ready').tap();
    await page.locator('.clock-bar').getByRole('button', { name: 'Kick-off', exact: true }).tap();
    await page.getByTestId('column-home').locator('[data-type=Goal]').tap();
    for (const name of ['Ana Silva', 'No assist'])
      await page.locator('dialog .player').filter({ hasText: name }).first().tap();
    await page.locator('dialog').waitFor({ state: 'detached' });
    await screen.getByTestId('score').getByText('1').waitFor();
    await screen.close();
  });

  it('is copied to the next week with its players', async () => {
    await page.goto(`${site.gateway.url}/manage/clubs/sunday`);
    await page.getByRole('heading', { name: 'Live now' }).waitFor();
    await looksRight();
    await tap('link', 'Copy to next week: Pick-up game');
    await heading('New game');
    expect(await page.locator('#team-total-2').innerText()).toBe('Team 2: 4');
    await tap('button', 'Save');
    await page.getByText('The game is planned.').waitFor();
    await page.getByRole('link', { name: 'Change: Pick-up game' }).last().tap();
    await heading('Change Pick-up game');
    await looksRight();
  });

  it('rule MANAGE-8: makes a weekly series by itself as soon as the club may make it', async () => {
    await page.goto(`${site.gateway.url}/manage/clubs/sunday/games/new`);
    await page.getByLabel('Title').fill('Series');
    await page.getByLabel('Repeat each week').selectOption('12');
    // Others change the club as fast as it takes changes.
    const busy = new AbortController();
    const change = async () =>
      (await site.gateway.call('PATCH', 'clubs/sunday/members/999', { token: KEY, body: {} })).status;
    const others = (async () => {
      while (!busy.signal.aborted) await change();
    })();
    await expect.poll(change).toBe(429);
    await page.getByRole('button', { name: 'Save', exact: true }).tap();
    const timer = page.getByRole('timer');
    // Two changes a second: 12 games take six of them.
    await timer.getByText('sends the form again in 6 s').waitFor();
    busy.abort();
    await others;
    await timer.getByText(/sends the form again in [1-5] s/).waitFor();
    await page.getByText('The games are planned.').waitFor();
    expect(await page.getByRole('link', { name: 'Change: Series' }).count()).toBe(12);
  });

  it('begins in the list of the console, too, and fits a phone in each language', async () => {
    await page.goto(`${site.gateway.url}/console`);
    await page.getByRole('link', { name: 'New game', exact: true }).tap();
    await heading('New game');
    const sent = await page.evaluateHandle(() => {
      const fields: string[] = [];
      addEventListener('submit', (event) => {
        event.preventDefault();
        fields.push(document.activeElement?.id ?? '');
      });
      return fields;
    });
    await page.getByLabel('Title').press('Enter');
    for (const id of ['teams-2', 'when-now']) await page.locator(`#${id}`).press('Enter');
    expect(await sent.jsonValue(), 'the Enter key sends nothing').toEqual([]);
    const address = page.url();
    for (const language of LANGUAGES) {
      await page.goto(`${address}?lang=${language}`);
      await page.locator('label:has(#teams-4)').tap();
      await looksRight();
    }
    expect(new URL(page.url()).pathname, 'the Enter key sent nothing').toBe('/manage/clubs/sunday/games/new');
  });

  it('complains about nothing but the form that came too early', () =>
    expect(complaints.filter((text) => !text.includes('status of 429'))).toEqual([]));
});
