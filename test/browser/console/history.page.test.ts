// What the history and the questions say: which entry, which side, what to do.
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { consoleOn } from '../../support/console-page.ts';
import { iso } from '../../support/dates.ts';
import { openSiteForTests } from '../../support/site.ts';
import { TOKENS } from '../../support/world/tokens.ts';

const site = openSiteForTests();

const { open, boardOf } = consoleOn(site);
const MINUTE = 60_000;

/** Posts a marker from another phone. */
async function post(type: string, atMs: number, more: object = {}): Promise<void> {
  const address = '/api/v1/tournaments/autumn-cup/matches/701/markers';
  const body = { id: randomUUID(), type, timestamp: iso(atMs), ...more };
  const { status } = await site.gateway.call('POST', address, { token: TOKENS.tournament, body });
  expect(status).toBe(201);
}

test('each entry is told from the others by minute and side, and the score is written with a dash', async () => {
  const now = Date.now();
  await post('Start', now - 20 * MINUTE);
  await post('Goal', now - 10 * MINUTE, { primary_player_pc_id: 1 });
  await post('Goal', now - 5 * MINUTE, { team: 'away' });
  const phone = await open('match:701', TOKENS.tournament);
  const history = phone.page.getByTestId('history');
  for (const name of ['Change Goal, 11’, Riverside', 'Undo Goal, 11’, Riverside', 'Change Goal, 16’, Hilltop']) {
    await history.getByRole('button', { name, exact: true }).waitFor();
  }
  expect(await phone.score()).toBe('1–1');
  await phone.close();
});

test('an entry that may be there twice is named with both, and no answer is highlighted', async () => {
  const phone = await open('match:701', TOKENS.tournament);
  const { page } = phone;
  await phone.record('home', 'Goal', 'Rui', 'No assist');
  await phone.hears('ONLINE');
  // An id before those that phones make.
  await post('Goal', Date.now(), { primary_player_pc_id: 1, id: '00000000-0000-4000-8000-000000000000' });
  const warning = page.getByTestId('duplicate');
  await warning.waitFor();
  expect(await warning.locator('li').allInnerTexts()).toEqual([
    'Goal, 21’, Riverside · Ana Silva · another phone',
    'Goal, 21’, Riverside · Rui Costa · this phone',
  ]);
  expect(await warning.locator('.done').count()).toBe(0);
  // It covers no row of the history.
  const bottom = await warning.evaluate((element) => element.getBoundingClientRect().bottom);
  const top = await page.locator('.history').evaluate((element) => element.getBoundingClientRect().top);
  expect(bottom).toBeLessThanOrEqual(top);
  await warning.getByRole('button', { name: 'Keep both' }).click();
  await warning.waitFor({ state: 'detached' });
  await phone.close();
});

test('an own goal names the team of its player, and the last message covers no entry and no button', async () => {
  await post('Goal', Date.now(), { primary_player_pc_id: 1, own_goal: true });
  const phone = await open('match:701', TOKENS.tournament);
  const { page } = phone;
  await page.getByTestId('history').getByText('Hilltop · Ana Silva (Riverside)').waitFor();
  await phone.record('home', 'YellowCard', 'Rui');
  await page.getByTestId('history').locator('li[data-type=YellowCard]').first().waitFor();
  for (const [width, height] of [
    [390, 844],
    [768, 1024],
    [1024, 768],
  ] as const) {
    await page.setViewportSize({ width, height });
    // All at once: the message stays for eight seconds only.
    const { toast, boxes, text, buttons } = await page.evaluate(() => {
      const boxOf = (element: Element | null) => element && (element.getBoundingClientRect().toJSON() as DOMRect);
      const row = document.querySelector('[data-testid=history] li[data-type=YellowCard]');
      return {
        toast: boxOf(document.querySelector('.toast')),
        boxes: [...document.querySelectorAll('.pitch button:not(.toast button), .history')].map(boxOf),
        text: boxOf(row && row.querySelector('.what')),
        buttons: boxOf(row && row.querySelector('.own')),
      };
    });
    expect(boxes.length).toBeGreaterThan(20);
    const covered = boxes.filter(
      (box) =>
        box &&
        toast &&
        box.y < toast.y + toast.height &&
        toast.y < box.y + box.height &&
        box.x < toast.x + toast.width &&
        toast.x < box.x + box.width,
    );
    expect(toast).not.toBeNull();
    expect(covered, `${width} × ${height}`).toEqual([]);
    expect((text?.x ?? 0) + (text?.width ?? 0), `${width} × ${height}`).toBeLessThanOrEqual(buttons?.x ?? 0);
  }
  await phone.close();
});

test('a question is as high as its words, and a reset has the colour of danger', async () => {
  const phone = await open('match:701', TOKENS.tournament);
  const { page } = phone;
  await page.locator('.clock-bar').getByRole('button', { name: 'More' }).click();
  await page.getByRole('button', { name: 'Reset the match' }).click();
  await page.getByText('Clear the score').waitFor();
  const { height } = (await page.locator('dialog').boundingBox()) ?? { height: Infinity };
  expect(height).toBeLessThan(250);
  const colour = (selector: string): Promise<string> =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => getComputedStyle(element).backgroundColor);
  expect(await colour('dialog .done')).toBe('rgb(92, 21, 18)');
  await page.getByRole('button', { name: 'No', exact: true }).click();
  await phone.close();
});

test('a stored marker shows the server’s warnings and what to do, until it is corrected', async () => {
  const phone = await open('match:701', TOKENS.tournament);
  const { page } = phone;
  const history = page.getByTestId('history');
  const shot = history.locator('[data-type=Shot]');
  await phone.press('away', 'Shot');
  await page.getByLabel('Minute').fill('soon');
  await page.locator('dialog .player').filter({ hasText: 'Unknown' }).click();
  await shot.getByText('The minute "soon" is not understood').waitFor();
  await shot.getByText('Change the entry to correct it.').waitFor();
  await page.reload();
  await page.getByTestId('ready').or(page.locator('.pitch')).first().waitFor();
  await shot.getByText('is not understood').waitFor();
  await shot.getByText('Change', { exact: true }).click();
  await page.getByLabel('Minute').fill('21');
  await page.getByRole('button', { name: 'Done' }).click();
  await shot.getByText('is not understood').waitFor({ state: 'detached' });

  // A reset from a phone whose clock is ahead clears the next entry at once.
  await post('ResetMatch', Date.now() + 2 * MINUTE);
  await page.getByTestId('period').getByText('Not started').waitFor();
  await phone.record('home', 'Shot', 'Unknown');
  const lost = page.getByTestId('not-counted');
  await lost.getByText('Shot off target was stored, but it does not count.').waitFor();
  await lost.getByText('Check the clock of the device').waitFor();
  await lost.getByRole('button', { name: 'OK' }).click();
  await lost.waitFor({ state: 'detached' });
  expect(phone.complaints).toEqual([]);
  await phone.close();
});

test('rule PAGE-40: a key opens its match, and the list, without a failed request', async () => {
  for (const [channel, token] of [
    ['match:701', TOKENS.tournament],
    ['game:100', TOKENS.club],
    // Riverside is authorized for the match.
    ['match:701', TOKENS.club],
  ] as const) {
    const failed: string[] = [];
    const phone = await open(channel, token, {
      prepare: async (page) => {
        page.on('response', (answer) => {
          if (answer.status() >= 400) failed.push(`${answer.status()} ${answer.url()}`);
        });
        await page.goto(`${site.gateway.url}/console#token=${token}`);
        await page.locator('.fixture').first().waitFor();
      },
    });
    await phone.hears('ONLINE');
    expect(failed).toEqual([]);
    // The list of matches asks for what the token turned out to be.
    await phone.page.getByRole('button', { name: '‹ Line-ups' }).click();
    await phone.page.getByRole('button', { name: '‹ Matches' }).click();
    await phone.page.locator('.fixture').first().waitFor();
    expect(failed).toEqual([]);
    await phone.close();
  }
  expect((await boardOf('match:701', '701', TOKENS.tournament)).period).toBe('not_started');
});
