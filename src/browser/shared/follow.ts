// A page's way to its channel. Nobody stands beside a screen to press reload: whatever happens, it tries again.
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { HeldState } from '../../../protocol/client/channel.ts';
import {
  type ChannelListener,
  type ChannelUpdate,
  type Client,
  type ClientOptions,
  connect,
} from '../../../protocol/client/client.ts';
import { openSteadyClock } from './steady-clock.ts';

export type StateUpdate = Extract<ChannelUpdate, { kind: 'state' }>;

/** Why there is nothing (more) to show. */
export type FollowRejection = {
  readonly reason: 'unauthorized' | 'revoked' | 'expired' | 'forbidden' | 'invalid';
  /** The server's words. */
  readonly message: string;
  readonly hint: string | null;
};

export type Followed = {
  /** The server's time, ms since 1970. */
  now(): number;
  /** ms since the last sign of life that means the picture is true; since the start when there was none. */
  silentMs(): number;
  stop(): void;
};

/** A refused token is tried again so often: it may have been put right, and the screen is out of reach. */
const REFUSED_RETRY_MS = 60_000;

export type FollowOptions = Pick<ClientOptions, 'WebSocket' | 'timing' | 'now'> & {
  /** Address of the live channel, `ws:` or `wss:`. */
  readonly url: string;
  readonly token: string;
  readonly channel: string;
  /** What the page has already: it goes on from there, so that what happened since is told as news. */
  readonly start?: HeldState | undefined;
  /** The server is heard, and its time known. */
  readonly onHeard?: () => void;
  /** Each new state, in order. A state that comes after a refusal ends it. */
  readonly onUpdate: (update: StateUpdate) => void;
  /** The channel is refused; what was shown may stay, and it is asked for again. */
  readonly onRefusal: (refusal: FollowRejection) => void;
  readonly refusedRetryMs?: number;
};

/** Follows `channel` until `stop`. */
export function follow(options: FollowOptions): Followed {
  const { channel } = options;
  const steadyNow = options.now ?? openSteadyClock();
  /** Since when nothing was heard by any client before this one. */
  let silentSince = steadyNow();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let client = open(options.start);
  /** The client that knows the server's time: a new one does when it has heard something. */
  let timekeeper = client;

  function open(start?: HeldState): Client {
    const opened = connect({
      url: options.url,
      token: options.token,
      now: steadyNow,
      WebSocket: options.WebSocket,
      timing: options.timing,
      sha256: (text) => bytesToHex(sha256(utf8ToBytes(text))),
      onStatus(status) {
        if (status.state === 'live') {
          timekeeper = opened;
          options.onHeard?.();
        }
        if (status.state === 'closed' && status.reason !== 'stopped') refuse(status);
      },
    });
    const listen: ChannelListener = (update) => {
      if (update.kind === 'state') options.onUpdate(update);
      else refuse({ reason: update.code, message: update.message, hint: update.hint });
    };
    opened.subscribe(channel, listen, start);
    return opened;
  }

  function refuse({ reason, message, hint }: FollowRejection): void {
    options.onRefusal({ reason, message, hint });
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

/** Address of the live channel beside the page at `location`. */
export const liveUrl = (location: { readonly protocol: string; readonly host: string }, apiRoot: string): string =>
  `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}${apiRoot}/live`;
