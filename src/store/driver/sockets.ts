// The sockets to PostgreSQL, watched: one that has been silent for too long is cut.
//
// TCP alone takes a quarter of an hour to notice a network that swallows packets, and `postgres` waits with it: every
// connection of the pool would be stuck long after the database is back. The pool closes its idle connections before
// the limit, so whatever is silent that long waits for an answer that will not come.
//
// And `postgres` may keep, with a timer that never fires, what it was about to say when a connection ended: the next one in
// that place would say nothing, or begin with it. Such a connection is cut at once, until one begins as it has to.
import net from 'node:net';

type Place = {
  readonly path?: string | false;
  readonly host: readonly string[];
  readonly port: readonly number[];
  /** `direct`: TLS begins by itself, before anything is said. */
  readonly sslnegotiation?: string | null;
};

/** `postgres` reads the name for TLS off the socket. */
type NamedSocket = net.Socket & { host?: string; port?: number };

export type Sockets = {
  /** What `postgres` calls for each connection that it opens. */
  connect(place: Place): net.Socket;
  /** Ends the watch; sockets close with their connections. */
  close(): void;
};

export const openSockets = (silentLimitMs: number): Sockets => {
  const watched = new Map<net.Socket, { read: number; at: number }>();
  let opened = 0;

  const look = (): void => {
    const now = performance.now();
    for (const [socket, last] of watched) {
      if (socket.destroyed) watched.delete(socket);
      else if (socket.bytesRead !== last.read) watched.set(socket, { read: socket.bytesRead, at: now });
      else if (now - last.at > silentLimitMs) socket.destroy();
    }
  };
  const timer = setInterval(look, silentLimitMs / 20).unref();

  const connect = ({ path, host, port, sslnegotiation }: Place): net.Socket => {
    // Several hosts in one address: each attempt takes the next.
    const turn = opened++ % host.length;
    const at = { host: host[turn] ?? '127.0.0.1', port: port[turn] ?? 5432 };
    const socket: NamedSocket =
      typeof path === 'string' ? net.connect(path) : Object.assign(net.connect({ ...at, noDelay: true }), at);
    watched.set(socket, { read: 0, at: performance.now() });
    if (sslnegotiation !== 'direct') beginsAnew(socket);
    return socket;
  };

  return { connect, close: () => clearInterval(timer) };
};

/** Cuts a connection on which the first word is not the first of a session: that begins with its length, below 16 MiB. */
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
  // It is said in the same turn of the loop, of which there may be one more to come.
  setImmediate(() => {
    setImmediate(() => {
      if (!hasBegun) socket.destroy();
    });
  });
}
