// Club games that are cancelled by REST, and brought back (rule MANAGE-14).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { daysFromNow, hoursFromNow, iso } from '../../support/dates.ts';
import { openTestGateway, type TestGateway } from '../../support/gateway.ts';
import { goalBody } from '../../support/goal-body.ts';
import { connect } from '../../support/subscriber.ts';
import { openVisitor, signIn } from '../../support/visitor.ts';
import { ADMIN_TOKEN, TOKENS } from '../../support/world/tokens.ts';

type Game = {
  readonly id: number;
  readonly slug: string;
  readonly date_time: string;
  readonly cancelled_at: string | null;
  readonly cancellation_reason: string | null;
};
type Answer = { readonly game: Game; readonly warnings?: readonly string[] };

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openTestGateway();
});
afterAll(() => gateway.close());

const call = <T = Answer>(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  gateway.call<T>(method, `clubs/riverside-fc/games${path}`, { token: TOKENS.club, body, headers });
async function makeGame(title: string, at = hoursFromNow(2)): Promise<Game> {
  const { status, body } = await call('POST', '', {
    title,
    date_time: iso(at),
    teams: [{ number: 1, name: 'Reds' }, { number: 2 }],
  });
  expect(status, JSON.stringify(body)).toBe(201);
  return body.game;
}
const statusOf = async ({ id }: Game): Promise<string | undefined> => {
  const { body } = await gateway.call<{ state: { matches: Record<string, { status: string }> } }>(
    'GET',
    `live/game:${id}`,
    { token: TOKENS.club },
  );
  return body.state.matches[`${id}_0`]?.status;
};
const calendar = async (): Promise<string> =>
  (await openVisitor(gateway).get('/clubs/riverside-fc/calendar.ics')).html.replaceAll('\r\n ', '');
const eventOf = (text: string, { id }: Game): string =>
  text.split('BEGIN:VEVENT').find((event) => event.includes(`game-${id}@`)) ?? '';

describe('rule MANAGE-14: a cancelled game', () => {
  it('is shown as cancelled on screens, pages and calendars at once, and is back after a DELETE', async () => {
    const game = await makeGame('Flooded');
    const subscriber = await connect(gateway.liveUrl, TOKENS.club);
    await subscriber.subscribe(`game:${game.id}`);
    const cancelled = await call('PUT', `/${game.slug}/cancellation`, { reason: 'The pitch is <flooded>.' });
    expect([cancelled.status, cancelled.body.game]).toMatchObject([
      200,
      { cancellation_reason: 'The pitch is <flooded>.', cancelled_at: expect.stringMatching(/^\d{4}-.*Z$/) },
    ]);
    expect((await subscriber.next('delta')).cause).toEqual([{ action: 'edited' }]);
    expect(await statusOf(game)).toBe('cancelled');
    const page = (await openVisitor(gateway).get(`/clubs/riverside-fc/games/${game.slug}`)).html;
    expect(page).toContain('Cancelled: <bdi>The pitch is &lt;flooded>.</bdi>');
    expect(page).toContain('https://schema.org/EventCancelled');
    expect((await openVisitor(gateway).get('/clubs/riverside-fc')).html).toMatch(/Flooded<\/a>.*?Cancelled/);
    const event = eventOf(await calendar(), game);
    expect(event).toContain('STATUS:CANCELLED');
    expect(event).toMatch(/^DESCRIPTION:.+\\nThe pitch is <flooded>\.\r$/m);
    const back = await call('DELETE', `/${game.slug}/cancellation`);
    expect([back.status, back.body.game.cancelled_at, back.body.game.cancellation_reason]).toEqual([200, null, null]);
    expect((await subscriber.next('delta')).cause).toEqual([{ action: 'edited' }]);
    await subscriber.close();
    expect(await statusOf(game)).toBe('scheduled');
    // Public pages are checked once a second (rule PUBLIC-3).
    await expect.poll(async () => eventOf(await calendar(), game)).toContain('STATUS:CONFIRMED');
  });

  it.each([
    ['of today', hoursFromNow(1)],
    ['that should have ended today', hoursFromNow(-6)],
    ['of next week', daysFromNow(6)],
  ])('%s is shown to its staff as cancelled with the reason, not as coming', async (title, at) => {
    const game = await makeGame(title, at);
    await call('PUT', `/${game.slug}/cancellation`, { reason: 'The pitch is <flooded>.' });
    const { html } = await (await signIn(gateway)).get('/');
    const [, row = ''] = new RegExp(`<bdi>${title}</bdi>(.*?)</tr>`, 's').exec(html) ?? [];
    expect(row).toMatch(/<b>Cancelled<\/b>: <bdi>The pitch is &lt;flooded>\.<\/bdi><span class="under hint"><time/);
  });

  it('of a past day keeps its reason in the calendar, and has no score anywhere', async () => {
    const game = await makeGame('Last week', daysFromNow(-7));
    await call('POST', `/${game.slug}/marker`, goalBody({ team: '1', timestamp: game.date_time }));
    await call('PUT', `/${game.slug}/cancellation`, { reason: 'Fog', even_with_results: true });
    // Public pages are checked once a second (rule PUBLIC-3).
    await expect.poll(async () => eventOf(await calendar(), game)).toContain('STATUS:CANCELLED');
    const event = eventOf(await calendar(), game);
    expect(event).toContain('SUMMARY:Last week\r\n');
    expect(event).toMatch(/^DESCRIPTION:.+\\nFog\r$/m);
    await expect
      .poll(async () => (await openVisitor(gateway).get('/clubs/riverside-fc')).html)
      .toMatch(/Last week<\/a>.*?<span class="end">Cancelled<\/span>/);
  });

  it('stays in the list of upcoming games, and takes goals but no lifecycle markers', async () => {
    const game = await makeGame('Listed');
    await call('PUT', `/${game.slug}/cancellation`, {});
    const { body } = await gateway.call<{ games: Game[] }>('GET', 'club/upcoming_games', { token: TOKENS.club });
    expect(body.games.map(({ id }) => id)).toContain(game.id);
    const begin = goalBody({ type: 'Start', primary_player_pc_id: undefined, primary_player_type: undefined });
    const refused = await call<{ details: readonly { path: string; message: string }[] }>(
      'POST',
      `/${game.slug}/marker`,
      begin,
    );
    expect([refused.status, refused.body.details]).toEqual([
      422,
      [{ path: 'type', message: 'The game is cancelled: it does not accept Start markers.' }],
    ]);
    expect((await call('POST', `/${game.slug}/marker`, goalBody({ team: '1' }))).status).toBe(201);
    expect(await statusOf(game)).toBe('cancelled');
  });

  it('changes nothing when it is cancelled or brought back again', async () => {
    const game = await makeGame('Twice');
    const address = `/${game.slug}/cancellation`;
    const first = await call('PUT', address, { reason: 'Snow' });
    const second = await call('PUT', address, { reason: 'Snow' });
    expect(second.body).toEqual(first.body);
    expect(second.headers.get('etag')).toBe(first.headers.get('etag'));
    const third = await call('PUT', address, { reason: ' Ice ' });
    expect(third.body.game).toMatchObject({ cancelled_at: first.body.game.cancelled_at, cancellation_reason: 'Ice' });
    await call('DELETE', address);
    expect((await call('DELETE', address)).status).toBe(200);
    const { body } = await gateway.call<{ audit: { action: string; subject: string }[] }>(
      'GET',
      '/api/admin/export?history=true',
      { token: ADMIN_TOKEN },
    );
    expect(body.audit.filter(({ subject }) => subject === 'game Twice').map(({ action }) => action)).toEqual([
      'row_created',
      'game_cancelled',
      'game_cancelled',
      'game_restored',
    ]);
  });

  it('is refused with a stale If-Match, a reason that is too long, and a slug that is not there', async () => {
    const game = await makeGame('Checked');
    const address = `/${game.slug}/cancellation`;
    expect((await call('PUT', address, { reason: 'x' }, { 'if-match': '"old"' })).status).toBe(412);
    expect((await call('DELETE', address, undefined, { 'if-match': '"old"' })).status).toBe(412);
    expect((await call('PUT', address, { reason: 'x'.repeat(501) })).status).toBe(422);
    const unstorable = await call<{ details: { path: string }[] }>('PUT', address, { reason: 'Fog\u0000' });
    expect([unstorable.status, unstorable.body.details.map(({ path }) => path)]).toEqual([422, ['reason']]);
    expect((await call('DELETE', `${address}?following=1`)).status).toBe(422);
    expect((await call('PUT', '/nothing/cancellation', {})).status).toBe(404);
    expect((await call('GET', `/${game.slug}`)).body.game.cancelled_at).toBeNull();
    const read = await call('GET', `/${game.slug}`);
    const etag = read.headers.get('etag') ?? '';
    expect((await call('PUT', address, {}, { 'if-match': etag })).status).toBe(200);
    expect((await call('PATCH', `/${game.slug}`, { cancelled_at: null })).status).toBe(422);
    expect((await call('GET', `/${game.slug}`)).body.game.cancelled_at).not.toBeNull();
  });

  it('with markers needs a word for it; they stay and count again when it is back', async () => {
    const game = await makeGame('Begun');
    const address = `/${game.slug}/cancellation`;
    await call('POST', `/${game.slug}/marker`, goalBody({ team: '1' }));
    const refused = await call<{ hint: string }>('PUT', address, { reason: 'Thunder' });
    expect([refused.status, refused.body.hint]).toEqual([409, expect.stringContaining('"even_with_results": true')]);
    expect(await statusOf(game)).toBe('scheduled');
    expect((await call('PUT', address, { reason: 'Thunder', even_with_results: true })).status).toBe(200);
    expect(await statusOf(game)).toBe('cancelled');
    // A new reason for a game that is cancelled already needs no second word.
    expect((await call('PUT', address, { reason: 'Lightning' })).status).toBe(200);
    await call('DELETE', address);
    const { body } = await call<{ markers: readonly unknown[] }>('GET', `/${game.slug}/markers`);
    expect(body.markers).toHaveLength(1);
    expect(await statusOf(game)).toBe('scheduled');
  });

  it('comes by a data file too, with a warning that the next one overwrites what staff change', async () => {
    const file = (over: object) => ({
      touchline_data: 1,
      clubs: [
        {
          id: 10,
          slug: 'riverside-fc',
          name: 'Riverside FC',
          games: [{ id: 177, slug: 'from-file', title: 'From file', teams: [{ number: 1 }, { number: 2 }], ...over }],
        },
      ],
    });
    const at = iso(hoursFromNow(-1));
    await gateway.import(file({ date_time: iso(hoursFromNow(3)), cancelled_at: at, cancellation_reason: 'Fog' }));
    const { body } = await call('GET', '/from-file');
    expect(body.game).toMatchObject({ cancelled_at: new Date(at).toISOString(), cancellation_reason: 'Fog' });
    expect(await statusOf(body.game)).toBe('cancelled');
    expect((await call('DELETE', '/from-file/cancellation')).body.warnings).toHaveLength(1);
    await gateway.import(file({ cancelled_at: at }));
    expect(await statusOf(body.game)).toBe('cancelled');
  });
});
