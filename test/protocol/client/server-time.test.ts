// The server's time as a client knows it.
import { WebSocket } from 'ws';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { type ClientStatus, connect } from '../../../protocol/client/client.ts';
import { collect } from '../../support/collect.ts';
import { type Follower, openFollower } from '../../support/follower.ts';
import { scriptedServer } from '../../support/scripted-server.ts';

let follower: Follower | undefined;
afterEach(() => {
  vi.useRealTimers();
  return follower?.stop();
});

test('is right although our clock is seven minutes slow', async () => {
  // No time passes but while `expect.poll` waits, so that frames take little on a busy machine too.
  vi.useFakeTimers({ toFake: ['Date'] });
  const now = (): number => Date.now() - 420_000;
  follower = await openFollower(null, { now, timing: { burstPings: 5, burstGapMs: 5 } });
  const { peer } = follower;
  await expect.poll(() => peer.pings(), { interval: 5 }).toBeGreaterThanOrEqual(5);
  expect(Math.abs(follower.client.now() - Date.now())).toBeLessThan(100);
});

test('is measured again and again', async () => {
  follower = await openFollower(null, { timing: { burstPings: 2, burstGapMs: 1, clockPingMs: 20 } });
  const { peer } = follower;
  await expect.poll(() => peer.pings(), { interval: 5 }).toBeGreaterThanOrEqual(6);
  expect(follower.server.count()).toBe(1);
});

describe('by one answer', () => {
  const HOUR_MS = 3_600_000;
  const ends: (() => unknown)[] = [];
  afterEach(async () => {
    for (const end of ends.splice(0)) await end();
  });
  /** A client that sends so many pings, of a server that tells these times. */
  async function open(serverTime: () => number, burstPings: number, onLive = () => undefined as unknown) {
    const server = await scriptedServer({ serverTime });
    const onStatus = ({ state }: ClientStatus): unknown => state === 'live' && onLive();
    const client = connect({ url: server.url, token: 't', WebSocket, timing: { burstPings }, onStatus });
    ends.push(client.close, server.stop);
    const peer = await server.peer();
    await peer.expect('auth');
    peer.welcome();
    return client;
  }

  test('P15 is known from the welcome on', async () => {
    const aheadMs = collect<number>();
    const client = await open(
      () => Date.now() + HOUR_MS,
      0,
      () => aheadMs.put(client.now() - Date.now()),
    );
    expect(await aheadMs.next()).toBeGreaterThan(HOUR_MS / 2);
  });

  test('P15 comes from the pongs too, also after the server set its clock', async () => {
    let times = 0;
    const client = await open(() => Date.now() + ((times += 1) === 1 ? 0 : HOUR_MS), 1);
    await expect.poll(() => client.now() - Date.now()).toBeGreaterThan(HOUR_MS / 2);
  });
});
