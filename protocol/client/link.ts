// One connection of the subscriber client, from opening to its end: it authenticates, measures the server's clock, and
// notices when the other side has gone silent. The credential goes in the first frame, not in the address: addresses
// end up in logs, and a browser cannot see why an upgrade was refused but does see the answer to a frame.
import type { Offset } from './clock-offset.ts';
import type { ClientTiming } from './timing.ts';
import { readFrame } from './frame.ts';
import { CLOSE } from '../wire/close-codes.ts';
import type { DownFrame } from '../wire/down.ts';
import type { UpFrame } from '../wire/up.ts';
import { LIVE_PROTOCOL } from '../wire/version.ts';

/** What the client needs of a WebSocket; the browser's and `ws`'s both have it. */
export type SocketLike = {
  readonly readyState: number;
  send(text: string): void;
  close(): void;
  addEventListener(type: 'open' | 'error' | 'close' | 'message', listener: (event: SocketEvent) => void): void;
};
/** `data` is there for `message`, `code` for `close`. */
export type SocketEvent = { readonly type: string; readonly data?: unknown; readonly code?: number };
export type SocketConstructor = new (url: string, protocols: string) => SocketLike;

/** Why a client gave up: `unauthorized` the token is none, `revoked` and `expired` it no longer is one. */
export type LinkRejection = {
  readonly reason: 'unauthorized' | 'revoked' | 'expired';
  readonly message: string;
  readonly hint: string | null;
};

export type LinkEnd =
  | { readonly kind: 'lost'; readonly retryAfterMs: number; readonly livedMs: number }
  | ({ readonly kind: 'refused' } & LinkRejection);

export type ChannelFrame = Extract<
  DownFrame,
  { type: 'snapshot' | 'resumed' | 'delta' | 'heartbeat' | 'unsubscribed' }
>;
export type ErrorFrame = Extract<DownFrame, { type: 'error' }>;

export type Link = {
  send(frame: UpFrame): void;
  /** Lets go of the connection without a word to the listener. */
  drop(): void;
};

const OPEN = 1;

/** Opens a connection. `onEnd` is called once, unless the link is dropped first; nothing is called after it. */
export function openLink(options: {
  readonly url: string;
  readonly token: string;
  readonly WebSocket: SocketConstructor;
  readonly now: () => number;
  readonly offset: Offset;
  readonly timing: ClientTiming;
  readonly onWelcome: () => void;
  readonly onHeard: () => void;
  readonly onFrame: (frame: ChannelFrame | ErrorFrame) => void;
  readonly onEnd: (end: LinkEnd) => void;
}): Link {
  const { now, offset, timing } = options;
  const socket = new options.WebSocket(options.url, LIVE_PROTOCOL);
  const timers = new Set<ReturnType<typeof setTimeout>>();
  let ended = false;
  let welcomedAt: number | null = null;
  let authSentAt = 0;
  let heardAt = now();
  /** A ping that asks whether anybody is there, since when it is unanswered. */
  let probedAt: number | null = null;
  let retryAfterMs = 0;
  let refusal: LinkRejection | null = null;

  const unsaid = later(timing.connectMs, () => end(lost()));
  socket.addEventListener('open', () => {
    authSentAt = now();
    send({ type: 'auth', token: options.token });
  });
  socket.addEventListener('message', (event) => hear(event.data));
  // A browser says no more than that there was one; `close` follows.
  socket.addEventListener('error', () => undefined);
  socket.addEventListener('close', (event) => end(event.code === CLOSE.unauthorized ? refused() : lost()));

  function hear(data: unknown): void {
    if (ended) return;
    heardAt = now();
    probedAt = null;
    options.onHeard();
    const frame = readFrame(data);
    if (!frame) return;
    switch (frame.type) {
      case 'welcome': {
        welcome(frame.server_time, frame.heartbeat_ms);
        return;
      }
      case 'pong':
        if (frame.t !== undefined) offset.take(frame.t, heardAt, frame.server_time);
        return;
      case 'closing':
        retryAfterMs = Math.max(0, frame.retry_after_ms ?? 0);
        if (frame.reason === 'revoked' || frame.reason === 'expired') {
          end({ kind: 'refused', reason: frame.reason, message: `The token is ${frame.reason}.`, hint: null });
        }
        return;
      case 'error':
        if (welcomedAt === null) {
          refuse(frame);
          return;
        }
        {
          options.onFrame(frame);
          return;
        }
      default: {
        options.onFrame(frame);
        return;
      }
    }
  }

  function welcome(serverTime: number, heartbeatMs: number): void {
    if (welcomedAt !== null) return;
    welcomedAt = heardAt;
    cancel(unsaid);
    offset.take(authSentAt, heardAt, serverTime);
    for (let ping = 0; ping < timing.burstPings; ping += 1) later(ping * timing.burstGapMs, sendPing);
    every(timing.clockPingMs, sendPing);
    every(Math.max(20, heartbeatMs / 5), () => watch(heartbeatMs));
    options.onWelcome();
  }

  /**
   * After a heartbeat's time of silence it asks, and when that brings nothing either the connection is dead: found within
   * two heartbeats. Only an unanswered question counts, because a browser may hold our timers back for a minute.
   */
  function watch(heartbeatMs: number): void {
    const silentMs = now() - heardAt;
    if (probedAt === null) {
      if (silentMs < heartbeatMs * 1.1) return;
      probedAt = now();
      sendPing();
    } else if (now() - probedAt >= heartbeatMs * 0.7) end(lost());
  }

  /** An error before `welcome`: the credential is bad, or could not be looked at now, which is no reason to give up. */
  function refuse(frame: ErrorFrame): void {
    if (frame.code !== 'unauthorized') {
      end(lost());
      return;
    }
    refusal = { reason: 'unauthorized', message: frame.error, hint: frame.hint ?? null };
    end(refused());
  }

  function refused(): LinkEnd {
    return {
      kind: 'refused',
      ...(refusal ?? { reason: 'unauthorized', message: 'The token is not valid.', hint: null }),
    };
  }
  function lost(): LinkEnd {
    return { kind: 'lost', retryAfterMs, livedMs: welcomedAt === null ? 0 : now() - welcomedAt };
  }

  function end(how: LinkEnd): void {
    if (ended) return;
    drop();
    options.onEnd(how);
  }
  /** The close of a dead connection can take a minute to be confirmed; nobody waits for it. */
  function drop(): void {
    ended = true;
    for (const timer of timers) clearTimeout(timer);
    socket.close();
  }

  function sendPing(): void {
    send({ type: 'ping', t: now() });
  }
  function send(frame: UpFrame): void {
    if (!ended && socket.readyState === OPEN) socket.send(JSON.stringify(frame));
  }

  function later(ms: number, run: () => void): ReturnType<typeof setTimeout> {
    const timer = setTimeout(() => {
      timers.delete(timer);
      run();
    }, ms);
    timers.add(timer);
    return timer;
  }
  function every(ms: number, run: () => void): void {
    later(ms, () => {
      every(ms, run);
      run();
    });
  }
  function cancel(timer: ReturnType<typeof setTimeout>): void {
    clearTimeout(timer);
    timers.delete(timer);
  }

  return { send, drop };
}
