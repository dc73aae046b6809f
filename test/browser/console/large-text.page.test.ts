// The score in the console with letters of twice the size.
import { expect, test } from 'vitest';
import { consoleOn } from '../../support/console-page.ts';
import { openSiteForTests } from '../../support/site.ts';
import { TOKENS } from '../../support/world/tokens.ts';

const site = openSiteForTests();
const { open } = consoleOn(site);

/** What leaves the score and its names, and the names that break; runs in the page. */
function faultsOf(): readonly string[] {
  const faults: string[] = [];
  for (const part of document.querySelectorAll('.scoreboard, .scoreboard > *')) {
    const { left, right } = part.getBoundingClientRect();
    if (left < 0 || right > innerWidth || part.scrollWidth > part.clientWidth) faults.push(part.textContent);
  }
  for (const name of document.querySelectorAll('.team-name')) {
    const letters = document.createRange();
    letters.selectNodeContents(name);
    const lines = new Set([...letters.getClientRects()].map(({ top }) => Math.round(top)));
    if (lines.size > 1) faults.push(`${name.textContent} is on ${lines.size} lines`);
  }
  return faults;
}

test('no name beside the score is cut or breaks with letters of 32 pixels', async () => {
  const phone = await open('match:701', TOKENS.tournament);
  const { page } = phone;
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
  await phone.press('home', 'Goal');
  await page.locator('dialog').waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(phone.score).toBe('1–0');
  expect(await page.evaluate(faultsOf)).toEqual([]);
  await phone.close();
});
