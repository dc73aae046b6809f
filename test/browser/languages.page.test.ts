// The console and the pages in German and in Arabic: every text is in the language, and nothing is cut off.
import path from 'node:path';
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { ensureBuilt } from '../../src/cli/build.mjs';
import { ar } from '../../src/browser/shared/lang/console/ar.ts';
import { de } from '../../src/browser/shared/lang/console/de.ts';
import { languages } from '../../src/browser/shared/languages.ts';
import { pageLanguages } from '../../src/browser/shared/page-languages.ts';
import { FINAL_ID } from '../../src/cli/demo/cup.ts';
import { demoData } from '../../src/cli/demo/data.ts';
import { seriousViolations } from '../support/axe.ts';
import { faultsOf } from '../support/console-faults.ts';
import { openTestGateway } from '../support/gateway.ts';
import { openPhone } from '../support/console-page.ts';
import { openSiteForTests } from '../support/site.ts';
import { TOKENS } from '../support/world/tokens.ts';

const tokens = {
  tournament: 'cup-key-0123456789abcdef0123456789',
  club: 'club-key-0123456789abcdef0123456789',
  app: 'app-key-0123456789abcdef0123456789',
};
const data = demoData(Date.now(), tokens);
const site = openSiteForTests();

const SIZES = [
  [390, 844],
  [320, 568],
  [1024, 768],
] as const;

async function look(page: Page, state: string): Promise<string[]> {
  const faults: string[] = [];
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    faults.push(...(await page.evaluate(faultsOf)).map((fault) => `${state} at ${width} × ${height}: ${fault}`));
  }
  await page.setViewportSize({ width: 390, height: 844 });
  return faults;
}
/** English words that a person would read; names and addresses are in every language. */
const englishIn = (page: Page): Promise<string[]> =>
  page.evaluate(
    () =>
      document.body.innerText.match(/\b(?:the|and|of|is|are|was|Goal|Undo|Edit|Record|Sign|Match|Card|Line-ups)\b/g) ??
      [],
  );
const rootOf = (page: Page) => page.evaluate(() => [document.documentElement.lang, document.documentElement.dir]);

test.each([
  ['de', 'ltr', de],
  ['ar', 'rtl', ar],
] as const)('rule PAGE-21: the console in %s', async (language, direction, words) => {
  // A match of its own.
  const gateway = await openTestGateway({ pages: path.join(await ensureBuilt(), 'pages'), data });
  onTestFinished(() => gateway.close());
  const phone = await openPhone(site.browser, {
    url: gateway.url,
    channel: `match:${FINAL_ID}`,
    token: tokens.tournament,
    onPitch: false,
    context: { locale: language },
  });
  const { page } = phone;
  await page.getByTestId('ready').getByText(words.startScoring).waitFor();
  expect(await rootOf(page)).toEqual([language, direction]);
  const faults = await look(page, 'the line-ups');
  await page.getByTestId('ready').click();
  await page.getByTestId('next').getByText(words.steps.kickOff).waitFor();
  await page.getByTestId('next').click();
  await page.getByTestId('period').getByText(languages[language].periods.first_half).waitFor();
  await phone.press('home', 'Goal');
  await page.locator('dialog').getByText(words.questions.scorer).waitFor();
  faults.push(...(await look(page, 'the sheet of a goal')));
  expect(await englishIn(page)).toEqual([]);
  await page.locator('dialog .player').first().click();
  await page.locator('dialog').waitFor({ state: 'detached' });
  await page.getByRole('status').getByText(words.recorded(words.markers.Goal)).waitFor();
  faults.push(...(await look(page, 'the pitch')));
  expect(await englishIn(page)).toEqual([]);
  // The home side stands where the language begins, and so does its number of goals.
  const [home = 0, away = 0] = await page
    .getByTestId('score')
    .locator('span')
    .evaluateAll(([first, , last]) => [first, last].map((element) => element?.getBoundingClientRect().x));
  expect(home < away).toBe(direction === 'ltr');
  expect(await phone.score()).toBe('1–0');
  await phone.context.setOffline(true);
  await phone.press('away', 'YellowCard');
  await page.locator('dialog .player').first().click();
  await phone.hears(`${words.offline} – ${words.savedHere(1)}`);
  faults.push(...(await look(page, 'offline')));
  expect(faults).toEqual([]);
  expect(phone.complaints).toEqual([]);
  await phone.close();
});

test('rule PAGE-21: the pages in German and in Arabic', async () => {
  const context = await site.browser.newContext({ locale: 'de-AT', timezoneId: 'Asia/Tokyo' });
  const page = await context.newPage();
  const faults: string[] = [];
  const check = async (place: string): Promise<void> => {
    await page.setViewportSize({ width: 320, height: 640 });
    const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement);
    if (scrollWidth > clientWidth) faults.push(`${place} is ${scrollWidth} wide`);
    const english = await englishIn(page);
    if (english.length > 0) faults.push(`${place} has ${english.join(', ')}`);
    faults.push(...(await seriousViolations(page)).map((violation) => `${place}: ${violation}`));
  };
  for (const language of ['de', 'ar'] as const) {
    await page.goto(`${site.gateway.url}/sign-in?lang=${language}`);
    await page.getByRole('heading', { name: pageLanguages[language].signIn.title }).waitFor();
    expect(await rootOf(page)).toEqual([language, language === 'ar' ? 'rtl' : 'ltr']);
    await check(`sign-in in ${language}`);
    await page.goto(`${site.gateway.url}/`);
    await page.getByRole('heading', { name: pageLanguages[language].home.titleForVisitors }).waitFor();
    await check(`home in ${language}`);
    await page.goto(`${site.gateway.url}/no/such/page`);
    await page.getByRole('heading', { name: pageLanguages[language].problems[404].title }).waitFor();
    await check(`an unknown address in ${language}`);
  }
  // The console has the language that was chosen on a page, and changes it.
  await page.goto(`${site.gateway.url}/console`);
  await page.getByRole('heading', { name: ar.console }).waitFor();
  await page.getByRole('link', { name: 'Deutsch' }).click();
  await page.getByRole('heading', { name: de.console }).waitFor();
  expect(faults).toEqual([]);
  await context.close();
});

test('rule PAGE-21: a match that a key may not read or direct is refused in the language of the page', async () => {
  const { gateway, browser } = site;
  const view = await gateway.viewToken(TOKENS.tournament, 'match:701');
  const open = async (address: string): Promise<Page> => {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
    const page = await context.newPage();
    await page.goto(gateway.url + address);
    return page;
  };
  const scored = await open(`/console/match:701?lang=ar#token=${TOKENS.otherTournament}`);
  await scored.getByRole('alert').getByText(ar.forbidden).waitFor();
  // Nothing can be directed there: the page has no desk, and does not wait.
  const unknown = await open(`/console/match:9999/air?lang=ar#token=${TOKENS.tournament}`);
  await unknown.getByRole('alert').getByText(ar.forbidden).waitFor();
  expect(await unknown.locator('.air-now, .air-row, .loading').count()).toBe(0);
  // A view token shows what is on air, and brings nothing there.
  const shown = await open(`/console/match:701/air?lang=ar#token=${view}`);
  await shown.locator('[data-panel=statistics]').click();
  await shown.getByRole('alert').getByText(ar.forbidden).waitFor();
});
