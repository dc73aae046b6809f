// What listeners do while they are called: they throw, end each other, or close the client.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type ChannelUpdate, type Client, connect, type FetchLike } from '../../../protocol/client/client.ts';
import { BlockedSocket } from '../../support/blocked-network.ts';
import { collect } from '../../support/collect.ts';
import { CHANNEL, delta, openFollower, snapshot, state } from '../../support/follower.ts';
import { nextTurn } from '../../support/next-turn.ts';

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});
async function open() {
  const follower = await openFollower(snapshot(5, state(1)));
  ends.push(follower.stop);
  return follower;
}

describe('a listener that throws', () => {
  let thrown: ReturnType<typeof collect<unknown>>;
  let own: NodeJS.UncaughtExceptionListener[];
  beforeEach(() => {
    thrown = collect();
    // vitest counts every uncaught error as a failure.
    own = process.listeners('uncaughtException');
    process.removeAllListeners('uncaughtException').on('uncaughtException', thrown.put);
    ends.push(() => {
      process.removeAllListeners('uncaughtException');
      for (const listener of own) process.on('uncaughtException', listener);
    });
  });
  const fails = (): never => {
    throw new Error('The page has a fault.');
  };

  test('keeps no update from the listeners after it, and its error is not hidden', async () => {
    const { client, peer } = await open();
    client.subscribe('match:702', fails);
    const second = collect<ChannelUpdate>();
    client.subscribe('match:702', second.put);
    const { ref } = await peer.expect('subscribe');
    peer.send({ ...snapshot(6, state(1)), channel: 'match:702', ref });
    expect(await second.next()).toMatchObject({ kind: 'state', seq: 6 });
    expect(await thrown.next()).toEqual(new Error('The page has a fault.'));
  });

  test.each(['events', 'polling'])('goes on to get updates by %s, without WebSockets', async (transport) => {
    const client = openFallback(transport === 'events');
    const seqs = collect<number>();
    client.subscribe(CHANNEL, (update) => {
      if (update.kind !== 'state') return;
      seqs.put(update.seq);
      if (update.seq === 6) fails();
    });
    for (const seq of [6, 7, 8]) expect(await seqs.next()).toBe(seq);
    expect(client.transport()).toBe(transport);
    expect(await thrown.next()).toEqual(new Error('The page has a fault.'));
  });
});

test('a listener that is ended by another one is not called again', async () => {
  const { client, peer, updates } = await open();
  const second = collect<ChannelUpdate>();
  client.subscribe('match:702', () => leave());
  const leave = client.subscribe('match:702', second.put);
  const { ref } = await peer.expect('subscribe');
  peer.send({ ...snapshot(6, state(1)), channel: 'match:702', ref }, delta(6, {}));
  await updates.next();
  expect(second.waiting()).toEqual([]);
});

test('no listener is called after the client was closed by one', async () => {
  const { client, peer } = await open();
  const second = collect<ChannelUpdate>();
  client.subscribe('match:702', () => client.close());
  client.subscribe('match:702', second.put);
  const { ref } = await peer.expect('subscribe');
  peer.send({ ...snapshot(6, state(1)), channel: 'match:702', ref });
  await peer.closed;
  expect(second.waiting()).toEqual([]);
});

test('no timer is left after a client that polls was closed by its listener', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  ends.push(() => vi.useRealTimers());
  const client = openFallback(false);
  const left: number[] = [];
  client.subscribe(CHANNEL, () => {
    client.close();
    queueMicrotask(() => left.push(vi.getTimerCount()));
  });
  while (left.length === 0) await vi.advanceTimersToNextTimerAsync();
  expect(left).toEqual([0]);
});

/** A client without WebSockets. Its server moves by one with each answer. */
function openFallback(hasEvents: boolean): Client {
  let seq = 5;
  const next = (): object => snapshot((seq += 1), { ...state(1), matches: {} });
  const event = (): Uint8Array => new TextEncoder().encode(`data: ${JSON.stringify(next())}\n\n`);
  const fetch: FetchLike = async (url) => {
    const isStream = url.endsWith('/events');
    if (isStream && !hasEvents) return { status: 502, headers: new Headers(), body: null, text: async () => '' };
    const type = isStream ? 'text/event-stream' : 'application/json';
    const reader = {
      async read() {
        await nextTurn();
        return { done: false, value: event() };
      },
    };
    return {
      status: 200,
      headers: new Headers({ 'content-type': type }),
      body: { getReader: () => reader },
      text: async () => JSON.stringify(next()),
    };
  };
  const timing = { backoffBaseMs: 1, backoffMaxMs: 2, pollMs: 2 };
  const client = connect({ url: 'ws://host/live', token: 't', WebSocket: BlockedSocket, fetch, timing });
  ends.push(client.close);
  return client;
}
