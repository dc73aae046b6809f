// Receives a request body: checks its framing, and keeps at most the allowed number of bytes in memory.
import type { HttpRequest } from 'uWebSockets.js';
import { Problem } from '../../ops/problem.ts';

/** Bytes of an API body (rule REQ-4). */
export const API_BODY_LIMIT = 1_048_576;
/** Bytes of a data file (rule REQ-4). */
export const DATA_FILE_LIMIT = 64 * 1_048_576;

/** The caller of a body that ends later than this after its head, ms, is checked again (rule ACCESS-4). */
export const LATE_MS = 1_000;

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

/** A body may come in so many parts, and in one more for each 64 bytes: each chunk, also of one byte, is a call (rule LIMIT-24). */
export const PARTS_MAX = 1_000;
export const PART_BYTES = 64;

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

type BodyFlow = {
  /** Stops and continues the arrival of bytes. */
  readonly pause: () => void;
  readonly resume: () => void;
  /** Ends the connection, which cuts the body. */
  readonly end: () => void;
  /** Whether the connection ends with the answer. */
  readonly closesAfter: () => boolean;
};

/** A class, because each request with a body has one: functions of its own would take most of the memory of a request. */
export class RequestBody {
  readonly #limit: number;
  readonly #length: number | null;
  readonly #bytes: BodyBytes;
  readonly #flow: BodyFlow;
  #parts: Buffer[] = [];
  #received = 0;
  #partsTaken = 0;
  #kept = 0;
  #isWhole = false;
  #isAsked = false;
  #isPaused = false;
  #failure: Error | null;
  #waiting: { resolve: (body: Buffer) => void; reject: (error: Error) => void } | null = null;

  /** `length`: the announced length, null if chunked. `bytes`: shared by all bodies of the server. */
  constructor(limit: number, length: number | null, bytes: BodyBytes, flow: BodyFlow) {
    this.#limit = limit;
    this.#length = length;
    this.#bytes = bytes;
    this.#flow = flow;
    this.#failure = length !== null && length > limit ? tooLarge(limit) : null;
  }

  /** Adds the next part. It copies the bytes, because the memory belongs to the library. */
  take(chunk: ArrayBuffer, isLast: boolean): void {
    this.#received += chunk.byteLength;
    this.#partsTaken += 1;
    if (this.#partsTaken > PARTS_MAX + this.#received / PART_BYTES) {
      // An answer would come after the rest of what has arrived: a hundred thousand calls.
      this.#flow.end();
      return;
    }
    if (this.#received > this.#limit && !this.#failure) this.#refuse(tooLarge(this.#limit));
    if (!this.#failure && chunk.byteLength > 0) this.#keep(chunk);
    if (isLast) {
      this.#isWhole = true;
      if (!this.#failure) this.#settleInCallback();
    } else if (!this.#isAsked && !this.#failure && this.#kept > EARLY_MAX && !this.#isPaused) {
      this.#isPaused = true;
      this.#flow.pause();
    }
  }

  /**
   * Resolves to the whole body. Until the call only a few bytes are kept, so that a client without a credential or a right
   * costs little memory. Throws Problem 413 as soon as the body is too large, and 503 when the server keeps too many bytes.
   */
  whole(): Promise<Buffer> {
    if (!this.#isAsked) this.#bytes.early -= this.#kept;
    this.#isAsked = true;
    this.#resume();
    if (this.#failure) return Promise.reject(this.#failure);
    if (this.#isWhole) return Promise.resolve(this.#joined());
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
    });
  }

  /** The library ends a connection whose body has brought less than 160 KiB in 10 seconds. After each call it waits as long again. */
  keepOpen(): void {
    if (this.#isWhole || this.#isPaused) return;
    this.#flow.pause();
    this.#flow.resume();
  }

  /** Rejects the body because the client has disconnected. */
  cut(): void {
    this.#isPaused = false;
    this.#fail(new Error('The client disconnected.'));
    this.#settle();
  }

  /** The request is answered: frees what was kept. What still arrives is dropped. */
  drop(): void {
    this.#fail(ANSWERED);
    this.#resume();
  }

  /** Bytes that have arrived. */
  received(): number {
    return this.#received;
  }

  /** Whether all of it has arrived. */
  isWhole(): boolean {
    return this.#isWhole;
  }

  /** Whether the rest of a rejected body is too long to read. */
  isEndless(): boolean {
    return !this.#isWhole && (this.#length === null ? false : this.#length > this.#limit + DISCARD_MAX);
  }

  #keep(chunk: ArrayBuffer): void {
    const size = chunk.byteLength;
    const bytes = this.#bytes;
    const hasRoom = bytes.total + size <= TOTAL_MAX && (this.#isAsked || bytes.early + size <= EARLY_TOTAL_MAX);
    if (!hasRoom) {
      this.#refuse(busy());
      return;
    }
    this.#parts.push(Buffer.from(new Uint8Array(chunk)));
    this.#kept += size;
    bytes.total += size;
    if (!this.#isAsked) bytes.early += size;
  }

  #joined(): Buffer {
    const [only] = this.#parts;
    const body = this.#parts.length === 1 && only ? only : Buffer.concat(this.#parts, this.#kept);
    this.#release();
    return body;
  }

  #release(): void {
    this.#bytes.total -= this.#kept;
    if (!this.#isAsked) this.#bytes.early -= this.#kept;
    this.#kept = 0;
    this.#parts = [];
  }

  #resume(): void {
    if (this.#isPaused) this.#flow.resume();
    this.#isPaused = false;
  }

  #settle(): void {
    if (this.#failure) this.#waiting?.reject(this.#failure);
    else this.#waiting?.resolve(this.#joined());
    this.#waiting = null;
  }

  /**
   * In its callback for a part the library does not notice that an answer closes the connection. It would serve the request behind
   * the body, on a connection that is gone.
   */
  #settleInCallback(): void {
    if (this.#flow.closesAfter()) setImmediate(() => this.#settle());
    else this.#settle();
  }

  #refuse(error: Error): void {
    this.#fail(error);
    this.#settleInCallback();
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    this.#release();
  }
}
