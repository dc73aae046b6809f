// Watches the sockets to PostgreSQL and cuts a socket that is silent for too long.
//
// When a network drops packets, TCP takes a quarter of an hour to notice and `postgres` waits as long: every connection
// of the pool would stay stuck after the database is back. The pool closes idle connections before the limit, so a socket
// that is silent that long waits for an answer that will not come, unless it was idle before: the query then has its deadline.
//
// `postgres` may also keep unsent data of an ended connection in a timer that never fires. The next connection of that
// slot then sends nothing, or begins with that data. Such a connection is cut at once, until one begins correctly.
import net from 'node:net';
import { queryDeadlineMs } from './errors.ts';

/** The part of the options of `postgres` that says where to connect. */
type Address = {
  readonly path?: string | false;
  readonly host: readonly string[];
  readonly port: readonly number[];
  /** `direct`: TLS begins at once, without negotiation. */
  readonly sslnegotiation?: string | null;
};

/** `postgres` reads the host name for TLS from the socket. */
type NamedSocket = net.Socket & { host?: string; port?: number };

/** Of one socket, when last looked at: its bytes, when it last received some, and when a query was first sent after them. */
type Silence = { readonly read: number; readonly written: number; readonly since: number; askedAt: number | null };

export type Sockets = {
  /** Called by `postgres` for each connection that it opens. */
  connect(address: Address): net.Socket;
  /** Begins to cut silent sockets. Not before the schema is up to date: a step of it may take minutes. */
  watch(): void;
  /** Ends all connections; the next queries open new ones. */
  cutAll(): void;
  /** Stops the watch; sockets close with their connections. */
  close(): void;
};

export const openSockets = (silentLimitMs: number): Sockets => {
  const watched = new Map<net.Socket, Silence>();
  const answerMs = Math.min(silentLimitMs, queryDeadlineMs);

  const heard = (socket: net.Socket): void => {
    const { bytesRead: read, bytesWritten: written } = socket;
    watched.set(socket, { read, written, since: performance.now(), askedAt: null });
  };
  const look = (): void => {
    const now = performance.now();
    for (const [socket, last] of watched) {
      if (socket.destroyed) watched.delete(socket);
      else if (socket.bytesRead !== last.read) heard(socket);
      else {
        if (socket.bytesWritten !== last.written) last.askedAt ??= now;
        const waitedMs = now - (last.askedAt ?? last.since);
        if (now - last.since > silentLimitMs && waitedMs > answerMs) socket.destroy();
      }
    }
  };
  let timer: NodeJS.Timeout | undefined;
  const watch = (): void => {
    for (const socket of watched.keys()) heard(socket);
    timer = setInterval(look, silentLimitMs / 20).unref();
  };

  const connect = ({ path, host: [host = '127.0.0.1'], port: [port = 5432], sslnegotiation }: Address): net.Socket => {
    const at = { host, port };
    const socket: NamedSocket =
      typeof path === 'string' ? net.connect(path) : Object.assign(net.connect({ ...at, noDelay: true }), at);
    heard(socket);
    keepsFailure(socket);
    if (sslnegotiation !== 'direct') beginsAnew(socket);
    return socket;
  };

  const cutAll = (): void => {
    for (const socket of watched.keys()) socket.destroy();
  };

  return { connect, watch, cutAll, close: () => clearInterval(timer) };
};

/**
 * A connection that the system refuses at once, without a route or an open file, fails before `postgres` listens: it is told then.
 * Otherwise no listener gets the error, and `postgres` tries again without a pause.
 */
function keepsFailure(socket: net.Socket): void {
  let failure: Error | null = null;
  const isHeard = (): boolean => socket.listenerCount('error') > 0;
  socket.once('error', (error) => {
    if (!isHeard()) failure = error;
  });
  socket.once('close', () => {
    if (failure === null) return;
    if (isHeard()) socket.emit('error', failure);
    else {
      setImmediate(() => {
        if (isHeard()) socket.emit('error', failure);
        socket.emit('close', true);
      });
    }
  });
}

/** Cuts a connection whose first message does not start a session: that message begins with its length, below 16 MiB. */
function beginsAnew(socket: net.Socket): void {
  const write = socket.write.bind(socket);
  let hasBegun = false;
  socket.write = (chunk: Uint8Array, ...rest: []) => {
    hasBegun = true;
    socket.write = write;
    if (chunk[0] === 0) return write(chunk, ...rest);
    socket.destroy();
    return false;
  };
  // The first message is sent in the same event-loop turn or the next one.
  setImmediate(() => {
    setImmediate(() => {
      if (!hasBegun) socket.destroy();
    });
  });
}
