// Faults that must not lose an entry: cleared data, a wrong key, a reload.
import type { Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Board } from '../../../protocol/wire/board.ts';
import { consoleOn, liveState } from '../../support/console-page.ts';
import { openSiteForTests } from '../../support/site.ts';
import { TOKENS } from '../../support/world/tokens.ts';
import { world } from '../../support/world/world.ts';

/** The sample world with a game in which a junior has the id of a user of the same side. */
function withJunior(): object {
  const data = world();
  const [club, ...clubs] = data.clubs;
  const [plain] = club?.games ?? [];
  const participants = [
    { player_type: 'user', id: 1, team: 1 },
    { player_type: 'junior', id: 1, team: 1 },
    { player_type: 'user', id: 3, team: 2 },
  ];
  const junior = { ...plain, id: 104, slug: 'juniors', title: 'Juniors too', participants };
  return { ...data, clubs: [{ ...club, games: [...(club?.games ?? []), junior] }, ...clubs] };
}

const site = openSiteForTests({ data: withJunior() });

const { open } = consoleOn(site);
const boardOf = async (channel: string, key: string): Promise<Board | undefined> =>
  (await liveState(site.gateway, channel, TOKENS.club)).matches[key];

test('a press is saved after the browser has cut the connection to its database', async () => {
  const phone = await open('game:100', TOKENS.club);
  await phone.step('Kick-off');
  await phone.hears('ONLINE');
  const devtools = await phone.context.newCDPSession(phone.page);
  await devtools.send('Storage.clearDataForOrigin', { origin: site.gateway.url, storageTypes: 'indexeddb' });
  await phone.record('home', 'Goal', 'Unknown');
  await expect.poll(async () => (await boardOf('game:100', '100_0'))?.score).toEqual({ home: 1, away: 0 });
  expect(phone.complaints).toEqual([]);
  await phone.close();
});

test('an entry that cannot be saved shows an error', async () => {
  const phone = await open('game:100', TOKENS.club);
  await phone.page.evaluate(() => {
    IDBDatabase.prototype.transaction = () => {
      throw new DOMException('no room', 'QuotaExceededError');
    };
  });
  await phone.press('home', 'Goal');
  await phone.page.getByText('NOT SAVED').waitFor();
  await phone.close();
});

test('a junior with the id of a user is another player', async () => {
  const phone = await open('game:104', TOKENS.club);
  const { page } = phone;
  await phone.step('Kick-off');
  await phone.press('home', 'Goal');
  await page.locator('dialog .player').filter({ hasText: 'Kid One' }).click();
  await page.getByText('Assist?').waitFor();
  expect(await page.locator('dialog .player .name').allInnerTexts()).toEqual(['Ana Silva']);
  await page.getByText('No assist').click();
  await page.getByRole('button', { name: 'Change Goal' }).click();
  expect(await page.locator('dialog .player.chosen').allInnerTexts()).toEqual(['Kid One']);
  // The next test goes on with this game: the server must have it running.
  await expect.poll(async () => (await boardOf('game:104', '104_0'))?.score.home).toBe(1);
  await phone.close();
});

test('a note asks for its text; a note about an own goal moves no goal; an own goal has no assist', async () => {
  const phone = await open('game:104', TOKENS.club);
  const { page } = phone;
  await phone.press('home', 'Goal');
  await page.getByLabel('Note').fill('almost an own goal');
  await page.getByRole('button', { name: 'Done' }).click();
  await phone.press('away', 'Goal');
  await page.getByLabel('Own goal by Team 1').check();
  await page.locator('dialog .player').filter({ hasText: 'Ana Silva' }).click();
  await page.locator('dialog').waitFor({ state: 'detached' });
  await page.locator('.clock-bar').getByRole('button', { name: 'Note' }).click();
  await page.locator('dialog input:focus').waitFor();
  await page.keyboard.type('Heavy rain');
  await page.keyboard.press('Enter');
  await page.getByTestId('history').locator('[data-type=Event]').getByText('Heavy rain').waitFor();
  const recorded = async (): Promise<unknown> => {
    const events = Object.values((await boardOf('game:104', '104_0'))?.events ?? {});
    return events
      .filter(({ label, own_goal }) => own_goal || label !== undefined)
      .map(({ team, label, own_goal }) => [team, label, own_goal]);
  };
  await expect.poll(recorded).toEqual([
    ['home', 'almost an own goal', false],
    ['away', undefined, true],
    [undefined, 'Heavy rain', false],
  ]);
  await phone.close();
});

test('"30 seconds earlier" moves an entry with its minute; a minute that is not understood is kept as written', async () => {
  const phone = await open('game:110', TOKENS.otherClub);
  const { page } = phone;
  const minute = page.getByLabel('Minute');
  const goal = page.getByTestId('history').locator('[data-type=Goal]');
  const start = Date.now() - 15 * 60_000;
  const body = (id: string, type: string, at: number, more: object) => ({
    id,
    type,
    timestamp: new Date(start + at).toISOString(),
    match_id: '110_0',
    ...more,
  });
  const markers = '/api/v1/clubs/hilltop/games/away-day/marker';
  const post = (marker: object) => site.gateway.call('POST', markers, { token: TOKENS.otherClub, body: marker });
  await post(body('00000000-0000-4000-8000-000000000001', 'Start', 0, {}));
  await post(body('00000000-0000-4000-8000-000000000002', 'Goal', 10_000 + 12 * 60_000, { team: 'home' }));
  await goal.getByText('13’').waitFor();
  await goal.getByText('Change').click();
  await page.getByRole('button', { name: '30 seconds earlier' }).click();
  expect(await minute.inputValue()).toBe('12');
  await page.getByRole('button', { name: 'Done' }).click();
  await goal.getByText('12’').waitFor();
  await goal.getByText('Change').click();
  await minute.fill('soon');
  await page.keyboard.press('Escape');
  await page.locator('dialog').waitFor({ state: 'detached' });
  await goal.getByText('soon', { exact: true }).waitFor();
  await phone.close();
});

test('the scored pairing is selected again after a reload', async () => {
  const phone = await open('game:101', TOKENS.club, { onPitch: false });
  await phone.page.getByRole('button', { name: 'Team 2 – Reds' }).click();
  await phone.page.getByTestId('ready').click();
  await phone.step('Kick-off');
  await phone.hears('ONLINE');
  await phone.page.reload();
  await phone.page.locator('.pitch').waitFor();
  await phone.page.getByTestId('column-away').getByText('Reds').waitFor();
  await phone.close();
});

test('entries refused with a wrong key are sent with the right one, and each match shows its refused entries', async () => {
  const phone = await open('game:100', TOKENS.club);
  const { page } = phone;
  await phone.hears('ONLINE');
  await phone.context.setOffline(true);
  await phone.record('away', 'YellowCard', 'Unknown');
  await phone.record('away', 'YellowCard', 'Unknown');
  // A reload loses what the phone has not saved yet.
  await phone.hears('OFFLINE – 2 SAVED HERE');
  await page.goto(`${site.gateway.url}/console/game:100#token=${TOKENS.otherClub}`);
  await page.reload();
  await page.getByRole('button', { name: 'Use the new key' }).click();
  await phone.hears('OFFLINE – 2 SAVED HERE');
  await phone.context.setOffline(false);
  await phone.hears('NO ACCESS');
  await phone.hears('2 REFUSED');
  await page.goto(`${site.gateway.url}/console`);
  await page.getByText('2 entries were refused in “Game sunday-5s”').waitFor();
  await page.getByRole('button', { name: 'Use another token' }).click();
  await page.getByRole('button', { name: 'Back, keep the current token' }).click();
  await page.getByRole('button', { name: 'Use another token' }).click();
  await page.getByLabel('Token').fill(TOKENS.club);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect.poll(async () => (await boardOf('game:100', '100_0'))?.cards.away.yellow).toBe(2);
  await phone.close();
});

test('a match, and the list of matches, that did not come are asked for again by a button', async () => {
  let isCut = true;
  const cut = (route: Route): Promise<void> => (isCut ? route.abort('timedout') : route.continue());
  const prepare = async (page: Page): Promise<void> => {
    await page.route('**/api/v1/live/game:100', cut);
    await page.route('**/clubs/riverside-fc/matches', cut);
  };
  const phone = await open('game:100', TOKENS.club, { onPitch: false, prepare });
  const { page } = phone;
  await page.getByRole('alert').filter({ hasText: 'cannot be reached' }).waitFor();
  await page.getByRole('button', { name: 'All matches' }).click();
  await page.getByRole('alert').filter({ hasText: 'cannot be reached' }).waitFor();
  isCut = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.locator('.fixture').first().waitFor();
  isCut = true;
  await page.goto(`${site.gateway.url}/console/game:100`);
  await page.getByRole('alert').filter({ hasText: 'cannot be reached' }).waitFor();
  isCut = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByTestId('ready').waitFor();
  await phone.close();
});

test('a page that was put away counts no entry as waiting that another page of the phone has sent', async () => {
  const phone = await open('game:100', TOKENS.club, {
    // A page that the browser has frozen hears nothing from the others either.
    prepare: async (page) =>
      void (await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'BroadcastChannel'))),
  });
  const { page } = phone;
  await phone.hears('ONLINE');
  const setOnline = (isOnline: boolean, event: string): Promise<void> =>
    page.evaluate(
      ([value, name]) => {
        Object.defineProperty(navigator, 'onLine', { configurable: true, value });
        (name === 'offline' ? window : document).dispatchEvent(new Event(name));
      },
      [isOnline, event] as const,
    );
  await setOnline(false, 'offline');
  const before = (await boardOf('game:100', '100_0'))?.cards.home.yellow ?? 0;
  await phone.record('home', 'YellowCard', 'Unknown');
  await phone.hears('OFFLINE – 1 SAVED HERE');
  const other = await phone.context.newPage();
  await other.goto(`${site.gateway.url}/console`);
  await expect.poll(async () => (await boardOf('game:100', '100_0'))?.cards.home.yellow).toBe(before + 1);
  await other.close();
  await setOnline(true, 'visibilitychange');
  await phone.hears('ONLINE');
  expect(phone.complaints).toEqual([]);
  await phone.close();
});
