// One HTTP request whose path and body are sent as they are, on a connection of its own.
import http from 'node:http';
import type { Target } from './target.ts';

export type Sent = { readonly status: number; readonly body: string; readonly ms: number };

/** Time for a whole answer, ms: a handler has 10 seconds (rule LIMIT-5). */
const PATIENCE_MS = 12_000;

type SendOptions = {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | null;
};

/** Sends it from a new address. Rejects without an answer. */
export function send(target: Target, { method, path, headers, body = null }: SendOptions): Promise<Sent> {
  const began = performance.now();
  return new Promise((resolve, reject) => {
    const request = http.request({
      host: target.host,
      port: target.port,
      method,
      path,
      headers: {
        'x-forwarded-for': target.nextAddress(),
        ...(body === null ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
        ...headers,
      },
      agent: false,
      timeout: PATIENCE_MS,
    });
    request.once('timeout', () => request.destroy(new Error(`No answer within ${PATIENCE_MS} ms.`)));
    request.once('error', reject);
    request.once('response', (response) => {
      const parts: Buffer[] = [];
      const done = (): void => {
        const body = Buffer.concat(parts).toString();
        resolve({ status: response.statusCode ?? 0, body, ms: performance.now() - began });
      };
      // An event stream has no end: its first event is the answer.
      const isStream = response.headers['content-type']?.startsWith('text/event-stream') === true;
      response.on('data', (part: Buffer) => {
        parts.push(part);
        if (!isStream) return;
        done();
        request.destroy();
      });
      response.once('error', reject);
      response.once('end', done);
    });
    request.end(body ?? undefined);
  });
}

/** Throws when a client cannot act on the answer: a 5xx, or an error without `error`. */
export function check({ status, body }: Sent, expected: ReadonlySet<number> | null): void {
  const shown = `${status} ${body.slice(0, 400)}`;
  if (status >= 500) throw new Error(`The answer was ${shown}`);
  if (expected !== null && !expected.has(status)) throw new Error(`The answer is not in the document: ${shown}`);
  if (status < 400 || body === '' || body.startsWith('<')) return;
  const { error } = JSON.parse(body) as { error?: unknown };
  if (typeof error !== 'string') throw new Error(`An error without "error": ${shown}`);
}
