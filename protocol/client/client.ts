// A subscriber of the live channel, for browsers and Node: any number of channels on one connection that reconnects by
// itself, and the server's time. It does not use the DOM. Where WebSockets do not pass, a fallback reads the same frames
// another way.
//
//   const client = connect({ url: 'wss://host/api/v1/live', token });
//   const leave = client.subscribe('match:701', (update) => { if (update.kind === 'state') show(update.state); });
import { type BackoffLimits, backoffDelay, WAIT_MAX_MS } from './backoff.ts';
import type { Sha256 } from '../wire/canonical-json.ts';
import type { AirState } from '../wire/air.ts';
import type { ChannelState } from '../wire/board.ts';
import { SUBSCRIPTIONS_MAX } from '../wire/subscriptions.ts';
import {
  type AnyUpdate,
  type ChannelUpdate,
  type FollowedChannel,
  followChannel,
  type CurrentState,
} from './channel.ts';
import {
  type ChannelFrame,
  type ErrorFrame,
  type FetchLike,
  type Link,
  type LinkEnd,
  openLink,
  type OpenLink,
  type LinkRejection,
  type SocketConstructor,
  type Transport,
} from './link.ts';
import { callListener } from './call-listener.ts';
import { openOffset } from './clock-offset.ts';
import { subtleSha256 } from './subtle-sha256.ts';
import { CLIENT_TIMING, type ClientTiming, type FallbackTiming } from './timing.ts';

export type { ChannelUpdate, CurrentState } from './channel.ts';
export type { FetchLike, LinkRejection, SocketConstructor, SocketEvent, SocketLike, Transport } from './link.ts';
export type { ClientTiming, FallbackTiming } from './timing.ts';
export type { AirState, AnyState } from '../wire/air.ts';
export type {
  BoardEvent,
  BoardGoal,
  BoardPlayer,
  BoardState,
  ChannelState,
  Clock,
  FeedMatch,
  FeedState,
  GameBoard,
  GameSide,
  GameState,
  MatchBoard,
  MatchSide,
  MatchState,
  Score,
  Side,
} from '../wire/board.ts';
export type { Cause } from '../wire/down.ts';

export type ClientStatus =
  /** The client has received nothing yet. */
  | { readonly state: 'connecting' }
  | { readonly state: 'live' }
  /** The connection is lost and the client reconnects. `since`: the last sign of life, ms on the client's own clock. */
  | { readonly state: 'stale'; readonly since: number }
  /** The client does not reconnect: the server rejected the token, or `close()` was called. */
  | ({ readonly state: 'closed' } & (LinkRejection | { readonly reason: 'stopped' }));

/** The states of a channel: what is on air for `air:…`, else of games, matches and feeds. */
export type StateOf<Channel extends string> = Channel extends `air:${string}` ? AirState : ChannelState;

export type ChannelListener<State = ChannelState> = (update: ChannelUpdate<State>) => void;
export type StatusListener = (status: ClientStatus) => void;

export type ClientOptions = {
  /** Address of the live channel, `ws:` or `wss:`. */
  readonly url: string;
  readonly token: string;
  /** Default: the global WebSocket. Node 20 has none: pass the one of the package `ws`. */
  readonly WebSocket?: SocketConstructor | undefined;
  /** For the hash of the heartbeats. Default: `crypto.subtle`. Pages on plain http have none and pass their own. */
  readonly sha256?: Sha256 | undefined;
  readonly random?: (() => number) | undefined;
  /** Our clock, ms. It should never go back. */
  readonly now?: (() => number) | undefined;
  readonly timing?: Partial<ClientTiming & FallbackTiming> | undefined;
  /** False: WebSockets only. */
  readonly fallback?: boolean | undefined;
  /** For the fallback. Default: the global fetch. */
  readonly fetch?: FetchLike | undefined;
  readonly onStatus?: StatusListener | undefined;
};

type AnyListener = (update: AnyUpdate) => void;

export type Client = {
  /**
   * Follows a channel. A later listener of the same channel is called with the current state first. Returns a function that
   * unsubscribes. After a `refused` update the channel is over. `start`: a state that the caller already has; the first
   * listener of the channel continues from it and gets only later changes.
   */
  subscribe<Channel extends string>(
    channel: Channel,
    listener: ChannelListener<StateOf<Channel>>,
    start?: CurrentState,
  ): () => void;
  /** The best estimate of the server's time, ms since 1970. */
  now(): number;
  status(): ClientStatus;
  /** How the frames come now; null between two connections. */
  transport(): Transport | null;
  /**
   * Time since the last sign of life, ms; null before the first. For a channel that is behind: at least the time since it
   * fell behind. A scoreboard shows a mark after 10 s and a message after 60 s.
   */
  silentMs(channel?: string): number | null;
  close(): void;
};

/** After this many WebSockets in a row that never carried a frame, the fallback comes. */
const FAILED_MAX = 2;

/** Our clock: starts at the wall-clock time of the page's start and is monotonic from then on. */
const steadyNow = (): number => performance.timeOrigin + performance.now();

/** Connects, and reconnects until `close()` or until the server rejects the token. Throws without a WebSocket that takes the address. */
export function connect(options: ClientOptions): Client {
  const timing: ClientTiming = { ...CLIENT_TIMING, ...options.timing };
  const backoff: BackoffLimits = { baseMs: timing.backoffBaseMs, maxMs: timing.backoffMaxMs };
  const now = options.now ?? steadyNow;
  const random = options.random ?? Math.random;
  const sha256 = options.sha256 ?? subtleSha256();
  const WebSocket = options.WebSocket ?? globalWebSocket();
  const channels = new Map<string, { readonly follow: FollowedChannel; readonly listeners: Set<AnyListener> }>();
  // Shared by all connections. A sample that contradicts the earlier ones discards them.
  const offset = openOffset();
  let status: ClientStatus = { state: 'connecting' };
  let heardAt: number | null = null;
  let attempt = 0;
  let failed = 0;
  let fallback: OpenLink | null = null;
  let lastRef = 0;
  let link: Link | null = null;
  let ready = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** The first connection is opened at once, so that `connect` throws for an address that no WebSocket takes. */
  function open(): void {
    const isBlocked = failed >= FAILED_MAX && channels.size > 0 && options.fallback !== false;
    if (isBlocked) void loadFallback().then((opener) => status.state === 'closed' || openWith(opener));
    else openWith(openLink);
  }

  function openWith(opener: OpenLink): void {
    link = opener({
      url: options.url,
      token: options.token,
      WebSocket,
      now,
      offset,
      timing,
      onHeard: () => (heardAt = now()),
      onReady() {
        ready = true;
        for (const { follow } of [...channels.values()].slice(0, SUBSCRIPTIONS_MAX)) follow.connected();
      },
      onWelcome: () => setStatus({ state: 'live' }),
      onFrame: dispatch,
      onEnd: ended,
    });
  }

  function ended(end: LinkEnd): void {
    link = null;
    ready = false;
    for (const { follow } of channels.values()) follow.disconnected();
    if (end.kind === 'refused') {
      const { reason, message, hint } = end;
      setStatus({ state: 'closed', reason, message, hint });
      return;
    }
    failed = end.failed ? failed + 1 : 0;
    if (end.planned) {
      open();
      return;
    }
    if (end.livedMs >= timing.steadyMs) attempt = 0;
    const wait = Math.min(WAIT_MAX_MS, end.retryAfterMs + backoffDelay(attempt, backoff, random));
    attempt += 1;
    timer = setTimeout(open, wait);
    if (heardAt !== null && status.state !== 'connecting') setStatus({ state: 'stale', since: heardAt });
  }

  /** The network may be away when the module is needed. Then the next try is a WebSocket again. */
  async function loadFallback(): Promise<OpenLink> {
    try {
      fallback ??= (await import('./fallback.ts')).openFallback(openLink, options);
      return fallback;
    } catch {
      return openLink;
    }
  }

  function dispatch(frame: ChannelFrame | ErrorFrame): void {
    if (frame.type !== 'error') return channels.get(frame.channel)?.follow.take(frame);
    for (const [name, { follow }] of channels) {
      if (frame.ref === undefined ? frame.channel === name : follow.awaits(frame.ref)) follow.takeError(frame);
    }
  }

  function setStatus(next: ClientStatus): void {
    if (next.state === status.state) return;
    status = next;
    if (options.onStatus) callListener(options.onStatus, next);
  }

  function subscribe(channel: string, listener: AnyListener, start?: CurrentState): () => void {
    const known = channels.get(channel);
    const entry = known ?? openEntry(channel, start);
    // Wraps the listener, so that the same function can subscribe twice and unsubscribe once.
    const own: AnyListener = (update) => listener(update);
    entry.listeners.add(own);
    const latest = entry.follow.latest();
    if (known && latest) {
      queueMicrotask(() => {
        if (entry.listeners.has(own) && entry.follow.latest() === latest) own(latest);
      });
    }
    return () => {
      if (!entry.listeners.delete(own) || entry.listeners.size > 0 || channels.get(channel) !== entry) return;
      entry.follow.stop();
      if (ready) link?.send({ type: 'unsubscribe', channel });
      forget(channel);
    };
  }

  /** A channel beyond the limit of a connection waits until one before it is over. */
  function forget(channel: string): void {
    const last = lastAsked();
    channels.delete(channel);
    if (ready && lastAsked() !== last) lastAsked()?.connected();
  }
  const lastAsked = (): FollowedChannel | undefined => [...channels.values()][SUBSCRIPTIONS_MAX - 1]?.follow;

  function openEntry(channel: string, start?: CurrentState) {
    const listeners = new Set<AnyListener>();
    const follow = followChannel(channel, {
      ask: (ref, since, state) =>
        link?.send({ type: 'subscribe', channel, ref, ...(since === null ? {} : { since }) }, state),
      nextRef: () => (lastRef += 1),
      emit(update) {
        // The channel is over. A later subscribe to the same name starts again.
        if (update.kind === 'refused') forget(channel);
        // A listener may end another one, or close the client.
        for (const listener of [...listeners]) if (listeners.has(listener)) callListener(listener, update);
      },
      sha256,
      now,
      random,
      timing,
      start: start && { ...start, at: start.at ?? now() + offset.offsetMs() },
    });
    const entry = { follow, listeners };
    channels.set(channel, entry);
    if (ready && channels.size <= SUBSCRIPTIONS_MAX) follow.connected();
    return entry;
  }

  open();
  return {
    // The name of a channel says which states it has: the compiler cannot follow that through the map of channels.
    subscribe: subscribe as Client['subscribe'],
    now: () => now() + offset.offsetMs(),
    status: () => status,
    transport: () => link?.transport ?? null,
    silentMs(channel) {
      if (heardAt === null) return null;
      const behindSince = channel === undefined ? null : (channels.get(channel)?.follow.behindSince() ?? null);
      return Math.max(0, now() - Math.min(heardAt, behindSince ?? heardAt));
    },
    close() {
      clearTimeout(timer);
      link?.drop();
      link = null;
      ready = false;
      for (const { follow, listeners } of channels.values()) {
        follow.stop();
        listeners.clear();
      }
      channels.clear();
      setStatus({ state: 'closed', reason: 'stopped' });
    },
  };
}

function globalWebSocket(): SocketConstructor {
  if (typeof globalThis.WebSocket === 'function') return globalThis.WebSocket;
  throw new Error('This platform has no WebSocket: pass one, for example from the package ws.');
}
