// P48–P51: view tokens, and polling a channel.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SnapshotFrame } from '../../protocol/wire/down.ts';
import { openViewTokens } from '../../src/auth/view-tokens.ts';
import { clubFile } from '../support/data-file.ts';
import { openTestGateway, TEST_SECRET, type TestGateway } from '../support/gateway.ts';
import { member } from '../support/world/clubs.ts';
import { riversideApp, TOKENS } from '../support/world/tokens.ts';
import { matchKeeper } from '../support/scorekeeper.ts';
import { connect } from '../support/subscriber.ts';

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await openTestGateway({ timing: { recheckMs: 100 } });
});
afterAll(() => gateway.close());

type Made = { token: string; expires_at: string; channels: string[] };
const make = (token: string, body: unknown) => gateway.call<Made>('POST', 'view_tokens', { token, body });

describe('P48: making a view token', () => {
  it.each([
    [undefined, 86_400],
    [60, 60],
    [31_536_000, 31_536_000],
  ])('P48 with expires_in %s lives %i seconds', async (expires_in, seconds) => {
    const before = Date.now();
    const { status, body } = await make(TOKENS.tournament, { channels: ['match:701', 'match:702'], expires_in });
    expect(status).toBe(201);
    expect(body.channels).toEqual(['match:701', 'match:702']);
    const lives = Date.parse(body.expires_at) - before;
    expect(Math.abs(lives - seconds * 1_000)).toBeLessThan(5_000);
  });

  it.each([
    {},
    { channels: [] },
    { channels: 'match:701' },
    { channels: ['match:abc'] },
    { channels: ['match:701'], expires_in: 59 },
    { channels: ['match:701'], expires_in: 31_536_001 },
    { channels: ['match:701'], expires_in: 90.5 },
    { channels: ['match:701'], expires_in: '60' },
    [],
  ])('P48 %j is 422', async (body) => {
    expect(await make(TOKENS.tournament, body)).toMatchObject({
      status: 422,
      body: { error: expect.any(String), details: [{ message: expect.any(String) }] },
    });
  });

  it('P48 needs read access to each channel, and refuses view tokens', async () => {
    expect((await make(TOKENS.tournament, { channels: ['match:701', 'match:801'] })).status).toBe(403);
    expect((await make(TOKENS.tournament, { channels: ['match:999'] })).status).toBe(403);
    expect((await make(TOKENS.memberApp, { channels: ['match:701'] })).status).toBe(403);
    const view = await gateway.viewToken(TOKENS.tournament, 'match:701');
    expect(await make(view, { channels: ['match:701'] })).toMatchObject({
      status: 403,
      body: { hint: expect.any(String) },
    });
    await gateway.viewToken(TOKENS.club, 'match:701', 'game:100', 'club:riverside-fc');
    await gateway.viewToken(TOKENS.app, 'match:702', 'tournament:autumn-cup');
  });
});

describe('P49: using a view token', () => {
  it('P49 it reads only its channels on the WebSocket, in header, query and frame', async () => {
    const token = await gateway.viewToken(TOKENS.tournament, 'match:701', 'tournament:autumn-cup');
    const subscriber = await connect(gateway.liveUrl, token);
    await subscriber.subscribe('match:701');
    await subscriber.subscribe('tournament:autumn-cup');
    subscriber.send({ type: 'subscribe', channel: 'match:702' });
    expect(await subscriber.next('error')).toMatchObject({ code: 'forbidden', channel: 'match:702' });
    await subscriber.close();
  });

  it('P49 it reads its channels by GET live, and no other endpoint', async () => {
    const token = await gateway.viewToken(TOKENS.tournament, 'match:701');
    expect((await gateway.call('GET', 'live/match:701', { token })).status).toBe(200);
    for (const [method, address] of [
      ['GET', 'live/match:702'],
      ['GET', 'live/match:999'],
      ['GET', 'tournaments/autumn-cup/matches/701/markers'],
      ['POST', 'tournaments/autumn-cup/matches/701/markers'],
      ['DELETE', 'tournaments/autumn-cup/matches/701/markers/7d1f2a10-0000-4000-8000-000000000001'],
      ['GET', 'games/sunday-5s/markers'],
      ['PATCH', 'clubs/riverside-fc/games/sunday-5s/scores'],
    ] as const) {
      const answer = await gateway.call(method, address, { token, ...(method === 'GET' ? {} : { body: {} }) });
      expect(answer, `${method} ${address}`).toMatchObject({ status: 403, body: { error: expect.any(String) } });
    }
  });
});

describe('P50: the end of a view token', () => {
  it('P50 comes with its expiry', async () => {
    const token = await gateway.viewToken(TOKENS.tournament, 'match:701');
    const claims = await openViewTokens([TEST_SECRET]).check(token);
    if (claims === null || claims === 'expired') throw new Error('The view token is not good.');
    const past = openViewTokens([TEST_SECRET], () => Date.now() - 120_000);
    const expired = await past.make(['match:701'], 60, claims.viewId);
    expect(await gateway.call('GET', 'live/match:701', { token: expired.token })).toMatchObject({
      status: 401,
      body: { error: 'Invalid API token.', hint: expect.stringContaining('expired') },
    });
  });

  it('P50 a changed character makes it invalid', async () => {
    const token = await gateway.viewToken(TOKENS.tournament, 'match:701');
    const [head = '', body = '', signature = ''] = token.split('.');
    const other = Buffer.from(Buffer.from(body, 'base64url').toString().replace('match:701', 'match:702'));
    const forged = `${head}.${other.toString('base64url')}.${signature}`;
    expect((await gateway.call('GET', 'live/match:702', { token: forged })).status).toBe(401);
  });

  it('P50 comes when its maker, a token, is revoked, also on open connections', async () => {
    const token = await gateway.viewToken(TOKENS.clubApp, 'game:100');
    const subscriber = await connect(gateway.liveUrl, token);
    await subscriber.subscribe('game:100');
    await gateway.import({ touchline_data: 1, tokens: [{ ...riversideApp(), revoked: true }] });
    expect((await subscriber.next('closing')).reason).toBe('revoked');
    expect((await subscriber.closed).code).toBe(4401);
    expect((await gateway.call('GET', 'live/game:100', { token })).status).toBe(401);
  });

  it('P50 it loses a channel when its maker loses it (rule ACCESS-14)', async () => {
    const token = await gateway.viewToken(TOKENS.app, 'game:100', 'match:702');
    const subscriber = await connect(gateway.liveUrl, token);
    await subscriber.subscribe('game:100');
    await subscriber.subscribe('match:702');
    const members = [member(1, { role: 'Member', jersey_number: 9 })];
    await gateway.import(clubFile({ members }));
    expect(await subscriber.next('unsubscribed')).toMatchObject({ channel: 'game:100', reason: 'forbidden' });
    expect((await gateway.call('GET', 'live/game:100', { token })).status).toBe(403);
    expect((await gateway.call('GET', 'live/match:702', { token })).status).toBe(200);
    await subscriber.close();
  });
});

describe('P51: polling', () => {
  it('P51 answers the snapshot frame with an ETag that moves with the state', async () => {
    const token = TOKENS.tournament;
    const first = await gateway.call<SnapshotFrame>('GET', 'live/match:701', { token });
    expect(first).toMatchObject({ status: 200, body: { type: 'snapshot', channel: 'match:701' } });
    const etag = first.headers.get('etag') ?? '';
    expect(etag).toContain(first.body.epoch);
    expect(etag).toContain(String(first.body.seq));
    const headers = { 'if-none-match': etag };
    const same = await gateway.call('GET', 'live/match:701', { token, headers });
    expect(same).toMatchObject({ status: 304, body: undefined });
    expect(same.headers.get('etag')).toBe(etag);
    await matchKeeper(gateway, 701).post('Event');
    const moved = await gateway.call<SnapshotFrame>('GET', 'live/match:701', { token, headers });
    expect(moved).toMatchObject({ status: 200, body: { seq: first.body.seq + 1 } });
  });

  it('P51 answers 404 to a malformed name and 403 to a channel without read access', async () => {
    const token = TOKENS.tournament;
    expect((await gateway.call('GET', 'live/match:abc', { token })).status).toBe(404);
    expect((await gateway.call('GET', 'live/match:801', { token })).status).toBe(403);
    expect((await gateway.call('GET', 'live/match:999', { token })).status).toBe(403);
    expect((await gateway.call('GET', 'live/match:701')).status).toBe(401);
  });
});
