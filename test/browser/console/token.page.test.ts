// How a phone gets its token, and what happens when the token ends.
import { describe, expect, test } from 'vitest';
import { consoleOn } from '../../support/console-page.ts';
import { openSiteForTests } from '../../support/site.ts';
import { PASSWORD } from '../../support/world/people.ts';
import { TOKENS } from '../../support/world/tokens.ts';
import { world } from '../../support/world/world.ts';

const site = openSiteForTests();

const { open, boardOf } = consoleOn(site);

/** The console with the token of an app of its own, which `revoke` ends. */
async function openWithApp(token: string) {
  const data = world();
  const app = { kind: 'club_app', club: 'riverside-fc', app_name: 'Short-lived', user_id: 1, token };
  const importApp = (fields: object) =>
    site.gateway.import({ ...data, tokens: [...data.tokens, { ...app, ...fields }] });
  await importApp({});
  const phone = await open('game:100', token);
  await phone.hears('ONLINE');
  return { phone, revoke: () => importApp({ revoked: true }) };
}

describe('a token', () => {
  test('that is read-only is refused', async () => {
    const phone = await open('match:701', await site.gateway.viewToken(TOKENS.tournament, 'match:701'), {
      onPitch: false,
    });
    await phone.page.getByText('This token is read-only.').waitFor();
    await phone.close();
  });

  test('does not stay in the address, and an invalid one is reported', async () => {
    const phone = await open('match:701', 'nonsense', { onPitch: false });
    await phone.page.getByText('This token is invalid').waitFor();
    expect(phone.page.url()).toBe(`${site.gateway.url}/console/match:701`);
    await phone.close();
  });

  test('rule PAGE-13: in the address replaces the one on the phone only when its owner says so', async () => {
    const phone = await open('game:100', TOKENS.club);
    const { page } = phone;
    await phone.hears('ONLINE');
    await page.goto(`${site.gateway.url}/console#token=planted-key`);
    await page.getByText('Use this key instead of the one on this phone?').waitFor();
    expect(page.url()).toBe(`${site.gateway.url}/console`);
    // A reload does not answer the question: the key of the phone is still there.
    await page.goto(`${site.gateway.url}/console/game:100`);
    await phone.hears('ONLINE');
    // Only the part behind the # changes: the page does not load again by itself.
    await page.goto(`${site.gateway.url}/console/game:100#token=planted-key`);
    await page.reload();
    await page.getByRole('button', { name: 'Keep the key on this phone' }).click();
    await phone.hears('ONLINE');
    // The console does not ask about the same key.
    await page.goto(`${site.gateway.url}/console/game:100#token=${TOKENS.club}`);
    await page.reload();
    await phone.hears('ONLINE');
    await page.goto(`${site.gateway.url}/console/game:100#token=nonsense`);
    await page.reload();
    await page.getByRole('button', { name: 'Use the new key' }).click();
    await phone.hears('SIGN IN AGAIN');
    await phone.close();
  });

  test('that one tab got sends the entries of all tabs', async () => {
    const phone = await open('match:701', TOKENS.tournament);
    await phone.hears('ONLINE');
    const other = await phone.context.newPage();
    await other.goto(`${site.gateway.url}/console/game:100#token=${TOKENS.club}`);
    await other.getByRole('button', { name: 'Use the new key' }).click();
    await other.getByTestId('ready').click();
    await phone.context.setOffline(true);
    await other.getByTestId('column-home').locator('[data-type=Shot]').click();
    await other.locator('dialog .player').filter({ hasText: 'Unknown' }).first().click();
    await other.getByTestId('signal').getByText('OFFLINE – 1 SAVED HERE').waitFor();
    await other.close();
    await phone.context.setOffline(false);
    await expect
      .poll(async () => (await boardOf('game:100', '100_0', TOKENS.club)).stats.home.shots_off_target)
      .toBe(1);
    await phone.close();
  });

  test('comes from signing in, for the opened match, and ends with its app', async () => {
    const context = await site.browser.newContext({ viewport: { width: 390, height: 844 } });
    const page = await context.newPage();
    await page.goto(`${site.gateway.url}/console/game:100`);
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.getByLabel(/mail/i).fill('user2@example.org');
    await page.getByLabel(/password/i).fill(PASSWORD);
    await page.getByRole('button', { name: /sign in/i }).click();
    const failed: string[] = [];
    page.on('response', (answer) => {
      if (answer.status() >= 400) failed.push(`${answer.status()} ${answer.url()}`);
    });
    await page.getByRole('button', { name: 'Score with this device' }).click();
    await page.getByTestId('ready').waitFor();
    expect(page.url()).toBe(`${site.gateway.url}/console/game:100`);
    await page.getByTestId('signal').getByText('ONLINE').waitFor();
    expect(failed).toEqual([]);
    await page.getByTestId('ready').click();
    await page.goto(`${site.gateway.url}/me/apps`);
    await page.getByText('Touchline console').first().waitFor();
    await page
      .getByRole('link', { name: /disconnect/i })
      .first()
      .click();
    await page.getByRole('button', { name: /disconnect/i }).click();
    await page.goto(`${site.gateway.url}/console/game:100`);
    await page.getByText('SIGN IN AGAIN').or(page.getByText('is not accepted')).first().waitFor();
    await context.close();
  });

  test('that is revoked is requested again, and waiting entries are not lost', async () => {
    const { phone, revoke } = await openWithApp('club-app-to-be-revoked-0123456789abcdef');
    await revoke();
    await phone.record('away', 'Goal', 'Unknown');
    await phone.record('away', 'YellowCard', 'Unknown');
    await phone.hears('SIGN IN AGAIN – 2 SAVED HERE');
    await phone.page.getByRole('button', { name: /SIGN IN AGAIN/ }).click();
    await phone.page.getByText('2 entries are saved on this phone.').waitFor();
    await phone.page.getByLabel('Token').fill(TOKENS.club);
    await phone.page.getByRole('button', { name: 'Continue' }).click();
    await phone.hears('ONLINE');
    const board = await boardOf('game:100', '100_0', TOKENS.club);
    expect([board.score.away, board.cards.away.yellow]).toEqual([1, 1]);
    await phone.close();
  });

  test('that ends while nothing waits is asked for, also after a look away, until another tab has a new one', async () => {
    const { phone, revoke } = await openWithApp('club-app-to-end-0123456789abcdef0123456789');
    await revoke();
    await phone.hears('SIGN IN AGAIN');
    const lookBack = (): Promise<unknown> =>
      phone.page.evaluate(() => {
        document.dispatchEvent(new Event('visibilitychange'));
        return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      });
    await lookBack();
    expect(await phone.page.getByTestId('signal').innerText()).toBe('SIGN IN AGAIN');
    const other = await phone.context.newPage();
    await other.goto(`${site.gateway.url}/console/game:100#token=${TOKENS.club}`);
    await other.getByRole('button', { name: 'Use the new key' }).click();
    await other.getByTestId('signal').getByText('ONLINE').waitFor();
    await lookBack();
    await phone.hears('ONLINE');
    expect(phone.complaints).toEqual([]);
    await phone.close();
  });
});
