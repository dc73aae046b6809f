// What the client does where WebSockets do not pass: event streams, and where these do not pass either, polling. From time
// to time it tries the better way again, beside the one that works. Loaded when it is needed.
//
//   WebSocket ──2 fail──▶ events ──2 fail, or silent──▶ polling ──2 fail──▶ WebSocket
//       ▲                   │ ▲                            │
//       └─── a try works ───┘ └────── a try works ─────────┘
import { openEventLink, STREAMS_MAX } from './event-link.ts';
import type { HttpLinkOptions } from './http-link.ts';
import type { FetchLike, Link, LinkEnd, LinkOptions, OpenLink } from './link.ts';
import { openPollLink } from './poll-link.ts';
import { type ClientTiming, FALLBACK_TIMING, type FallbackTiming } from './timing.ts';

/** After this many links in a row that end with `failed`, the other way comes. */
const FAILED_MAX = 2;

type FallbackOptions = {
  readonly fetch?: FetchLike | undefined;
  readonly random?: (() => number) | undefined;
  readonly timing?: Partial<ClientTiming & FallbackTiming> | undefined;
};

/** Makes the function that opens a link of the fallback. It remembers what did not work. `openLink` opens a WebSocket. */
export function openFallback(openLink: OpenLink, more: FallbackOptions): OpenLink {
  const fallbackTiming: FallbackTiming = { ...FALLBACK_TIMING, ...more.timing };
  const fetch = more.fetch ?? globalThis.fetch.bind(globalThis);
  const random = more.random ?? Math.random;
  let mode: 'events' | 'polling' = 'events';
  let failed = 0;
  let { betterMs } = fallbackTiming;

  return (given: LinkOptions): Link => {
    const options = { ...given, fetch, random, timing: { ...given.timing, ...fallbackTiming } };
    const channels = new Set<string>();
    let probe: Link | null = null;
    let timer: ReturnType<typeof setTimeout>;

    /** A channel that is over, or is asked for again later, does not count. */
    const onFrame: LinkOptions['onFrame'] = (frame) => {
      if (frame.type === 'unsubscribed' || frame.type === 'error') channels.delete(frame.channel ?? '');
      given.onFrame(frame);
    };
    const link = openCurrent({ ...options, onFrame, onEnd: ended });
    schedule();

    function openCurrent(http: HttpLinkOptions): Link {
      return mode === 'polling' ? openPollLink(http) : openEventLink({ ...http, onUnsuited: () => (mode = 'polling') });
    }

    function ended(end: LinkEnd): void {
      stopProbe();
      if (end.kind === 'refused') {
        given.onEnd(end);
        return;
      }
      const was = link.transport;
      failed = end.failed ? failed + 1 : 0;
      if (failed >= FAILED_MAX || mode !== was) {
        failed = 0;
        mode = was === 'events' ? 'polling' : 'events';
      }
      // When polling fails too, the server is away: a WebSocket is as good as anything else.
      given.onEnd({ ...end, failed: !(was === 'polling' && mode === 'events') });
    }

    function schedule(): void {
      timer = setTimeout(tryWebSocket, betterMs * (0.5 + random()));
    }
    function tryLater(): void {
      probe = null;
      betterMs = Math.min(fallbackTiming.betterMaxMs, betterMs * 2);
      schedule();
    }
    function tryWebSocket(): void {
      probe = openLink({
        ...quiet(given),
        onWelcome() {
          betterMs = fallbackTiming.betterMs;
          moveTo('websocket');
        },
        onEnd: tryEvents,
      });
    }
    function tryEvents(): void {
      const [channel] = channels;
      if (mode === 'events' || channel === undefined || channels.size > STREAMS_MAX) {
        tryLater();
        return;
      }
      const events = openEventLink({
        ...quiet(options),
        onReady: () => events.send({ type: 'subscribe', channel }),
        onUnsuited: () => undefined,
        onFrame({ type }) {
          if (type !== 'error' && type !== 'unsubscribed') return;
          // The channel is over. The next try takes another one.
          channels.delete(channel);
          events.drop();
          tryLater();
        },
        onProven: () => moveTo('events'),
        onEnd: tryLater,
      });
      probe = events;
    }
    function moveTo(better: 'websocket' | 'events'): void {
      mode = 'events';
      failed = 0;
      drop();
      given.onEnd({ kind: 'lost', retryAfterMs: 0, livedMs: 0, failed: better === 'events', planned: true });
    }
    function stopProbe(): void {
      clearTimeout(timer);
      probe?.drop();
    }
    function drop(): void {
      stopProbe();
      link.drop();
    }

    return {
      transport: link.transport,
      send(frame, state) {
        if (frame.type === 'subscribe') channels.add(frame.channel);
        if (frame.type === 'unsubscribe') channels.delete(frame.channel);
        link.send(frame, state);
      },
      drop,
    };
  };
}

/** For a link that is only tried: what it says goes nowhere. */
const quiet = <T extends LinkOptions>(options: T): T => ({
  ...options,
  onReady: () => undefined,
  onWelcome: () => undefined,
  onHeard: () => undefined,
  onFrame: () => undefined,
});
