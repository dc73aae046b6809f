// A weekly series on pages, as a browser without scripts does: one game, or this one and those that follow, is changed, cancelled and
// brought back (rules MANAGE-14 and MANAGE-15).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pageLanguages } from '../../../../src/browser/shared/page-languages.ts';
import { formFields } from '../../../support/form-fields.ts';
import { openTestGateway, type TestGateway } from '../../../support/gateway.ts';
import { goalBody } from '../../../support/goal-body.ts';
import { signIn, type Visitor } from '../../../support/visitor.ts';
import { TOKENS } from '../../../support/world/tokens.ts';

const CLUB = '/manage/clubs/riverside-fc';
const NEW = `${CLUB}/games/new`;
const editAddress = ({ slug }: Pick<Game, 'slug'>): string => `${CLUB}/games/${slug}/edit`;

type Game = {
  readonly slug: string;
  readonly title: string;
  readonly date_time: string;
  readonly location: string | null;
  readonly pitch: string | null;
  readonly series_id: number | null;
  readonly cancelled_at: string | null;
  readonly cancellation_reason: string | null;
  readonly participants: readonly { readonly id: number | null }[];
  readonly teams: readonly { readonly name: string | null }[];
  readonly format: { readonly half_minutes: number };
};
type Listed = { readonly slug: string; readonly title: string };

let gateway: TestGateway;
/** Owner and moderator of Riverside. */
let ana: Visitor;
let rui: Visitor;
beforeAll(async () => {
  gateway = await openTestGateway();
  [ana, rui] = await Promise.all([signIn(gateway), signIn(gateway, 'user2@example.org')]);
});
afterAll(() => gateway.close());

const read = async ({ slug }: Listed): Promise<Game> =>
  (await gateway.call<{ game: Game }>('GET', `clubs/riverside-fc/games/${slug}`, { token: TOKENS.club })).body.game;

/** The games with this title, by kick-off. */
async function gamesOf(title: string): Promise<readonly Game[]> {
  const { body } = await gateway.call<{ games: Listed[] }>('GET', 'club/upcoming_games', { token: TOKENS.club });
  return Promise.all(body.games.filter((game) => game.title === title).map(read));
}
async function makeSeries(title: string, over: Readonly<Record<string, string>> = {}): Promise<readonly Game[]> {
  const when = { when: 'at', at: '2098-03-16T19:00', zone: 'Europe/Lisbon', weeks: '4' };
  const { location } = await ana.post(NEW, { ...formFields((await ana.get(NEW)).html), ...when, title, ...over });
  expect(location).toBe(`${CLUB}?done=several`);
  return gamesOf(title);
}
/** The game of this week of the series. */
function at(games: readonly Game[], week: number): Game {
  const game = games[week];
  if (game === undefined) throw new Error(`There is no game ${week}.`);
  return game;
}
/** Fills in the page at `address` and sends it. */
async function send(visitor: Visitor, address: string, over: Readonly<Record<string, string>>) {
  const { html, status } = await visitor.get(address);
  expect(status, html).toBe(200);
  return visitor.post(address.split('?')[0] ?? '', { ...formFields(html), ...over });
}

describe('rule MANAGE-15: a weekly series', () => {
  it('changes one game, or this one and those that follow', async () => {
    const games = await makeSeries('Series', { 'p.user:1': '1' });
    expect(new Set(games.map(({ series_id: id }) => id)).size).toBe(2);
    expect((await ana.get(editAddress(at(games, 1)))).html).toContain('this one and the 2 that follow');
    await send(ana, editAddress(at(games, 0)), { location: 'Only the first' });
    await send(ana, editAddress(at(games, 2)), { pitch: 'Hall 2', team1_name: 'Guests of the day', minutes: '35' });
    const { location } = await send(ana, editAddress(at(games, 1)), {
      location: 'From the second on',
      at: '2098-03-24T20:30',
      'p.user:1': '2',
      scope: 'following',
    });
    expect(location).toBe(`${CLUB}?done=changed`);
    const after = await Promise.all(games.map(read));
    expect(after.map((game) => game.location)).toEqual([
      'Only the first',
      'From the second on',
      'From the second on',
      'From the second on',
    ]);
    expect(after.map(({ pitch }) => pitch)).toEqual([null, null, 'Hall 2', null]);
    expect(after.map(({ teams }) => teams[0]?.name)).toEqual([null, null, 'Guests of the day', null]);
    expect(after.map(({ format }) => format.half_minutes)).toEqual([20, 20, 35, 20]);
    // At half past eight on each Monday, also when clocks change on 30 March.
    expect(after.map((game) => game.date_time)).toEqual([
      '2098-03-16T19:00:00.000Z',
      '2098-03-24T20:30:00.000Z',
      '2098-03-31T19:30:00.000Z',
      '2098-04-07T19:30:00.000Z',
    ]);
    expect(after.map(({ participants }) => participants)).toMatchObject([
      [{ team: 1 }],
      [{ team: 2 }],
      [{ team: 1 }],
      [{ team: 1 }],
    ]);
  });

  it('changes nothing at all when one of the games cannot be changed', async () => {
    const games = await makeSeries('All or none', { teams: '3', pairing: ':1:3' });
    const later = at(games, 2);
    const played = await gateway.call('POST', `clubs/riverside-fc/games/${later.slug}/marker`, {
      token: TOKENS.club,
      body: goalBody({ team: '1' }),
    });
    expect(played.status).toBe(201);
    const shown = await send(ana, editAddress(at(games, 0)), {
      teams: '2',
      pairing: ':1:2',
      location: 'Nowhere',
      scope: 'following',
    });
    expect([shown.status, shown.html]).toEqual([422, expect.stringContaining('has markers and cannot be left out')]);
    expect(formFields(shown.html)['scope']).toBe('following');
    expect((await Promise.all(games.map(read))).map(({ location }) => location)).toEqual(games.map(() => null));
  });

  it('is cancelled from one game on, and brought back one by one', async () => {
    const games = await makeSeries('Summer break');
    const address = editAddress(at(games, 1));
    const { location } = await send(ana, `${address}?ask=cancel`, { reason: 'Holidays', scope: 'following' });
    expect(location).toBe(`${CLUB}?done=cancelled`);
    const after = await Promise.all(games.map(read));
    expect(after.map(({ cancellation_reason: reason }) => reason)).toEqual([null, 'Holidays', 'Holidays', 'Holidays']);
    const list = (await ana.get(CLUB)).html;
    expect(list.match(/Cancelled/g)?.length).toBeGreaterThanOrEqual(3);
    await send(ana, `${address}?ask=restore`, {});
    expect((await Promise.all(games.map(read))).map(({ cancelled_at: since }) => since === null)).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  it('is brought back without a game that was cancelled alone', async () => {
    const games = await makeSeries('Wet autumn');
    await send(ana, `${editAddress(at(games, 2))}?ask=cancel`, { reason: 'Wedding' });
    const since = (await read(at(games, 2))).cancelled_at;
    const restore = async (game: number): Promise<boolean[]> => {
      await send(ana, `${editAddress(at(games, game))}?ask=restore`, { scope: 'following' });
      return (await Promise.all(games.map(read))).map(({ cancelled_at: is }) => is !== null);
    };
    await send(ana, `${editAddress(at(games, 0))}?ask=cancel`, { reason: 'Holidays', scope: 'following' });
    expect(await read(at(games, 2))).toMatchObject({ cancelled_at: since, cancellation_reason: 'Wedding' });
    await send(ana, `${editAddress(at(games, 0))}?ask=cancel`, { reason: 'Snow', scope: 'following' });
    const reasons = (await Promise.all(games.map(read))).map(({ cancellation_reason: reason }) => reason);
    expect(reasons).toEqual(['Snow', 'Snow', 'Wedding', 'Snow']);
    expect(await restore(0)).toEqual([false, false, true, false]);
    // A cancelled game and those that follow it have one time from then on.
    await send(ana, `${editAddress(at(games, 2))}?ask=restore`, {});
    const address = `clubs/riverside-fc/games/${at(games, 0).slug}/cancellation`;
    await gateway.call('PUT', address, { token: TOKENS.app, body: { reason: 'Ice' } });
    await gateway.call('PUT', address, { token: TOKENS.app, body: { reason: 'Ice', following: true } });
    expect(await restore(0)).toEqual([false, false, false, false]);
    await gateway.call('PUT', address, { token: TOKENS.app, body: { reason: '  ', following: true } });
    expect(await read(at(games, 3))).toMatchObject({ cancelled_at: expect.any(String), cancellation_reason: null });
    expect((await gateway.call('DELETE', `${address}?following=true`, { token: TOKENS.app })).status).toBe(200);
    expect((await Promise.all(games.map(read))).every(({ cancelled_at: is }) => is === null)).toBe(true);
  });
});

describe('rule MANAGE-14: cancelling on the page of a game', () => {
  it('says so on the page, with the way back', async () => {
    const [game] = await makeSeries('One off', { weeks: '2' });
    if (game === undefined) throw new Error('no game');
    const address = editAddress(game);
    const asked = await ana.get(`${address}?ask=cancel`);
    expect(asked.html).toContain('Cancel One off?');
    await ana.post(address, { ...formFields(asked.html), reason: 'No <goalkeeper>' });
    const shown = (await ana.get(address)).html;
    expect(shown).toContain('The game is cancelled');
    expect(shown).toContain('No &lt;goalkeeper>');
    expect(shown).toContain(`href="${address}?ask=restore"`);
    expect(shown).not.toContain(`href="${address}?ask=cancel"`);
    // A change of a cancelled game leaves it cancelled.
    await send(ana, address, { location: 'Hall' });
    expect(await read(game)).toMatchObject({ location: 'Hall', cancellation_reason: 'No <goalkeeper>' });
    expect((await send(ana, `${address}?ask=restore`, {})).location).toBe(`${CLUB}?done=restored`);
    expect((await read(game)).cancelled_at).toBeNull();
  });

  it('asks again for a game with results, and keeps the reason', async () => {
    const [game] = await makeSeries('Abandoned', { weeks: '2' });
    if (game === undefined) throw new Error('no game');
    const body = goalBody({ team: '1' });
    await gateway.call('POST', `clubs/riverside-fc/games/${game.slug}/marker`, { token: TOKENS.club, body });
    const asked = await send(ana, `${editAddress(game)}?ask=cancel`, { reason: 'Thunder' });
    expect([asked.status, asked.html]).toEqual([422, expect.stringContaining('Nothing is cancelled yet.')]);
    expect(asked.html).toContain('name="anyway"');
    expect(asked.html, 'it asks, and finds no fault').not.toContain(pageLanguages.en.problems[422].title);
    expect((await read(game)).cancelled_at).toBeNull();
    const { status } = await ana.post(editAddress(game), { ...formFields(asked.html), anyway: 'yes' });
    expect([status, (await read(game)).cancellation_reason]).toEqual([303, 'Thunder']);
  });

  it('does nothing to a game that another person changed since the page was shown', async () => {
    const [game] = await makeSeries('Two people', { weeks: '2' });
    if (game === undefined) throw new Error('no game');
    const asked = formFields((await ana.get(`${editAddress(game)}?ask=cancel`)).html);
    await send(rui, `${editAddress(game)}?ask=cancel`, { reason: 'Rui was first' });
    const stale = await ana.post(editAddress(game), { ...asked, reason: 'Ana was late' });
    expect([stale.status, stale.html]).toEqual([412, expect.stringContaining('Rui Costa has changed this')]);
    expect(stale.html).toContain('Your change was not stored. Open the page again.');
    expect((await read(game)).cancellation_reason).toBe('Rui was first');
  });
});

describe('rule MANAGE-15: a series with postponed games', () => {
  it('leaves each later game its players, and gives it a week of its own', async () => {
    const games = await makeSeries('Postponed', { at: '2097-03-18T19:00', 'p.user:1': '1' });
    // From Monday to the Sunday before the next game, and from the third Monday to the Saturday before the last game.
    await send(ana, editAddress(at(games, 0)), { at: '2097-03-24T19:00' });
    await send(ana, editAddress(at(games, 2)), { at: '2097-04-06T19:00' });
    await send(ana, editAddress(at(games, 0)), { location: 'Hall', 'p.user:1': '2', scope: 'following' });
    const changed = await Promise.all(games.map(read));
    expect(changed.map(({ location }) => location)).toEqual(['Hall', 'Hall', 'Hall', 'Hall']);
    expect(changed.map(({ participants }) => participants)).toMatchObject([
      [{ team: 2 }],
      [{ team: 1 }],
      [{ team: 1 }],
      [{ team: 1 }],
    ]);
    const days = async (): Promise<string[]> =>
      (await Promise.all(games.map(read))).map((game) => game.date_time.slice(0, 10));
    expect(await days()).toEqual(['2097-03-24', '2097-03-25', '2097-04-06', '2097-04-08']);
    await send(ana, editAddress(at(games, 1)), { at: '2097-03-26T20:00', scope: 'following' });
    expect(await days()).toEqual(['2097-03-24', '2097-03-26', '2097-04-02', '2097-04-09']);
    await send(ana, editAddress(at(games, 0)), { at: '2097-03-28T20:00', scope: 'following' });
    expect(await days()).toEqual(['2097-03-28', '2097-04-04', '2097-04-11', '2097-04-18']);
  });
});
