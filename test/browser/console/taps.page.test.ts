// How many taps each entry takes: the match does not wait for the scorekeeper.
import { expect, test } from 'vitest';
import { consoleOn } from '../../support/console-page.ts';
import { openSiteForTests } from '../../support/site.ts';
import { TOKENS } from '../../support/world/tokens.ts';

const site = openSiteForTests();

const { open, boardOf } = consoleOn(site);
const shown = async (): Promise<unknown> =>
  Object.values((await boardOf('match:701', '701', TOKENS.tournament)).events)
    .filter(({ team }) => team !== undefined)
    .map(({ type, player, second_player }) => [type, player?.name, second_player?.name])
    .at(-1);

test('rule PAGE-39: a goal takes one tap, also of a finger that taps twice, with its scorer two, with the assist three; a card two; a substitution and a penalty three', async () => {
  const phone = await open('match:701', TOKENS.tournament);
  const { page } = phone;
  await phone.step('Kick-off');
  const home = page.getByTestId('column-home');
  /** The taps of one entry: selectors of the home side's buttons, of the dialog's, or texts of players. */
  const tap = async (button: string, ...answers: readonly string[]): Promise<number> => {
    await home.locator(`[data-type=${button}]`).click();
    for (const answer of answers) await page.locator('dialog button').filter({ hasText: answer }).first().click();
    return 1 + answers.length;
  };

  expect(await tap('Goal')).toBe(1);
  await expect.poll(shown).toEqual(['Goal', undefined, undefined]);
  await page.keyboard.press('Escape');
  await page.locator('dialog').waitFor({ state: 'detached' });

  // The scorer is shown before the assist is known.
  expect(await tap('Goal', 'Ana')).toBe(2);
  await expect.poll(shown).toEqual(['Goal', 'Ana Silva', undefined]);
  await page.locator('dialog button').filter({ hasText: 'Rui' }).first().click();
  await page.locator('dialog').waitFor({ state: 'detached' });
  await expect.poll(shown).toEqual(['Goal', 'Ana Silva', 'Rui Costa']);
  expect(await tap('Goal', 'Ana', 'No assist')).toBe(3);
  await expect.poll(shown).toEqual(['Goal', 'Ana Silva', undefined]);
  expect(await tap('YellowCard', 'Ana')).toBe(2);
  await expect.poll(shown).toEqual(['YellowCard', 'Ana Silva', undefined]);
  expect(await tap('Substitution', 'Ana', 'Rui')).toBe(3);
  await expect.poll(shown).toEqual(['Substitution', 'Ana Silva', 'Rui Costa']);
  expect(await tap('Penalty', 'Missed')).toBe(2);
  await expect.poll(shown).toEqual(['PenaltyMissed', undefined, undefined]);
  await page.keyboard.press('Escape');
  await page.locator('dialog').waitFor({ state: 'detached' });
  expect(await tap('Penalty', 'Scored', 'Rui')).toBe(3);
  await expect.poll(shown).toEqual(['PenaltyScored', 'Rui Costa', undefined]);

  // A finger that taps twice at once, rule PAGE-39.
  const goals = await page.getByTestId('history').locator('[data-type=Goal]').count();
  await home.locator('[data-type=Goal]').evaluate((button) => {
    const { x, y } = button.getBoundingClientRect();
    const more = { bubbles: true, clientX: x + 9, clientY: y + 9 };
    for (let tap = 1; tap <= 2; tap += 1) {
      button.dispatchEvent(new PointerEvent('pointerdown', { ...more, pointerType: 'touch' }));
      button.dispatchEvent(new MouseEvent('click', { ...more, detail: tap }));
    }
  });
  await page.locator('dialog').waitFor();
  await page.keyboard.press('Escape');
  await page.locator('dialog').waitFor({ state: 'detached' });
  expect(await page.getByTestId('history').locator('[data-type=Goal]').count()).toBe(goals + 1);
  expect(phone.complaints).toEqual([]);
  await phone.close();
});

test('rule PAGE-39: a double-click on an undo takes the entry away, and does not restore it', async () => {
  const context = { viewport: { width: 1280, height: 800 }, hasTouch: false };
  const phone = await open('match:702', TOKENS.tournament, { context });
  const { page } = phone;
  await phone.step('Kick-off');
  await phone.record('home', 'YellowCard', 'Unknown');
  const undo = page.locator('.toast').getByRole('button', { name: 'Undo' });
  await undo.click({ trial: true });
  const { x, y, width, height } = (await undo.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await page.mouse.click(x + width / 2, y + height / 2);
  await page.locator('.toast').getByRole('button', { name: 'Restore' }).waitFor();
  await page.mouse.down({ clickCount: 2 });
  await page.mouse.up({ clickCount: 2 });
  // An entry that is sent after what the click would do.
  await phone.record('home', 'Goal', 'Unknown');
  const types = async (): Promise<readonly string[]> =>
    Object.values((await boardOf('match:702', '702', TOKENS.tournament)).events).map(({ type }) => type);
  await expect.poll(types).toContain('Goal');
  expect(await types()).not.toContain('YellowCard');
  await phone.close();
});
