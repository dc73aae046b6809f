// The baselines of delivery, each in its own process: uWebSockets.js, ws and Socket.IO.
import path from 'node:path';
import { type Board, type DeliveryServer, type OnFrame, sayClosed } from '../delivery-server.ts';
import { openLightSocket, sharedReadBuffer } from '../light-socket.ts';
import type { FrameSizes } from '../gateway-server.ts';
import { type ServerOptions, startServer } from '../server-process.ts';
import { deltaOf, writeUpdate } from './frames.ts';
import { connectBySocketIo } from './socket-io-client.ts';

export type BaselineName = 'raw' | 'ws' | 'Socket.IO';

/** With the sizes of the frames that it sends. */
type BaselineOptions = ServerOptions &
  FrameSizes & {
    /** The channel of a match, as the gateway names it. */
    readonly channel: (match: number) => string;
  };

const SCRIPTS: Readonly<Record<BaselineName, string>> = {
  raw: 'raw-server.ts',
  ws: 'ws-server.ts',
  'Socket.IO': 'socket-io-server.ts',
};

export async function openBaseline(name: BaselineName, options: BaselineOptions): Promise<DeliveryServer> {
  const { channel, snapshotBytes, deltaBytes } = options;
  const script = path.join(import.meta.dirname, SCRIPTS[name]);
  const server = await startServer([...process.execArgv, script, String(snapshotBytes)], {}, options);
  const { host, port } = server;
  const buffer = sharedReadBuffer();
  const connect = async (_board: number, onFrame: OnFrame): Promise<Board> => {
    const board = await openLightSocket({ host, port, path: '/board', onText: onFrame, onClosed: sayClosed }, buffer);
    return {
      follow: (followed) => board.send(followed),
      close: () => board.close(),
    };
  };
  const common = { name, process: server, channel, close: () => server.stop() };
  if (name === 'Socket.IO') {
    const publisher = await connectBySocketIo(server, buffer, () => undefined);
    return {
      ...common,
      connect: (_board, onFrame) => connectBySocketIo(server, buffer, onFrame),
      publish(updates) {
        for (const { match, seq } of updates)
          publisher.publish(channel(match), deltaOf(channel(match), seq, deltaBytes));
        return Promise.resolve();
      },
    };
  }
  const publisher = await openLightSocket({ host, port, path: '/publish', onText: () => undefined }, buffer);
  return {
    ...common,
    connect,
    publish(updates) {
      publisher.send(
        ...updates.map(({ match, seq }) => writeUpdate(channel(match), deltaOf(channel(match), seq, deltaBytes))),
      );
      return Promise.resolve();
    },
  };
}
