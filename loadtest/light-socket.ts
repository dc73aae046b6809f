// A minimal WebSocket client, so that the test measures the server: one buffer for all connections, frame headers read in
// place, no objects per frame.
import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';

export type LightSocket = {
  /** Sends text frames in one write. */
  send(...texts: readonly (string | Buffer)[]): void;
  /** Stops reading, like a client that hangs. */
  pause(): void;
  close(): void;
};

type LightSocketOptions = {
  readonly host: string;
  readonly port: number;
  readonly path: string;
  readonly token?: string;
  /** Called for each text frame. Its payload is in `bytes` from `start` to `end`, and is overwritten after the call. */
  readonly onText: (bytes: Buffer, start: number, end: number) => void;
  /** Called when the server or the network closes it. `code`: of the close frame, 1006 without one. */
  readonly onClosed?: (code: number) => void;
};

const OPCODE = { text: 1, close: 8, ping: 9, pong: 10 };
/** Shared by all connections: a read ends before the next one begins. */
const READ_BYTES = 512 * 1024;
export const sharedReadBuffer = (): Buffer => Buffer.allocUnsafe(READ_BYTES);

/** Connects and upgrades. Resolves after the server's 101. */
export function openLightSocket(options: LightSocketOptions, buffer: Buffer): Promise<LightSocket> {
  const { host, port, path, token, onText, onClosed } = options;
  return new Promise((resolve, reject) => {
    let isOpen = false;
    let rest: Buffer | null = null;
    let code = 1006;
    const socket: Socket = connect({
      host,
      port,
      noDelay: true,
      onread: {
        buffer,
        callback: (size: number) => {
          const bytes = rest ? Buffer.concat([rest, buffer.subarray(0, size)]) : buffer;
          const length = rest ? bytes.length : size;
          rest = null;
          const from = isOpen ? 0 : upgraded(bytes, length);
          const used = from < 0 ? 0 : readFrames(bytes, from, length);
          if (used < length) rest = Buffer.from(bytes.subarray(used, length));
          return true;
        },
      },
    });
    socket.on('error', reject);
    socket.on('close', () => {
      reject(new Error('The connection was closed.'));
      onClosed?.(code);
    });
    socket.on('connect', () => {
      socket.write(
        `GET ${path} HTTP/1.1\r\nHost: ${host}:${port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
          `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\n` +
          `${token === undefined ? '' : `Authorization: Bearer ${token}\r\n`}\r\n`,
      );
    });

    /** The start of the frames; -1 while the head is incomplete. */
    function upgraded(bytes: Buffer, length: number): number {
      const end = bytes.subarray(0, length).indexOf('\r\n\r\n');
      if (end < 0) return -1;
      const head = bytes.toString('latin1', 0, end);
      if (!head.startsWith('HTTP/1.1 101')) {
        reject(new Error(`The upgrade was refused: ${bytes.toString('utf8', 0, Math.min(length, 500))}`));
        socket.destroy();
        return length;
      }
      isOpen = true;
      resolve({
        send: (...texts) => void socket.write(Buffer.concat(texts.map((text) => frame(OPCODE.text, text)))),
        pause: () => void socket.pause(),
        close: () => {
          socket.removeAllListeners('close');
          socket.destroy();
        },
      });
      return end + 4;
    }

    /** Reads the complete frames. Returns the start of the first incomplete one. */
    function readFrames(bytes: Buffer, from: number, length: number): number {
      let at = from;
      while (at + 2 <= length) {
        const opcode = (bytes[at] ?? 0) & 0x0f;
        let size = (bytes[at + 1] ?? 0) & 0x7f;
        let start = at + 2;
        if (size === 126) {
          if (start + 2 > length) break;
          size = bytes.readUInt16BE(start);
          start += 2;
        } else if (size === 127) {
          if (start + 8 > length) break;
          size = Number(bytes.readBigUInt64BE(start));
          start += 8;
        }
        if (start + size > length) break;
        at = start + size;
        if (opcode === OPCODE.text) onText(bytes, start, at);
        else if (opcode === OPCODE.close && size >= 2) code = bytes.readUInt16BE(start);
        else if (opcode === OPCODE.ping) socket.write(frame(OPCODE.pong, bytes.subarray(start, at)));
      }
      return at;
    }
  });
}

/** A client frame. The mask is zero, which leaves the payload unchanged. */
function frame(opcode: number, text: string | Buffer): Buffer {
  const payload = typeof text === 'string' ? Buffer.from(text) : text;
  const head = payload.length < 126 ? Buffer.alloc(6) : Buffer.alloc(8);
  head[0] = 0x80 | opcode;
  if (payload.length < 126) head[1] = 0x80 | payload.length;
  else {
    head[1] = 0x80 | 126;
    head.writeUInt16BE(payload.length, 2);
  }
  return Buffer.concat([head, payload]);
}
