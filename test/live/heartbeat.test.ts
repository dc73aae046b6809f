// Rule OPS-18: heartbeats and pings are spread over the time, so that a marker does not wait for many of them.
import { describe, expect, it } from 'vitest';
import type { LiveChannel } from '../../src/live/channel.ts';
import { isAsked, isMoment, RIGHTS_SPREAD, silenceOf, startHeartbeat } from '../../src/live/heartbeat.ts';
import type { Session } from '../../src/live/session.ts';
import type { Sessions } from '../../src/live/sessions.ts';
import { TIMING } from '../../src/live/timing.ts';
import { stall } from '../support/stall.ts';

const EVERY_MS = 5_000;
const LOOK_MS = 500;
const PHASES = Array.from({ length: 1_000 }, (_, index) => index / 1_000);
/** The first look is at 700 ms. */
const LOOKS = Array.from({ length: 60 }, (_, look) => ({ from: 200 + look * LOOK_MS, to: 700 + look * LOOK_MS }));

describe('moments', () => {
  it('come once in their time for each phase, and evenly for many', () => {
    const looks = LOOKS.slice(0, 20);
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

describe('pings', () => {
  type Peer = { heardAt: number; pingedAt: number | null; pingPhase: number };
  const peers = (): Peer[] => PHASES.map((pingPhase) => ({ heardAt: 0, pingedAt: null, pingPhase }));
  const asks = (peer: Peer, { from, to }: (typeof LOOKS)[number]): boolean =>
    isAsked(peer, { now: to, span: { from, to }, heartbeatMs: EVERY_MS });

  it('to peers that came at once and answer are spread over half of a heartbeat, and then over all of it', () => {
    const all = peers();
    const counts = LOOKS.map((look) => {
      const asked = all.filter((peer) => asks(peer, look));
      for (const peer of asked) {
        expect(look.to - peer.heardAt, 'silent before a ping').toBeLessThanOrEqual(EVERY_MS * 1.05 + LOOK_MS);
        peer.heardAt = look.to;
      }
      return asked.length;
    });
    // A look has a tenth of the time of a heartbeat.
    expect(Math.max(...counts)).toBeLessThanOrEqual(PHASES.length / 4);
    expect(Math.max(...counts.slice(-20))).toBeLessThanOrEqual(PHASES.length / 5);
    expect(counts.slice(-10).reduce((sum, count) => sum + count, 0)).toBe(PHASES.length);
  });

  it('P37 without an answer close a peer after two heartbeats, and not before', () => {
    for (const peer of peers()) {
      const gone = LOOKS.find((look) => {
        if (asks(peer, look)) peer.pingedAt = look.to;
        return silenceOf(peer, look.to, EVERY_MS) === 'gone';
      });
      expect(gone?.to).toBeGreaterThanOrEqual(2 * EVERY_MS);
      expect(gone?.to).toBeLessThanOrEqual(2 * EVERY_MS + 2 * LOOK_MS);
    }
  });
});

const COUNT = 400;
const SLICE_MAX = COUNT / 10;

/** Counts acts, and the most of them in one turn of the event loop. */
function counter() {
  let inTurn = 0;
  const counts = { all: 0, most: 0 };
  const count = (): void => {
    if (inTurn === 0) setImmediate(() => (inTurn = 0));
    inTurn += 1;
    counts.all += 1;
    counts.most = Math.max(counts.most, inTurn);
  };
  return { counts, count };
}

function heartbeats(sessions: readonly object[], channels: readonly object[], publish: () => void) {
  const checks: number[] = [];
  const stop = startHeartbeat({
    sessions: {
      all: () => sessions as Session[],
      count: () => COUNT,
      recheck: (overMs: number) => Promise.resolve(void checks.push(overMs)),
    } as unknown as Sessions,
    watched: () => channels.map((channel) => ({ channel: channel as LiveChannel, isLive: true })),
    publish,
    timing: { ...TIMING, heartbeatMs: 1_000, recheckMs: 100 },
  });
  return { stop, checks };
}

describe('rule OPS-18: many that are due at once', () => {
  it('silent peers are asked in slices', async () => {
    const { counts, count } = counter();
    const silent = Array.from({ length: COUNT }, () => ({
      state: { phase: 'open' },
      blocked: null,
      heardAt: -Infinity,
      pingedAt: null,
      phase: 0,
      socket: { ping: count, buffered: () => 0, send: () => true, end: () => undefined },
    }));
    const { stop } = heartbeats(silent, [], () => undefined);
    await expect.poll(() => counts.all).toBe(COUNT);
    stop();
    expect(counts.most).toBeLessThanOrEqual(SLICE_MAX);
  });

  it('P37 a peer is not gone while the process receives nothing: the tick that is late forgives it first', async () => {
    const open = { state: { phase: 'open' }, blocked: null, phase: 0 };
    let closed = 0;
    const socket = { ping: () => undefined, buffered: () => 0, send: () => true, end: () => (closed += 1) };
    const unasked = { ...open, heardAt: -Infinity, pingedAt: null, socket: { ...socket, ping: () => stall(1_100) } };
    const now = performance.now();
    const asked = { ...open, pingedAt: now, socket };
    const forgiven = new Promise((set) => {
      Object.defineProperty(asked, 'heardAt', { get: () => now - 1_000, set });
    });
    const { stop } = heartbeats([unasked, asked], [], () => undefined);
    await forgiven;
    stop();
    expect(closed).toBe(0);
  });

  it('P37 a peer that is heard of after the process received nothing, before the late tick, is not heard of later than that', async () => {
    const open = { state: { phase: 'open' }, blocked: null, phase: 0 };
    const socket = { buffered: () => 0, send: () => true, end: () => undefined };
    let heardAt = performance.now();
    const heard = { ...open, pingedAt: null, socket };
    const ping = (): void => {
      stall(1_100);
      heardAt = performance.now();
    };
    const forgiven = new Promise<number>((resolve) => {
      const set = (at: number): void => {
        resolve(at - performance.now());
      };
      Object.defineProperty(heard, 'heardAt', { get: () => heardAt, set });
    });
    const unasked = { ...open, heardAt: -Infinity, pingedAt: null, socket: { ...socket, ping } };
    const { stop } = heartbeats([unasked, heard], [], () => undefined);
    expect(await forgiven).toBeLessThanOrEqual(0);
    stop();
  });

  it('heartbeats of channels leave in slices, and none without subscribers or after the end', async () => {
    const { counts, count } = counter();
    const channels = Array.from({ length: COUNT }, (_, index) => ({
      name: `match:${index}`,
      flush: () => undefined,
      heartbeat: () => '{}',
      subscribers: () => index,
    }));
    let last = 0;
    const ended = heartbeats([], channels, () => {
      last += 1;
      ended.stop();
    });
    const { stop } = heartbeats([], channels, count);
    // All channels are due then.
    stall(1_100);
    await expect.poll(() => counts.all).toBeGreaterThanOrEqual(COUNT - 1);
    stop();
    expect(counts.most).toBeLessThanOrEqual(SLICE_MAX);
    expect(last).toBe(1);
  });

  it('the check of rights is given its time', async () => {
    const { stop, checks } = heartbeats([], [], () => undefined);
    await expect.poll(() => checks.length).toBeGreaterThan(0);
    stop();
    expect(new Set(checks)).toEqual(new Set([100 * RIGHTS_SPREAD]));
  });
});
