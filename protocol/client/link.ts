// One connection of the subscriber client, from start to end: it authenticates, measures the server's clock, and notices a
// silent server. It sends the credential in the first frame, not in the address: addresses end up in logs, and a browser
// sees the answer to a frame but not the reason of a failed upgrade.
import type { Offset } from './clock-offset.ts';
import type { ClientTiming } from './timing.ts';
import { readFrame } from './frame.ts';
import type { AnyState } from '../wire/air.ts';
import { UNAUTHORIZED } from '../wire/close-codes.ts';
import type { DownFrame } from '../wire/down.ts';
import type { UpFrame } from '../wire/up.ts';
import { LIVE_PROTOCOL } from '../wire/version.ts';

/** The part of a WebSocket that the client uses. Browsers and the package `ws` both have it. */
export type SocketLike = {
  readonly readyState: number;
  send(text: string): void;
  close(): void;
  addEventListener(type: 'open' | 'error' | 'close' | 'message', listener: (event: SocketEvent) => void): void;
};
/** A `message` has `data`, a `close` has `code`. */
export type SocketEvent = { readonly type: string; readonly data?: unknown; readonly code?: number };
export type SocketConstructor = new (url: string, protocols: string) => SocketLike;

/** The part of `fetch` that the fallback uses. */
export type FetchLike = (
  url: string,
  init: {
    readonly headers: Readonly<Record<string, string>>;
    readonly cache: 'no-store';
    readonly signal: AbortSignal;
  },
) => Promise<HttpAnswer>;
export type HttpAnswer = {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  readonly body: { getReader(): BodyReader } | null;
  text(): Promise<string>;
};
export type BodyReader = {
  read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array | undefined }>;
};

/** Why a client stops. `unauthorized`: the token is invalid; `revoked`, `expired`: it is no longer valid. */
export type LinkRejection = {
  readonly reason: 'unauthorized' | 'revoked' | 'expired';
  readonly message: string;
  readonly hint: string | null;
};

export type LinkEnd =
  | {
      readonly kind: 'lost';
      readonly retryAfterMs: number;
      readonly livedMs: number;
      /** A WebSocket: it never carried a frame. The fallback: a WebSocket would still not work. */
      readonly failed: boolean;
      /** The fallback leaves for a better transport: no wait, and the picture is not old. */
      readonly planned?: boolean;
    }
  | ({ readonly kind: 'refused' } & LinkRejection);

export type ChannelFrame = Extract<
  DownFrame,
  { type: 'snapshot' | 'resumed' | 'delta' | 'heartbeat' | 'unsubscribed' }
>;
export type ErrorFrame = Extract<DownFrame, { type: 'error' }>;

/** How the frames come. */
export type Transport = 'websocket' | 'events' | 'polling';

export type Link = {
  readonly transport: Transport;
  /** `state`: with a `since`, the state that the client has there. */
  send(frame: UpFrame, state?: AnyState): void;
  /** Closes the connection without calling `onEnd`. */
  drop(): void;
};

const OPEN = 1;
const NOT_VALID: LinkEnd = { kind: 'refused', reason: 'unauthorized', message: 'The token is not valid.', hint: null };

export type LinkOptions = {
  readonly url: string;
  readonly token: string;
  readonly WebSocket: SocketConstructor;
  readonly now: () => number;
  readonly offset: Offset;
  readonly timing: ClientTiming;
  /** The link takes subscribes from now on. */
  readonly onReady: () => void;
  /** The server answered. */
  readonly onWelcome: () => void;
  readonly onHeard: () => void;
  readonly onFrame: (frame: ChannelFrame | ErrorFrame) => void;
  readonly onEnd: (end: LinkEnd) => void;
};
export type OpenLink = (options: LinkOptions) => Link;

/** Opens a connection. Calls `onEnd` once, as the last callback, unless the link is dropped first. */
export function openLink(options: LinkOptions): Link {
  const { now, offset, timing } = options;
  const socket = new options.WebSocket(options.url, LIVE_PROTOCOL);
  const timers = new Set<ReturnType<typeof setTimeout>>();
  let ended = false;
  let welcomedAt: number | null = null;
  let authSentAt = 0;
  let heardAt = now();
  /** When the unanswered probe ping was sent; null if there is none. */
  let probedAt: number | null = null;
  /** When `watch` looked last. */
  let watchedAt = heardAt;
  let retryAfterMs = 0;
  /** Why the token is refused, if the server closes for that. */
  let refusal = NOT_VALID;

  const unsaid = later(timing.connectMs, () => end(lost()));
  socket.addEventListener('open', () => {
    authSentAt = now();
    send({ type: 'auth', token: options.token });
  });
  socket.addEventListener('message', (event) => receive(event.data));
  // The event has no details, and `close` follows.
  socket.addEventListener('error', () => undefined);
  socket.addEventListener('close', (event) => end(event.code === UNAUTHORIZED ? refusal : lost()));

  function receive(data: unknown): void {
    if (ended) return;
    heardAt = now();
    probedAt = null;
    options.onHeard();
    const frame = readFrame(data);
    if (!frame) return;
    switch (frame.type) {
      case 'welcome':
        welcome(frame.server_time, frame.heartbeat_ms);
        break;
      case 'pong':
        if (frame.t !== undefined) offset.take(frame.t, heardAt, frame.server_time);
        break;
      case 'closing':
        retryAfterMs = Math.max(0, frame.retry_after_ms ?? 0);
        if (frame.reason === 'revoked' || frame.reason === 'expired')
          end({ kind: 'refused', reason: frame.reason, message: `The token is ${frame.reason}.`, hint: null });
        break;
      case 'error':
        if (welcomedAt === null) refuse(frame);
        else options.onFrame(frame);
        break;
      default:
        options.onFrame(frame);
    }
  }

  function welcome(serverTime: number, heartbeatMs: number): void {
    if (welcomedAt !== null) return;
    welcomedAt = heardAt;
    cancel(unsaid);
    offset.take(authSentAt, heardAt, serverTime);
    for (let ping = 0; ping < timing.burstPings; ping += 1) later(ping * timing.burstGapMs, sendPing);
    every(timing.clockPingMs, sendPing);
    const watchMs = Math.max(20, heartbeatMs / 5);
    every(watchMs, () => watch(heartbeatMs, watchMs));
    options.onReady();
    options.onWelcome();
  }

  /**
   * Sends a probe ping after one heartbeat interval of silence. If the ping gets no answer, the connection is dead: detected
   * within two intervals. Silence alone does not count, because a browser may delay our timers for a minute; nor does a late look,
   * because the answers that came meanwhile are not read yet.
   */
  function watch(heartbeatMs: number, everyMs: number): void {
    const lookedAt = watchedAt;
    watchedAt = now();
    if (probedAt === null) {
      if (watchedAt - heardAt < heartbeatMs * 1.1) return;
      probedAt = watchedAt;
      sendPing();
    } else if (watchedAt - probedAt >= heartbeatMs * 0.7 && watchedAt - lookedAt < everyMs * 3) end(lost());
  }

  /**
   * An error before `welcome`. Where it is `unauthorized`, the close code follows, which tells an invalid credential from one that came
   * too late, as after a sleep of the page. Otherwise the server cannot check it now, and the client tries again.
   */
  function refuse({ code, error, hint }: ErrorFrame): void {
    if (code === 'unauthorized') refusal = { kind: 'refused', reason: code, message: error, hint: hint ?? null };
    else end(lost());
  }
  function lost(): LinkEnd {
    const livedMs = welcomedAt === null ? 0 : now() - welcomedAt;
    return { kind: 'lost', retryAfterMs, livedMs, failed: welcomedAt === null };
  }

  function end(how: LinkEnd): void {
    if (ended) return;
    drop();
    options.onEnd(how);
  }
  /** Does not wait for the close event: on a dead connection it can take a minute. */
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

  return { transport: 'websocket', send, drop };
}
