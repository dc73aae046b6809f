// One attempt: posts a message and reads the beginning of the answer. A redirect is an answer like any other: it is not followed,
// so that no server can send messages on to an address that was not checked (rule HOOK-8).
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import {
  type AddressRules,
  checkedLookup,
  ForbiddenAddress,
  forbiddenAddress,
  literalOf,
  problemOfUrl,
} from './address.ts';

export type Attempt = {
  /** null without an answer. */
  readonly status: number | null;
  /** The beginning of the answer's body, or why there was none. */
  readonly answer: string;
  /** Answered with 2xx. */
  readonly isDelivered: boolean;
};

/** For the whole attempt: the name, the connection, the message and the answer; ms. */
export const ATTEMPT_MS = 5_000;
/** Bytes of an answer that are read, and characters that are stored. */
export const ANSWER_BYTES = 64 * 1_024;
export const ANSWER_KEPT = 1_000;

export type Post = (url: string, headers: Readonly<Record<string, string>>, body: string) => Promise<Attempt>;

/** `timeoutMs`: for one attempt. */
export function openPost(rules: AddressRules, timeoutMs: number): Post {
  const lookup = checkedLookup(rules);

  async function answerTo(text: string, headers: Readonly<Record<string, string>>, body: string): Promise<Attempt> {
    const url = new URL(text);
    // A host that is an address already is not resolved.
    if (literalOf(url) !== null && problemOfUrl(text, rules) !== null) throw forbiddenAddress(url.hostname);
    const signal = AbortSignal.timeout(timeoutMs);
    const request = url.protocol === 'https:' ? requestHttps : requestHttp;
    const message = await new Promise<IncomingMessage>((resolve, reject) => {
      const sent = request(url, {
        method: 'POST',
        // A connection of its own for each attempt: none is kept to an address that was checked earlier.
        agent: false,
        lookup,
        signal,
        headers: {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          'user-agent': 'Touchline',
          ...headers,
        },
      });
      sent.on('response', resolve);
      sent.on('error', reject);
      // Without a listener Node.js ends the connection and emits nothing more: the attempt would never end.
      sent.on('upgrade', (_, socket) => {
        socket.destroy();
        reject(new Error('it changes the protocol (101)'));
      });
      sent.end(body);
    });
    const status = message.statusCode ?? 0;
    const isDelivered = status >= 200 && status < 300;
    const begin = await beginningOf(message);
    // The status decides. An answer that breaks off or takes too long adds nothing.
    return { status, isDelivered, answer: redirectOf(message) ?? begin };
  }

  return async (url, headers, body) => {
    try {
      return await answerTo(url, headers, body);
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      return { status: null, isDelivered: false, answer: reasonOf(error, timeoutMs) };
    }
  };
}

async function beginningOf(message: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of message as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes >= ANSWER_BYTES) break;
    }
  } catch (error) {
    if (!(error instanceof Error)) throw error;
  }
  message.destroy();
  const text = Buffer.concat(chunks).subarray(0, ANSWER_BYTES).toString('utf8');
  // The database stores no NUL.
  return text.replaceAll('\0', '').slice(0, ANSWER_KEPT);
}

/** What to tell of a redirect; null: the answer is none. */
function redirectOf({ statusCode = 0, headers: { location } }: IncomingMessage): string | null {
  if (statusCode < 300 || statusCode > 399 || location === undefined) return null;
  return `Redirects are not followed. It leads to ${location}`.slice(0, ANSWER_KEPT);
}

function reasonOf(error: Error, timeoutMs: number): string {
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return `No answer within ${timeoutMs / 1_000} s.`;
  if (error instanceof ForbiddenAddress) return error.message;
  // A name with several addresses: the error of all of them has no message of its own.
  const all = error instanceof AggregateError ? error.errors.map((one: Error) => one.message).join('; ') : '';
  return `No answer: ${all || plainly(error.message)}`;
}

/** OpenSSL writes a line of its own: `…:error:0A00010B:SSL routines:ssl3_get_record:wrong version number:…`. */
function plainly(text: string): string {
  const [, tls] = text.split(':SSL routines:')[1]?.split(':') ?? [];
  if (tls !== undefined) return `TLS failed (${tls})`;
  if (text === 'socket hang up') return 'the connection was closed';
  // Newer versions of Node.js add advice for operators.
  return text.replace(/; if the root CA is installed locally.*/s, '');
}
