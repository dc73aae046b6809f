// A client that sends exactly the bytes of a test.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

type RawAnswer = {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
  readonly bytes: Buffer;
};

export type RawClient = {
  readonly socket: Socket;
  write(text: string): void;
  /** The next complete answer. `hasBody: false` for answers to HEAD. */
  answer(options?: { hasBody?: boolean }): Promise<RawAnswer>;
  /** Resolves when the server has ended the connection. */
  closed: Promise<void>;
  /** Everything received and not taken by `answer`. */
  rest(): string;
};

export async function openRaw(port: number): Promise<RawClient> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  let received = '';
  let wake: () => void = () => undefined;
  let isClosed = false;
  socket.setEncoding('latin1');
  socket.on('data', (text: string) => {
    received += text;
    wake();
  });
  const closed = new Promise<void>((resolve) => {
    const done = (): void => {
      isClosed = true;
      resolve();
      wake();
    };
    socket.on('end', done);
    socket.on('close', done);
    socket.on('error', done);
  });
  await once(socket, 'connect');

  async function until(isThere: () => boolean): Promise<void> {
    while (!isThere()) {
      if (isClosed) throw new Error(`The connection ended; received so far: ${received}`);
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  }

  return {
    socket,
    closed,
    rest: () => received,
    write: (text) => void socket.write(text, 'latin1'),
    async answer({ hasBody = true } = {}) {
      await until(() => received.includes('\r\n\r\n'));
      const end = received.indexOf('\r\n\r\n');
      const [first = '', ...lines] = received.slice(0, end).split('\r\n');
      const headers = new Map<string, string>();
      for (const line of lines) {
        const colon = line.indexOf(':');
        const [name, value] = [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
        // A header that stands twice shows both values.
        headers.set(name, headers.has(name) ? `${headers.get(name) ?? ''}, ${value}` : value);
      }
      const length = hasBody ? Number(headers.get('content-length') ?? 0) : 0;
      await until(() => received.length >= end + 4 + length);
      const body = received.slice(end + 4, end + 4 + length);
      received = received.slice(end + 4 + length);
      const bytes = Buffer.from(body, 'latin1');
      return { status: Number(first.split(' ')[1]), headers, body: bytes.toString('utf8'), bytes };
    },
  };
}
