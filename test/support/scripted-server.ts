// A live channel whose frames the test writes: a real WebSocket server on a free port. It queues the frames of clients from
// the first one, so that no test has to sleep.
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';
import type { UpFrame } from '../../protocol/wire/up.ts';
import { collect } from './collect.ts';

export type Peer = {
  /** The client's next frame other than a ping (pings are answered automatically). */
  heard(): Promise<UpFrame>;
  /** The next frame, which must be of this type. */
  expect<T extends UpFrame['type']>(type: T): Promise<Extract<UpFrame, { type: T }>>;
  send(...frames: object[]): void;
  welcome(heartbeatMs?: number): void;
  close(code: number): void;
  /** Cuts the connection without a close frame. */
  terminate(): void;
  /** Stops answering, also to pings. */
  fallSilent(): void;
  closed: Promise<unknown>;
  pings(): number;
  /** Frames that came and were not taken. */
  unheard(): readonly UpFrame[];
};

export type ScriptedServer = {
  readonly url: string;
  readonly port: number;
  /** The next client that connected. */
  peer(): Promise<Peer>;
  /** Clients that connected so far. */
  count(): number;
  stop(): Promise<void>;
};

/** `serverTime` is what pongs and welcomes say; `port` 0 takes a free one. */
export async function scriptedServer(
  options: { port?: number; serverTime?: () => number } = {},
): Promise<ScriptedServer> {
  // Looked up at each call: a test may stop the clock later.
  const serverTime = options.serverTime ?? (() => Date.now());
  const server = new WebSocketServer({ port: options.port ?? 0, host: '127.0.0.1' });
  const peers = collect<Peer>();
  let count = 0;
  server.on('connection', (socket) => {
    count += 1;
    peers.put(openPeer(socket, serverTime));
  });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `ws://127.0.0.1:${port}/api/v1/live`,
    port,
    peer: peers.next,
    count: () => count,
    async stop() {
      for (const socket of server.clients) socket.terminate();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function openPeer(socket: WebSocket, serverTime: () => number): Peer {
  const frames = collect<UpFrame>();
  let silent = false;
  let pings = 0;
  const send = (frame: object): void => {
    socket.send(JSON.stringify(frame));
  };
  socket.on('message', (data: Buffer) => {
    const frame = JSON.parse(data.toString()) as UpFrame;
    if (frame.type !== 'ping') {
      frames.put(frame);
      return;
    }
    pings += 1;
    if (!silent) send({ type: 'pong', t: frame.t, server_time: serverTime() });
  });
  return {
    heard: frames.next,
    async expect<T extends UpFrame['type']>(type: T) {
      const frame = await frames.next();
      if (frame.type !== type) throw new Error(`Expected ${type}, the client sent ${JSON.stringify(frame)}`);
      return frame as Extract<UpFrame, { type: T }>;
    },
    send(...all) {
      all.forEach(send);
    },
    welcome(heartbeatMs = 60_000) {
      send({
        type: 'welcome',
        protocol: 'touchline.v1',
        server_time: serverTime(),
        heartbeat_ms: heartbeatMs,
        session: 'scripted',
      });
    },
    close: (code) => socket.close(code),
    terminate: () => socket.terminate(),
    fallSilent: () => (silent = true),
    closed: once(socket, 'close'),
    pings: () => pings,
    unheard: frames.waiting,
  };
}
