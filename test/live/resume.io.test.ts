// P30–P34: resuming a subscription.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { type ChannelUpdate, connect as connectClient } from '../../protocol/client/client.ts';
import { KEPT_DELTAS_MAX, TIMING } from '../../src/live/timing.ts';
import { openTestGateway, type TestGateway } from '../support/gateway.ts';
import { openProxy } from '../support/proxy.ts';
import { TOKENS } from '../support/world/tokens.ts';
import { matchKeeper } from '../support/scorekeeper.ts';
import { advance, connect, positionOf, type Subscriber } from '../support/subscriber.ts';

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await openTestGateway();
});
afterAll(() => gateway.close());

const subscriberOf = (of: TestGateway = gateway): Promise<Subscriber> => connect(of.liveUrl, TOKENS.tournament);

describe('P30: a since that is held', () => {
  it('P30 is answered by resumed and all deltas after it, in order', async () => {
    const keeper = matchKeeper(gateway, 701);
    const before = await subscriberOf();
    let position = positionOf(await before.subscribe('match:701'));
    await before.close();
    for (let i = 0; i < 5; i += 1) await keeper.post('Event');

    const after = await subscriberOf();
    const { epoch, seq } = position;
    after.send({ type: 'subscribe', channel: 'match:701', since: { epoch, seq }, ref: 'back' });
    expect(await after.next('resumed')).toEqual({ type: 'resumed', channel: 'match:701', ref: 'back', epoch, seq });
    while (position.seq < seq + 5) {
      const delta = await after.next('delta');
      expect(delta).not.toHaveProperty('ref');
      position = advance(position, delta);
    }
    expect(await after.unread()).toEqual([]);
    await keeper.post('Event');
    position = advance(position, await after.next('delta'));
    expect(position.state, 'and it goes on from there').toEqual((await after.subscribe('match:701')).state);
    await after.close();
  });

  it('P30 at the newest seq is answered by resumed alone', async () => {
    const subscriber = await subscriberOf();
    const { epoch, seq } = await subscriber.subscribe('match:701');
    subscriber.send({ type: 'subscribe', channel: 'match:701', since: { epoch, seq } });
    expect((await subscriber.next('resumed')).seq).toBe(seq);
    expect(await subscriber.unread()).toEqual([]);
    await subscriber.close();
  });

  it('P30 works for feeds too', async () => {
    const keeper = matchKeeper(gateway, 702);
    const subscriber = await subscriberOf();
    const start = positionOf(await subscriber.subscribe('tournament:autumn-cup'));
    subscriber.send({ type: 'unsubscribe', channel: start.state.kind === 'tournament' ? 'tournament:autumn-cup' : '' });
    await subscriber.next('unsubscribed');
    await keeper.post('Start');
    const { epoch, seq } = start;
    subscriber.send({ type: 'subscribe', channel: 'tournament:autumn-cup', since: { epoch, seq } });
    await subscriber.next('resumed');
    const position = advance(start, await subscriber.next('delta'));
    expect(position.state.matches['702']).toMatchObject({ status: 'live' });
    await subscriber.close();
  });
});

describe('P31: a since that cannot be served', () => {
  it.each([
    ['of another epoch', (epoch: string, seq: number) => ({ epoch: `${epoch}x`, seq })],
    ['of no epoch at all', (_epoch: string, seq: number) => ({ epoch: '', seq })],
    ['from the future', (epoch: string, seq: number) => ({ epoch, seq: seq + 1_000 })],
    ['from a very far future', (epoch: string) => ({ epoch, seq: Number.MAX_SAFE_INTEGER })],
  ])('P31 %s is answered by a snapshot', async (_what, sinceOf) => {
    const subscriber = await subscriberOf();
    const { epoch, seq } = await subscriber.subscribe('match:701');
    subscriber.send({ type: 'subscribe', channel: 'match:701', since: sinceOf(epoch, seq), ref: 1 });
    expect(await subscriber.next('snapshot')).toMatchObject({ epoch, seq, ref: 1 });
    await subscriber.close();
  });

  it('P31 no longer held is answered by a snapshot', async () => {
    const forgetful = await openTestGateway({ timing: { keepMs: 0 } });
    const keeper = matchKeeper(forgetful, 701);
    const subscriber = await subscriberOf(forgetful);
    const { epoch, seq } = await subscriber.subscribe('match:701');
    // The second is written at least a millisecond later, so the first is already too old.
    await keeper.post('Event');
    const written = performance.now();
    while (performance.now() <= written + 1) await subscriber.unread();
    await keeper.post('Event');
    await subscriber.close();
    const after = await subscriberOf(forgetful);
    after.send({ type: 'subscribe', channel: 'match:701', since: { epoch, seq } });
    expect((await after.next('snapshot')).seq).toBe(seq + 2);
    await after.close();
    await forgetful.close();
  });
});

describe('P32: what is held', () => {
  it('P32 is 1,000 deltas and 5 minutes by default', () => {
    expect(KEPT_DELTAS_MAX).toBeGreaterThanOrEqual(1_000);
    expect(TIMING.keepMs).toBeGreaterThanOrEqual(300_000);
  });

  it('P32 is at least a few hundred deltas, also of a match without subscribers', async () => {
    const keeper = matchKeeper(gateway, 701);
    const subscriber = await subscriberOf();
    let position = positionOf(await subscriber.subscribe('match:701'));
    const { epoch, seq } = position;
    subscriber.send({ type: 'unsubscribe', channel: 'match:701' });
    await subscriber.next('unsubscribed');
    const writes = 300;
    for (let i = 0; i < writes; i += 100) await Promise.all(Array.from({ length: 100 }, () => keeper.post('Event')));
    subscriber.send({ type: 'subscribe', channel: 'match:701', since: { epoch, seq } });
    await subscriber.next('resumed');
    while (position.seq < seq + writes) position = advance(position, await subscriber.next('delta'));
    expect(position.state).toEqual((await subscriber.subscribe('match:701')).state);
    await subscriber.close();
  });
});

describe('P33: no client goes back', () => {
  it('P33 a node that is behind reads the store before it answers', async (context) => {
    const { databaseUrl } = gateway.config;
    if (databaseUrl === null) {
      // The embedded database serves one process.
      context.skip();
      return;
    }
    const other = await openTestGateway({ databaseUrl, data: null });
    const behind = await subscriberOf(other);
    const { epoch, seq } = await behind.subscribe('match:702');
    const keeper = matchKeeper(gateway, 702);
    const ahead = await subscriberOf();
    let position = positionOf(await ahead.subscribe('match:702'));
    expect(position).toMatchObject({ epoch, seq });
    for (let i = 0; i < 3; i += 1) {
      await keeper.post('Event');
      position = advance(position, await ahead.next('delta'));
    }
    const moved = await subscriberOf(other);
    moved.send({ type: 'subscribe', channel: 'match:702', since: { epoch, seq: position.seq } });
    expect(await moved.next('resumed')).toMatchObject({ epoch, seq: position.seq });
    expect((await moved.subscribe('match:702')).state).toEqual(position.state);
    await Promise.all([behind.close(), ahead.close(), moved.close()]);
    await other.close();
  });
});

describe('P34: a client that follows the rules', () => {
  it('P34 has the state of the server after its network was away', async () => {
    const { hostname, port } = new URL(gateway.url);
    const network = await openProxy({ host: hostname, port: Number(port) });
    const updates: ChannelUpdate[] = [];
    let wake = (): void => undefined;
    const client = connectClient({
      url: `ws://127.0.0.1:${network.port}/api/v1/live`,
      token: TOKENS.tournament,
      WebSocket,
    });
    client.subscribe('match:702', (update) => {
      updates.push(update);
      wake();
    });
    const until = async (isThere: (update: ChannelUpdate) => boolean): Promise<ChannelUpdate> => {
      for (;;) {
        const found = updates.find(isThere);
        if (found !== undefined) return found;
        await new Promise<void>((resolve) => (wake = resolve));
      }
    };
    await until((update) => update.kind === 'state');
    network.set('refuse');
    const keeper = matchKeeper(gateway, 702);
    await keeper.post('Event');
    const last = await keeper.post('Event', { label: 'after the storm' });
    network.set('pass');
    const shown = await until((update) => update.kind === 'state' && JSON.stringify(update.state).includes(last));
    const subscriber = await subscriberOf();
    expect(shown).toMatchObject({ state: (await subscriber.subscribe('match:702')).state });
    client.close();
    await subscriber.close();
    await network.close();
  });
});
