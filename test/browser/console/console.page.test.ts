// The scorekeeper's console in a browser, on a real gateway: screen and overlay show each press.
import { expect, test } from 'vitest';
import type { Board } from '../../../protocol/wire/board.ts';
import { consoleOn, liveState } from '../../support/console-page.ts';
import { openSiteForTests } from '../../support/site.ts';
import { TOKENS } from '../../support/world/tokens.ts';
import { world } from '../../support/world/world.ts';

const site = openSiteForTests();

const { open, boardOf } = consoleOn(site);

test('a whole half is scored with the buttons and shown on the screen and in the overlay', async () => {
  const token = await site.gateway.viewToken(TOKENS.tournament, 'match:701');
  const [screen, overlay] = await Promise.all(
    ['screen', 'overlay'].map(async (kind) => {
      const page = await site.browser.newPage({ viewport: { width: 1280, height: 720 } });
      await page.goto(`${site.gateway.url}/${kind}/match:701?token=${token}`);
      return page;
    }),
  );
  const phone = await open('match:701', TOKENS.tournament);
  // No edit takes a goal away. The screens must not show one as cancelled.
  await screen?.evaluate(() => {
    const look = (): void => {
      if (document.body.innerText.includes('cancelled')) document.documentElement.dataset['cancelled'] = 'yes';
    };
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  const seen = async (home: number, away: number): Promise<void> => {
    await screen
      ?.getByTestId('score')
      .filter({ hasText: new RegExp(`${home}\\D*${away}`) })
      .waitFor();
    await overlay
      ?.getByText(new RegExp(`${home}\\D*${away}`))
      .first()
      .waitFor();
  };
  await phone.step('Kick-off');
  await screen?.getByTestId('clock').waitFor();
  await phone.record('home', 'Goal', 'Ana', 'Rui');
  await seen(1, 0);
  await screen?.getByText('Ana Silva').first().waitFor();
  await phone.record('away', 'YellowCard', 'Eva');
  await phone.record('home', 'Save', 'Rui');
  await phone.record('home', 'Shot', 'Unknown');
  await phone.record('away', 'Goal', 'Unknown');
  await seen(1, 1);
  await phone.record('home', 'Substitution', 'Ana', 'Rui');
  await phone.step('Stop clock');
  await phone.step('Restart clock');

  expect(await screen?.evaluate(() => document.documentElement.dataset['cancelled'])).toBeUndefined();
  // The word of a cancelled goal waits for the shows before it; the undo can be taken back for 8 seconds.
  const shows = screen?.locator('[data-testid=goal-animation], [data-testid=strip]');
  await expect.poll(() => shows?.count(), { timeout: 60_000 }).toBe(0);
  // Undo on the console, on the screen and in the overlay, then restore.
  await phone.page.getByTestId('history').locator('[data-type=Goal].away').getByText('Undo').click();
  await seen(1, 0);
  expect(await phone.score()).toBe('1–0');
  await screen?.getByText('Goal cancelled').first().waitFor();
  await phone.page.getByRole('button', { name: 'Restore' }).click();
  await seen(1, 1);

  // Edit in the history: the scorer, and an own goal.
  await phone.page.getByTestId('history').locator('[data-type=Goal].home').getByText('Change').click();
  await phone.page.getByLabel(/^Own goal/).check();
  await phone.page.locator('dialog .player').filter({ hasText: 'Eva' }).click();
  await phone.page.getByTestId('history').getByText('Own goal').waitFor();
  await phone.step('Half-time');
  await screen?.getByText('Half-time').first().waitFor();

  const board = await boardOf('match:701', '701', TOKENS.tournament);
  expect(board).toMatchObject({
    period: 'half_time',
    score: { home: 1, away: 1 },
    cards: { home: { yellow: 0, red: 0 }, away: { yellow: 1, red: 0 } },
    stats: { home: { shots_on_target: 1, shots_off_target: 1 } },
  });
  const goals = Object.values(board.events).filter(({ type }) => type === 'Goal');
  expect(goals.map(({ team, own_goal, player }) => [team, own_goal, player?.name])).toEqual(
    expect.arrayContaining([
      ['home', true, 'Eva Lopes'],
      ['away', false, undefined],
    ]),
  );
  expect(goals).toHaveLength(2);
  expect(phone.complaints).toEqual([]);
  await Promise.all([phone.close(), screen?.close(), overlay?.close()]);
});

test('only full time, a reset and deletions after the end need confirmation', async () => {
  const phone = await open('match:702', TOKENS.tournament);
  const dialog = phone.page.locator('dialog');
  await phone.step('Kick-off');
  await phone.step('Half-time');
  await phone.step('Start 2nd half');
  await phone.page.locator('.toast').getByText('2nd half recorded.').waitFor();
  expect(await phone.page.getByTestId('history').locator('strong').allInnerTexts()).toEqual([
    '2nd half',
    'Half-time',
    'Kick-off',
  ]);
  await phone.step('Full time');
  await dialog.getByText('End the match?').waitFor();
  await dialog.getByRole('button', { name: 'No' }).click();
  await phone.page.getByTestId('period').getByText('2nd half').waitFor();
  await phone.step('Full time', true);
  await phone.page.getByTestId('period').getByText('Full time').waitFor();
  await phone.page.getByTestId('history').locator('[data-type=FullTime]').getByText('Undo').click();
  await dialog.getByText('The match is over.').waitFor();
  await dialog.locator('.done').click();
  await phone.page.getByTestId('period').getByText('2nd half').waitFor();
  await phone.page.locator('.clock-bar').getByRole('button', { name: 'More' }).click();
  await dialog.getByRole('button', { name: 'Reset the match' }).click();
  await dialog.getByText('Clear the score').waitFor();
  await dialog.locator('.done').click();
  await phone.page.getByTestId('period').getByText('Not started').waitFor();
  // The console shows its own entries at once; the server has them when nothing waits to be sent.
  await phone.hears('ONLINE');
  expect((await boardOf('match:702', '702', TOKENS.tournament)).period).toBe('not_started');
  await phone.close();
});

test('a club key picks its game and one of its pairings; numbers typed on a keyboard name the players', async () => {
  const context = await site.browser.newContext({ viewport: { width: 1024, height: 768 } });
  const page = await context.newPage();
  await page.goto(`${site.gateway.url}/console`);
  await page.getByLabel('Token').fill(TOKENS.club);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: /Game three-teams/ }).click();
  await page
    .getByRole('button', { name: /Bibs|Team 2 – Reds/ })
    .first()
    .click();
  await page.getByTestId('ready').click();
  await page.locator('.pitch').waitFor();
  await page.keyboard.press('Space');
  // The game is in three days.
  await page.getByText('Kick-off now?').waitFor();
  await page.locator('dialog .done').click();
  await page.getByTestId('period').getByText('1st half').waitFor();
  await page.keyboard.press('Shift+G');
  // The toast of the kick-off also says "recorded".
  await page.locator('dialog .recorded').waitFor();
  await page.keyboard.press('0');
  await page.keyboard.press('Enter');
  await page
    .getByTestId('score')
    .filter({ hasText: /0\s*–\s*1/ })
    .waitFor();
  await page.locator('dialog').waitFor({ state: 'detached' });
  await page.keyboard.press('?');
  await page.getByText('Undo the newest entry').waitFor();
  await page.keyboard.press('Escape');
  await page.locator('dialog').waitFor({ state: 'detached' });
  await page.keyboard.press('z');
  await page
    .getByTestId('score')
    .filter({ hasText: /0\s*–\s*0/ })
    .waitFor();
  // With Caps Lock the shortcuts are the same.
  await page.evaluate(() => document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'N', bubbles: true })));
  await expect.poll(() => page.locator('dialog h2').allInnerTexts()).toEqual(['Note']);
  await page.keyboard.press('Escape');
  await page.locator('dialog').waitFor({ state: 'detached' });
  // The page shows its own entries before the server has them.
  const periods = async (): Promise<unknown> =>
    Object.entries<Board>((await liveState(site.gateway, 'game:101', TOKENS.club)).matches).map(([id, { period }]) => [
      id,
      period,
    ]);
  await expect.poll(periods).toEqual(
    expect.arrayContaining([
      ['101_0', 'not_started'],
      ['101_1', 'first_half'],
    ]),
  );
  await context.close();
});

test('rule PAGE-42: two consoles warn of likely duplicates, and two undos at the same moment take one entry away', async () => {
  const [ana, rui] = await Promise.all([open('game:100', TOKENS.club), open('game:100', TOKENS.app)]);
  await ana.step('Kick-off');
  await rui.page.getByTestId('period').getByText('1st half').waitFor();
  await ana.record('home', 'Goal', 'Unknown');
  await rui.page
    .getByTestId('score')
    .filter({ hasText: /1\s*–\s*0/ })
    .waitFor();
  await rui.record('home', 'Goal', 'Unknown');
  const warnings = [ana, rui].map(({ page }) => page.getByTestId('duplicate'));
  await Promise.all(warnings.map((warning) => warning.waitFor()));
  // Neither request leaves before both scorekeepers have pressed.
  const undone: string[] = [];
  for (const { context } of [ana, rui]) {
    await context.route(/\/markers\//, async (route) => {
      undone.push(`${route.request().method()} ${route.request().url()}`);
      await expect.poll(() => undone.length).toBe(2);
      await route.continue();
    });
  }
  await Promise.all([ana, rui].map(({ page }) => page.getByRole('button', { name: 'Undo the second' }).click()));
  await Promise.all(warnings.map((warning) => warning.waitFor({ state: 'detached' })));
  await Promise.all([ana.hears('ONLINE'), rui.hears('ONLINE')]);
  expect(undone.length).toBe(2);
  expect(new Set(undone).size).toBe(1);
  const goals = Object.values((await boardOf('game:100', '100_0', TOKENS.club)).events).filter(
    ({ type }) => type === 'Goal',
  );
  expect(goals.length).toBe(1);
  await ana.page
    .getByTestId('score')
    .filter({ hasText: /1\s*–\s*0/ })
    .waitFor();
  // And once more, without a duplicate.
  await rui.record('home', 'Goal', 'Unknown');
  await Promise.all([ana, rui].map(({ page }) => page.getByRole('button', { name: 'Keep both' }).click()));
  await Promise.all(warnings.map((warning) => warning.waitFor({ state: 'detached' })));
  expect(await ana.score()).toBe('2–0');
  await Promise.all([ana.close(), rui.close()]);
});

test('the undo of an entry that was entered twice can be taken back, and asks no second time', async () => {
  const phone = await open('game:100', TOKENS.club);
  await phone.record('away', 'Goal', 'Unknown');
  await phone.record('away', 'Goal', 'Unknown');
  const warning = phone.page.getByTestId('duplicate');
  await warning.getByRole('button', { name: 'Undo the second' }).click();
  await warning.waitFor({ state: 'detached' });
  expect(await phone.score()).toMatch(/–1$/);
  const toast = phone.page.locator('.toast');
  await toast.getByText('Goal undone').waitFor();
  await toast.getByRole('button', { name: 'Restore' }).click();
  await phone.page.getByTestId('score').filter({ hasText: /–\s*2/ }).waitFor();
  await phone.hears('ONLINE');
  expect((await boardOf('game:100', '100_0', TOKENS.club)).score.away).toBe(2);
  expect(await warning.count()).toBe(0);
  await phone.close();
});

test('a refused entry stays in the list until it is edited or discarded', async () => {
  const data = world();
  const cancelled = (status: string): object => {
    const [cup, ...others] = data.tournaments;
    const matches = cup?.matches.map((match) => (match.id === 701 ? match : { ...match, status })) ?? [];
    return { ...data, tournaments: [{ ...cup, matches }, ...others] };
  };
  await site.gateway.import(cancelled('scheduled'));
  const phone = await open('match:702', TOKENS.tournament);
  await phone.hears('ONLINE');
  await phone.context.setOffline(true);
  await phone.step('Kick-off');
  await phone.record('home', 'Goal', 'Unknown');
  await phone.hears('OFFLINE – 2 SAVED HERE');
  await site.gateway.import(cancelled('cancelled'));
  await phone.context.setOffline(false);
  const refused = phone.page.getByTestId('refused');
  await refused.getByText('Kick-off was refused').waitFor();
  await refused.getByText('The match is cancelled').waitFor();
  await phone.hears('1 REFUSED');
  await phone.page.reload();
  await phone.page.locator('.pitch').waitFor();
  await refused.getByRole('button', { name: 'Change' }).click();
  await phone.page.getByLabel('Note').fill('Late kick-off');
  await site.gateway.import(cancelled('scheduled'));
  await phone.page.getByRole('button', { name: 'Done' }).click();
  await refused.waitFor({ state: 'detached' });
  await phone.hears('ONLINE');
  const stored = async (): Promise<unknown> => {
    const { period, score } = await boardOf('match:702', '702', TOKENS.tournament);
    return [period, score.home];
  };
  await expect.poll(stored).toEqual(['first_half', 1]);
  await phone.close();
});
