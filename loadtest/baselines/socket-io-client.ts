// A minimal client of Socket.IO on its WebSocket transport: the packets that the scenarios need, on the light socket.
import { type Board, type OnFrame, sayClosed } from '../delivery-server.ts';
import { openLightSocket } from '../light-socket.ts';
import type { ServerProcess } from '../server-process.ts';

type SocketIoClient = Board & {
  /** Sends a frame, which is JSON, to the boards of a channel. */
  publish(channel: string, frame: string): void;
};

/** The first byte of an Engine.IO packet, and the second of one that carries a Socket.IO packet. */
const OPEN = 0x30;
const PING = 0x32;
const MESSAGE = 0x34;
const CONNECTED = 0x30;
const EVENT = 0x32;
/** An event is `42["name",{…}]`. Its name is `delta` or `snapshot`; the frame begins after the first comma. */
const COMMA = 0x2c;

/** Resolves when the server has accepted the connection to its main namespace. */
export async function connectBySocketIo(
  { host, port }: ServerProcess,
  buffer: Buffer,
  onFrame: OnFrame,
): Promise<SocketIoClient> {
  let say = (_text: string): void => undefined;
  const greeting = { isHere: false };
  let connected = (): void => undefined;
  const isConnected = new Promise<void>((resolve) => {
    connected = resolve;
  });
  const socket = await openLightSocket(
    {
      host,
      port,
      path: '/socket.io/?EIO=4&transport=websocket',
      onClosed: sayClosed,
      onText: (bytes, start, end) => {
        const [first, second] = [bytes[start], bytes[start + 1]];
        if (first === PING) say('3');
        else if (first === OPEN) {
          greeting.isHere = true;
          say('40');
        } else if (first === MESSAGE && second === CONNECTED) connected();
        else if (first === MESSAGE && second === EVENT) onFrame(bytes, bytes.indexOf(COMMA, start) + 1, end - 1);
      },
    },
    buffer,
  );
  say = (text) => socket.send(text);
  // The greeting may have come together with the upgrade.
  if (greeting.isHere) say('40');
  await isConnected;
  return {
    follow: (channel) => say(`42["subscribe","${channel}"]`),
    publish: (channel, frame) => say(`42["publish","${channel}",${frame}]`),
    close: () => socket.close(),
  };
}
