// A gateway with the built pages, and a browser to open them in.
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { beforeAll } from 'vitest';
import { ensureBuilt } from '../../src/cli/build.mjs';
import { openBrowser } from './browser.ts';
import { type GatewayOptions, openTestGateway, type TestGateway } from './gateway.ts';

export type Site = { readonly gateway: TestGateway; readonly browser: Browser; close(): Promise<void> };

export async function openSite(options: GatewayOptions = {}): Promise<Site> {
  const gateway = await openTestGateway({ pages: path.join(await ensureBuilt(), 'pages'), ...options });
  const browser = await openBrowser();
  return {
    gateway,
    browser,
    async close() {
      await browser.close();
      await gateway.close();
    },
  };
}

/** The site of a test file: it opens before the tests and closes after them. */
export function openSiteForTests(options: GatewayOptions = {}): Pick<Site, 'gateway' | 'browser'> {
  let opened: Site | null = null;
  beforeAll(async () => {
    const site = await openSite(options);
    opened = site;
    return site.close;
  });
  const site = (): Site => {
    if (opened === null) throw new Error('The site opens before the first test.');
    return opened;
  };
  return {
    get gateway() {
      return site().gateway;
    },
    get browser() {
      return site().browser;
    },
  };
}

/** Collects the page's console messages and errors from now on. */
export function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  return complaints;
}
