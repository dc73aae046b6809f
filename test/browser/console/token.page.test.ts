// How a phone gets the token that it scores with, and what happens when that ends.
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Board } from '../../../protocol/wire/board.ts';
import { ensureBuilt } from '../../../src/cli/build.mjs';
import { openBrowser } from '../../support/browser.ts';
import { liveState, openPhone, type Phone } from '../../support/console-page.ts';
import { openTestGateway, type TestGateway } from '../../support/gateway.ts';
import { PASSWORD, sampleData, TOKENS } from '../../support/sample.ts';

let gateway: TestGateway;
let browser: Browser;

beforeAll(async () => {
  gateway = await openTestGateway({ pages: path.join(await ensureBuilt(), 'pages') });
  browser = await openBrowser();
});
afterAll(async () => {
  await browser.close();
  await gateway.close();
});

const open = (channel: string, token: string, more: Partial<Parameters<typeof openPhone>[1]> = {}): Promise<Phone> =>
  openPhone(browser, { url: gateway.url, channel, token, ...more });
const boardOf = async (channel: string, key: string, token: string): Promise<Board> => {
  const state = await liveState(gateway, channel, token);
  const board: Board | undefined = state.matches[key];
  if (board === undefined) throw new Error(`${channel} has no ${key}.`);
  return board;
};
const viewToken = async (channel: string, token: string): Promise<string> => {
  const made = await gateway.call<{ token: string }>('POST', 'view_tokens', { token, body: { channels: [channel] } });
  return made.body.token;
};

describe('a token', () => {
  test('that can only watch is told from one that may write', async () => {
    const phone = await open('match:701', await viewToken('match:701', TOKENS.tournament), { onPitch: false });
    await phone.page.getByText('This token can only watch.').waitFor();
    await phone.close();
  });

  test('does not stay in the address, and a wrong one is said to be wrong', async () => {
    const phone = await open('match:701', 'nonsense', { onPitch: false });
    await phone.page.getByText('This token is not accepted').waitFor();
    expect(phone.page.url()).toBe(`${gateway.url}/console/match:701`);
    await phone.close();
  });

  test('comes to whoever signs in, for the match that was opened, and ends with its app', async () => {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
    const page = await context.newPage();
    page.setDefaultTimeout(15_000);
    await page.goto(`${gateway.url}/console/game:100`);
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.getByLabel(/mail/i).fill('user2@example.org');
    await page.getByLabel(/password/i).fill(PASSWORD);
    await page.getByRole('button', { name: /sign in/i }).click();
    await page.getByRole('button', { name: 'Score with this device' }).click();
    await page.getByTestId('ready').waitFor();
    expect(page.url()).toBe(`${gateway.url}/console/game:100`);
    await page.getByTestId('signal').getByText('ONLINE').waitFor();
    await page.getByTestId('ready').click();
    await page.goto(`${gateway.url}/me/apps`);
    await page.getByText('Touchline console').first().waitFor();
    await page
      .getByRole('link', { name: /disconnect/i })
      .first()
      .click();
    await page.getByRole('button', { name: /disconnect/i }).click();
    await page.goto(`${gateway.url}/console/game:100`);
    await page.getByText('SIGN IN AGAIN').or(page.getByText('is not accepted')).first().waitFor();
    await context.close();
  });

  test('that is revoked is asked for again, and what was pressed meanwhile is not lost', async () => {
    const token = 'club-app-to-be-revoked-0123456789abcdef';
    const data = sampleData();
    const app = { kind: 'club_app', club: 'riverside-fc', app_name: 'Short-lived', user_id: 1, token };
    await gateway.import({ ...data, tokens: [...data.tokens, app] });
    const phone = await open('game:100', token);
    await phone.hears('ONLINE');
    await gateway.import({ ...data, tokens: [...data.tokens, { ...app, revoked: true }] });
    await phone.record('away', 'Goal', 'Unknown');
    await phone.record('away', 'YellowCard', 'Unknown');
    await phone.hears('SIGN IN AGAIN – 2 SAVED HERE');
    await phone.page.getByRole('button', { name: /SIGN IN AGAIN/ }).click();
    await phone.page.getByText('2 entries are saved on this phone.').waitFor();
    await phone.page.getByLabel('Token').fill(TOKENS.club);
    await phone.page.getByRole('button', { name: 'Go on' }).click();
    await phone.hears('ONLINE');
    const board = await boardOf('game:100', '100_0', TOKENS.club);
    expect([board.score.away, board.cards.away.yellow]).toEqual([1, 1]);
    await phone.close();
  });
});
