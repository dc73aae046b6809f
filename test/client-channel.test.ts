// The four rules of a subscriber (live-protocol, "Frames") against a server whose every frame is written here.
import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { canonicalJson } from '../protocol/canonical.ts';
import { type ChannelUpdate, type Client, type ClientOptions, connect } from '../protocol/client.ts';
import { type Peer, type ScriptedServer, scriptedServer } from './support/scripted-server.ts';
import { collect } from './support/collect.ts';

const CHANNEL = 'match:701';
const state = (home: number, more: object = {}): object => ({ kind: 'match', score: { home }, ...more });
const hashOf = (value: object): string => createHash('sha256').update(canonicalJson(value)).digest('hex').slice(0, 16);
const snapshot = (seq: number, value: object, more: object = {}): object => ({
  type: 'snapshot',
  channel: CHANNEL,
  epoch: 'e1',
  seq,
  at: 1_000 + seq,
  state: value,
  ...more,
});
const delta = (seq: number, patch: object, more: object = {}): object => ({
  type: 'delta',
  channel: CHANNEL,
  seq,
  at: 1_000 + seq,
  cause: [{ action: 'recorded', marker_id: `m${seq}`, type: 'Goal' }],
  patch,
  ...more,
});
const heartbeat = (seq: number, hash: string, epoch = 'e1'): object => ({
  type: 'heartbeat',
  channel: CHANNEL,
  epoch,
  seq,
  hash,
  at: 5_000,
});

let server: ScriptedServer;
let client: Client;
let peer: Peer;
let updates: ReturnType<typeof collect<ChannelUpdate>>;

function open(more: Partial<ClientOptions> = {}): Client {
  return connect({
    url: server.url,
    token: 't',
    WebSocket,
    random: () => 0,
    ...more,
    timing: { reachMs: 30, answerMs: 5_000, backoffBaseMs: 10, backoffMaxMs: 50, burstPings: 1, ...more.timing },
  });
}
/** Connects, subscribes, and has the answer `first` sent. */
async function follow(first: object, more: Partial<ClientOptions> = {}): Promise<void> {
  client = open(more);
  updates = collect();
  client.subscribe(CHANNEL, updates.put);
  peer = await server.peer();
  await peer.expect('auth');
  peer.welcome();
  const asked = await peer.expect('subscribe');
  peer.send({ ...first, ref: asked.ref });
  await updates.next();
}
const shown = async (): Promise<unknown> => {
  const update = await updates.next();
  if (update.kind !== 'state') throw new Error(`refused: ${update.message}`);
  return { seq: update.seq, state: update.state };
};

beforeEach(async () => {
  server = await scriptedServer();
});
afterEach(async () => {
  client.close();
  await server.stop();
});

describe('a subscriber', () => {
  test('sends the token first, then one subscribe without since, and gets the snapshot', async () => {
    client = open();
    updates = collect();
    client.subscribe(CHANNEL, updates.put);
    peer = await server.peer();
    expect(await peer.heard()).toEqual({ type: 'auth', token: 't' });
    peer.welcome();
    const asked = await peer.heard();
    expect(asked).toEqual({ type: 'subscribe', channel: CHANNEL, ref: expect.any(Number) });
    peer.send(snapshot(7, state(1), { ref: 1 }));
    expect(await updates.next()).toEqual({
      kind: 'state',
      channel: CHANNEL,
      state: state(1),
      epoch: 'e1',
      seq: 7,
      at: 1_007,
      cause: [],
    });
  });

  test('lets a snapshot replace everything, also one from before', async () => {
    await follow(snapshot(7, state(2, { extra: true })));
    peer.send(snapshot(5, state(1), { epoch: 'e2' }));
    expect(await shown()).toEqual({ seq: 5, state: state(1) });
    peer.send(delta(6, { score: { home: 2 } }));
    expect(await shown()).toEqual({ seq: 6, state: state(2) });
  });

  test('applies deltas in order and says what caused them', async () => {
    await follow(snapshot(1, state(0, { events: {} })));
    peer.send(delta(2, { score: { home: 1 }, events: { m2: { type: 'Goal' } } }), delta(3, { events: { m2: null } }));
    expect(await updates.next()).toMatchObject({ seq: 2, at: 1_002, cause: [{ action: 'recorded', marker_id: 'm2' }] });
    expect(await shown()).toEqual({ seq: 3, state: state(1, { events: {} }) });
  });

  test('ignores a delta at or below its own seq, whatever it says', async () => {
    await follow(snapshot(5, state(1)));
    peer.send(delta(5, { score: { home: 9 } }), delta(3, { score: { home: 9 } }), delta(5, {}, { from: 1 }));
    peer.send(delta(6, { mark: 1 }));
    expect(await shown()).toEqual({ seq: 6, state: state(1, { mark: 1 }) });
    expect(peer.unheard()).toEqual([]);
  });

  test('takes a merged delta whose from is its own seq', async () => {
    await follow(snapshot(5, state(1)));
    peer.send(delta(9, { score: { home: 4 } }, { from: 5 }));
    expect(await shown()).toEqual({ seq: 9, state: state(4) });
  });

  test.each([
    ['skips one', delta(7, { score: { home: 9 } })],
    ['starts later', delta(9, { score: { home: 9 } }, { from: 6 })],
    ['starts earlier, but ends later', delta(9, { score: { home: 9 } }, { from: 4 })],
  ])('subscribes again with since at a delta that %s, and goes on from what is resumed', async (_what, gap) => {
    await follow(snapshot(5, state(1)));
    peer.send(gap);
    const asked = await peer.expect('subscribe');
    expect(asked).toMatchObject({ channel: CHANNEL, since: { epoch: 'e1', seq: 5 } });
    peer.send({ type: 'resumed', channel: CHANNEL, ref: asked.ref, epoch: 'e1', seq: 5 });
    peer.send(delta(6, { a: 6 }), delta(7, { a: 7 }));
    expect(await shown()).toEqual({ seq: 6, state: state(1, { a: 6 }) });
    expect(await shown()).toEqual({ seq: 7, state: state(1, { a: 7 }) });
  });

  test('asks once for a gap, however many deltas lie behind it, and again for the next gap', async () => {
    await follow(snapshot(5, state(1)));
    peer.send(delta(7, { b: 7 }), delta(8, { b: 8 }), delta(9, { b: 9 }));
    const first = await peer.expect('subscribe');
    peer.send(snapshot(9, state(2), { ref: first.ref }));
    expect(await shown()).toEqual({ seq: 9, state: state(2) });
    expect(peer.unheard()).toEqual([]);
    peer.send(delta(11, { b: 11 }));
    expect(await peer.expect('subscribe')).toMatchObject({ since: { epoch: 'e1', seq: 9 } });
  });

  test('takes deltas that fit while it waits for an answer', async () => {
    await follow(snapshot(5, state(1)));
    peer.send(delta(8, {}), delta(6, { a: 6 }));
    expect(await shown()).toEqual({ seq: 6, state: state(1, { a: 6 }) });
    const asked = await peer.expect('subscribe');
    peer.send({ type: 'resumed', channel: CHANNEL, ref: asked.ref, epoch: 'e1', seq: 5 });
    peer.send(delta(6, { a: 'again' }), delta(8, { a: 8 }, { from: 6 }));
    expect(await shown()).toEqual({ seq: 8, state: state(1, { a: 8 }) });
  });
});

describe('a heartbeat', () => {
  test('with a seq that is not reached in time makes it subscribe with since: the last delta was lost', async () => {
    await follow(snapshot(5, state(1)));
    const sentAt = performance.now();
    peer.send(heartbeat(6, hashOf(state(2))));
    expect(await peer.expect('subscribe')).toMatchObject({ since: { epoch: 'e1', seq: 5 } });
    expect(performance.now() - sentAt).toBeGreaterThanOrEqual(25);
  });

  test('whose seq is reached in time needs nothing', async () => {
    await follow(snapshot(5, state(1)));
    peer.send(heartbeat(6, hashOf(state(2))), delta(6, { score: { home: 2 } }));
    expect(await shown()).toEqual({ seq: 6, state: state(2) });
    // Behind the end of the wait there is nothing but the next gap's question.
    await new Promise((resolve) => setTimeout(resolve, 60));
    peer.send(delta(8, {}));
    expect(await peer.expect('subscribe')).toMatchObject({ since: { epoch: 'e1', seq: 6 } });
  });

  test('with another hash at the same seq makes it subscribe plainly, and ask no more once that is answered', async () => {
    await follow(snapshot(5, state(1)));
    peer.send(heartbeat(5, hashOf(state(3))));
    const asked = await peer.expect('subscribe');
    expect(asked).not.toHaveProperty('since');
    peer.send(snapshot(5, state(3), { ref: asked.ref }), heartbeat(5, hashOf(state(3))));
    expect(await shown()).toEqual({ seq: 5, state: state(3) });
    peer.send(delta(7, {}));
    expect(await peer.expect('subscribe')).toMatchObject({ since: { seq: 5 } });
  });

  test('with the same hash needs nothing, nor does one from before the last delta', async () => {
    await follow(snapshot(5, state(1, { ä: ['€', 1.5] })));
    peer.send(heartbeat(5, hashOf(state(1, { ä: ['€', 1.5] }))), heartbeat(4, hashOf(state(0))), delta(6, { b: 1 }));
    await updates.next();
    peer.send(heartbeat(6, hashOf(state(1, { ä: ['€', 1.5], b: 1 }))), delta(8, {}));
    expect(await peer.expect('subscribe')).toMatchObject({ since: { seq: 6 } });
  });

  test('of another epoch makes it subscribe with since, which brings the new state', async () => {
    await follow(snapshot(5, state(1)));
    peer.send(heartbeat(2, hashOf(state(0)), 'e2'));
    const asked = await peer.expect('subscribe');
    expect(asked.since).toEqual({ epoch: 'e1', seq: 5 });
    peer.send(snapshot(2, state(0), { ref: asked.ref, epoch: 'e2' }));
    expect(await shown()).toEqual({ seq: 2, state: state(0) });
  });

  test('is compared by the hash function that was passed, for pages without crypto.subtle', async () => {
    const texts: string[] = [];
    const sha256 = (text: string): string => {
      texts.push(text);
      return createHash('sha256').update(text).digest('hex');
    };
    await follow(snapshot(5, state(1)), { sha256 });
    peer.send(heartbeat(5, 'ffffffffffffffff'));
    expect(await peer.expect('subscribe')).not.toHaveProperty('since');
    expect(texts).toEqual([canonicalJson(state(1))]);
  });
});

describe('an answer that is refused', () => {
  test('as forbidden ends that channel and no other', async () => {
    await follow(snapshot(5, state(1)));
    const other = collect<ChannelUpdate>();
    client.subscribe('match:702', other.put);
    const asked = await peer.expect('subscribe');
    peer.send({ type: 'error', ref: asked.ref, channel: 'match:702', code: 'forbidden', error: 'No.', hint: 'Ask.' });
    expect(await other.next()).toEqual({
      kind: 'refused',
      channel: 'match:702',
      code: 'forbidden',
      message: 'No.',
      hint: 'Ask.',
    });
    peer.send(delta(6, { a: 1 }));
    expect(await shown()).toEqual({ seq: 6, state: state(1, { a: 1 }) });
    expect(client.status().state).toBe('live');
  });

  test('as unavailable is asked for again', async () => {
    client = open();
    updates = collect();
    client.subscribe(CHANNEL, updates.put);
    peer = await server.peer();
    await peer.expect('auth');
    peer.welcome();
    for (let time = 0; time < 3; time += 1) {
      const { ref } = await peer.expect('subscribe');
      peer.send({ type: 'error', ref, channel: CHANNEL, code: 'unavailable', error: 'The store is away.' });
    }
    const asked = await peer.expect('subscribe');
    expect(client.silentMs(CHANNEL)).not.toBeNull();
    peer.send(snapshot(5, state(1), { ref: asked.ref }));
    expect(await shown()).toEqual({ seq: 5, state: state(1) });
  });

  test('by silence is asked for again too', async () => {
    client = open({ timing: { answerMs: 30 } });
    updates = collect();
    client.subscribe(CHANNEL, updates.put);
    peer = await server.peer();
    await peer.expect('auth');
    peer.welcome();
    const first = await peer.expect('subscribe');
    const second = await peer.expect('subscribe');
    expect(second.ref).not.toBe(first.ref);
  });

  test('later, because the right was lost, ends the channel', async () => {
    await follow(snapshot(5, state(1)));
    peer.send({ type: 'unsubscribed', channel: CHANNEL, reason: 'forbidden' }, delta(6, {}));
    expect(await updates.next()).toMatchObject({ kind: 'refused', code: 'forbidden' });
    expect(updates.waiting()).toEqual([]);
  });
});

describe('several listeners', () => {
  test('share one subscription of a channel; a later one is told what is known, the last one to leave ends it', async () => {
    await follow(snapshot(5, state(1)));
    const second = collect<ChannelUpdate>();
    const leaveSecond = client.subscribe(CHANNEL, second.put);
    expect(await second.next()).toMatchObject({ kind: 'state', seq: 5, state: state(1) });
    peer.send(delta(6, { a: 1 }));
    const both = [await updates.next(), await second.next()];
    expect(both[0]).toEqual(both[1]);
    leaveSecond();
    leaveSecond();
    peer.send(delta(7, { a: 2 }));
    await updates.next();
    expect(second.waiting()).toEqual([]);
    expect(peer.unheard()).toEqual([]);
  });

  test('many channels go over one connection', async () => {
    await follow(snapshot(5, state(1)));
    const others = [1, 2, 3].map((id) => {
      const seen = collect<ChannelUpdate>();
      return { seen, leave: client.subscribe(`game:${id}`, seen.put) };
    });
    for (const [index, { seen }] of others.entries()) {
      const asked = await peer.expect('subscribe');
      expect(asked.channel).toBe(`game:${index + 1}`);
      peer.send({ ...snapshot(index, state(index)), channel: asked.channel, ref: asked.ref });
      expect(await seen.next()).toMatchObject({ seq: index });
    }
    others[1]?.leave();
    expect(await peer.heard()).toEqual({ type: 'unsubscribe', channel: 'game:2' });
    expect(server.count()).toBe(1);
  });

  test('one that subscribes again right after leaving gets a state of its own', async () => {
    client = open();
    updates = collect();
    const leave = client.subscribe(CHANNEL, updates.put);
    peer = await server.peer();
    await peer.expect('auth');
    peer.welcome();
    const first = await peer.expect('subscribe');
    leave();
    client.subscribe(CHANNEL, updates.put);
    await peer.expect('unsubscribe');
    const second = await peer.expect('subscribe');
    // What was under way for the first: its deltas mean nothing to the second.
    peer.send(delta(6, { a: 1 }), { type: 'unsubscribed', channel: CHANNEL });
    peer.send(snapshot(6, state(1), { ref: second.ref }));
    expect(second.ref).not.toBe(first.ref);
    expect(await shown()).toEqual({ seq: 6, state: state(1) });
  });
});

test('frames it does not know or cannot read change nothing', async () => {
  await follow(snapshot(5, state(1)));
  peer.send(
    { type: 'confetti' },
    { type: 'toString' },
    { type: 'delta', channel: CHANNEL, seq: 6, at: 1, cause: [], patch: null },
    { type: 'delta', channel: CHANNEL, seq: '6', at: 1, cause: [], patch: {} },
    { type: 'snapshot', channel: CHANNEL, epoch: 'e1', seq: 9, at: 1 },
    delta(6, { a: 1 }, { channel: 'match:999' }),
    [],
  );
  peer.send(delta(6, { a: 1 }, { new_field: 'of a later version' }));
  expect(await shown()).toEqual({ seq: 6, state: state(1, { a: 1 }) });
});
