// A keep-alive HTTP connection with one request in flight, for clients that must not be the bottleneck.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export type LightHttp = {
  /** Sends a request made by `postRequest`. Resolves to the status. */
  send(request: string): Promise<number>;
  close(): void;
};

/** The bytes of a POST with a JSON body. */
export const postRequest = (host: string, path: string, token: string, body: string): string =>
  `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\n` +
  `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;

/** The bytes of a GET. `token`: null for a reader without a credential. */
export const getRequest = (host: string, path: string, token: string | null, etag: string | null): string =>
  `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n${token === null ? '' : `Authorization: Bearer ${token}\r\n`}` +
  `${etag === null ? '' : `If-None-Match: ${etag}\r\n`}\r\n`;

/** Connects with the first request, and again if the server has closed an idle connection. */
export function openLightHttp(host: string, port: number): LightHttp {
  let waiting: { resolve: (status: number) => void; reject: (error: Error) => void } | null = null;
  let open: Socket | null = null;

  async function connected(): Promise<Socket> {
    if (open) return open;
    const socket = connect({ host, port, noDelay: true });
    let text = '';
    socket.setEncoding('latin1');
    socket.on('data', (part: string) => {
      text += part;
      const end = text.indexOf('\r\n\r\n');
      if (end < 0) return;
      const length = Number(/content-length: (\d+)/i.exec(text.slice(0, end))?.[1] ?? 0);
      if (text.length < end + 4 + length) return;
      const status = Number(text.slice(9, 12));
      text = '';
      const answered = waiting;
      waiting = null;
      answered?.resolve(status);
    });
    await once(socket, 'connect');
    const gone = (error?: Error): void => {
      if (open === socket) open = null;
      waiting?.reject(error ?? new Error('The server closed the connection before it answered.'));
      waiting = null;
    };
    socket.on('error', gone);
    socket.on('close', () => gone());
    open = socket;
    return socket;
  }

  return {
    async send(request) {
      const socket = open ?? (await connected());
      return new Promise((resolve, reject) => {
        waiting = { resolve, reject };
        socket.write(request);
      });
    },
    close: () => open?.destroy(),
  };
}
