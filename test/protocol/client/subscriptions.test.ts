// The subscriptions of a client: rejected or missing answers, many channels, many listeners.
import { afterEach, describe, expect, test } from 'vitest';
import type { ChannelUpdate } from '../../../protocol/client/client.ts';
import type { ChannelState } from '../../../protocol/wire/board.ts';
import { collect } from '../../support/collect.ts';
import { CHANNEL, delta, type Follower, heartbeat, openFollower, snapshot, state } from '../../support/follower.ts';

let follower: Follower;
afterEach(() => follower.stop());

describe('a subscribe that is refused', () => {
  test('as forbidden ends that channel and no other', async () => {
    follower = await openFollower(snapshot(5, state(1)));
    const other = collect<ChannelUpdate>();
    follower.client.subscribe('match:702', other.put);
    const asked = await follower.peer.expect('subscribe');
    follower.peer.send({
      type: 'error',
      ref: asked.ref,
      channel: 'match:702',
      code: 'forbidden',
      error: 'No.',
      hint: 'Ask.',
    });
    expect(await other.next()).toEqual({
      kind: 'refused',
      channel: 'match:702',
      code: 'forbidden',
      message: 'No.',
      hint: 'Ask.',
    });
    follower.peer.send(delta(6, { a: 1 }));
    expect(await follower.shown()).toEqual({ seq: 6, state: state(1, { a: 1 }) });
    expect(follower.client.status().state).toBe('live');
  });

  test('as unavailable is sent again', async () => {
    follower = await openFollower(null);
    for (let time = 0; time < 3; time += 1) {
      const { ref } = await follower.peer.expect('subscribe');
      follower.peer.send({ type: 'error', ref, channel: CHANNEL, code: 'unavailable', error: 'The store is away.' });
    }
    const asked = await follower.peer.expect('subscribe');
    expect(follower.client.silentMs(CHANNEL)).not.toBeNull();
    follower.peer.send(snapshot(5, state(1), { ref: asked.ref }));
    expect(await follower.shown()).toEqual({ seq: 5, state: state(1) });
  });

  test('by silence is sent again too', async () => {
    follower = await openFollower(null, { timing: { answerMs: 30 } });
    const first = await follower.peer.expect('subscribe');
    const second = await follower.peer.expect('subscribe');
    expect(second.ref).not.toBe(first.ref);
  });

  test('later, after a lost right, ends the channel', async () => {
    follower = await openFollower(snapshot(5, state(1)));
    follower.peer.send({ type: 'unsubscribed', channel: CHANNEL, reason: 'forbidden' }, delta(6, {}));
    expect(await follower.updates.next()).toMatchObject({ kind: 'refused', code: 'forbidden' });
    expect(follower.updates.waiting()).toEqual([]);
  });
});

describe('several listeners', () => {
  test('one that is there twice and leaves once is called once', async () => {
    follower = await openFollower(snapshot(5, state(1)));
    const leave = follower.client.subscribe(CHANNEL, follower.updates.put);
    await follower.updates.next();
    leave();
    follower.peer.send(delta(6, { a: 1 }), delta(7, { a: 2 }));
    expect([(await follower.shown()).seq, (await follower.shown()).seq]).toEqual([6, 7]);
  });

  test('one that leaves at once is not called with the known state', async () => {
    follower = await openFollower(snapshot(5, state(1)));
    const second = collect<ChannelUpdate>();
    follower.client.subscribe(CHANNEL, second.put)();
    await Promise.resolve();
    expect(second.waiting()).toEqual([]);
  });

  test('one that leaves a channel that was refused takes nothing from those that came later', async () => {
    follower = await openFollower(snapshot(5, state(1)));
    const { leave, peer, updates } = follower;
    peer.send({ type: 'unsubscribed', channel: CHANNEL, reason: 'forbidden' });
    await updates.next();
    follower.client.subscribe(CHANNEL, updates.put);
    const { ref } = await peer.expect('subscribe');
    leave();
    peer.send(snapshot(6, state(2), { ref }));
    expect(await follower.shown()).toEqual({ seq: 6, state: state(2) });
  });

  test('share one subscription of a channel; a later one gets the known state, the last one to leave ends it', async () => {
    follower = await openFollower(snapshot(5, state(1)));
    const second = collect<ChannelUpdate>();
    const leaveSecond = follower.client.subscribe(CHANNEL, second.put);
    expect(await second.next()).toMatchObject({ kind: 'state', seq: 5, state: state(1) });
    follower.peer.send(delta(6, { a: 1 }));
    const both = [await follower.updates.next(), await second.next()];
    expect(both[0]).toEqual(both[1]);
    leaveSecond();
    leaveSecond();
    follower.peer.send(delta(7, { a: 2 }));
    await follower.updates.next();
    expect(second.waiting()).toEqual([]);
    expect(follower.peer.unheard()).toEqual([]);
  });

  test('a later one gets the state from which the first one started', async () => {
    follower = await openFollower(snapshot(5, state(1)));
    const [first, second] = [collect<ChannelUpdate>(), collect<ChannelUpdate>()];
    const channel = 'match:702';
    const start = { epoch: 'e1', seq: 5, at: 1_005, state: state(1) as ChannelState };
    follower.client.subscribe(channel, first.put, start);
    const { ref } = await follower.peer.expect('subscribe');
    follower.peer.send({ type: 'resumed', channel, ref, epoch: 'e1', seq: 5 });
    follower.client.subscribe(channel, second.put, start);
    follower.peer.send({ ...delta(6, { a: 1 }), channel });
    expect(await second.next()).toEqual({ kind: 'state', channel, ...start, cause: [] });
    expect(await first.next()).toMatchObject({ seq: 6 });
    expect(await second.next()).toMatchObject({ seq: 6, state: state(1, { a: 1 }) });
  });

  test('many channels go over one connection', async () => {
    follower = await openFollower(snapshot(5, state(1)));
    const others = [1, 2, 3].map((id) => {
      const seen = collect<ChannelUpdate>();
      return { seen, leave: follower.client.subscribe(`game:${id}`, seen.put) };
    });
    for (const [index, { seen }] of others.entries()) {
      const asked = await follower.peer.expect('subscribe');
      expect(asked.channel).toBe(`game:${index + 1}`);
      follower.peer.send({ ...snapshot(index, state(index)), channel: asked.channel, ref: asked.ref });
      expect(await seen.next()).toMatchObject({ seq: index });
    }
    others[1]?.leave();
    expect(await follower.peer.heard()).toEqual({ type: 'unsubscribe', channel: 'game:2' });
    expect(follower.server.count()).toBe(1);
  });

  test('a listener that subscribes again right after leaving gets a new snapshot', async () => {
    follower = await openFollower(null);
    const first = await follower.peer.expect('subscribe');
    follower.leave();
    follower.client.subscribe(CHANNEL, follower.updates.put);
    await follower.peer.expect('unsubscribe');
    const second = await follower.peer.expect('subscribe');
    // A delta that was under way for the first subscription: the second ignores it.
    follower.peer.send(delta(6, { a: 1 }), { type: 'unsubscribed', channel: CHANNEL });
    follower.peer.send(snapshot(6, state(1), { ref: second.ref }));
    expect(second.ref).not.toBe(first.ref);
    expect(await follower.shown()).toEqual({ seq: 6, state: state(1) });
  });

  test('a snapshot for the earlier subscription is not the answer to the newest one', async () => {
    follower = await openFollower(null, { timing: { backoffBaseMs: 5, answerMs: 3_600_000 } });
    const first = await follower.peer.expect('subscribe');
    follower.leave();
    follower.client.subscribe(CHANNEL, follower.updates.put);
    await follower.peer.expect('unsubscribe');
    const second = await follower.peer.expect('subscribe');
    follower.peer.send(snapshot(5, state(1), { ref: first.ref }), { type: 'unsubscribed', channel: CHANNEL });
    expect(await follower.shown()).toEqual({ seq: 5, state: state(1) });
    follower.peer.send({ type: 'error', ref: second.ref, code: 'limit', error: 'Too many frames.' });
    expect(await follower.peer.expect('subscribe')).toMatchObject({ channel: CHANNEL });
  });
});

test('unknown and unreadable frames change nothing', async () => {
  follower = await openFollower(snapshot(5, state(1)));
  follower.peer.send(
    { type: 'confetti' },
    { type: 'toString' },
    { type: 'delta', channel: CHANNEL, seq: 6, at: 1, cause: [], patch: null },
    { type: 'delta', channel: CHANNEL, seq: '6', at: 1, cause: [], patch: {} },
    { type: 'snapshot', channel: CHANNEL, epoch: 'e1', seq: 9, at: 1 },
    delta(6, { a: 1 }, { channel: 'match:999' }),
    [],
  );
  follower.peer.send(delta(6, { a: 1 }, { new_field: 'of a later version' }));
  expect(await follower.shown()).toEqual({ seq: 6, state: state(1, { a: 1 }) });
});

test('a channel that is behind counts as silent, although its connection is not', async () => {
  let local = 1_000_000;
  follower = await openFollower(snapshot(5, state(1)), { now: () => local });
  const { client, peer, updates } = follower;
  expect(client.silentMs(CHANNEL)).toBe(0);
  peer.send(delta(9, {}));
  const asked = await peer.expect('subscribe');
  local += 15_000;
  const other = collect<ChannelUpdate>();
  client.subscribe('match:2', other.put);
  peer.send({ ...snapshot(1, state(0)), channel: 'match:2' });
  await other.next();
  expect([client.silentMs(), client.silentMs(CHANNEL)]).toEqual([0, 15_000]);
  peer.send(snapshot(9, state(2), { ref: asked.ref }));
  await updates.next();
  expect(client.silentMs(CHANNEL)).toBe(0);
});

test('a channel is behind from the heartbeat on whose seq it does not reach', async () => {
  let local = 1_000_000;
  follower = await openFollower(snapshot(5, state(1)), { now: () => local, timing: { reachMs: 60_000 } });
  const { client, peer } = follower;
  const other = collect<ChannelUpdate>();
  client.subscribe('match:2', other.put);
  peer.send(heartbeat(6, ''), { ...snapshot(1, state(0)), channel: 'match:2' });
  await other.next();
  local += 15_000;
  peer.send({ ...snapshot(2, state(0)), channel: 'match:2' });
  await other.next();
  expect([client.silentMs(), client.silentMs(CHANNEL)]).toEqual([0, 15_000]);
});

describe('more channels than a connection may have (P39)', () => {
  const all = Array.from({ length: 203 }, (_, id) => `match:${id}` as const);

  test('P39 wait until another channel has left, or ended, and again on a new connection', async () => {
    follower = await openFollower(snapshot(5, state(1)));
    const { client, peer } = follower;
    const leave = all.map((channel) => client.subscribe(channel, () => undefined));
    // Ours is the first of them.
    for (const channel of all.slice(0, 199)) expect(await peer.expect('subscribe')).toMatchObject({ channel });
    leave[3]?.();
    expect(await peer.heard()).toEqual({ type: 'unsubscribe', channel: 'match:3' });
    expect(await peer.heard()).toMatchObject({ type: 'subscribe', channel: 'match:199' });
    peer.send({ type: 'unsubscribed', channel: 'match:5', reason: 'forbidden' });
    expect(await peer.heard()).toMatchObject({ type: 'subscribe', channel: 'match:200' });
    expect(client.silentMs('match:202')).toBeGreaterThan(0);
    peer.terminate();
    const second = await follower.server.peer();
    await second.expect('auth');
    second.welcome();
    for (let count = 0; count < 200; count += 1) await second.expect('subscribe');
    leave[202]?.();
    expect(await second.heard(), 'the newest has left').toEqual({ type: 'unsubscribe', channel: 'match:202' });
  });
});
