// Periodic work: heartbeats on channels with subscribers, pings to silent peers, checks of rights.
import { CLOSE } from '../../protocol/wire/close-codes.ts';
import type { LiveChannel, Publish } from './channel.ts';
import { block } from './backpressure.ts';
import { eachInTurns } from '../ops/turns.ts';
import { closeFor, type Session } from './session.ts';
import type { Sessions } from './sessions.ts';
import type { Timing } from './timing.ts';

/** Heartbeats of many channels are spread over this many ticks, so that they are not sent all at once. */
const TICKS = 10;

type Watched = { readonly channel: LiveChannel; readonly isLive: boolean };

export type HeartbeatDeps = {
  readonly watched: () => Iterable<Watched>;
  readonly sessions: Sessions;
  readonly publish: Publish;
  readonly timing: Timing;
};

/** Starts the heartbeats. Returns the function that stops them. */
export function startHeartbeat({ watched, sessions, publish, timing }: HeartbeatDeps): () => void {
  /** Time of the last heartbeat of each watched channel, on the clock of `performance.now()`. */
  const sentAt = new WeakMap<LiveChannel, number>();
  let rechecking = false;
  /** The work of a tick is spread over turns of the event loop: the next heartbeat waits for it. */
  let isSending = false;
  let tickedAt = performance.now();

  function tick(): void {
    const now = performance.now();
    // A busy process receives nothing: that time does not count as silence of the peers.
    const stalledMs = now - tickedAt - timing.heartbeatMs / TICKS;
    if (stalledMs > timing.heartbeatMs / 2) for (const session of sessions.all()) forgive(session, stalledMs);
    tickedAt = now;
    if (isSending || sessions.count() === 0) return;
    isSending = true;
    void sendDue(now).finally(() => {
      isSending = false;
    });
  }

  async function sendDue(now: number): Promise<void> {
    await eachInTurns(watched(), (one) => {
      sendIfDue(one, now);
    });
    await eachInTurns(sessions.all(), (session) => {
      checkSilence(session);
    });
  }

  function sendIfDue({ channel, isLive }: Watched, now: number): void {
    const every = isLive ? timing.heartbeatMs : timing.quietHeartbeatMs;
    // A channel that is new here starts somewhere within its interval.
    const last = sentAt.get(channel) ?? now - Math.random() * every;
    sentAt.set(channel, now - last < every ? last : now);
    if (now - last < every) return;
    channel.flush();
    publish(channel.name, channel.heartbeat(Date.now()), 'heartbeat');
  }

  function forgive(session: Session, ms: number): void {
    session.heardAt += ms;
    if (session.pingedAt !== null) session.pingedAt += ms;
  }

  /** Our own pings find half-open connections. A blocked socket does not have to answer them. */
  function checkSilence(session: Session): void {
    if (session.state.phase !== 'open' || session.blocked) return;
    const now = performance.now();
    const silence = silenceOf(session, now, timing.heartbeatMs);
    if (silence === 'unasked') {
      session.pingedAt = now;
      session.socket.ping();
    } else if (silence === 'gone') {
      // The ping may wait behind other frames: then the peer is slow, not silent.
      if (session.socket.buffered() > 0) block(session, timing);
      else closeFor(session, 'idle', CLOSE.idle);
    }
  }

  function recheck(): void {
    if (rechecking) return;
    rechecking = true;
    void sessions.recheck().finally(() => {
      rechecking = false;
    });
  }

  const ticking = setInterval(tick, timing.heartbeatMs / TICKS);
  const checking = setInterval(recheck, timing.recheckMs);
  return () => {
    clearInterval(ticking);
    clearInterval(checking);
  };
}

/**
 * Whether a peer was heard of lately, has to be asked by a ping, or has not answered one in time. A busy node may look late: a
 * peer is gone only when it had the time of a heartbeat to answer.
 */
export function silenceOf(
  { heardAt, pingedAt }: Pick<Session, 'heardAt' | 'pingedAt'>,
  now: number,
  heartbeatMs: number,
): 'heard' | 'unasked' | 'asked' | 'gone' {
  if (pingedAt === null) return now - heardAt < heartbeatMs ? 'heard' : 'unasked';
  return now - pingedAt < heartbeatMs ? 'asked' : 'gone';
}
