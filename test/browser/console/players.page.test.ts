// Who is offered: the players on the pitch, the bench, cards, and a match that is over.
import { expect, test } from 'vitest';
import { consoleOn, hold, type Phone } from '../../support/console-page.ts';
import { openSiteForTests } from '../../support/site.ts';
import { TOKENS } from '../../support/world/tokens.ts';
import { autumnCup, openingMatch, springCup } from '../../support/world/tournaments.ts';
import { world } from '../../support/world/world.ts';

const lineups = {
  home: { starters: [{ user_id: 1 }, { user_id: 2 }], substitutes: [{ user_id: 4 }] },
  away: { starters: [{ user_id: 3 }], substitutes: [{ user_id: 5 }] },
};
const cup = autumnCup({ matches: [openingMatch({ lineups })] });

const site = openSiteForTests({ data: { ...world(), tournaments: [cup, springCup()] } });

const { open, boardOf } = consoleOn(site);
const board = () => boardOf('match:701', '701', TOKENS.tournament);

/** The groups of players that a sheet offers, in order. */
const offered = async ({ page }: Phone): Promise<unknown> => {
  const groups = page.locator('dialog div.players');
  return Promise.all(
    (await groups.all()).map(async (group) => [
      await group.locator('.group').allInnerTexts(),
      await group.locator('.player .name').allInnerTexts(),
    ]),
  );
};
const closeSheet = async ({ page }: Phone): Promise<void> => {
  await page.keyboard.press('Escape');
  await page.locator('dialog').waitFor({ state: 'detached' });
};

test('the players on the pitch come first, for a substitution the bench; a change moves them', async () => {
  const phone = await open('match:701', TOKENS.tournament);
  const { page } = phone;
  await phone.step('Kick-off');
  await phone.press('home', 'Substitution');
  await expect
    .poll(() => offered(phone))
    .toEqual([
      [['On the pitch'], ['Rui Costa', 'Ana Silva']],
      [['Bench'], ['Max Member']],
    ]);
  await page.locator('dialog .player').filter({ hasText: 'Ana' }).click();
  await page.getByText('Who comes on?').waitFor();
  await expect
    .poll(() => offered(phone))
    .toEqual([
      [['Bench'], ['Max Member']],
      [['On the pitch'], ['Rui Costa']],
    ]);
  await page.locator('dialog .player').filter({ hasText: 'Max' }).click();
  await phone.press('home', 'Shot');
  await expect
    .poll(() => offered(phone))
    .toEqual([
      [['On the pitch'], ['Rui Costa', 'Max Member']],
      [['Bench'], ['Ana Silva']],
    ]);
  await closeSheet(phone);
  await phone.close();
});

test('a second yellow card asks for the red one; one tap posts it, and the player leaves the grid', async () => {
  const phone = await open('match:701', TOKENS.tournament);
  const { page } = phone;
  await phone.record('home', 'YellowCard', 'Rui');
  await phone.press('home', 'YellowCard');
  const rui = page.locator('dialog .player').filter({ hasText: 'Rui' });
  await rui.getByRole('img', { name: 'booked' }).waitFor();
  await rui.click();
  await page.getByText('Second yellow card for Rui Costa. Send off?').waitFor();
  await page.getByRole('button', { name: 'Send off' }).click();
  await page.locator('.toast').getByText('Red card recorded.').waitFor();
  await expect.poll(async () => (await board()).cards.home).toEqual({ yellow: 2, red: 1 });
  const red = Object.values((await board()).events).find(({ type }) => type === 'RedCard');
  expect([red?.player?.name, red?.team]).toEqual(['Rui Costa', 'home']);
  await phone.press('home', 'Goal');
  await expect
    .poll(() => offered(phone))
    .toEqual([
      [['On the pitch'], ['Max Member']],
      [['Bench'], ['Ana Silva']],
    ]);
  await page.getByRole('button', { name: 'Undo this entry' }).click();
  // The card itself still offers the player.
  await page.getByTestId('history').locator('[data-type=RedCard]').getByText('Change').click();
  expect(await page.locator('dialog .player.chosen .name').allInnerTexts()).toEqual(['Rui Costa']);
  await closeSheet(phone);
  await phone.close();
});

test('after full time no tap records a goal before "Correct the match"', async () => {
  const phone = await open('match:701', TOKENS.tournament);
  const { page } = phone;
  await phone.step('Half-time');
  await phone.step('Start 2nd half');
  await phone.step('Full time', true);
  const correct = page.getByRole('button', { name: 'Correct the match' });
  await correct.waitFor();
  const goals = page.locator('.column [data-type=Goal]');
  expect(await goals.count()).toBe(0);
  await page.keyboard.press('g');
  expect(await page.locator('dialog').count()).toBe(0);
  await correct.click();
  await phone.record('away', 'Goal', 'Eva', 'No assist');
  await expect.poll(async () => (await board()).score).toEqual({ home: 0, away: 1 });
  await page.getByText('You are correcting').waitFor();
  // The undo of a row's sheet asks as the one beside it does.
  const goal = page.getByTestId('history').locator('[data-type=Goal].away');
  await goal.getByText('Change').click();
  await page.getByRole('button', { name: 'Undo this entry' }).click();
  await page.locator('dialog').getByText('The match is over. Undo').waitFor();
  await page.locator('dialog').getByRole('button', { name: 'No' }).click();
  await goal.waitFor();
  await page.getByRole('button', { name: 'Done' }).click();
  await goals.first().waitFor({ state: 'detached' });
  expect(phone.complaints).toEqual([]);
  await phone.close();
});

test('a penalty is scored, missed or saved; a saved one names the goalkeeper and the taker', async () => {
  const phone = await open('match:701', TOKENS.tournament);
  const { page } = phone;
  await page.getByRole('button', { name: '‹ Line-ups' }).click();
  await page.locator('.team-sheet.away select').selectOption({ label: '3 Eva Lopes' });
  await page.getByTestId('ready').click();
  await page.getByRole('button', { name: 'Correct the match' }).click();
  const kick = async (outcome: string, ...names: readonly string[]): Promise<void> => {
    await phone.press('home', 'Penalty');
    await page.locator(`dialog [data-type=${outcome}]`).click();
    for (const name of names) await page.locator('dialog .player').filter({ hasText: name }).click();
    await page.locator('dialog').waitFor({ state: 'detached' });
  };
  const kicks = async (): Promise<unknown> =>
    Object.values((await board()).events)
      .filter(({ type }) => type.startsWith('Penalty'))
      .map(({ type, team, player, second_player }) => [type, team, player?.name, second_player?.name]);
  await kick('scored', 'Ana');
  await kick('missed', 'Max');
  await kick('saved', 'Ana');
  const saved = page.getByTestId('history').locator('li').filter({ hasText: 'Penalty saved' });
  await expect.poll(() => saved.locator('.who').innerText()).toBe('Riverside · Ana Silva · Eva Lopes (Goalkeeper)');
  const inPlay = [
    ['PenaltyScored', 'home', 'Ana Silva', undefined],
    ['PenaltyMissed', 'home', 'Max Member', undefined],
    ['PenaltyMissed', 'home', 'Eva Lopes', 'Ana Silva'],
  ];
  await expect.poll(kicks).toEqual(inPlay);
  expect((await board()).score).toEqual({ home: 1, away: 1 });
  // Edited, it names the same players; the other side's players are offered for the save.
  await saved.getByText('Change').click();
  expect(await page.locator('dialog .player.chosen .name').allInnerTexts()).toEqual(['Eva Lopes']);
  await closeSheet(phone);
  await phone.hears('ONLINE');
  await expect.poll(kicks).toEqual(inPlay);
  // The home goalkeeper is not known: the console asks, and without a name the kick is missed.
  await phone.press('away', 'Penalty');
  await page.locator('dialog [data-type=saved]').click();
  await page.getByText('Who saved it?').waitFor();
  await page.locator('dialog .player').filter({ hasText: 'Unknown' }).click();
  await page.getByText('Who took the penalty?').waitFor();
  await page.locator('dialog .player').filter({ hasText: 'Unknown' }).click();
  await expect.poll(kicks).toEqual([...inPlay, ['PenaltyMissed', 'away', undefined, undefined]]);
  // A kick that names only the goalkeeper is called saved too.
  await kick('saved', 'Unknown');
  await expect.poll(() => page.getByTestId('history').getByText('Penalty saved').count()).toBe(2);
  expect(phone.complaints).toEqual([]);
  await phone.close();
});

test('a shootout has kicks scored, missed and saved, and says who kicks next', async () => {
  const phone = await open('match:701', TOKENS.tournament);
  const { page } = phone;
  await page.getByText('Full time', { exact: true }).first().waitFor();
  await hold(page.locator('.clock-bar').getByRole('button', { name: 'More' }));
  await hold(page.locator('dialog').getByRole('button', { name: 'Penalty shootout' }));
  await page.getByTestId('period').getByText('Penalty shootout').waitFor();
  const next = page.locator('.column').filter({ hasText: 'kicks next' }).locator('h2');
  expect(await next.count()).toBe(0);
  await phone.record('away', 'PenaltyScored', 'Eva');
  await next.getByText('Riverside').waitFor();
  await phone.record('home', 'PenaltySaved', 'Ana');
  await next.getByText('Hilltop').waitFor();
  await phone.record('away', 'PenaltyMissed', 'Unknown');
  await next.getByText('Riverside').waitFor();
  await expect.poll(async () => (await board()).shootout).toEqual({ home: [false], away: [true, false] });
  expect(phone.complaints).toEqual([]);
  await phone.close();
});
