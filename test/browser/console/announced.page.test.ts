// What screen readers say of the connection: what is new, and not that each entry was sent.
import type { Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { fetchFor } from '../../support/browser.ts';
import { consoleOn } from '../../support/console-page.ts';
import { openSiteForTests } from '../../support/site.ts';
import { TOKENS } from '../../support/world/tokens.ts';

const site = openSiteForTests();
const { open } = consoleOn(site);

test('an entry that is sent at once is announced by its own message, and a connection that takes longer or is lost by its state', async () => {
  const held: Route[] = [];
  const phone = await open('match:701', TOKENS.tournament, { prepare: (page) => page.clock.install() });
  const { page } = phone;
  await page.route('**/markers', (route) => void held.push(route));
  await phone.hears('ONLINE');
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 5_000);
  await page.evaluate(() => {
    const said: string[] = [];
    Object.assign(window, { said });
    const regions = document.querySelectorAll<HTMLElement>('[role=status]');
    for (const region of regions) {
      new MutationObserver(() => region.innerText !== '' && said.push(region.innerText)).observe(region, {
        subtree: true,
        childList: true,
        characterData: true,
      });
    }
  });
  /** What was announced since the last question. */
  const said = (): Promise<readonly string[]> =>
    page.evaluate(() => (window as unknown as { said: string[] }).said.splice(0));
  const answer = async (): Promise<void> => {
    await expect.poll(() => held.length).toBe(1);
    for (const route of held.splice(0)) await route.fulfill({ response: await fetchFor(route) });
  };

  await phone.step('Kick-off');
  await phone.hears('SYNCING');
  await page.clock.runFor(1_000);
  await answer();
  await phone.hears('ONLINE');
  await page.clock.runFor(1_000);
  expect(await said()).toEqual(['Kick-off recorded.\nUndo']);

  await phone.press('home', 'Goal');
  await page.locator('dialog').waitFor();
  await page.keyboard.press('Escape');
  await phone.hears('SYNCING');
  await page.clock.runFor(3_000);
  await answer();
  await phone.hears('ONLINE');
  await page.clock.runFor(1_000);
  expect(await said()).toEqual(['Goal recorded.\nUndo', 'SYNCING', 'ONLINE']);

  await phone.context.setOffline(true);
  await phone.hears('OFFLINE');
  await page.clock.runFor(1_000);
  expect(await said()).toEqual(['OFFLINE']);
  await phone.close();
});
