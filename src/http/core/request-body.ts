// Receives a request body: checks its framing, and keeps at most the allowed number of bytes in memory.
import type { HttpRequest } from 'uWebSockets.js';
import { Problem } from '../../ops/problem.ts';

/** Bytes of an API body (rule REQ-4). */
export const API_BODY_LIMIT = 1_048_576;
/** Bytes of a data file (rule REQ-4). */
export const DATA_FILE_LIMIT = 64 * 1_048_576;

/** Bytes. If a rejected body announces more than this beyond its limit, the server closes the connection instead of reading it. */
const DISCARD_MAX = 64 * 1_048_576;

type Framing = {
  readonly hasBody: boolean;
  /** The announced length; null if chunked. */
  readonly length: number | null;
  readonly problem: Problem | null;
};

const noBody: Framing = { hasBody: false, length: 0, problem: null };
const chunked: Framing = { hasBody: true, length: null, problem: null };
const refused = (status: 400 | 501, error: string, hint: string): Framing => ({
  ...noBody,
  problem: new Problem(status, error, { hint }),
});

const unknownEncoding = refused(
  501,
  'This transfer encoding is not supported.',
  'Send Transfer-Encoding: chunked, or Content-Length.',
);
const unclearLength = refused(
  400,
  'The Content-Length is ambiguous.',
  'Send one Content-Length, or Transfer-Encoding: chunked.',
);

/**
 * Checks the framing of the body. The library treats any `Transfer-Encoding` as chunked, and uses the first of two lengths.
 * A proxy in front may decide differently (request smuggling), so both cases are rejected.
 */
export function framingOf(req: HttpRequest): Framing {
  const encoding = req.getHeader('transfer-encoding');
  const length = req.getHeader('content-length');
  if (encoding === '' && length === '') return noBody;
  if (encoding !== '') {
    const isClear = encoding.toLowerCase() === 'chunked' && timesSent(req, 'transfer-encoding') === 1;
    return isClear ? chunked : unknownEncoding;
  }
  if (timesSent(req, 'content-length') > 1 || !/^\d{1,15}$/.test(length)) {
    return unclearLength;
  }
  const bytes = Number(length);
  return bytes === 0 ? noBody : { hasBody: true, length: bytes, problem: null };
}

function timesSent(req: HttpRequest, name: string): number {
  let times = 0;
  req.forEach((key) => {
    if (key === name) times += 1;
  });
  return times;
}

export const tooLarge = (limit: number): Problem =>
  new Problem(413, 'The request body is too large.', {
    hint: `The limit is ${limit} bytes.`,
  });

export type RequestBody = {
  /** Adds the next part. It copies the bytes, because the memory belongs to the library. */
  take(chunk: ArrayBuffer, isLast: boolean): void;
  /** Resolves to the whole body. Throws Problem 413 as soon as the body is too large. */
  whole(): Promise<Buffer>;
  /** Rejects the body because the client has disconnected. */
  cut(error: Error): void;
  /** Whether the rest of a rejected body is too long to read. */
  isEndless(): boolean;
};

/** `length`: the announced length, null if chunked. */
export function openRequestBody(limit: number, length: number | null): RequestBody {
  let parts: Buffer[] = [];
  let received = 0;
  let isWhole = false;
  let failure: Error | null = length !== null && length > limit ? tooLarge(limit) : null;
  let waiting: { resolve: (body: Buffer) => void; reject: (error: Error) => void } | null = null;

  const joined = (): Buffer => {
    const [only] = parts;
    const body = parts.length === 1 && only ? only : Buffer.concat(parts, received);
    parts = [];
    return body;
  };

  function fail(error: Error): void {
    failure ??= error;
    parts = [];
    waiting?.reject(failure);
    waiting = null;
  }

  return {
    take(chunk, isLast) {
      received += chunk.byteLength;
      if (received > limit && !failure) fail(tooLarge(limit));
      if (!failure && chunk.byteLength > 0) parts.push(Buffer.from(new Uint8Array(chunk)));
      if (!isLast) return;
      isWhole = true;
      if (!failure) waiting?.resolve(joined());
    },
    whole() {
      if (failure) return Promise.reject(failure);
      if (isWhole) return Promise.resolve(joined());
      return new Promise((resolve, reject) => {
        waiting = { resolve, reject };
      });
    },
    cut: fail,
    isEndless: () => !isWhole && (length === null ? false : length > limit + DISCARD_MAX),
  };
}
