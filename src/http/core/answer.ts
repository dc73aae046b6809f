// The answer of a handler, as a value. exchange.ts sends it (write-answer.ts).
import { STATUS_CODES } from 'node:http';
import type { Problem } from '../../ops/problem.ts';

/**
 * Constant headers, joined once: the library writes them in one call instead of one call each. Build them from literals
 * only. Values from outside go into `Answer.more`, which is sanitized.
 */
export type HeaderBlock = { readonly name: string; readonly rest: string };

export function headerBlock(headers: Readonly<Record<string, string>>): HeaderBlock {
  const [first, ...others] = Object.entries(headers);
  if (!first) throw new Error('A header block needs a header.');
  return { name: first[0], rest: first[1] + headerLines(Object.fromEntries(others)) };
}

/** The same headers, to be written in the same call after a block. */
export const headerLines = (headers: Readonly<Record<string, string>>): string =>
  Object.entries(headers)
    .map(([name, value]) => `\r\n${name}: ${value}`)
    .join('');

export type Answer = {
  readonly status: number;
  readonly headers: HeaderBlock;
  /** Headers of this answer only. */
  readonly more?: Readonly<Record<string, string>> | undefined;
  /** `Set-Cookie` headers, besides one in `more`. */
  readonly cookies?: readonly string[] | undefined;
  /** null: no body and no content-length (204, 304). */
  readonly body: string | Uint8Array | null;
  /** The body is written in parts, and the answer stays open. Called once, after the head; never for HEAD. */
  readonly stream?: ((out: OpenAnswer) => StreamEvents) | undefined;
  /** Tells the client to close the connection after a body that is written in parts; the server waits for that. */
  readonly saysClose?: boolean;
};

/** Whether the client is told to close the connection after it: HEAD has no body whose end it waits for. */
export const isFinal = ({ saysClose }: Answer, method: string): boolean => saysClose === true && method !== 'HEAD';

/** An answer that stays open. After its end, calls of its members have no effect. */
export type OpenAnswer = {
  /** Returns false if bytes wait for the reader now. They are kept, and follow in order. */
  write(text: string): boolean;
  /**
   * Finds out whether the reader takes what waits: gives the library a little more of it, or else `filler`, and then as much as the system
   * takes. Returns about how many bytes still wait, 0 for none; null when the system did not take all that the library had.
   */
  probe(filler: string): number | null;
  /** Ends the answer. The connection takes the next request, unless the head tells the client to close it. */
  finish(): void;
  /** Cuts the connection. */
  close(): void;
};

export type StreamEvents = {
  /** The client has gone, or the connection was cut. */
  readonly closed: () => void;
  /**
   * The reader took data after some had to wait. `left`: about how many bytes still wait here. Write something when there are none: the
   * library drains with the next write.
   */
  readonly writable: (left: number) => void;
};

export const NOSNIFF = { 'x-content-type-options': 'nosniff' };
/** Rule OPS-17. A year; not for other hosts of the domain, which are not ours. */
export const HSTS = { 'strict-transport-security': 'max-age=31536000' } as const;
const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };
/** Apps in browsers call from any site: the API accepts a token, never a cookie. */
export const CORS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'ETag, Link, Retry-After, RateLimit, RateLimit-Policy, Server-Time, WWW-Authenticate, X-Total-Count',
};

/** Rule REQ-7. */
const api = headerBlock({ ...JSON_TYPE, 'cache-control': 'private, no-cache', ...NOSNIFF, ...CORS });
const problems = headerBlock({ ...JSON_TYPE, 'cache-control': 'no-store', ...NOSNIFF, ...CORS });
const unstored = headerBlock({ ...JSON_TYPE, 'cache-control': 'no-store', ...NOSNIFF });

/** An answer of the REST interface. */
export const apiJson = (status: number, body: unknown, more?: Readonly<Record<string, string>>): Answer => ({
  status,
  headers: status < 400 ? api : problems,
  more,
  body: JSON.stringify(body),
});

/** 200 with encoded JSON. */
export const apiText = (body: string | Uint8Array, etag: string): Answer => ({
  status: 200,
  headers: api,
  more: { etag },
  body,
});

const same = headerBlock({ 'cache-control': 'private, no-cache', ...CORS });

export const notModified = (etag: string): Answer => ({ status: 304, headers: same, more: { etag }, body: null });

/** JSON with `no-store`: clients and proxies do not cache it. */
export const unstoredJson = (status: number, body: unknown): Answer => ({
  status,
  headers: unstored,
  body: JSON.stringify(body),
});

/** The Error object (rule REQ-6). */
export const problemAnswer = (problem: Problem): Answer => ({
  status: problem.status,
  headers: problems,
  more: problem.headers,
  body: JSON.stringify(problem.body()),
});

/** Node's reason phrases, except 422: Node prints its old name, the interface the one of RFC 9110. */
const reasons: Readonly<Record<string, string | undefined>> = { ...STATUS_CODES, 422: 'Unprocessable Content' };

/** The status and its reason phrase, as HTTP/1.1 prints them. */
export const statusLine = (status: number): string => `${status} ${reasons[status] ?? 'Unknown'}`;

// A control character could end a header and start another one.
const control = /[\x00-\x1f\x7f]+/g;

/** The value without control characters, safe for a header. */
export const cleanHeader = (value: string): string => value.replace(control, ' ');
