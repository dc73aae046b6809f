// The console in a browser, as a scorekeeper uses it: by its buttons.
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core';
import type { Board, BoardState } from '../../protocol/wire/board.ts';
import type { TestGateway } from './gateway.ts';

export type Side = 'home' | 'away';

export type Phone = {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Errors of the page, without the browser's messages about requests that fail offline. */
  readonly complaints: readonly string[];
  /** A button of a side's column, by marker type. */
  press(side: Side, type: string): Promise<void>;
  /** `press`, then players of the grid by the text of their buttons. */
  record(side: Side, type: string, ...names: readonly string[]): Promise<void>;
  /** The next step of the clock, held when it is early; `sure` confirms it. */
  step(label: string, sure?: boolean): Promise<void>;
  score(): Promise<string>;
  /** Waits until the status line shows the text. */
  hears(text: string | RegExp): Promise<void>;
  close(): Promise<void>;
};

const PHONE: BrowserContextOptions = { viewport: { width: 390, height: 844 }, hasTouch: true };

type PhoneOptions = {
  readonly url: string;
  readonly channel: string;
  readonly token: string;
  /** False: stays at the line-ups. */
  readonly onPitch?: boolean;
  readonly context?: BrowserContextOptions;
  /** Runs before the page is loaded. */
  readonly prepare?: (page: Page) => Promise<void>;
};

/** Presses the button of a step. One that is early is held until it is recorded, however slow the page is. */
export async function hold(button: Locator): Promise<void> {
  if (!(await button.evaluate((element) => element.classList.contains('hold')))) return button.click();
  const page = button.page();
  const holding = page.locator('.holding');
  await button.click({ trial: true });
  await button.hover();
  await page.mouse.down();
  await holding.waitFor({ state: 'attached' });
  await holding.waitFor({ state: 'detached' });
  await page.mouse.up();
}

/** Opens the console at a match. */
export async function openPhone(browser: Browser, options: PhoneOptions): Promise<Phone> {
  const context = await browser.newContext({ ...PHONE, ...options.context });
  const page = await context.newPage();
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
    page,
    context,
    complaints,
    press,
    async record(side, type, ...names) {
      await press(side, type);
      for (const name of names) await page.locator('dialog .player').filter({ hasText: name }).first().click();
      await page.locator('dialog').waitFor({ state: 'detached' });
    },
    async step(label, sure = false) {
      await hold(page.locator('.clock-bar').getByRole('button', { name: label, exact: true }));
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

/** Consoles of a site, and the boards that its server has. */
export const consoleOn = (site: { readonly gateway: TestGateway; readonly browser: Browser }) => ({
  open(channel: string, token: string, more: Partial<PhoneOptions> = {}): Promise<Phone> {
    const { gateway, browser } = site;
    return openPhone(browser, { url: gateway.url, channel, token, ...more });
  },
  /** A board by its key in the live state; throws when there is none. */
  async boardOf(channel: string, key: string, token: string): Promise<Board> {
    const { matches } = await liveState(site.gateway, channel, token);
    const board: Board | undefined = matches[key];
    if (board === undefined) throw new Error(`${channel} has no ${key}.`);
    return board;
  },
});

/** The live state as the server has it. */
export async function liveState(gateway: TestGateway, channel: string, token: string): Promise<BoardState> {
  const { body } = await gateway.call<{ state: BoardState }>('GET', `live/${channel}`, { token });
  return body.state;
}
