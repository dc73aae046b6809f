// What happens by the clock: heartbeats on channels with subscribers, pings to silent peers, checks of rights.
import { CLOSE } from '../../protocol/wire/close-codes.ts';
import type { LiveChannel, Publish } from './channel.ts';
import { block } from './backpressure.ts';
import { closeFor } from './session.ts';
import type { Sessions } from './sessions.ts';
import type { Timing } from './timing.ts';

/** Heartbeats of many channels are spread over this many ticks, so that they do not come all at once. */
const TICKS = 10;

export type HeartbeatDeps = {
  readonly watched: () => Iterable<{ readonly channel: LiveChannel; readonly isLive: boolean }>;
  readonly sessions: Sessions;
  readonly publish: Publish;
  readonly timing: Timing;
};

/** Starts the heartbeats. The answer stops them. */
export function startHeartbeat({ watched, sessions, publish, timing }: HeartbeatDeps): () => void {
  /** When each watched channel last had its heartbeat, on the clock of `performance.now()`. */
  const beaten = new WeakMap<LiveChannel, number>();
  let rechecking = false;
  let beatAt = performance.now();

  function beat(): void {
    const now = performance.now();
    // While this process was busy it heard nothing: that time does not count as the peers' silence.
    const stalledMs = now - beatAt - timing.heartbeatMs / TICKS;
    if (stalledMs > timing.heartbeatMs / 2) for (const session of sessions.all()) session.heardAt += stalledMs;
    beatAt = now;
    for (const { channel, isLive } of watched()) {
      const every = isLive ? timing.heartbeatMs : timing.quietHeartbeatMs;
      // A channel that is new here starts somewhere within its interval.
      const last = beaten.get(channel) ?? now - Math.random() * every;
      if (now - last < every) {
        beaten.set(channel, last);
        continue;
      }
      beaten.set(channel, now);
      channel.flush();
      publish(channel.name, channel.heartbeat(Date.now()), 'heartbeat');
    }
    checkSilence(now);
  }

  /** Our own pings find half-open connections. A blocked socket does not have to answer them. */
  function checkSilence(now: number): void {
    for (const session of [...sessions.all()]) {
      if (session.state.phase !== 'open' || session.blocked) continue;
      const silentMs = now - session.heardAt;
      if (silentMs >= timing.heartbeatMs * 2) {
        // The ping may wait behind other frames: then the peer is slow, not silent.
        if (session.socket.buffered() > 0) block(session, timing);
        else closeFor(session, 'idle', CLOSE.idle);
      } else if (silentMs >= timing.heartbeatMs && !session.pinged) {
        session.pinged = true;
        session.socket.ping();
      }
    }
  }

  function recheck(): void {
    if (rechecking) return;
    rechecking = true;
    void sessions.recheck().finally(() => {
      rechecking = false;
    });
  }

  const beating = setInterval(beat, timing.heartbeatMs / TICKS);
  const checking = setInterval(recheck, timing.recheckMs);
  return () => {
    clearInterval(beating);
    clearInterval(checking);
  };
}
