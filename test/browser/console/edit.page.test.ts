// Edits in the console: no frame takes the edited entry away, and two phones edit one entry.
import type { Route } from 'playwright-core';
import { expect, test } from 'vitest';
import type { MatchState } from '../../../protocol/wire/board.ts';
import { consoleOn, type Phone } from '../../support/console-page.ts';
import { openSiteForTests } from '../../support/site.ts';
import { advance, connect, positionOf } from '../../support/subscriber.ts';
import { TOKENS } from '../../support/world/tokens.ts';
import { fetchFor } from '../../support/browser.ts';

const site = openSiteForTests();

const { open, boardOf } = consoleOn(site);
const goals = async () => {
  const { events } = await boardOf('match:701', '701', TOKENS.tournament);
  return Object.values(events).filter(({ type }) => type === 'Goal');
};

/** The first request is lost before the server has it, the second one after. */
function lossy() {
  const methods: string[] = [];
  return {
    methods,
    async handle(route: Route): Promise<void> {
      methods.push(route.request().method());
      if (methods.length === 2) await fetchFor(route);
      return methods.length <= 2 ? route.abort('connectionreset') : route.continue();
    },
  };
}

test('naming the scorer of a tournament match is one change, however often the network cuts it (rule ID-10)', async () => {
  const phone = await open('match:701', TOKENS.tournament);
  const subscriber = await connect(site.gateway.liveUrl, TOKENS.tournament);
  let position = positionOf(await subscriber.subscribe('match:701'));
  const boards: { readonly home: unknown; readonly cause: string; readonly scorer: string | undefined }[] = [];
  const follow = async (): Promise<void> => {
    const delta = await subscriber.next('delta');
    position = advance(position, delta);
    const board = (position.state as MatchState).matches['701'];
    const goal = Object.values(board?.events ?? {}).find(({ type }) => type === 'Goal');
    const cause = delta.cause.map(({ action }) => action).join();
    boards.push({ home: board?.score.home, cause, scorer: goal?.player?.name });
  };

  await phone.step('Kick-off');
  await follow();
  await phone.record('home', 'Goal', 'Unknown');
  await follow();
  await phone.hears('ONLINE');

  const network = lossy();
  await phone.context.route('**/markers/*', network.handle);
  await phone.page.getByTestId('history').locator('[data-type=Goal]').getByText('Change').click();
  for (const name of ['Ana', 'Rui']) await phone.page.locator('dialog .player').filter({ hasText: name }).click();
  await phone.page.locator('dialog').waitFor({ state: 'detached' });
  expect(await phone.score()).toBe('1–0');
  await follow();
  await phone.hears('ONLINE');

  expect(boards).toEqual([
    { home: 0, cause: 'recorded', scorer: undefined },
    { home: 1, cause: 'recorded', scorer: undefined },
    { home: 1, cause: 'updated', scorer: 'Ana Silva' },
  ]);
  expect(await subscriber.unread()).toEqual([]);
  expect(network.methods).toEqual(['PUT', 'PUT', 'PUT']);
  expect(phone.complaints).toEqual([]);
  await Promise.all([phone.close(), subscriber.close()]);
});

test('rule PAGE-42: a sheet that is open while another phone changes the entry takes nothing of that change away', async () => {
  const [first, second] = await Promise.all([open('match:701', TOKENS.tournament), open('match:701', TOKENS.club)]);
  const sheet = first.page.locator('dialog');
  await first.press('away', 'Goal');
  await sheet.getByText('Recorded.').waitFor();
  const row = ({ page }: Phone) => page.getByTestId('history').locator('[data-type=Goal].away');
  const change = async (phone: Phone, ...names: string[]): Promise<void> => {
    await row(phone).getByText('Change').click();
    for (const name of names) await phone.page.locator('dialog .player').filter({ hasText: name }).click();
  };
  await change(second, 'Eva', 'No assist');
  // The row behind the sheet shows it too.
  await row(first).getByText('Eva Lopes').waitFor({ state: 'attached' });
  await sheet.locator('.note input').fill('header');
  await sheet.getByRole('button', { name: 'Done' }).click();
  await expect.poll(goals).toContainEqual(expect.objectContaining({ team: 'away', label: 'header' }));
  expect((await goals()).find(({ team }) => team === 'away')?.player?.name).toBe('Eva Lopes');

  // The minute stays that of the other phone, and each names the player whom its scorekeeper chose.
  await change(first);
  await change(second);
  await second.page.locator('dialog .when input').fill('7');
  await second.page.locator('dialog').getByRole('button', { name: 'Done' }).click();
  await row(first).getByText('7’').waitFor({ state: 'attached' });
  await sheet.getByRole('button', { name: 'Unknown' }).click();
  await expect.poll(async () => (await goals()).find(({ team }) => team === 'away')?.player).toBeUndefined();
  expect(await goals()).toContainEqual(expect.objectContaining({ team: 'away', minute: '7', label: 'header' }));
  expect([...first.complaints, ...second.complaints]).toEqual([]);
  await Promise.all([first.close(), second.close()]);
});

test('rule PAGE-10: an entry whose answer is lost is not sent again after another phone has undone it', async () => {
  const [first, second] = await Promise.all([open('match:701', TOKENS.tournament), open('match:701', TOKENS.club)]);
  const before = (await goals()).length;
  let lose: () => void = () => undefined;
  const lost = new Promise<void>((resolve) => (lose = resolve));
  await first.context.route(
    '**/markers',
    async (route) => {
      await fetchFor(route);
      await lost;
      await route.abort('connectionreset');
    },
    { times: 1 },
  );
  await first.record('home', 'Goal', 'Unknown');
  const row = second.page.getByTestId('history').locator('[data-type=Goal].home').first();
  await row.getByRole('button', { name: /^Undo/ }).click();
  await expect.poll(async () => (await goals()).length).toBe(before);
  await expect.poll(() => first.page.getByTestId('history').locator('[data-type=Goal]').count()).toBe(before);
  lose();
  // What comes after the goal is sent after it.
  await first.record('away', 'Shot', 'Unknown');
  await second.page.getByTestId('history').locator('[data-type=Shot]').waitFor();
  expect((await goals()).length).toBe(before);
  await first.hears('ONLINE');
  await Promise.all([first.close(), second.close()]);
});

test('a sheet whose entry another phone has undone closes and says so', async () => {
  const [first, second] = await Promise.all([open('match:701', TOKENS.tournament), open('match:701', TOKENS.club)]);
  const sheet = first.page.locator('dialog');
  const rows = ({ page }: Phone, type: string) => page.getByTestId('history').locator(`[data-type=${type}].away`);
  const undo = async (type: string): Promise<void> => {
    // The newest entry stands first; earlier tests have left others.
    await expect.poll(() => rows(second, type).count()).toBe(await rows(first, type).count());
    await rows(second, type).first().getByRole('button', { name: /^Undo/ }).click();
    await sheet.waitFor({ state: 'detached' });
    await first.page.locator('.toast').getByText('The entry was undone or cleared on another phone.').waitFor();
  };
  await first.record('away', 'Shot', 'Unknown');
  await rows(first, 'Shot').first().getByText('Change').click();
  await sheet.locator('.note input').fill('over the bar');
  await undo('Shot');
  await expect.poll(() => first.page.evaluate(() => document.activeElement?.textContent)).toBe('History');
  // The sheet that a press has opened.
  await first.press('away', 'Goal');
  await sheet.getByText('Recorded.').waitFor();
  await undo('Goal');
  expect(first.complaints).toEqual([]);
  await Promise.all([first.close(), second.close()]);
});
