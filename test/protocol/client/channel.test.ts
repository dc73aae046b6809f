// The four rules of a subscriber (P34) against a server whose every frame is written here.
import { createHash } from 'node:crypto';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { canonicalJson } from '../../../protocol/wire/canonical-json.ts';
import {
  CHANNEL,
  delta,
  type Follower,
  hashOf,
  heartbeat,
  openFollower,
  snapshot,
  state,
} from '../../support/follower.ts';
import { collect } from '../../support/collect.ts';

let follower: Follower;
afterEach(() => {
  vi.useRealTimers();
  return follower.stop();
});

describe('a subscriber', () => {
  test('sends the token first, then one subscribe without since, and gets the snapshot', async () => {
    follower = await openFollower(null);
    const asked = await follower.peer.heard();
    expect(asked).toEqual({ type: 'subscribe', channel: CHANNEL, ref: expect.any(Number) });
    follower.peer.send(snapshot(7, state(1), { ref: 1 }));
    expect(await follower.updates.next()).toEqual({
      kind: 'state',
      channel: CHANNEL,
      state: state(1),
      epoch: 'e1',
      seq: 7,
      at: 1_007,
      cause: [],
    });
  });

  test('replaces its state by every snapshot, also by an older one', async () => {
    follower = await openFollower(snapshot(7, state(2, { extra: true })));
    follower.peer.send(snapshot(5, state(1), { epoch: 'e2' }));
    expect(await follower.shown()).toEqual({ seq: 5, state: state(1) });
    follower.peer.send(delta(6, { score: { home: 2 } }));
    expect(await follower.shown()).toEqual({ seq: 6, state: state(2) });
  });

  test('applies deltas in order and passes on their causes', async () => {
    follower = await openFollower(snapshot(1, state(0, { events: {} })));
    follower.peer.send(
      delta(2, { score: { home: 1 }, events: { m2: { type: 'Goal' } } }),
      delta(3, { events: { m2: null } }),
    );
    expect(await follower.updates.next()).toMatchObject({
      seq: 2,
      at: 1_002,
      cause: [{ action: 'recorded', marker_id: 'm2' }],
    });
    expect(await follower.shown()).toEqual({ seq: 3, state: state(1, { events: {} }) });
  });

  test('ignores a delta at or below its own seq', async () => {
    follower = await openFollower(snapshot(5, state(1)));
    follower.peer.send(delta(5, { score: { home: 9 } }), delta(3, { score: { home: 9 } }), delta(5, {}, { from: 1 }));
    follower.peer.send(delta(6, { mark: 1 }));
    expect(await follower.shown()).toEqual({ seq: 6, state: state(1, { mark: 1 }) });
    await follower.expectOnlyGapAt(6);
  });

  test('applies a merged delta whose from is its own seq', async () => {
    follower = await openFollower(snapshot(5, state(1)));
    follower.peer.send(delta(9, { score: { home: 4 } }, { from: 5 }));
    expect(await follower.shown()).toEqual({ seq: 9, state: state(4) });
  });

  test.each([
    ['skips one', delta(7, { score: { home: 9 } })],
    ['starts later', delta(9, { score: { home: 9 } }, { from: 6 })],
    ['starts earlier, but ends later', delta(9, { score: { home: 9 } }, { from: 4 })],
  ])('subscribes again with since at a delta that %s, and goes on from what is resumed', async (_what, gap) => {
    follower = await openFollower(snapshot(5, state(1)));
    follower.peer.send(gap);
    const asked = await follower.peer.expect('subscribe');
    expect(asked).toMatchObject({ channel: CHANNEL, since: { epoch: 'e1', seq: 5 } });
    follower.peer.send({ type: 'resumed', channel: CHANNEL, ref: asked.ref, epoch: 'e1', seq: 5 });
    follower.peer.send(delta(6, { a: 6 }), delta(7, { a: 7 }));
    expect(await follower.shown()).toEqual({ seq: 6, state: state(1, { a: 6 }) });
    expect(await follower.shown()).toEqual({ seq: 7, state: state(1, { a: 7 }) });
  });

  test('subscribes once for a gap, however many deltas follow it, and again for the next gap', async () => {
    follower = await openFollower(snapshot(5, state(1)));
    follower.peer.send(delta(7, { b: 7 }), delta(8, { b: 8 }), delta(9, { b: 9 }));
    const first = await follower.peer.expect('subscribe');
    follower.peer.send(snapshot(9, state(2), { ref: first.ref }));
    expect(await follower.shown()).toEqual({ seq: 9, state: state(2) });
    await follower.expectOnlyGapAt(9);
  });

  test('waits for the answer to its newest subscribe and ignores earlier answers', async () => {
    follower = await openFollower(snapshot(5, state(1)));
    follower.peer.send(delta(7, {}));
    const first = await follower.peer.expect('subscribe');
    follower.peer.send(heartbeat(5, hashOf(state(9))));
    const second = await follower.peer.expect('subscribe');
    expect(second).not.toHaveProperty('since');
    follower.peer.send({ type: 'resumed', channel: CHANNEL, ref: first.ref, epoch: 'e1', seq: 5 }, delta(8, {}));
    follower.peer.send(snapshot(8, state(2), { ref: second.ref }));
    expect(await follower.shown()).toEqual({ seq: 8, state: state(2) });
    await follower.expectOnlyGapAt(8);
  });

  test('applies deltas that fit while it waits for an answer', async () => {
    follower = await openFollower(snapshot(5, state(1)));
    follower.peer.send(delta(8, {}), delta(6, { a: 6 }));
    expect(await follower.shown()).toEqual({ seq: 6, state: state(1, { a: 6 }) });
    const asked = await follower.peer.expect('subscribe');
    follower.peer.send({ type: 'resumed', channel: CHANNEL, ref: asked.ref, epoch: 'e1', seq: 5 });
    follower.peer.send(delta(6, { a: 'again' }), delta(8, { a: 8 }, { from: 6 }));
    expect(await follower.shown()).toEqual({ seq: 8, state: state(1, { a: 8 }) });
  });
});

describe('a heartbeat', () => {
  test('with a seq that is not reached in time makes it subscribe with since: a delta was lost', async () => {
    follower = await openFollower(snapshot(5, state(1)));
    const sentAt = performance.now();
    follower.peer.send(heartbeat(6, hashOf(state(2))));
    expect(await follower.peer.expect('subscribe')).toMatchObject({ since: { epoch: 'e1', seq: 5 } });
    expect(performance.now() - sentAt).toBeGreaterThanOrEqual(25);
  });

  test('whose seq is reached in time needs nothing', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    follower = await openFollower(snapshot(5, state(1)));
    follower.peer.send(heartbeat(6, hashOf(state(2))), delta(6, { score: { home: 2 } }));
    expect(await follower.shown()).toEqual({ seq: 6, state: state(2) });
    // Longer than the client waits for a seq.
    await vi.advanceTimersByTimeAsync(60);
    await follower.expectOnlyGapAt(6);
  });

  test('with another hash at the same seq makes it subscribe without since, once', async () => {
    follower = await openFollower(snapshot(5, state(1)));
    follower.peer.send(heartbeat(5, hashOf(state(3))));
    const asked = await follower.peer.expect('subscribe');
    expect(asked).not.toHaveProperty('since');
    follower.peer.send(snapshot(5, state(3), { ref: asked.ref }), heartbeat(5, hashOf(state(3))));
    expect(await follower.shown()).toEqual({ seq: 5, state: state(3) });
    await follower.expectOnlyGapAt(5);
  });

  test('with a hash that never fits makes it subscribe once', async () => {
    follower = await openFollower(snapshot(5, state(1)), { sha256: () => 'f'.repeat(64) });
    const other = collect();
    follower.client.subscribe('match:2', other.put);
    await follower.peer.expect('subscribe');
    follower.peer.send(heartbeat(5, '0'.repeat(16)));
    const asked = await follower.peer.expect('subscribe');
    expect(asked).toEqual({ type: 'subscribe', channel: CHANNEL, ref: expect.any(Number) });
    follower.peer.send(snapshot(5, state(1), { ref: asked.ref }), heartbeat(5, '0'.repeat(16)));
    // Shown after the heartbeat was compared.
    follower.peer.send({ ...snapshot(1, state(0)), channel: 'match:2' });
    await other.next();
    await follower.expectOnlyGapAt(5);
  });

  test('with the same hash needs nothing, nor does one from before the last delta', async () => {
    follower = await openFollower(snapshot(5, state(1, { ä: ['€', 1.5] })));
    follower.peer.send(
      heartbeat(5, hashOf(state(1, { ä: ['€', 1.5] }))),
      heartbeat(4, hashOf(state(0))),
      delta(6, { b: 1 }),
    );
    await follower.updates.next();
    follower.peer.send(heartbeat(6, hashOf(state(1, { ä: ['€', 1.5], b: 1 }))), delta(8, {}));
    expect(await follower.peer.expect('subscribe')).toMatchObject({ since: { seq: 6 } });
  });

  test('of another epoch makes it subscribe with since, which brings the new state', async () => {
    follower = await openFollower(snapshot(5, state(1)));
    follower.peer.send(heartbeat(2, hashOf(state(0)), 'e2'));
    const asked = await follower.peer.expect('subscribe');
    expect(asked.since).toEqual({ epoch: 'e1', seq: 5 });
    follower.peer.send(snapshot(2, state(0), { ref: asked.ref, epoch: 'e2' }));
    expect(await follower.shown()).toEqual({ seq: 2, state: state(0) });
  });

  test('is compared with the hash function of the options, for pages without crypto.subtle', async () => {
    const texts: string[] = [];
    const sha256 = (text: string): string => {
      texts.push(text);
      return createHash('sha256').update(text).digest('hex');
    };
    follower = await openFollower(snapshot(5, state(1)), { sha256 });
    follower.peer.send(heartbeat(5, 'ffffffffffffffff'));
    expect(await follower.peer.expect('subscribe')).not.toHaveProperty('since');
    expect(texts).toEqual([canonicalJson(state(1))]);
  });
});
