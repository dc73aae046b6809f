// The console as the documents show it: the demo's final on a phone.
import path from 'node:path';
import type { Page } from 'playwright-core';
import { ensureBuilt } from '../../src/cli/build.mjs';
import { FINAL_ID } from '../../src/cli/demo/cup.ts';
import { demoData } from '../../src/cli/demo/data.ts';
import type { Language } from '../../src/browser/shared/language.ts';
import { openTestGateway } from './gateway.ts';
import type { Picture } from './screenshots.ts';

const tokens = {
  tournament: 'cup-key-0123456789abcdef0123456789',
  club: 'club-key-0123456789abcdef0123456789',
  app: 'app-key-0123456789abcdef0123456789',
};
type Moment = 'pitch' | 'goal' | 'offline' | 'lineups';

const picture = (
  name: string,
  [width, height]: readonly [number, number],
  moment: Moment,
  more: Look = {},
): Picture => ({
  name,
  width,
  height,
  language: more.language ?? 'en',
  show: ({ page }) => showConsole(page, moment, more),
});
type Look = { readonly language?: Language; readonly isInSunlight?: boolean };

const PHONE = [390, 844] as const;
const TABLET = [768, 1024] as const;
const LAPTOP = [1280, 800] as const;
const SUNLIGHT = { isInSunlight: true } as const;

/** On a phone, a tablet and a laptop, in daylight, and in other languages. */
export const consolePictures: readonly Picture[] = [
  picture('console-pitch', PHONE, 'pitch'),
  picture('console-goal', PHONE, 'goal'),
  picture('console-offline', PHONE, 'offline'),
  picture('console-sunlight-phone', PHONE, 'pitch', SUNLIGHT),
  picture('console-sunlight-tablet', TABLET, 'goal', SUNLIGHT),
  picture('console-sunlight-laptop', LAPTOP, 'pitch', SUNLIGHT),
  picture('console-german', PHONE, 'goal', { language: 'de' }),
  picture('console-arabic', PHONE, 'pitch', { language: 'ar' }),
  picture('console-arabic-line-ups', TABLET, 'lineups', { language: 'ar', ...SUNLIGHT }),
];

/** Scores some markers and leaves the page ready for the picture. */
async function showConsole(page: Page, moment: Moment, { isInSunlight = false }: Look): Promise<void> {
  const pages = path.join(await ensureBuilt(), 'pages');
  const gateway = await openTestGateway({ pages, data: demoData(Date.now(), tokens) });
  page.once('close', () => void gateway.close());
  const press = async (side: 'home' | 'away', type: string, ...players: readonly string[]): Promise<void> => {
    await page.getByTestId(`column-${side}`).locator(`[data-type=${type}]`).click();
    for (const player of players) await page.locator('dialog .player').filter({ hasText: player }).click();
    if (players.length > 0) await page.locator('dialog').waitFor({ state: 'detached' });
  };

  await page.goto(`${gateway.url}/console/match:${FINAL_ID}#token=${tokens.tournament}`);
  await page.getByTestId('ready').waitFor();
  if (isInSunlight) await page.locator('.top button').last().click();
  if (moment === 'lineups') return;
  await page.getByTestId('ready').click();
  await page.getByTestId('next').click();
  await page.getByTestId('history').locator('[data-type=Start]').waitFor();
  await press('home', 'Goal', 'Griezmann', 'Pogba');
  await press('away', 'YellowCard', 'Brozović');
  if (moment === 'goal') {
    await press('away', 'Goal');
    await page.locator('.recorded').waitFor();
    return;
  }
  const card = page.getByTestId('history').locator('li[data-type=YellowCard]');
  await card.waitFor();
  await card.locator('.waiting').waitFor({ state: 'detached' });
  if (moment === 'offline') {
    await page.context().setOffline(true);
    await press('away', 'Goal', 'Perišić', 'No assist');
    await page.getByTestId('signal').getByText('OFFLINE – 1 SAVED HERE').waitFor();
  }
}
