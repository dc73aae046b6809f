// View tokens on the integrations pages: made by a form, listed, revoked, and where they were last used.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clubFile } from '../support/data-file.ts';
import { openTestGateway, type TestGateway } from '../support/gateway.ts';
import { connect } from '../support/subscriber.ts';
import { idIn, signIn, type Visitor } from '../support/visitor.ts';

const CLUB = '/clubs/riverside-fc/integrations';
const HILLTOP = '/clubs/hilltop/integrations';
const CUP = '/tournaments/autumn-cup/integrations';

let gateway: TestGateway;
/** Owner of Riverside and organizer of the cup; moderator of Riverside; owner of Hilltop. */
let ana: Visitor;
let rui: Visitor;
let eva: Visitor;

beforeAll(async () => {
  gateway = await openTestGateway({ timing: { recheckMs: 3_600_000 } });
  [ana, rui, eva] = await Promise.all([
    signIn(gateway, 'user1@example.org'),
    signIn(gateway, 'user2@example.org'),
    signIn(gateway, 'user3@example.org'),
  ]);
});
afterAll(() => gateway.close());

describe('view tokens', () => {
  const make = async (visitor: Visitor, page: string, channel: string) => {
    await visitor.get(page);
    return visitor.post(page, { action: 'make_view_token', channel, lasts: '86400' });
  };
  const tokenIn = (html: string): string => idIn(html, /id="screen"[^>]*token=([\w.-]+)"/);
  const live = async (token: string, channel: string): Promise<number> =>
    (await gateway.call('GET', `live/${channel}`, { token })).status;

  it('are made for a channel and read it, at the addresses of both pages', async () => {
    const shown = await make(ana, CUP, 'match:701');
    expect([shown.status, shown.headers.get('cache-control')]).toEqual([200, 'no-store']);
    const token = tokenIn(shown.html);
    expect(shown.html).toContain(`value="${gateway.url}/overlay/match:701?token=${token}"`);
    expect([await live(token, 'match:701'), await live(token, 'match:702')]).toEqual([200, 403]);
    expect((await ana.get(CUP)).html).toContain('made a view token for match:701');
    expect((await ana.get(CUP)).html).not.toContain(token);
  });

  it.each(['game:110', 'club:hilltop', 'match:701', 'game:abc', 'nothing', 'game:999999999999'])(
    'are not made for %s on the page of another',
    async (channel) => {
      expect((await make(ana, CLUB, channel)).status).toBe(404);
    },
  );

  it('P50 are revoked one at a time: only that one ends, at once', async () => {
    const [one, two] = [
      tokenIn((await make(rui, CLUB, 'game:100')).html),
      tokenIn((await make(rui, CLUB, 'club:riverside-fc')).html),
    ];
    const subscriber = await connect(gateway.liveUrl, one);
    const other = await connect(gateway.liveUrl, two);
    const view = idIn(
      (await ana.get(CLUB)).html,
      /view=([\w-]+)"[^>]*aria-label="Revoke the view token for game:100 …"/,
    );
    await eva.get(HILLTOP);
    expect((await eva.post(HILLTOP, { action: 'revoke_view_token', view })).status, 'another club').toBe(404);
    expect((await ana.get(`${CLUB}?ask=revoke_view_token&view=${view}`)).html).toContain('was made by Rui Costa');
    expect((await ana.post(CLUB, { action: 'revoke_view_token', view })).status).toBe(303);
    expect((await subscriber.next('closing')).reason).toBe('revoked');
    expect((await subscriber.closed).code).toBe(4401);
    expect([await live(one, 'game:100'), await live(two, 'club:riverside-fc')]).toEqual([401, 200]);
    await other.close();
  });

  it('list where and when they were last used, also by an open screen', async () => {
    const token = tokenIn((await make(ana, CLUB, 'game:101')).html);
    const row = async (): Promise<string> =>
      idIn((await ana.get(CLUB)).html, /<th[^>]*>[^<]*game:101[^<]*<\/th>(.*?)<\/tr>/s);
    expect(await row()).toContain('never');
    const screen = await connect(gateway.liveUrl, token);
    await gateway.restart();
    await screen.closed;
    expect(await row()).toMatch(/UTC<\/time> from 127\.0\.0\.1/);
    expect((await ana.get(CLUB)).html, 'and the key').toMatch(/and last used: (<time|never)/);
  });

  it('of a person end when the person loses the right', async () => {
    const token = tokenIn((await make(rui, CLUB, 'game:100')).html);
    const subscriber = await connect(gateway.liveUrl, token);
    await subscriber.subscribe('game:100');
    await gateway.import(clubFile({ members: [{ user_id: 2, role: 'Moderator', status: 'former' }] }));
    expect(await subscriber.next('unsubscribed')).toMatchObject({ channel: 'game:100', reason: 'forbidden' });
    expect(await live(token, 'game:100')).toBe(403);
    await subscriber.close();
  });
});
