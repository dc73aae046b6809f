// The first page and the builders in a browser: the preview follows the form, everything fits and is accessible.
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ensureBuilt } from '../../src/cli/build.mjs';
import { noteComplaints, openBrowser } from '../support/browser.ts';
import { seriousViolations } from '../support/axe.ts';
import { openTestGateway, type TestGateway } from '../support/gateway.ts';
import { overBudget } from '../support/page-budget.ts';
import { signIn } from '../support/visitor.ts';
import { PASSWORD } from '../support/world/people.ts';

let gateway: TestGateway;
let browser: Browser;
let page: Page;
const complaints: string[] = [];

beforeAll(async () => {
  gateway = await openTestGateway({ pages: path.join(await ensureBuilt(), 'pages') });
  browser = await openBrowser();
  page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  noteComplaints(page, complaints);
});
afterAll(async () => {
  await browser.close();
  await gateway.close();
});

const fits = (): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);

/** Opens a closed part of the builder by the keyboard. */
async function openPart(title: string): Promise<void> {
  const part = page.locator('details.options', { has: page.getByRole('heading', { name: title, exact: true }) });
  expect(await part.getAttribute('open')).toBeNull();
  await part.locator('summary').focus();
  await page.keyboard.press('Enter');
}

test('in Arabic each line begins on the right, also one that begins with a Latin name', async () => {
  const context = await browser.newContext({ viewport: { width: 320, height: 640 }, locale: 'ar' });
  const visitor = await signIn(gateway);
  await context.addCookies([...visitor.cookies].map(([name, value]) => ({ name, value, url: gateway.url })));
  const own = await context.newPage();
  await own.goto(gateway.url);
  const gaps = await own.locator('.under:has(bdi)').evaluateAll((lines) =>
    lines.map((line) => {
      const range = document.createRange();
      range.selectNodeContents(line);
      return line.getBoundingClientRect().right - range.getBoundingClientRect().right;
    }),
  );
  expect(gaps.length).toBeGreaterThan(0);
  expect(gaps.filter((gap) => gap > 1)).toEqual([]);
  await context.close();
});

describe('from the first page to an overlay', () => {
  test('rule PAGE-38: leads through sign-in and the form to an overlay', async () => {
    await page.goto(gateway.url);
    expect(await overBudget(page, 180)).toEqual([]);
    expect(await seriousViolations(page, ['iframe'])).toEqual([]);
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.getByLabel('Password').waitFor();
    expect(await overBudget(page, 100)).toEqual([]);
    expect(await seriousViolations(page, ['iframe'])).toEqual([]);
    await page.getByLabel('E-mail address').fill('user1@example.org');
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(`${gateway.url}/`);
    expect(await overBudget(page, 100)).toEqual([]);
    expect(await seriousViolations(page, ['iframe'])).toEqual([]);
    await page.getByRole('link', { name: 'Overlay of Riverside vs Hilltop' }).click();
    const preview = page.frameLocator('#preview');
    await page.waitForLoadState();
    expect(await overBudget(page, 140)).toEqual([]);
    await page.getByRole('button', { name: 'A card' }).click();
    await preview.getByTestId('rehearsal').waitFor();
    await page.getByRole('button', { name: 'Make the address' }).click();
    await preview.getByTestId('scorebug').waitFor();
    expect(await seriousViolations(page, ['iframe'])).toEqual([]);
  });

  test('shows each change of the form in the preview and in the address', async () => {
    await openPart('Look');
    await page.getByLabel('Name of the home side').fill('Bleus');
    await page.getByLabel('countdown').check();
    const preview = page.frameLocator('#preview');
    await preview.getByTestId('bug-home').filter({ hasText: 'Bleus' }).waitFor();
    await preview.getByTestId('countdown').waitFor();
    await openPart('Place and size');
    await page.getByLabel('Scale').fill('9');
    await page.getByText('This must be a number from 0.25 to 4.').waitFor();
    await page.getByLabel('Scale').fill('');
    await page.getByText('This must be a number from 0.25 to 4.').waitFor({ state: 'hidden' });
    const address = new URL(await page.getByRole('textbox', { name: 'Address' }).inputValue());
    expect(address.searchParams.get('home_name')).toBe('Bleus');
    expect(address.searchParams.get('widgets')).toContain('countdown');
    // The address opens the previewed overlay.
    const air = await browser.newPage();
    await air.goto(address.href);
    await air.getByTestId('bug-home').filter({ hasText: 'Bleus' }).waitFor();
    await air.close();
  });

  test('rules PAGE-32, PAGE-33: saves the look as a theme, which the overlay then has', async () => {
    await page.getByLabel('Form of the scorebug').selectOption('pill');
    await openPart('Save this look as a theme');
    await page.getByLabel('Name of the theme').fill('sunday');
    await page.getByRole('button', { name: 'Save this look as a theme' }).click();
    await page.getByText('The theme “sunday” is saved.').waitFor();
    expect(await seriousViolations(page, ['iframe'])).toEqual([]);
    const preview = page.frameLocator('#preview');
    await preview.locator('.bug.pill').waitFor();
    const address = new URL(await page.getByRole('textbox', { name: 'Address' }).inputValue());
    expect([address.searchParams.get('theme'), address.searchParams.has('style')]).toEqual(['sunday', false]);
    address.searchParams.set('theme', 'sonday');
    address.searchParams.set('monitor', '1');
    const air = await browser.newPage();
    await air.goto(address.href);
    await air.getByTestId('monitor').getByText('theme=sonday').waitFor();
    await air.locator('.bug.bar').waitFor();
    await air.close();
  });

  test('takes the Enter key in the name of a token, and of a theme, as the button below it', async () => {
    const other = await browser.newContext({ storageState: await page.context().storageState() });
    const form = await other.newPage();
    await form.goto(`${gateway.url}/build/overlay?channel=match:701`);
    await form.getByLabel('Name in your list').press('Enter');
    await form.getByRole('textbox', { name: 'Address' }).waitFor();
    await form.getByRole('heading', { name: 'Save this look as a theme' }).click();
    await form.getByLabel('Name of the theme').fill('monday');
    await form.keyboard.press('Enter');
    await form.getByText('The theme “monday” is saved.').waitFor();
    await other.close();
  });

  test('rule PAGE-1: works without scripts, by its button', async () => {
    const plain = await browser.newContext({
      javaScriptEnabled: false,
      storageState: await page.context().storageState(),
    });
    const form = await plain.newPage();
    await form.goto(`${gateway.url}/build/screen?channel=match:701`);
    await form.getByRole('button', { name: 'Make the address' }).click();
    await form.getByRole('heading', { name: 'Look', exact: true }).click();
    await form.getByLabel('Theme', { exact: true }).selectOption('light');
    await form.getByRole('button', { name: 'Update' }).click();
    const address = new URL(await form.getByRole('textbox', { name: 'Address' }).inputValue());
    expect(address.searchParams.get('theme')).toBe('light');
    expect(await form.locator('#preview').getAttribute('src')).toContain('theme=light');
    await plain.close();
  });

  test('rule PAGE-31: shows the matches of today beside the others on a wide display, and above them on any other', async () => {
    const places = async (width: number) => {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(gateway.url);
      expect(await fits()).toBe(true);
      const boxes = await Promise.all(
        ['section:has(#today)', '.others'].map((part) => page.locator(part).boundingBox()),
      );
      return boxes.map((box) => box ?? { x: 0, y: 0, width: 0, height: 0 });
    };
    const [today, others] = await places(1_600);
    expect(others?.y).toBe(today?.y);
    expect(others?.x).toBeGreaterThan((today?.x ?? 0) + (today?.width ?? 0));
    const [above, below] = await places(1_599);
    expect(below?.x).toBe(above?.x);
    expect(below?.y).toBeGreaterThanOrEqual((above?.y ?? 0) + (above?.height ?? 0));
  });

  test('fits a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await fits()).toBe(true);
    await page.goto(gateway.url);
    expect(await fits()).toBe(true);
    await page.context().clearCookies();
    await page.goto(gateway.url);
    expect(await fits()).toBe(true);
  });

  test('causes no error in the browser', () => {
    expect(complaints).toEqual([]);
  });
});
