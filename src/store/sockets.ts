// The sockets to PostgreSQL, watched: one that went silent with a question outstanding is cut.
//
// TCP alone takes a quarter of an hour to notice a network that swallows packets, and `postgres` waits with it: every
// connection of the pool would be stuck long after the database is back.
import net from 'node:net';

/** Longer than any statement of ours runs, shorter than anybody waits for a recovery. */
const silentLimitMs = 20_000;
const lookEveryMs = 1_000;

type Place = { readonly path?: string | false; readonly host: readonly string[]; readonly port: readonly number[] };

/** `postgres` reads the name for TLS off the socket. */
type NamedSocket = net.Socket & { host?: string; port?: number };

export type Sockets = {
  /** What `postgres` calls for each connection that it opens. */
  connect(place: Place): net.Socket;
  /** Ends the watch; sockets close with their connections. */
  close(): void;
};

type Watched = { read: number; written: number; askedAt: number | null };

export const openSockets = (limitMs: number = silentLimitMs, everyMs: number = lookEveryMs): Sockets => {
  const watched = new Map<net.Socket, Watched>();
  let opened = 0;

  const look = (): void => {
    const now = performance.now();
    for (const [socket, seen] of watched) {
      if (socket.bytesRead !== seen.read) seen.askedAt = null;
      else if (socket.bytesWritten !== seen.written) seen.askedAt ??= now;
      seen.read = socket.bytesRead;
      seen.written = socket.bytesWritten;
      if (seen.askedAt !== null && now - seen.askedAt > limitMs)
        socket.destroy(Object.assign(new Error('The database went silent.'), { code: 'ETIMEDOUT' }));
    }
  };
  const timer = setInterval(look, everyMs).unref();

  const connect = ({ path, host, port }: Place): net.Socket => {
    // Several hosts in one address: each attempt takes the next.
    const turn = opened++ % host.length;
    const at = { host: host[turn] ?? '127.0.0.1', port: port[turn] ?? 5432 };
    const socket: NamedSocket =
      typeof path === 'string' ? net.connect(path) : Object.assign(net.connect({ ...at, noDelay: true }), at);
    watched.set(socket, { read: 0, written: 0, askedAt: null });
    socket.once('close', () => watched.delete(socket));
    return socket;
  };

  return { connect, close: () => clearInterval(timer) };
};
