// What event streams and polling share: a link that follows each channel with HTTP requests of its own. The credential is in
// a header, never in an address.
import type { HttpAnswer, Link, LinkEnd, LinkOptions, FetchLike, Transport } from './link.ts';
import type { FallbackTiming } from './timing.ts';
import type { AnyState } from '../wire/air.ts';
import type { Ref, Since, UpFrame } from '../wire/up.ts';

export type HttpLinkOptions = Omit<LinkOptions, 'WebSocket' | 'timing'> & {
  readonly fetch: FetchLike;
  readonly random: () => number;
  readonly timing: LinkOptions['timing'] & FallbackTiming;
};

/** One channel, until its signal aborts. */
export type Followed = {
  readonly channel: string;
  /** Of the subscribe that waits for its answer. */
  readonly ref: Ref | undefined;
  readonly since: Since | null;
  /** The state at `since`. */
  readonly state: AnyState | undefined;
  readonly signal: AbortSignal;
};

export type HttpLink = {
  /** The answer to `GET {live}/PATH`; null when there is none to work with: the link ended or the channel is over. */
  get(followed: Followed, path: string, headers: Readonly<Record<string, string>>): Promise<HttpAnswer | null>;
  /** What `work` resolves to; null, and the link ends, if it fails or takes longer than `connectMs`. */
  read<T>(followed: Followed, work: Promise<T>): Promise<T | null>;
  /** Ends the request of a channel that is over, or is asked for again later. */
  leave(channel: string): void;
  /** A sign of life of the server. */
  markAlive(): void;
  /** Ends the link. `failed`: the transport does not work. */
  lose(failed: boolean, retryAfterMs?: number): void;
  refuse(end: Extract<LinkEnd, { kind: 'refused' }>): void;
  /** ms since the first answer; 0 before it. */
  livedMs(): number;
  /** Channels that are followed now. */
  count(): number;
};

/** The error body of the REST interface. */
type ErrorBody = { readonly error: string; readonly hint?: unknown };

/** Opens a link whose channels are followed by `follow`. */
export function openHttpLink(
  transport: Transport,
  options: HttpLinkOptions,
  follow: (followed: Followed, link: HttpLink) => Promise<void>,
): Link {
  const { now, timing } = options;
  const live = options.url.replace(/^ws/, 'http');
  const requests = new Map<string, AbortController>();
  let ended = false;
  let welcomedAt: number | null = null;

  const link: HttpLink = {
    async get(followed, path, headers) {
      const { channel, signal } = followed;
      const sent = options.fetch(`${live}/${encodeURIComponent(channel)}${path}`, {
        headers: { authorization: `Bearer ${options.token}`, ...headers },
        cache: 'no-store',
        signal,
      });
      const answer = await link.read(followed, sent);
      if (answer === null || answer.status === 200 || answer.status === 304) return answer;
      const text = await link.read(followed, answer.text());
      if (text !== null) reject(followed, answer, errorBody(text));
      return null;
    },
    async read(followed, work) {
      const timer = setTimeout(() => link.lose(link.livedMs() === 0), timing.connectMs);
      try {
        const done = await work;
        return followed.signal.aborted ? null : done;
      } catch {
        if (!followed.signal.aborted) link.lose(link.livedMs() === 0);
        return null;
      } finally {
        clearTimeout(timer);
      }
    },
    leave(channel) {
      requests.get(channel)?.abort();
      requests.delete(channel);
    },
    markAlive() {
      options.onHeard();
      if (welcomedAt !== null) return;
      welcomedAt = now();
      options.onWelcome();
    },
    lose: (failed, retryAfterMs = 0) => end({ kind: 'lost', retryAfterMs, livedMs: link.livedMs(), failed }),
    refuse: end,
    livedMs: () => (welcomedAt === null ? 0 : Math.max(1, now() - welcomedAt)),
    count: () => requests.size,
  };

  function reject({ channel, ref }: Followed, answer: HttpAnswer, body: ErrorBody | null): void {
    const hint = typeof body?.hint === 'string' ? body.hint : null;
    if (body !== null && answer.status === 401) {
      link.refuse({ kind: 'refused', reason: 'unauthorized', message: body.error, hint });
    } else if (body !== null && (answer.status === 403 || answer.status === 404)) {
      link.leave(channel);
      const code = answer.status === 403 ? 'forbidden' : 'invalid';
      // Without a subscribe to answer, the right was lost since.
      if (ref === undefined) options.onFrame({ type: 'unsubscribed', channel, reason: 'forbidden' });
      else options.onFrame({ type: 'error', ref, channel, code, error: body.error, hint: hint ?? undefined });
    } else {
      const seconds = Number(answer.headers.get('retry-after'));
      link.lose(link.livedMs() === 0, seconds > 0 ? seconds * 1_000 : 0);
    }
  }

  function send(frame: UpFrame, state?: AnyState): void {
    if (ended || (frame.type !== 'subscribe' && frame.type !== 'unsubscribe')) return;
    const { channel, ref } = frame;
    link.leave(channel);
    if (frame.type === 'unsubscribe') return;
    const request = new AbortController();
    requests.set(channel, request);
    void follow({ channel, ref, since: frame.since ?? null, state, signal: request.signal }, link);
  }

  function end(how: LinkEnd): void {
    if (ended) return;
    drop();
    options.onEnd(how);
  }
  function drop(): void {
    ended = true;
    for (const request of requests.values()) request.abort();
  }

  // The caller has the link first.
  queueMicrotask(() => {
    if (!ended) options.onReady();
  });
  return { transport, send, drop };
}

/** The error that our server sends; null for the page of a proxy. */
function errorBody(text: string): ErrorBody | null {
  try {
    const body = JSON.parse(text) as Partial<ErrorBody> | null;
    return typeof body?.error === 'string' ? { error: body.error, hint: body.hint } : null;
  } catch {
    return null;
  }
}
