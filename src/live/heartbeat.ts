// Periodic work: heartbeats on channels with subscribers, pings to silent peers, checks of rights.
import { CLOSE } from '../../protocol/wire/close-codes.ts';
import type { LiveChannel, Publish, WatchedChannel } from './channel.ts';
import { block } from './backpressure.ts';
import { eachInTurns, eachSpread } from '../ops/turns.ts';
import { closeFor, type Session } from './session.ts';
import type { Sessions } from './sessions.ts';
import type { Timing } from './timing.ts';

/** All channels and sessions are looked at this many times in the time of a heartbeat. */
const LOOKS = 10;
/** A look goes through all channels, then through all sessions. Each of the two takes this part of the time between two looks. */
const SPREAD = 0.45;
/**
 * A check of rights takes this part of the time between two checks. That time, the check and the age of a remembered credential
 * (auth/credentials.ts) stay below 5 seconds together (rule ACCESS-4).
 */
export const RIGHTS_SPREAD = 1 / 20;
/** A peer is asked at one of its moments when it was silent for this part of a heartbeat's time. */
const SILENT_SHARE = 0.55;

/** A span of time, on the clock of `performance.now()`. */
type Span = { readonly from: number; readonly to: number };

export type HeartbeatDeps = {
  readonly watched: () => Iterable<WatchedChannel>;
  readonly sessions: Sessions;
  readonly publish: Publish;
  readonly timing: Timing;
};

/** Starts the heartbeats. Returns the function that stops them. */
export function startHeartbeat({ watched, sessions, publish, timing }: HeartbeatDeps): () => void {
  const phases = new WeakMap<LiveChannel, number>();
  const tickMs = timing.heartbeatMs / LOOKS;
  let isRechecking = false;
  /** A look is under way: the next one waits for it. */
  let isLooking = false;
  let isStopped = false;
  let tickedAt = performance.now();
  /** From the look before to the one under way, or the last one. */
  let span: Span = { from: tickedAt, to: tickedAt };

  function tick(): void {
    const now = performance.now();
    // A busy process receives nothing: that time does not count as silence of the peers.
    if (isStalled(now)) for (const session of sessions.all()) forgive(session, now - tickedAt - tickMs, now);
    tickedAt = now;
    if (isLooking) return;
    span = { from: span.to, to: now };
    if (sessions.count() === 0) return;
    isLooking = true;
    void look().finally(() => {
      isLooking = false;
    });
  }

  const isStalled = (now: number): boolean => now - tickedAt - tickMs > timing.heartbeatMs / 2;

  async function look(): Promise<void> {
    const overMs = tickMs * SPREAD;
    const channels: WatchedChannel[] = [];
    await eachInTurns(watched(), (one) => channels.push(one));
    await eachSpread(channels, overMs, sendIfDue);
    await eachSpread([...sessions.all()], overMs, checkSilence);
  }

  function sendIfDue({ channel, isLive }: WatchedChannel): void {
    if (isStopped || channel.subscribers() === 0) return;
    const phase = phases.get(channel) ?? Math.random();
    phases.set(channel, phase);
    if (!isMoment(phase, isLive ? timing.heartbeatMs : timing.quietHeartbeatMs, span)) return;
    channel.flush();
    publish(channel.name, channel.heartbeat(Date.now()), 'heartbeat');
  }

  /** Peers that were heard of after the busy time, before this tick, are not heard of in the future. */
  function forgive(session: Session, ms: number, now: number): void {
    session.heardAt = Math.min(session.heardAt + ms, now);
    if (session.pingedAt !== null) session.pingedAt = Math.min(session.pingedAt + ms, now);
  }

  /** Our own pings find half-open connections. A blocked socket does not have to answer them. */
  function checkSilence(session: Session): void {
    const now = performance.now();
    if (isStopped || session.state.phase !== 'open' || session.blocked) return;
    // This process was busy and received nothing. The next tick is late and does not count that time as silence.
    if (isStalled(now)) return;
    if (isAsked(session, { now, span, heartbeatMs: timing.heartbeatMs })) {
      session.pingedAt = now;
      session.socket.ping();
    } else if (silenceOf(session, now, timing.heartbeatMs) === 'gone') {
      // The ping may wait behind other frames: then the peer is slow, not silent.
      if (session.socket.buffered() > 0) block(session, timing);
      else closeFor(session, 'idle', CLOSE.idle);
    }
  }

  function recheck(): void {
    if (isRechecking) return;
    isRechecking = true;
    void sessions.recheck(timing.recheckMs * RIGHTS_SPREAD).finally(() => {
      isRechecking = false;
    });
  }

  const ticking = setInterval(tick, tickMs);
  const checking = setInterval(recheck, timing.recheckMs);
  return () => {
    isStopped = true;
    clearInterval(ticking);
    clearInterval(checking);
  };
}

/**
 * Whether a peer was heard of lately, has to be asked by a ping, or has not answered one in time. A busy node may look late: a
 * peer is gone only when it was silent for two heartbeats, and had the time of one to answer.
 */
export function silenceOf(
  { heardAt, pingedAt }: Pick<Session, 'heardAt' | 'pingedAt'>,
  now: number,
  heartbeatMs: number,
): 'heard' | 'unasked' | 'asked' | 'gone' {
  if (pingedAt === null) return now - heardAt < heartbeatMs ? 'heard' : 'unasked';
  return now - pingedAt < heartbeatMs || now - heardAt < 2 * heartbeatMs ? 'asked' : 'gone';
}

/**
 * Whether a look at `now` sends a ping. Peers that were heard at the same time are asked one after the other, each at a moment of its
 * own before it was silent for too long.
 */
export function isAsked(
  session: Pick<Session, 'heardAt' | 'pingedAt' | 'pingPhase'>,
  { now, span, heartbeatMs }: { readonly now: number; readonly span: Span; readonly heartbeatMs: number },
): boolean {
  const silence = silenceOf(session, now, heartbeatMs);
  if (silence !== 'heard') return silence === 'unasked';
  return now - session.heardAt > heartbeatMs * SILENT_SHARE && isMoment(session.pingPhase, heartbeatMs / 2, span);
}

/**
 * Whether a moment lies after `from`, up to `to`. Moments come every `everyMs`; `phase` (0 to 1) shifts them, so that peers with
 * different phases are asked one after the other.
 */
export const isMoment = (phase: number, everyMs: number, { from, to }: Span): boolean =>
  Math.floor(to / everyMs + phase) > Math.floor(from / everyMs + phase);
