// Every page of the site under axe, light and dark, on a phone. A page that is added fails accessible-pages.test.ts until it is listed.
import { beforeAll, describe, expect, it } from 'vitest';
import type { BrowserContext } from 'playwright-core';
import { seriousViolations } from '../support/axe.ts';
import { openSiteForTests } from '../support/site.ts';
import { SITE_PAGES, type SitePage } from '../support/site-pages.ts';
import { signIn } from '../support/visitor.ts';
import { TOKENS } from '../support/world/tokens.ts';
import { worldWithResults } from '../support/world/world-with-results.ts';

const site = openSiteForTests({ data: worldWithResults() });
const pages = Object.values(SITE_PAGES).filter((page): page is SitePage => page !== 'file');
const files = Object.entries(SITE_PAGES).filter(([, page]) => page === 'file');

/** What stands in an address for a part that only a running server has. */
const parts = new Map<string, string>();
const cookies: { readonly name: string; readonly value: string; readonly url: string }[] = [];
beforeAll(async () => {
  const { gateway } = site;
  const visitor = await signIn(gateway);
  for (const [name, value] of visitor.cookies) cookies.push({ name, value, url: gateway.url });
  parts.set('view', await gateway.viewToken(TOKENS.tournament, 'match:701'));
  parts.set('key', TOKENS.tournament);
  for (const [part, address, token] of [
    ['clubWebhook', 'clubs/riverside-fc/webhooks', TOKENS.club],
    ['cupWebhook', 'tournaments/autumn-cup/webhooks', TOKENS.tournament],
  ] as const) {
    const body = { url: 'https://app.example/hooks', events: ['goal'] };
    const made = await gateway.call<{ id: string }>('POST', address, { token, body });
    expect(made.status).toBe(201);
    parts.set(part, made.body.id);
  }
});
const filled = (address: string): string =>
  site.gateway.url + address.replaceAll(/\{(\w+)\}/g, (_, part: string) => parts.get(part) ?? '');

const contexts = new Map<string, BrowserContext>();
async function contextOf(scheme: 'light' | 'dark', isForStrangers: boolean): Promise<BrowserContext> {
  const key = `${scheme} ${isForStrangers}`;
  const known = contexts.get(key);
  if (known !== undefined) return known;
  const context = await site.browser.newContext({
    viewport: { width: 390, height: 844 },
    colorScheme: scheme,
    reducedMotion: 'reduce',
    bypassCSP: true,
  });
  if (!isForStrangers) await context.addCookies(cookies);
  contexts.set(key, context);
  return context;
}

describe('axe finds nothing serious on', () => {
  it.each(pages)('$address', async ({ address, ready, isForStrangers }) => {
    for (const scheme of ['light', 'dark'] as const) {
      const page = await (await contextOf(scheme, isForStrangers)).newPage();
      const answer = await page.goto(filled(address));
      expect(answer?.status(), scheme).toBe(200);
      await page.locator(ready).first().waitFor();
      expect(await seriousViolations(page), scheme).toEqual([]);
      await page.close();
    }
  });
});

it('what is not looked at is no page', async () => {
  const rows = new Map<string, string>([
    ['channel', 'match:701'],
    ['game', 'sunday-5s'],
    ['id', '701'],
  ]);
  for (const [path] of files) {
    const slug = path.startsWith('/clubs/') ? 'riverside-fc' : 'autumn-cup';
    const address = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => rows.get(name) ?? slug);
    const { headers } = await fetch(`${site.gateway.url}${address}?token=${parts.get('view') ?? ''}`);
    expect(headers.get('content-type'), path).not.toContain('html');
  }
});
