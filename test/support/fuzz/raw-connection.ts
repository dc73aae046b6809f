// Writes bytes to a connection in given pieces and collects what comes back, until the server ends it or is quiet.
import { connect } from 'node:net';
import type { Target } from './target.ts';

/** Without a byte for so long, the server has said all that it will say to a broken request, ms. */
const QUIET_MS = 80;

type Exchanged = { readonly received: Buffer; readonly isEnded: boolean };

/** `reads`: false for a client that never takes an answer. */
export function exchangeBytes(target: Target, pieces: readonly Buffer[], reads: boolean): Promise<Exchanged> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: target.host, port: target.port, noDelay: true });
    const parts: Buffer[] = [];
    const waiting = [...pieces];
    let isConnected = false;
    const quiet = setTimeout(() => done(false), QUIET_MS);
    const done = (isEnded: boolean): void => {
      clearTimeout(quiet);
      socket.destroy();
      resolve({ received: Buffer.concat(parts), isEnded });
    };
    const next = (): void => {
      quiet.refresh();
      const piece = waiting.shift();
      if (piece === undefined || socket.destroyed) return;
      socket.write(piece);
      setImmediate(next);
    };
    socket.once('connect', () => {
      isConnected = true;
      if (!reads) socket.pause();
      next();
    });
    socket.on('data', (part) => {
      quiet.refresh();
      parts.push(part);
    });
    socket.once('end', () => done(true));
    socket.once('close', () => done(true));
    socket.once('error', (error) => {
      // A reset after our bytes is an end. A connection that is not taken is a server that is gone.
      if (isConnected) done(true);
      else reject(error);
    });
    if (!reads) socket.pause();
  });
}

/** Cuts the bytes at these places, each taken modulo the length. */
export function cutAt(bytes: Buffer, places: readonly number[]): Buffer[] {
  const ends = [...new Set(places.map((place) => (bytes.length === 0 ? 0 : place % bytes.length)))].sort(
    (a, b) => a - b,
  );
  return [...ends, bytes.length]
    .map((end, index) => bytes.subarray(ends[index - 1] ?? 0, end))
    .filter((piece) => piece.length > 0);
}

/** Answers that the server may give to bytes that are no request: 501 (Transfer-Encoding) and 505 (version) are documented. */
const NOT_OURS = new Set(['501', '505']);

/** The statuses of the answers in what came back; throws for a 5xx. */
export function statusesIn(received: Buffer): string[] {
  const text = received.toString('latin1');
  const statuses = [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status = '']) => status);
  const bad = statuses.find((status) => status.startsWith('5') && !NOT_OURS.has(status));
  if (bad !== undefined) throw new Error(`The answer was ${bad}: ${text.slice(0, 500)}`);
  return statuses;
}
