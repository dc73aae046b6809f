// The server's time as a client knows it.
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { type Follower, openFollower } from './support/follower.ts';

let follower: Follower;
afterEach(() => follower.stop());

test('is right although our clock is seven minutes slow', async () => {
  const now = (): number => Date.now() - 420_000;
  follower = await openFollower(null, { now, timing: { burstPings: 5, burstGapMs: 5 } });
  while (follower.peer.pings() < 5) await sleep(5);
  expect(Math.abs(follower.client.now() - Date.now())).toBeLessThan(100);
});

test('is measured again and again', async () => {
  follower = await openFollower(null, { timing: { burstPings: 2, burstGapMs: 1, clockPingMs: 20 } });
  while (follower.peer.pings() < 6) await sleep(10);
  expect(follower.server.count()).toBe(1);
});
