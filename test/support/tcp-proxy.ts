// A network that fails on command: between a client and a server on 127.0.0.1.
import { once } from 'node:events';
import net from 'node:net';

export type TcpProxy = {
  readonly port: number;
  /** Connections are cut, and new ones refused by a close. */
  cut(): void;
  /** Connections stay, and nothing passes in either direction; what was sent meanwhile is lost for good. */
  swallow(): void;
  /** New connections pass again. Those that were swallowed stay dead. */
  mend(): void;
  /** Connections that the clients hold open. */
  open(): number;
  close(): Promise<void>;
};

export const openTcpProxy = async (target: { host: string; port: number }): Promise<TcpProxy> => {
  let mode: 'pass' | 'cut' | 'swallow' = 'pass';
  const pairs = new Map<net.Socket, net.Socket>();

  const server = net.createServer((client) => {
    if (mode === 'cut') {
      client.destroy();
      return;
    }
    const upstream = net.connect(target);
    pairs.set(client, upstream);
    const end = (): void => {
      client.destroy();
      upstream.destroy();
      pairs.delete(client);
    };
    for (const socket of [client, upstream]) socket.on('error', end).on('close', end);
    if (mode === 'swallow') {
      client.resume();
      return;
    }
    client.pipe(upstream).pipe(client);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  const swallow = (): void => {
    mode = 'swallow';
    for (const [client, upstream] of pairs) {
      client.unpipe(upstream).resume();
      upstream.unpipe(client).resume();
    }
  };
  const cut = (): void => {
    mode = 'cut';
    for (const client of pairs.keys()) client.destroy();
  };
  const close = async (): Promise<void> => {
    cut();
    server.close();
    await once(server, 'close');
  };
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port.');
  return { port: address.port, cut, swallow, mend: () => (mode = 'pass'), open: () => pairs.size, close };
};
