// P57–P61: what is on air by a director's hand.
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AirState } from '../../protocol/wire/air.ts';
import type { SnapshotFrame } from '../../protocol/wire/down.ts';
import { hashOf } from '../../src/live/channel.ts';
import { createDatabase, testDatabases } from '../support/database.ts';
import { follow } from '../support/follow.ts';
import { openTestGateway, type TestGateway } from '../support/gateway.ts';
import { testRedis } from '../support/redis.ts';
import { openRedisNodes } from '../support/redis-nodes.ts';
import { connect } from '../support/subscriber.ts';
import { RIVERSIDE } from '../support/world/clubs.ts';
import { TOKENS } from '../support/world/tokens.ts';
import { world } from '../support/world/world.ts';

const redisUrl = await testRedis();
const hasPostgres = (await testDatabases()).includes('postgres');

type Snapshot = Omit<SnapshotFrame, 'state'> & { readonly state: AirState };
const token: string = TOKENS.tournament;
const patch = (node: TestGateway, body: unknown, { by = token, channel = 'match:701' } = {}) =>
  node.call<Snapshot>('PATCH', `live/${channel}/air`, { token: by, body });
const shown = async (node: TestGateway, by = token) =>
  (await node.call<Snapshot>('GET', 'live/air:match:701', { token: by })).body;

describe('what is on air', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await openTestGateway({ timing: { heartbeatMs: 1_000, quietHeartbeatMs: 200, evictMs: 100 } });
  });
  afterAll(() => gateway.close());

  it('P57 is a channel of its own: a snapshot, deltas and hashes; the match does not move', async () => {
    const subscriber = await connect(gateway.liveUrl, token);
    const { seq: before } = await subscriber.subscribe('match:701');
    subscriber.send({ type: 'subscribe', channel: 'air:match:701' });
    const { seq, epoch, state } = await subscriber.next('snapshot');
    expect(state).toEqual({ kind: 'air', match: 'match:701' });
    await patch(gateway, { panel: { kind: 'lineups', seconds: 20 } });
    const delta = await subscriber.next('delta');
    expect(delta).toMatchObject({
      channel: 'air:match:701',
      seq: seq + 1,
      cause: [],
      patch: { panel: expect.anything() },
    });
    const { body } = await patch(gateway, { panel: { kind: 'statistics' }, text: { text: ' Attendance 1,240 ' } });
    await subscriber.next('delta');
    expect(body).toMatchObject({ type: 'snapshot', channel: 'air:match:701', epoch, seq: seq + 2 });
    expect(body.state).toMatchObject({ panel: { kind: 'statistics' }, text: { text: 'Attendance 1,240' } });
    let heartbeat = await subscriber.next('heartbeat');
    while (heartbeat.channel !== 'air:match:701' || heartbeat.seq < seq + 2)
      heartbeat = await subscriber.next('heartbeat');
    expect(heartbeat).toMatchObject({ seq: seq + 2, hash: hashOf(body.state) });
    await subscriber.close();
    const { body: match } = await gateway.call<SnapshotFrame>('GET', 'live/match:701', { token });
    expect(match.seq).toBe(before);
    expect(match.state).not.toHaveProperty('panel');
  });

  it('P58 readers of the match read it, also with a view token; only API tokens write it', async () => {
    const view = await gateway.viewToken(token, 'match:701');
    expect(await shown(gateway, view)).toMatchObject({ channel: 'air:match:701' });
    const clubsView = await gateway.viewToken(TOKENS.club, 'match:701');
    for (const by of [TOKENS.club, clubsView]) expect((await shown(gateway, by)).state.match).toBe('match:701');
    const elsewhere = await gateway.viewToken(token, 'match:702');
    for (const by of [elsewhere, TOKENS.otherClub, TOKENS.otherTournament, TOKENS.memberApp]) {
      expect((await gateway.call('GET', 'live/air:match:701', { token: by })).status).toBe(403);
      expect((await patch(gateway, { banner: null }, { by })).status).toBe(403);
    }
    expect((await patch(gateway, { banner: null }, { by: view })).status).toBe(403);
    expect((await patch(gateway, 'no JSON', { by: view })).status, 'the right comes before the body').toBe(403);
    for (const by of [TOKENS.club, TOKENS.app])
      expect((await patch(gateway, { banner: null }, { by })).status).toBe(200);
    const named = { channels: ['air:match:701'] };
    expect((await gateway.call('POST', 'view_tokens', { token, body: named })).status).toBe(422);
  });

  it('P58 a subscriber of the air channel alone keeps it while the match rests', async () => {
    const view = await gateway.viewToken(token, 'match:702');
    const subscriber = await connect(gateway.liveUrl, view);
    subscriber.send({ type: 'subscribe', channel: 'air:match:702' });
    await subscriber.next('snapshot');
    // The heartbeats come later than the eviction of a match that is not followed.
    for (let beat = 0; beat < 12; beat += 1) await subscriber.next('heartbeat');
    await gateway.import({ touchline_data: 1 });
    expect(await subscriber.unread()).toEqual([]);
    await subscriber.close();
  });

  it.each([
    ['nothing', {}],
    ['no object', []],
    ['an unknown panel', { panel: { kind: 'weather' } }],
    ['an empty text', { text: { text: '  ' } }],
    ['a text of 81 characters', { text: { text: 'x'.repeat(81) } }],
    ['31 minutes', { added_time: { minutes: 31 } }],
    ['less than no minutes', { added_time: { minutes: -1 } }],
    ['half a minute', { added_time: { minutes: 2.5 } }],
    ['one second', { panel: { kind: 'lineups', seconds: 1 } }],
    ['more than 12 hours', { panel: { kind: 'lineups', seconds: 43_201 } }],
    ['a rehearsal of 61 seconds', { rehearsal: { kind: 'goal', side: 'home', seconds: 61 } }],
    ['a rehearsal without a side', { rehearsal: { kind: 'goal' } }],
    ['a rehearsal on no page', { rehearsal: { kind: 'goal', side: 'home', pages: [] } }],
    ['a replay of 121 seconds', { replay: { seconds: 121 } }],
    ['a replay of one second', { replay: { seconds: 1 } }],
    ['an unknown pairing', { panel: { kind: 'lineups', pairing: '999_9' } }],
    ['a banner', { banner: 'goal' }],
  ])('P59 refuses %s with 422 and the place, and changes nothing', async (_, body) => {
    const { seq } = await shown(gateway);
    expect(await patch(gateway, body)).toMatchObject({
      status: 422,
      body: { error: expect.any(String), details: [{ path: expect.any(String), message: expect.any(String) }] },
    });
    expect((await shown(gateway)).seq).toBe(seq);
  });

  it('P59 takes the limits themselves, and replaces only what the body names', async () => {
    const all = { panel: null, text: null, added_time: null, replay: null, rehearsal: null };
    await patch(gateway, all);
    await patch(gateway, { text: { text: 'x'.repeat(80), seconds: 2 }, added_time: { minutes: 30, seconds: 43_200 } });
    await patch(gateway, { added_time: { minutes: 0 }, panel: { kind: 'fixtures' }, replay: { seconds: 120 } });
    const { body } = await patch(gateway, { rehearsal: { kind: 'card', side: 'away', seconds: 60 }, banner: null });
    expect(body.state).toMatchObject({
      text: { text: 'x'.repeat(80) },
      added_time: { minutes: 0 },
      panel: { kind: 'fixtures' },
      replay: { since: expect.any(Number) },
      rehearsal: { kind: 'card', side: 'away', pages: ['screen', 'overlay'] },
      banners_off_at: body.at,
    });
    expect((await patch(gateway, all)).body.state).toEqual({
      kind: 'air',
      match: 'match:701',
      banners_off_at: body.at,
    });
    const written = await Promise.all([
      patch(gateway, { text: { text: 'one' } }),
      patch(gateway, { added_time: { minutes: 4 } }),
    ]);
    expect(written.map(({ status }) => status)).toEqual([200, 200]);
    expect((await shown(gateway)).state).toMatchObject({ text: { text: 'one' }, added_time: { minutes: 4 } });
  });

  it('P59 knows no feed, no log and no page of an air channel', async () => {
    expect(await patch(gateway, { banner: null }, { channel: 'tournament:autumn-cup' })).toMatchObject({ status: 422 });
    expect((await patch(gateway, { banner: null }, { channel: 'air:match:701' })).status).toBe(404);
    expect((await gateway.call('GET', 'live/air:match:701/log', { token })).status).toBe(404);
    expect((await gateway.call('GET', 'live/air:air:match:701', { token })).status).toBe(404);
    expect((await gateway.call('GET', 'live/air:club:riverside-fc', { token })).status).toBe(404);
  });

  it('P60 every item has its end', async () => {
    const from = Date.now();
    const { body } = await patch(gateway, {
      panel: { kind: 'scorers', seconds: 20 },
      text: { text: 'Attendance 1,240' },
      replay: {},
      rehearsal: { kind: 'goal', side: 'home' },
    });
    const { panel, text, replay, rehearsal } = body.state;
    const lasts = [panel, text, replay, rehearsal].map((item) => (item?.until ?? 0) - (item?.since ?? 0));
    expect(lasts).toEqual([20_000, 12 * 3_600_000, 20_000, 8_000]);
    expect(panel?.since).toBeGreaterThanOrEqual(from);
    expect(panel?.since).toBeLessThanOrEqual(Date.now());
  });

  it('P61 a restart changes nothing', async () => {
    const before = (await patch(gateway, { text: { text: 'Gates open' } })).body;
    await gateway.restart();
    expect(await shown(gateway)).toEqual(before);
    const { body } = await patch(gateway, { text: null });
    expect(body).toMatchObject({ epoch: before.epoch, seq: before.seq + 1 });
  });

  it('P61, P31 a game that is deleted and made again begins another sequence: an old position gets a snapshot', async () => {
    const { clubs } = world();
    const [club] = clubs;
    const named = { by: TOKENS.app, channel: 'game:101' };
    const old = (await patch(gateway, { text: { text: 'of the deleted game' } }, named)).body;
    const address = 'clubs/riverside-fc/games/three-teams';
    expect((await gateway.call('DELETE', address, { token: TOKENS.app })).status).toBe(200);
    await gateway.restart();
    await gateway.import({
      touchline_data: 1,
      clubs: [{ ...RIVERSIDE, games: club?.games.filter(({ id }) => id === 101) }],
    });
    const made = (await patch(gateway, { added_time: { minutes: 3 } }, named)).body;
    expect(made.seq).toBe(old.seq);
    const subscriber = await connect(gateway.liveUrl, TOKENS.app);
    const since = { epoch: old.epoch, seq: old.seq };
    subscriber.send({ type: 'subscribe', channel: 'air:game:101', since });
    expect(await subscriber.next('snapshot')).toMatchObject({ state: made.state });
    expect(made.epoch).not.toBe(old.epoch);
    await subscriber.close();
  });
});

describe.skipIf(!hasPostgres)('on two nodes', () => {
  it.skipIf(redisUrl === null)('P61 both show the writes of both, over Redis', async () => {
    const { nodes, close } = await openRedisNodes(redisUrl ?? '');
    const screens = await Promise.all(nodes.map((node) => follow(node.liveUrl, 'air:match:701', token)));
    for (const [index, node] of [...nodes, ...nodes].entries()) {
      await patch(node, { added_time: { minutes: index } });
      for (const screen of screens)
        expect(await screen.reach(index + 1)).toMatchObject({ added_time: { minutes: index } });
    }
    for (const screen of screens) screen.close();
    await close();
  });

  it('P61 without Redis they find it in the database, also one restored from a backup', async () => {
    const database = await createDatabase();
    const options = { databaseUrl: database.url, timing: { pollMs: 50 } };
    const near = await openTestGateway(options);
    const far = await openTestGateway({ ...options, data: null });
    await patch(near, { text: { text: 'one' } });
    const subscriber = await connect(far.liveUrl, token);
    subscriber.send({ type: 'subscribe', channel: 'air:match:701' });
    const { epoch, seq } = await subscriber.next('snapshot');
    await patch(near, { text: { text: 'two' } });
    expect(await subscriber.next('delta')).toMatchObject({ seq: seq + 1, patch: { text: { text: 'two' } } });
    const sql = postgres(database.url, { max: 1 });
    await sql`update on_air set seq = 1, at = at - 1, items = '{}' where ref = 'match:701'`;
    const back = await subscriber.next('snapshot');
    expect(back).toMatchObject({ seq: 1, state: { kind: 'air', match: 'match:701' } });
    expect(back.epoch).not.toBe(epoch);
    await sql`update on_air set seq = 5, at = at + 1 where ref = 'match:701'`;
    expect(await subscriber.next('snapshot')).toMatchObject({ seq: 5, epoch: back.epoch });
    await subscriber.close();
    await sql.end();
    await Promise.all([near.close(), far.close()]);
    await database.drop();
  });
});
