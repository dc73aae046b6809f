// Connects a page to its channel. A screen has no user who could press reload, so the page retries after every failure.
import { sha256 } from '@noble/hashes/sha2.js';
import type { CurrentState } from '../../../protocol/client/channel.ts';
import { type ChannelUpdate, type Client, type ClientOptions, connect } from '../../../protocol/client/client.ts';
import { hexOf } from '../../../protocol/client/subtle-sha256.ts';
import type { AirState } from '../../../protocol/wire/air.ts';
import { openSteadyClock } from './steady-clock.ts';

export type StateUpdate = Extract<ChannelUpdate, { kind: 'state' }>;
/** What is on air at the match by a director's hand. */
export type AirUpdate = Extract<ChannelUpdate<AirState>, { kind: 'state' }>;

/** Why the page gets no (more) states. */
export type FollowRejection = {
  readonly reason: 'unauthorized' | 'revoked' | 'expired' | 'forbidden' | 'invalid';
  readonly message: string;
  readonly hint: string | null;
};

export type Followed = {
  /** The server's time, ms since 1970. */
  now(): number;
  /** ms since the server last confirmed that the picture is current; since the start if it never has. */
  silentMs(): number;
  stop(): void;
};

/**
 * A refused token is tried again at this interval: the token may have been corrected, and the screen has no user
 * nearby.
 */
const REFUSED_RETRY_MS = 60_000;

export type FollowOptions = Pick<ClientOptions, 'WebSocket' | 'timing' | 'now'> & {
  /** Address of the live channel, `ws:` or `wss:`. */
  readonly url: string;
  readonly token: string;
  readonly channel: string;
  /** The state that the page already has. The page continues from it and reports later changes as news. */
  readonly start?: CurrentState | undefined;
  /** Called when the server has answered and its time is known. */
  readonly onServerTime?: () => void;
  /** Called with each new state, in order. A state after a rejection ends the rejection. */
  readonly onUpdate: (update: StateUpdate) => void;
  /** Called with each new state of what is on air, where the channel is a game or a match. */
  readonly onAir?: (update: AirUpdate) => void;
  /** Called when the channel is refused. The page may keep its picture; it asks again later. */
  readonly onRejection: (rejection: FollowRejection) => void;
  readonly refusedRetryMs?: number;
};

/** Follows `channel` until `stop` is called. */
export function follow(options: FollowOptions): Followed {
  const { channel } = options;
  const steadyNow = options.now ?? openSteadyClock();
  /** The time of the last message before the current client started. */
  let silentSince = steadyNow();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let client = open(options.start);
  /** The client that supplies the server's time. A new client takes over after its first message. */
  let timekeeper = client;

  function open(start?: CurrentState): Client {
    const opened = connect({
      url: options.url,
      token: options.token,
      now: steadyNow,
      WebSocket: options.WebSocket,
      timing: options.timing,
      sha256: sha256Hex,
      onStatus(status) {
        if (status.state === 'live') {
          timekeeper = opened;
          options.onServerTime?.();
        }
        if (status.state === 'closed' && status.reason !== 'stopped') refuse(status);
      },
    });
    const listen = (update: ChannelUpdate): void => {
      if (update.kind === 'refused') {
        refuse({ reason: update.code, message: update.message, hint: update.hint });
        return;
      }
      options.onUpdate(update);
    };
    opened.subscribe(channel, listen, start);
    // The right to it is the right to the match, which reports a refusal.
    const { onAir } = options;
    if (onAir && isMatchChannel(channel)) {
      opened.subscribe(`air:${channel}`, (update) => {
        if (update.kind === 'state') onAir(update);
      });
    }
    return opened;
  }

  function refuse({ reason, message, hint }: FollowRejection): void {
    options.onRejection({ reason, message, hint });
    clearTimeout(timer);
    timer = setTimeout(() => {
      silentSince = steadyNow() - silentMs();
      client.close();
      client = open();
    }, options.refusedRetryMs ?? REFUSED_RETRY_MS);
  }

  const silentMs = (): number => client.silentMs(channel) ?? steadyNow() - silentSince;

  return {
    now: () => timekeeper.now(),
    silentMs,
    stop() {
      clearTimeout(timer);
      client.close();
    },
  };
}

const isMatchChannel = (channel: string): boolean => channel.startsWith('game:') || channel.startsWith('match:');

/** For the heartbeat's hash of a state. Browsers offer `crypto.subtle` only over https. */
export const sha256Hex = (text: string): string => hexOf(sha256(new TextEncoder().encode(text)));

/** Address of the live channel beside the page at `location`. */
export const liveUrl = (location: { readonly protocol: string; readonly host: string }, apiRoot: string): string =>
  `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}${apiRoot}/live`;
