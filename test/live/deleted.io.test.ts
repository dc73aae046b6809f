// What staff delete leaves its channel and its feed, with and without a poller.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hoursFromNow, iso } from '../support/dates.ts';
import { testDatabases } from '../support/database.ts';
import { goalBody } from '../support/goal-body.ts';
import { openTestGateway, type TestGateway } from '../support/gateway.ts';
import { connect } from '../support/subscriber.ts';
import { TOKENS } from '../support/world/tokens.ts';

const CLUB = 'clubs/riverside-fc';

describe.each(await testDatabases())('on %s', (kind) => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await openTestGateway({ kind });
  });
  afterAll(() => gateway.close());

  async function newGame(): Promise<{ id: number; slug: string }> {
    const body = { title: 'Late', date_time: iso(hoursFromNow(1)), teams: [{ number: 1 }, { number: 2 }] };
    const made = await gateway.call<{ game: { id: number; slug: string } }>('POST', `${CLUB}/games`, {
      token: TOKENS.club,
      body,
    });
    return made.body.game;
  }
  const remove = (slug: string) => gateway.call('DELETE', `${CLUB}/games/${slug}`, { token: TOKENS.club });

  it('rule MANAGE-7: a game that nobody changed leaves its channel', async () => {
    const { id, slug } = await newGame();
    const subscriber = await connect(gateway.liveUrl, TOKENS.club);
    expect((await subscriber.subscribe(`game:${id}`)).seq).toBe(0);
    expect((await remove(slug)).status).toBe(200);
    expect((await gateway.call('GET', `live/game:${id}`, { token: TOKENS.club })).status).toBe(403);
    const posted = await gateway.call('POST', `${CLUB}/games/${slug}/marker`, { token: TOKENS.club, body: goalBody() });
    expect(posted.status).toBe(404);
    expect(await subscriber.unread()).toMatchObject([{ type: 'unsubscribed', channel: `game:${id}` }]);
    await subscriber.close();
  });

  it('rule MANAGE-7: a match that nothing has changed so far ends with its deletion', async () => {
    const call = <T = unknown>(method: string, path: string, body?: unknown) =>
      gateway.call<T>(method, `tournaments/autumn-cup/matches${path}`, { token: TOKENS.tournament, body });
    const made = await call<{ match: { id: number } }>('POST', '', { home_team_id: 71, away_team_id: 72 });
    const { id } = made.body.match;
    const subscriber = await connect(gateway.liveUrl, TOKENS.tournament);
    await subscriber.subscribe(`match:${id}`);
    expect((await call('DELETE', `/${id}`)).status).toBe(200);
    expect(await subscriber.next('unsubscribed')).toMatchObject({ channel: `match:${id}` });
    expect((await call('GET', `/${id}/markers`)).status).toBe(404);
    expect((await call('POST', `/${id}/markers`, { ...goalBody(), team: 'home' })).status).toBe(404);
    await subscriber.close();
  });

  it('P22 a game leaves the feed of its club (rule MANAGE-7)', async () => {
    const { id, slug } = await newGame();
    const subscriber = await connect(gateway.liveUrl, TOKENS.club);
    expect((await subscriber.subscribe('club:riverside-fc')).state.matches).toHaveProperty(`${id}_0`);
    expect((await remove(slug)).status).toBe(200);
    const feed = await gateway.call<{ state: { matches: object } }>('GET', 'live/club:riverside-fc', {
      token: TOKENS.club,
    });
    expect(feed.body.state.matches).not.toHaveProperty(`${id}_0`);
    expect(await subscriber.next('delta')).toMatchObject({ patch: { matches: { [`${id}_0`]: null } } });
    await subscriber.close();
  });
});
