// Rule OPS-18: heartbeats and pings are spread over the time, so that a marker does not wait for many of them.
import { describe, expect, it } from 'vitest';
import { isMoment, startHeartbeat } from '../../src/live/heartbeat.ts';
import type { Session } from '../../src/live/session.ts';
import type { Sessions } from '../../src/live/sessions.ts';
import { TIMING } from '../../src/live/timing.ts';

const EVERY_MS = 5_000;
const PHASES = Array.from({ length: 1_000 }, (_, index) => index / 1_000);

describe('moments', () => {
  it('come once in their time for each phase, and evenly for many', () => {
    const looks = Array.from({ length: 20 }, (_, look) => ({ from: 700 + look * 500, to: 1_200 + look * 500 }));
    for (const look of looks) {
      const due = PHASES.filter((phase) => isMoment(phase, EVERY_MS, look)).length;
      expect(Math.abs(due - PHASES.length / 10)).toBeLessThanOrEqual(1);
    }
    for (const phase of PHASES) expect(looks.filter((look) => isMoment(phase, EVERY_MS, look))).toHaveLength(2);
  });

  it('are one moment after a long time without a look', () => {
    const late = { from: 700, to: 60_700 };
    expect(PHASES.every((phase) => isMoment(phase, EVERY_MS, late))).toBe(true);
    expect(PHASES.some((phase) => isMoment(phase, EVERY_MS, { from: late.to, to: late.to }))).toBe(false);
  });
});

it('rule OPS-18: pings to many silent peers leave in slices with pauses', async () => {
  const COUNT = 400;
  const SLICE_MAX = COUNT / 10;
  let pings = 0;
  let turnsWithPings = 0;
  let most = 0;
  let inTurn = 0;
  const count = (): void => {
    pings += 1;
    if (pings === COUNT) stop();
    if (inTurn === 0) {
      turnsWithPings += 1;
      setImmediate(() => {
        inTurn = 0;
      });
    }
    inTurn += 1;
    most = Math.max(most, inTurn);
  };
  const silent = Array.from({ length: COUNT }, () => ({
    ...{ state: { phase: 'open' }, blocked: null, heardAt: -Infinity, pingedAt: null, phase: 0 },
    socket: { ping: count },
  })) as unknown as Session[];
  const sessions = { all: () => silent, count: () => COUNT, recheck: () => Promise.resolve() } as unknown as Sessions;
  const stop = startHeartbeat({
    ...{ sessions, watched: () => [], publish: () => undefined },
    timing: { ...TIMING, heartbeatMs: 1_000 },
  });
  await expect.poll(() => pings).toBe(COUNT);
  expect(most).toBeLessThanOrEqual(SLICE_MAX);
  expect(turnsWithPings).toBeGreaterThanOrEqual(COUNT / SLICE_MAX);
});
