// Names of 65 letters without a space, as users may write them, in the tables whose cells are stacked on a phone.
import { beforeAll, expect, test } from 'vitest';
import type { BrowserContext } from 'playwright-core';
import { openSiteForTests } from '../support/site.ts';
import { signIn } from '../support/visitor.ts';
import { appOf } from '../support/world/tokens.ts';
import { world } from '../support/world/world.ts';

const LONG = 'Konstantinopolitanischerdudelsackpfeifenmachergesellenverein12345';
const INVITATIONS = '/manage/clubs/riverside-fc/invitations';
const PAGES = ['/me/clubs', '/me/apps', '/clubs/riverside-fc/integrations', INVITATIONS];

/** The club and a connected app have the long name. */
function worldWithLongNames() {
  const { clubs, tokens, ...data } = world();
  const [riverside, ...otherClubs] = clubs;
  return {
    ...data,
    clubs: [{ ...riverside, name: LONG }, ...otherClubs],
    tokens: [...tokens, { ...appOf(1, 'connected-app-long-0123456789abcdef'), app_name: LONG }],
  };
}

const site = openSiteForTests({ data: worldWithLongNames() });
let context: BrowserContext;

beforeAll(async () => {
  const { browser, gateway } = site;
  context = await browser.newContext({ viewport: { width: 320, height: 700 } });
  const visitor = await signIn(gateway);
  await visitor.get(INVITATIONS);
  await visitor.post(INVITATIONS, { action: 'invite', email: `${LONG.slice(0, 60)}@example.org`, role: 'Member' });
  await context.addCookies([...visitor.cookies].map(([name, value]) => ({ name, value, url: gateway.url })));
});

test.each(PAGES)('the tables of %s need no scrolling to the side on a phone', async (address) => {
  const page = await context.newPage();
  await page.goto(site.gateway.url + address);
  const widths = await page.locator('.stacks').evaluateAll((tables) => tables.map((table) => table.scrollWidth));
  expect(widths.length).toBeGreaterThan(0);
  expect(Math.max(...widths)).toBeLessThanOrEqual(320);
  await page.close();
});
