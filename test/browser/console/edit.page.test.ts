// Edits in the console on a bad network: no frame takes the edited entry away.
import type { Route } from 'playwright-core';
import { expect, test } from 'vitest';
import type { MatchState } from '../../../protocol/wire/board.ts';
import { consoleOn } from '../../support/console-page.ts';
import { openSiteForTests } from '../../support/site.ts';
import { advance, connect, positionOf } from '../../support/subscriber.ts';
import { TOKENS } from '../../support/world/tokens.ts';
import { fetchFor } from '../../support/browser.ts';

const site = openSiteForTests();

const { open } = consoleOn(site);

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
