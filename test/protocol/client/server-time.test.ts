// The server's time as a client knows it.
import { afterEach, expect, test, vi } from 'vitest';
import { type Follower, openFollower } from '../../support/follower.ts';

let follower: Follower;
afterEach(() => {
  vi.useRealTimers();
  return follower.stop();
});

test('is right although our clock is seven minutes slow', async () => {
  // No time passes but while `expect.poll` waits, so that frames take little on a busy machine too.
  vi.useFakeTimers({ toFake: ['Date'] });
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
