// A screen, an overlay or a console whose files do not come at first, as from a node of another version, in a browser.
import type { Browser, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import type { TestGateway } from '../support/gateway.ts';
import { openSite } from '../support/site.ts';
import { TOKENS } from '../support/world/tokens.ts';

let gateway: TestGateway;
let browser: Browser;
beforeAll(async () => {
  const site = await openSite();
  ({ gateway, browser } = site);
  return site.close;
});

/** Of the times between attempts, which are spread, the shortest ones. */
const hurry = (page: Page) => page.addInitScript(() => (Math.random = () => 0));

test.concurrent.each([
  ['screen', 'js'],
  ['screen', 'css'],
  ['overlay', 'js'],
  ['overlay', 'css'],
  ['console', 'js'],
  ['console', 'css'],
])('rule PAGE-7: the %s is loaded again until its %s file is there', async (kind, ending) => {
  // From its first visit on, the service worker of the console has the files.
  const page = await browser.newPage({ serviceWorkers: 'block' });
  await hurry(page);
  let asked = 0;
  // What a node of another version answers.
  await page.route(`**/assets/${kind}-*.${ending}`, async (route) => {
    asked += 1;
    const url = asked > 2 ? route.request().url() : `${gateway.url}/assets/of-another-version.${ending}`;
    const answer = await fetch(url);
    await route.fulfill({
      status: answer.status,
      contentType: answer.headers.get('content-type') ?? '',
      body: await answer.text(),
    });
  });
  const first = await page.goto(`${gateway.url}/${kind}/game:100?token=${TOKENS.club}`);
  expect(first?.status()).toBe(200);
  await expect.poll(() => asked).toBe(3);
  await page.waitForFunction((id) => {
    const sheet = document.querySelector<HTMLLinkElement>('link[rel=stylesheet]')?.sheet;
    return (sheet?.cssRules.length ?? 0) > 0 && document.querySelector(`#${id} > *`) !== null;
  }, kind);
  expect(asked).toBe(3);
  await page.close();
});

test.concurrent('rule PAGE-7: a refused screen without its script is loaded again once it is allowed', async () => {
  const page = await browser.newPage();
  await hurry(page);
  await page.route('**/assets/retry-*.js', (route) => route.fulfill({ status: 404 }));
  let isRefused = true;
  await page.route('**/screen/game:100?*', async (route) => {
    const address = route.request().url();
    const answer = await fetch(isRefused ? address.replace(TOKENS.club, 'nonsense') : address);
    isRefused = false;
    await route.fulfill({
      status: answer.status,
      body: await answer.text(),
      headers: {
        'content-type': 'text/html',
        'content-security-policy': answer.headers.get('content-security-policy') ?? '',
      },
    });
  });
  await page.goto(`${gateway.url}/screen/game:100?token=${TOKENS.club}`);
  await page.waitForSelector('#screen > *');
  await page.close();
});

test.concurrent.each(['screen', 'overlay'])(
  'rule PAGE-7: a refused %s stays while a proxy answers in place of the server, and is loaded again once it is allowed',
  async (kind) => {
    const page = await browser.newPage();
    await hurry(page);
    let asked = 0;
    const pages: string[] = [];
    page.on('domcontentloaded', () => void page.title().then((title) => pages.push(title)));
    await page.route(`**/${kind}/game:100?*`, async (route) => {
      asked += 1;
      if (asked === 2 || asked === 3)
        return route.fulfill({ status: 502, body: '<title>Bad gateway</title>', contentType: 'text/html' });
      const address = route.request().url();
      const answer = await fetch(asked === 1 ? address.replace(TOKENS.club, 'nonsense') : address);
      const { 'content-encoding': _, ...headers } = Object.fromEntries(answer.headers);
      return route.fulfill({ status: answer.status, body: await answer.text(), headers });
    });
    await page.goto(`${gateway.url}/${kind}/game:100?token=${TOKENS.club}`);
    await page.waitForSelector(`#${kind} > *`);
    expect(asked).toBe(5);
    expect(pages).not.toContain('Bad gateway');
    await page.close();
  },
);
