// The console in a browser, as a scorekeeper uses it: by its buttons.
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import type { BoardState } from '../../protocol/wire/board.ts';
import type { TestGateway } from './gateway.ts';

export type Side = 'home' | 'away';

export type Phone = {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Errors of the page; what the browser says of requests without a network is none. */
  readonly complaints: readonly string[];
  /** A button of a side's column, by marker type. */
  press(side: Side, type: string): Promise<void>;
  /** The same, and then somebody of the grid, by what stands on the button. */
  record(side: Side, type: string, ...names: readonly string[]): Promise<void>;
  /** The next step of the clock; `sure` answers the question that follows. */
  step(label: string, sure?: boolean): Promise<void>;
  score(): Promise<string>;
  /** Waits until the line on top says it. */
  hears(text: string | RegExp): Promise<void>;
  close(): Promise<void>;
};

const PHONE: BrowserContextOptions = { viewport: { width: 390, height: 844 }, hasTouch: true };

/** Opens the console at a match; `onPitch: false` stays at the line-ups. */
export async function openPhone(
  browser: Browser,
  options: {
    readonly url: string;
    readonly channel: string;
    readonly token: string;
    readonly onPitch?: boolean;
    readonly context?: BrowserContextOptions;
    readonly prepare?: (page: Page) => Promise<void>;
  },
): Promise<Phone> {
  const context = await browser.newContext({ ...PHONE, ...options.context });
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (!/Failed to load resource|WebSocket connection/.test(message.text())) complaints.push(message.text());
  });
  await options.prepare?.(page);
  await page.goto(`${options.url}/console/${options.channel}#token=${options.token}`);
  if (options.onPitch !== false) {
    await page.getByTestId('ready').or(page.locator('.pitch')).first().waitFor();
    if (await page.getByTestId('ready').isVisible()) await page.getByTestId('ready').click();
    await page.locator('.pitch').waitFor();
  }
  const column = (side: Side) => page.getByTestId(`column-${side}`);

  async function press(side: Side, type: string): Promise<void> {
    await column(side).locator(`[data-type=${type}]`).click();
  }
  return {
    ...{ page, context, complaints, press },
    async record(side, type, ...names) {
      await press(side, type);
      for (const name of names) await page.locator('dialog .player').filter({ hasText: name }).first().click();
      await page.locator('dialog').waitFor({ state: 'detached' });
    },
    async step(label, sure = false) {
      await page.locator('.clock-bar').getByRole('button', { name: label, exact: true }).click();
      if (sure) await page.locator('dialog .done').click();
    },
    score: () =>
      page
        .getByTestId('score')
        .innerText()
        .then((text) => text.replace(/\s+/g, '')),
    hears: (text) => page.getByTestId('signal').getByText(text).waitFor(),
    close: () => context.close(),
  };
}

/** The live state as the server has it. */
export async function liveState(gateway: TestGateway, channel: string, token: string): Promise<BoardState> {
  const { body } = await gateway.call<{ state: BoardState }>('GET', `live/${channel}`, { token });
  return body.state;
}
