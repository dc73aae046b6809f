// The director's page on a bad network: what it needs of the match comes as soon as it can.
import { WebSocket } from 'ws';
import { afterEach, expect, test, vi } from 'vitest';
import { NO_FACTS } from '../../../protocol/rest/facts.ts';
import { openDirector } from '../../../src/browser/console/air-director.ts';
import { openRest } from '../../../src/browser/console/rest.ts';
import { CHANNEL, snapshot, state } from '../../support/follower.ts';
import { type Peer, scriptedServer } from '../../support/scripted-server.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('the facts that did not come are asked for again, until the page is closed', async () => {
  const server = await scriptedServer();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.stubGlobal('WebSocket', WebSocket);
  vi.stubGlobal('location', { protocol: 'http:', host: `127.0.0.1:${server.port}` });
  let asked = 0;
  let facts: object | null = null;
  // The client asks too, in place of the connection that it does not get.
  vi.stubGlobal('fetch', (address: string) => {
    if (address.endsWith('/facts')) asked += 1;
    return facts === null ? Promise.reject(new TypeError('no network')) : Promise.resolve(Response.json(facts));
  });
  const director = openDirector({ rest: openRest(() => 't'), token: 't', channel: CHANNEL });
  await vi.advanceTimersByTimeAsync(30_000);
  expect(asked).toBeGreaterThan(2);
  facts = { ...NO_FACTS, kick_off: 1_000 };
  await vi.advanceTimersByTimeAsync(10_000);
  await vi.waitFor(() => expect(director.view.get().facts.kick_off).toBe(1_000));
  const before = asked;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toBe(before);
  director.close();
  facts = null;
  openDirector({ rest: openRest(() => 't'), token: 't', channel: CHANNEL }).close();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked, 'asked when it is opened, and not again when it is closed').toBe(before + 1);
  await server.stop();
});

test('the facts are asked for again after a time without a connection: a line-up may have come meanwhile', async () => {
  const server = await scriptedServer();
  vi.stubGlobal('WebSocket', WebSocket);
  vi.stubGlobal('location', { protocol: 'http:', host: `127.0.0.1:${server.port}` });
  let facts: object = NO_FACTS;
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(facts)));
  const director = openDirector({ rest: openRest(() => 't'), token: 't', channel: CHANNEL });
  const connected = async (seq: number): Promise<Peer> => {
    const peer = await server.peer();
    await peer.expect('auth');
    peer.welcome();
    await peer.expect('subscribe');
    peer.send(snapshot(seq, state(0, { matches: {} })));
    return peer;
  };
  const first = await connected(1);
  await vi.waitFor(() => expect(director.view.get().state).not.toBeNull());
  facts = { ...NO_FACTS, kick_off: 1_000 };
  first.terminate();
  await connected(2);
  await vi.waitFor(() => expect(director.view.get().facts.kick_off).toBe(1_000));
  director.close();
  await server.stop();
});
