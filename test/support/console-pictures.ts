// The console as the documents show it: the demo's final on a phone.
import path from 'node:path';
import type { Page } from 'playwright-core';
import { ensureBuilt } from '../../src/cli/build.mjs';
import { FINAL_ID } from '../../src/cli/demo/cup.ts';
import { demoData } from '../../src/cli/demo/data.ts';
import { openTestGateway } from './gateway.ts';

const tokens = {
  tournament: 'cup-key-0123456789abcdef0123456789',
  club: 'club-key-0123456789abcdef0123456789',
  app: 'app-key-0123456789abcdef0123456789',
};
export const CONSOLE_PICTURES = ['console-pitch', 'console-goal', 'console-offline'] as const;

/** Scores some markers and leaves the page ready for the picture. */
export async function showConsole(page: Page, picture: (typeof CONSOLE_PICTURES)[number]): Promise<void> {
  const pages = path.join(await ensureBuilt(), 'pages');
  const gateway = await openTestGateway({ pages, data: demoData(Date.now(), tokens) });
  page.once('close', () => void gateway.close());
  const press = async (side: 'home' | 'away', type: string, ...players: readonly string[]): Promise<void> => {
    await page.getByTestId(`column-${side}`).locator(`[data-type=${type}]`).click();
    for (const player of players) await page.locator('dialog .player').filter({ hasText: player }).click();
    if (players.length > 0) await page.locator('dialog').waitFor({ state: 'detached' });
  };

  await page.goto(`${gateway.url}/console/match:${FINAL_ID}#token=${tokens.tournament}`);
  await page.getByTestId('ready').click();
  await page.getByTestId('next').click();
  await page.getByTestId('history').locator('[data-type=Start]').waitFor();
  await press('home', 'Goal', 'Griezmann', 'Pogba');
  await press('away', 'YellowCard', 'Brozović');
  if (picture === 'console-goal') {
    await press('away', 'Goal');
    await page.getByText('Recorded.').waitFor();
    return;
  }
  const card = page.getByTestId('history').locator('li[data-type=YellowCard]');
  await card.waitFor();
  await card.locator('.waiting').waitFor({ state: 'detached' });
  if (picture === 'console-offline') {
    await page.context().setOffline(true);
    await press('away', 'Goal', 'Perišić', 'No assist');
    await page.getByTestId('signal').getByText('OFFLINE – 1 SAVED HERE').waitFor();
  }
}
