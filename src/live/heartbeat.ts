// What happens by the clock: heartbeats on watched channels, pings to silent peers, a look at everybody's rights.
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

/** Starts the beat; the answer stops it. */
export function startHeartbeat({ watched, sessions, publish, timing }: HeartbeatDeps): () => void {
  /** When each watched channel last had its heartbeat, on the clock of `performance.now()`. */
  const beaten = new WeakMap<LiveChannel, number>();
  let rechecking = false;
  let beatAt = performance.now();

  function beat(): void {
    const now = performance.now();
    // What we did not hear while we were not listening is not the peers' silence.
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
      publish(channel.name, channel.heartbeat(Date.now()));
    }
    listen(now);
  }

  /** Half-open connections are found by our own pings; a blocked socket is not held to answering them. */
  function listen(now: number): void {
    for (const session of [...sessions.all()]) {
      if (session.state.phase !== 'open' || session.blocked) continue;
      const silentMs = now - session.heardAt;
      if (silentMs >= timing.heartbeatMs * 2) {
        // Our ping may stand behind what the socket has not taken yet: then it is slow, which is not the same as silent.
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
