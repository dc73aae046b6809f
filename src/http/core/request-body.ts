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

const tooLarge = (limit: number): Problem =>
  new Problem(413, 'The request body is too large.', {
    hint: `The limit is ${limit} bytes.`,
  });

const busy = (): Problem =>
  new Problem(503, 'This server is receiving too many request bodies at the moment.', {
    code: 'busy',
    hint: 'Send the same request again after Retry-After seconds. A marker sent twice with the same id counts once.',
    headers: { 'retry-after': '1' },
  });

/** Bytes of one body kept before its handler asks for it: then the client has to wait. A marker is much smaller. */
const EARLY_MAX = 16_384;
/** Bytes of all bodies of a server that their handlers have not asked for, and of all bodies (rule LIMIT-8). */
const EARLY_TOTAL_MAX = 16 * 1_048_576;
const TOTAL_MAX = 256 * 1_048_576;

/** The bytes that a server keeps of bodies that are still arriving. */
export type BodyBytes = { total: number; early: number };

export const noBytes = (): BodyBytes => ({ total: 0, early: 0 });

/** For every request with a body: a stack trace of its own would cost more than the rest of this file. */
const ANSWERED = new Error('The request is answered.');

export type BodyFlow = {
  /** Stops and continues the arrival of bytes. */
  readonly pause: () => void;
  readonly resume: () => void;
  /** Whether the connection ends with the answer. The library takes every `Connection` of five letters for `close`. */
  readonly closesAfter: () => boolean;
};

export type RequestBody = {
  /** Adds the next part. It copies the bytes, because the memory belongs to the library. */
  take(chunk: ArrayBuffer, isLast: boolean): void;
  /**
   * Resolves to the whole body. Until the call only a few bytes are kept, so that a client without a credential or a right
   * costs little memory. Throws Problem 413 as soon as the body is too large, and 503 when the server keeps too many bytes.
   */
  whole(): Promise<Buffer>;
  /** Rejects the body because the client has disconnected. */
  cut(): void;
  /** The request is answered: frees what was kept. What still arrives is dropped. */
  drop(): void;
  /** Whether all of it has arrived. */
  isWhole(): boolean;
  /** Whether the rest of a rejected body is too long to read. */
  isEndless(): boolean;
};

/** `length`: the announced length, null if chunked. `bytes`: shared by all bodies of the server. */
export function openRequestBody(limit: number, length: number | null, bytes: BodyBytes, flow: BodyFlow): RequestBody {
  let parts: Buffer[] = [];
  let received = 0;
  let kept = 0;
  let isWhole = false;
  let isAsked = false;
  let isPaused = false;
  let failure: Error | null = length !== null && length > limit ? tooLarge(limit) : null;
  let waiting: { resolve: (body: Buffer) => void; reject: (error: Error) => void } | null = null;

  function release(): void {
    bytes.total -= kept;
    if (!isAsked) bytes.early -= kept;
    kept = 0;
    parts = [];
  }

  function joined(): Buffer {
    const [only] = parts;
    const body = parts.length === 1 && only ? only : Buffer.concat(parts, kept);
    release();
    return body;
  }

  function resume(): void {
    if (isPaused) flow.resume();
    isPaused = false;
  }

  function settle(): void {
    if (failure) waiting?.reject(failure);
    else waiting?.resolve(joined());
    waiting = null;
  }

  /**
   * In its callback for a part the library does not notice that an answer closes the connection. It would serve the request behind
   * the body, on a connection that is gone.
   */
  function settleInCallback(): void {
    if (flow.closesAfter()) setImmediate(settle);
    else settle();
  }

  function fail(error: Error): void {
    failure ??= error;
    release();
  }

  function refuse(error: Error): void {
    fail(error);
    settleInCallback();
  }

  function keep(chunk: ArrayBuffer): void {
    const size = chunk.byteLength;
    const hasRoom = bytes.total + size <= TOTAL_MAX && (isAsked || bytes.early + size <= EARLY_TOTAL_MAX);
    if (!hasRoom) {
      refuse(busy());
      return;
    }
    parts.push(Buffer.from(new Uint8Array(chunk)));
    kept += size;
    bytes.total += size;
    if (!isAsked) bytes.early += size;
  }

  return {
    take(chunk, isLast) {
      received += chunk.byteLength;
      if (received > limit && !failure) refuse(tooLarge(limit));
      if (!failure && chunk.byteLength > 0) keep(chunk);
      if (isLast) {
        isWhole = true;
        if (!failure) settleInCallback();
      } else if (!isAsked && !failure && kept > EARLY_MAX && !isPaused) {
        isPaused = true;
        flow.pause();
      }
    },
    whole() {
      if (!isAsked) bytes.early -= kept;
      isAsked = true;
      resume();
      if (failure) return Promise.reject(failure);
      if (isWhole) return Promise.resolve(joined());
      return new Promise((resolve, reject) => {
        waiting = { resolve, reject };
      });
    },
    cut() {
      isPaused = false;
      fail(new Error('The client disconnected.'));
      settle();
    },
    drop() {
      fail(ANSWERED);
      resume();
    },
    isWhole: () => isWhole,
    isEndless: () => !isWhole && (length === null ? false : length > limit + DISCARD_MAX),
  };
}
