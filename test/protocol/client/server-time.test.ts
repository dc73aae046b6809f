// The server's time as a client knows it.
import { afterEach, expect, test } from 'vitest';
import { type Follower, openFollower } from '../../support/follower.ts';

let follower: Follower;
afterEach(() => follower.stop());

test('is right although our clock is seven minutes slow', async () => {
  const now = (): number => Date.now() - 420_000;
  follower = await openFollower(null, { now, timing: { burstPings: 5, burstGapMs: 5 } });
  await expect.poll(() => follower.peer.pings(), { interval: 5 }).toBeGreaterThanOrEqual(5);
  expect(Math.abs(follower.client.now() - Date.now())).toBeLessThan(100);
});

test('is measured again and again', async () => {
  follower = await openFollower(null, { timing: { burstPings: 2, burstGapMs: 1, clockPingMs: 20 } });
  await expect.poll(() => follower.peer.pings(), { interval: 5 }).toBeGreaterThanOrEqual(6);
  expect(follower.server.count()).toBe(1);
});
