// A real browser for the page tests: Debian's Chromium, driven by playwright-core.
import { existsSync } from 'node:fs';
import { type APIResponse, type Browser, chromium, type Page, type Route } from 'playwright-core';

/** Without windows it takes less of the processor. Pages look the same in both. */
const SHELL = '/usr/bin/chromium-headless-shell';
const CHROMIUM = process.env.CHROMIUM_PATH ?? (existsSync(SHELL) ? SHELL : '/usr/bin/chromium');

/**
 * Chromium reads only the last list of features to disable, so the list of Playwright is here again. The WebUI features open two
 * pages for the address bar with each window. No test sees them, and they take as much time as a page of ours.
 */
const DISABLED_FEATURES = [
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxPopup',
];

/** A wait for a page ends as a failure after this time, ms: long enough for a busy machine that is four times slower than ours. */
const PAGE_MS = 180_000;

let shared: Browser | null = null;

/** The Chromium of this process: several test files use it, one after the other. Its `close` ends all that a file opened. */
export async function openBrowser(): Promise<Browser> {
  if (shared?.isConnected() === true) return shared;
  const browser = await launchBrowser();
  browser.close = async () => {
    await Promise.all(browser.contexts().map((context) => context.close()));
  };
  shared = browser;
  return browser;
}

/** Starts a headless Chromium. Throws an error that says what to install when there is none. */
export async function launchBrowser(): Promise<Browser> {
  if (!existsSync(CHROMIUM)) {
    throw new Error(
      `The page tests need Chromium at ${CHROMIUM}: apt-get install -y chromium-headless-shell (or name another in CHROMIUM_PATH).`,
    );
  }
  const browser = await chromium.launch({
    executablePath: CHROMIUM,
    args: [
      '--no-sandbox',
      '--disable-dev-shm-usage',
      '--disable-gpu',
      // As the desktop's settings are on Debian: the one without windows does not read them.
      '--font-render-hinting=slight',
      '--disable-background-networking',
      `--disable-features=${DISABLED_FEATURES.join()}`,
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
    ],
  });
  browser.on('context', (context) => {
    context.setDefaultTimeout(PAGE_MS);
  });
  return browser;
}

/** The answer to a request of a page, on a connection of its own: the server may close one that is kept at any moment. */
export const fetchFor = (route: Route): Promise<APIResponse> =>
  route.fetch({ headers: { ...route.request().headers(), connection: 'close' } });

/** Pages of text do not wait for their typeface; after this they do, for a picture. `pattern`: the addresses of their styles. */
export const waitForFaces = (page: Page, pattern: string): Promise<unknown> =>
  page.route(pattern, async (route) => {
    const answer = await fetchFor(route);
    await route.fulfill({ response: answer, body: (await answer.text()).replaceAll('optional', 'block') });
  });

/** Adds what the page logs, and what it throws, to `complaints`. Messages with the text `expected` are none. */
export function noteComplaints(page: Page, complaints: string[], expected?: string): void {
  page.on('console', (message) => {
    if (expected === undefined || !message.text().includes(expected)) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
}
