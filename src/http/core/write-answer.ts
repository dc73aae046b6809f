// Writes an answer to the library's response. A body that the system does not take at once waits for its reader here, not in
// the library: a client that does not read costs one answer, is detected and disconnected (rule LIMIT-8).
import type { HttpResponse } from 'uWebSockets.js';
import { type Answer, cleanHeader, type OpenAnswer, statusLine, type StreamEvents } from './answer.ts';
import { openPieces } from './pieces.ts';
import { utf8 } from './utf8.ts';

type WriteOptions = {
  readonly isHead: boolean;
  /** Closes the connection after the answer. */
  readonly isLast: boolean;
  /** The headers of every answer of this server, as `headerLines` gives them. */
  readonly always: string;
  /** Called when the last byte of a body that waited was handed to the system. */
  readonly written: () => void;
};

/** Writes the head of an answer that stays open, and begins its stream. */
export function writeStream(
  res: HttpResponse,
  { headers, more }: Answer,
  always: string,
  stream: (out: OpenAnswer) => StreamEvents,
): StreamEvents {
  res.writeHeader(headers.name, headers.rest + always);
  for (const name in more) res.writeHeader(name, utf8(cleanHeader(more[name] ?? '')));
  let isOpen = true;
  const pieces = openPieces((bytes) => {
    let isTaken = false;
    if (isOpen) res.cork(() => (isTaken = res.write(bytes)));
    return isTaken;
  });
  const events = stream({
    write: pieces.write,
    probe: pieces.probe,
    finish() {
      if (!isOpen) return;
      isOpen = false;
      res.cork(() => res.end());
    },
    close() {
      if (isOpen) res.close();
    },
  });
  res.onWritable(() => {
    if (isOpen) events.writable(pieces.more());
    return true;
  });
  return {
    ...events,
    closed() {
      isOpen = false;
      events.closed();
    },
  };
}

/**
 * Returns null when the whole answer was handed to the system. Otherwise the rest of the body waits for the reader: the bytes that
 * were copied for it. `written` follows then, or the library's abort.
 */
export function writeAnswer(
  res: HttpResponse,
  { status, headers, more, cookies, body }: Answer,
  { isHead, isLast, always, written }: WriteOptions,
): number | null {
  if (status !== 200) res.writeStatus(statusLine(status));
  res.writeHeader(headers.name, headers.rest + always);
  for (const name in more) res.writeHeader(name, utf8(cleanHeader(more[name] ?? '')));
  if (cookies) for (const cookie of cookies) res.writeHeader('set-cookie', cleanHeader(cookie));
  // The library cannot close after an answer without a body (it adds a content-length), so the connection stays open.
  if (body === null) res.endWithoutBody();
  else if (isHead) res.writeHeader('content-length', String(Buffer.byteLength(body))).endWithoutBody();
  else if (isLast) res.end(typeof body === 'string' ? utf8(body) : body, true);
  else return writeBody(res, body, written);
  return null;
}

/** While a body waits, the library closes the connection when its next request comes. */
function writeBody(res: HttpResponse, body: string | Uint8Array, written: () => void): number | null {
  const size = Buffer.byteLength(body);
  const [, isDone] = res.tryEnd(typeof body === 'string' ? utf8(body) : body, size);
  if (isDone) return null;
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  res.onWritable((offset) => {
    let isTaken = false;
    res.cork(() => {
      const [taken, isWhole] = res.tryEnd(bytes.subarray(offset), size);
      isTaken = taken;
      if (isWhole) written();
    });
    return isTaken;
  });
  return bytes === body ? 0 : size;
}
