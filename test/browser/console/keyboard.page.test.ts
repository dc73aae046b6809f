// The console without a mouse: where the focus goes, shortcuts of other keyboards, and the browser's "back".
import type { CDPSession, Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { consoleOn, type Phone } from '../../support/console-page.ts';
import { openSiteForTests } from '../../support/site.ts';
import { TOKENS } from '../../support/world/tokens.ts';

const site = openSiteForTests();

const { open } = consoleOn(site);
const history = ({ page }: Phone) => page.getByTestId('history');
const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const { tagName, textContent } = document.activeElement ?? document.body;
    return `${tagName} ${tagName === 'BODY' ? '' : textContent}`;
  });

test('what is undone with the keyboard leaves the focus to the row after it, then to the heading', async () => {
  const phone = await open('match:701', TOKENS.tournament);
  const { page } = phone;
  await phone.step('Kick-off');
  await phone.record('home', 'Goal', 'Unknown');
  await phone.record('away', 'YellowCard', 'Unknown');
  await history(phone).locator('[data-type=YellowCard]').getByRole('button', { name: /^Undo/ }).focus();
  await page.keyboard.press('Enter');
  await history(phone).locator('[data-type=YellowCard]').waitFor({ state: 'detached' });
  await expect.poll(() => focused(page)).toMatch(/^LI .*Goal/);
  // The key is still held: no other entry goes.
  await page.keyboard.press('Enter');
  expect(await history(phone).locator('[data-type=Goal]').count()).toBe(1);
  await page.keyboard.press('Tab');
  expect(await focused(page)).toBe('BUTTON Change');
  // The message goes with its button.
  await page.locator('.toast').getByRole('button', { name: 'Restore' }).focus();
  await page.keyboard.press('Enter');
  await history(phone).locator('[data-type=YellowCard]').waitFor();
  await expect.poll(() => focused(page)).toBe('H2 History');
  await phone.close();
});

test('Enter at the end of a note records the entry once: the button that gets the focus back is not pressed', async () => {
  const phone = await open('match:701', TOKENS.tournament);
  const { page } = phone;
  const noteOf = (place: Locator) => place.locator('label.note input');
  const dialog = page.locator('dialog');
  const goals = history(phone).locator('[data-type=Goal]');
  const before = await goals.count();
  const goal = page.getByTestId('column-home').locator('[data-type=Goal]');
  await goal.focus();
  await page.keyboard.press('Enter');
  await noteOf(dialog).fill('Header');
  await page.keyboard.press('Enter');
  await goals.filter({ hasText: 'Header' }).waitFor();
  expect(await dialog.count()).toBe(0);
  expect(await goals.count()).toBe(before + 1);
  expect(await focused(page)).toBe('BUTTON Goal');
  const note = page.locator('.clock-bar').getByRole('button', { name: 'Note', exact: true });
  await note.focus();
  await page.keyboard.press('Enter');
  await noteOf(dialog).fill('Rain');
  await page.keyboard.press('Enter');
  await history(phone).getByText('Rain').waitFor();
  expect(await dialog.count()).toBe(0);
  await phone.close();
});

test('rule PAGE-39: a key that is held presses a button once', async () => {
  const phone = await open('match:701', TOKENS.tournament);
  const { page } = phone;
  const goals = history(phone).locator('[data-type=Goal]');
  const before = await goals.count();
  await page.getByTestId('column-home').locator('[data-type=Goal]').focus();
  await page.keyboard.down('Enter');
  await page.locator('dialog .recorded').waitFor();
  // Each of these is a repeat of the key, as the browser sends them.
  for (let repeat = 0; repeat < 4; repeat += 1) await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await page.locator('dialog .recorded').waitFor();
  expect(await goals.count()).toBe(before + 1);
  await page.keyboard.press('Escape');
  await phone.close();
});

test('the focus stays with the steps of the clock, with the pairings and with the players when they change', async () => {
  const phone = await open('game:101', TOKENS.club, { onPitch: false });
  const { page } = phone;
  const second = page.locator('.pairings button').nth(1);
  await second.focus();
  await page.keyboard.press('Enter');
  await page.locator('.pairings [aria-pressed=true]').filter({ hasText: 'Reds' }).waitFor();
  await expect.poll(() => focused(page)).toMatch(/^BUTTON Team 2 – Reds/);
  const sheet = page.locator('.team-sheet.home');
  await sheet.getByRole('button', { name: 'Fill-in player' }).focus();
  await page.keyboard.press('Enter');
  await page.getByLabel('Name').fill('Zoe');
  await page.keyboard.press('Enter');
  await sheet.getByText('Zoe').waitFor();
  await sheet.getByRole('button', { name: 'Shirt number of Zoe' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Remove the fill-in' }).focus();
  await page.keyboard.press('Enter');
  await sheet.getByText('Zoe').waitFor({ state: 'detached' });
  await expect.poll(() => focused(page)).toBe('BUTTON + Fill-in player');
  await page.getByTestId('ready').focus();
  await page.keyboard.press('Enter');
  const steps = page.locator('.clock-bar');
  await steps.getByRole('button', { name: 'Kick-off' }).focus();
  await page.keyboard.press('Enter');
  await page.locator('dialog .done').focus();
  await page.keyboard.press('Enter');
  await steps.getByRole('button', { name: 'Stop clock' }).waitFor();
  const inSteps = () => page.evaluate(() => document.activeElement?.closest('.clock-bar') !== null);
  await expect.poll(inSteps).toBe(true);
  // New steps ignore presses for a moment.
  await steps.locator('button:not([aria-disabled])').filter({ hasText: 'Stop clock' }).focus();
  await page.keyboard.press('Enter');
  await steps.getByRole('button', { name: 'Restart clock' }).waitFor();
  await expect.poll(inSteps).toBe(true);
  await phone.close();
});

test('what is taken off the air with the keyboard leaves the focus to the next item, then to the button that takes off all', async () => {
  const phone = await open('match:701', TOKENS.tournament, { onPitch: false });
  const { page } = phone;
  await page.locator('.top').waitFor();
  await page.goto(`${site.gateway.url}/console/match:701/air`);
  await page.getByRole('button', { name: '+2' }).click();
  await page.getByRole('button', { name: 'Statistics' }).click();
  const offs = page.getByTestId('air-items').getByRole('button');
  await expect.poll(() => offs.count()).toBe(2);
  await offs.first().focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => offs.count()).toBe(1);
  await expect.poll(() => focused(page)).toMatch(/^BUTTON Take off/);
  await page.keyboard.press('Enter');
  await offs.waitFor({ state: 'detached' });
  await expect.poll(() => focused(page)).toMatch(/^BUTTON Take everything off/);
  await phone.close();
});

test('an entry that was entered twice leaves the focus to the heading of the history', async () => {
  const phone = await open('game:100', TOKENS.club);
  const { page } = phone;
  await phone.record('away', 'Goal', 'Unknown');
  await phone.record('away', 'Goal', 'Unknown');
  const warning = page.getByTestId('duplicate');
  await warning.getByRole('button', { name: 'Undo the second' }).focus();
  await page.keyboard.press('Enter');
  await warning.waitFor({ state: 'detached' });
  await expect.poll(() => focused(page)).toBe('H2 History');
  await phone.close();
});

test('shortcuts and shirt numbers are read by their place on keyboards of other scripts', async () => {
  const phone = await open('match:702', TOKENS.tournament);
  const { page } = phone;
  const keys = await phone.context.newCDPSession(page);
  await typed(keys, 'П', 'KeyG', true);
  await page.locator('dialog .recorded').waitFor();
  await typed(keys, '٠', 'Digit0');
  await page.keyboard.press('Enter');
  await page.locator('dialog').waitFor({ state: 'detached' });
  await phone.page
    .getByTestId('score')
    .filter({ hasText: /0\s*–\s*1/ })
    .waitFor();
  await typed(keys, '؟', 'Slash', true);
  await page.getByText('Undo the newest entry').waitFor();
  await phone.close();
});

async function typed(keys: CDPSession, key: string, code: string, isShifted = false): Promise<void> {
  const modifiers = isShifted ? 8 : 0;
  await keys.send('Input.dispatchKeyEvent', { type: 'keyDown', key, code, modifiers, text: key });
  await keys.send('Input.dispatchKeyEvent', { type: 'keyUp', key, code, modifiers });
}

test('a view that opens gets the focus: the match at its first button, the list and the sign-in at their heading', async () => {
  const phone = await open('match:702', TOKENS.tournament);
  const { page } = phone;
  await page.goto(`${site.gateway.url}/console`);
  const enter = async (place: Locator): Promise<void> => {
    await place.focus();
    await page.keyboard.press('Enter');
  };
  await page.locator('.fixture').first().waitFor();
  // A page that was only loaded leaves the focus alone.
  expect(await focused(page)).toBe('BODY ');
  await enter(page.locator('.fixture').first());
  await page.getByTestId('ready').or(page.locator('.pitch')).first().waitFor();
  await expect.poll(() => focused(page)).toMatch(/^BUTTON ‹ (Matches|Line-ups)/);
  if (await page.locator('.pitch').isVisible()) await page.keyboard.press('Enter');
  await page.getByTestId('ready').waitFor();
  await expect.poll(() => focused(page)).toBe('BUTTON ‹ Matches');
  await page.keyboard.press('Enter');
  await expect.poll(() => focused(page)).toBe('H1 Choose a match');
  await enter(page.getByRole('button', { name: 'Use another token' }));
  await expect.poll(() => focused(page)).toBe('H1 Scorekeeper’s console');
  await enter(page.getByRole('button', { name: 'Back, keep the current token' }));
  await expect.poll(() => focused(page)).toBe('H1 Choose a match');
  await phone.close();
});

test('"back" of the browser closes a dialog, leads from the pitch to the line-ups, and then to the list', async () => {
  const phone = await open('match:701', TOKENS.tournament, { onPitch: false });
  const { page } = phone;
  await page.getByTestId('ready').or(page.locator('.pitch')).first().waitFor();
  await page.goto(`${site.gateway.url}/console`);
  await page.locator('.fixture').first().click();
  await page.getByTestId('ready').or(page.locator('.pitch')).first().waitFor();
  if (await page.getByTestId('ready').isVisible()) await page.getByTestId('ready').click();
  await page.locator('.pitch').waitFor();
  await phone.context.setOffline(true);
  await phone.press('home', 'YellowCard');
  await page.locator('dialog').waitFor();
  await page.goBack();
  await page.locator('dialog').waitFor({ state: 'detached' });
  await page.locator('.pitch').waitFor();
  await phone.press('home', 'Shot');
  await page.locator('dialog .player').first().click();
  await phone.hears('OFFLINE – 1 SAVED HERE');
  await page.goBack();
  await page.getByTestId('ready').waitFor();
  await phone.hears('OFFLINE – 1 SAVED HERE');
  await expect.poll(() => focused(page)).toBe('BUTTON ‹ Matches');
  await page.goForward();
  await page.locator('.pitch').waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest('.clock-bar') !== null)).toBe(true);
  // The button of the page leads the same way.
  await page.getByRole('button', { name: '‹ Line-ups' }).click();
  await page.getByTestId('ready').waitFor();
  await page.goBack();
  await page.locator('.fixture').first().waitFor();
  await phone.close();
});

test('a dialog of the pitch that leads to the line-ups does so, and a reload stays on the pitch', async () => {
  const phone = await open('match:701', TOKENS.tournament);
  const { page } = phone;
  await page.reload();
  await page.locator('.pitch').waitFor();
  await page.getByTestId('column-home').getByRole('button', { name: 'More' }).click();
  await page
    .getByRole('button', { name: /oalkeeper/ })
    .last()
    .click();
  await page.getByTestId('ready').waitFor();
  await phone.close();
});

test('a screen reader has the place of the last message before it comes, and each message once', async () => {
  const phone = await open('match:701', TOKENS.tournament);
  const places = phone.page.locator('main [role=status]');
  expect(await places.count()).toBe(1);
  const place = await places.elementHandle();
  await phone.record('home', 'YellowCard', 'Unknown');
  await phone.page.locator('.toast').getByText('Yellow card recorded.').waitFor();
  expect([await places.count(), await place.textContent()]).toEqual([
    1,
    expect.stringMatching(/^Yellow card recorded\./),
  ]);
  await phone.close();
});
