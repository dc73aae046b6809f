// The listening socket and everything that arrives on it over HTTP.
import uWS, { type TemplatedApp, type us_listen_socket } from 'uWebSockets.js';
import type { Logger } from '../../ops/logger.ts';
import { Exchange, type ExchangeContext } from './exchange.ts';
import { buildRouter, type RouteSpec } from './router.ts';

export type ServerOptions = {
  readonly host: string;
  /** 0: a free one. */
  readonly port: number;
  readonly tls?: { readonly certFile: string; readonly keyFile: string } | null | undefined;
  readonly log: Logger;
  readonly observe?: ExchangeContext['observe'];
};

export type Server = {
  /** For the WebSocket routes. */
  readonly app: TemplatedApp;
  /** Serves these routes, and 404 or 405 for everything else. Once. */
  mount(routes: readonly RouteSpec[]): void;
  /** Throws when the address is taken or not ours. */
  listen(): Promise<{ readonly port: number }>;
  /** No new connections; those that are open are asked to close with their next answer. */
  stopListening(): void;
  /** Requests begun and not answered. */
  inFlight(): number;
  /** Resolves when no request is in flight. */
  idle(): Promise<void>;
  /** Answers 503 to every request in flight. Returns how many there were. */
  turnAway(): number;
  /** Cuts the connections that are left. */
  close(): void;
};

/** How often hanging requests are looked for. */
const SWEEP_MS = 250;

export function createServer({ host, port, tls, log, observe }: ServerOptions): Server {
  const app = tls ? secureApp(tls) : uWS.App();
  const open = new Set<Exchange>();
  const waiting: (() => void)[] = [];
  let listening: us_listen_socket | null = null;
  let context: ExchangeContext | null = null;

  const sweep = setInterval(() => {
    const now = performance.now();
    for (const exchange of open) {
      if (now - exchange.activeAt > (exchange.route?.timeMs ?? 0)) exchange.timeOut();
    }
  }, SWEEP_MS).unref();

  function settled(): void {
    if (open.size === 0) for (const resolve of waiting.splice(0)) resolve();
  }

  return {
    app,
    mount(routes) {
      if (context) throw new Error('A server has one set of routes.');
      const shared: ExchangeContext = { find: buildRouter(routes), log, observe, open, settled, isDraining: false };
      context = shared;
      app.any('/*', function request(res, req) {
        Exchange.serve(shared, res, req);
      });
    },
    listen() {
      return new Promise((resolve, reject) => {
        listenAt(app, host, port, (socket) => {
          if (!socket) {
            reject(new Error(`Cannot listen on ${host}:${port}: the port is taken, or the address is not ours.`));
            return;
          }
          listening = socket;
          resolve({ port: uWS.us_socket_local_port(socket) });
        });
      });
    },
    stopListening() {
      if (listening) uWS.us_listen_socket_close(listening);
      listening = null;
      if (context) context.isDraining = true;
    },
    inFlight: () => open.size,
    idle: () => (open.size === 0 ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve))),
    turnAway() {
      const left = [...open];
      for (const exchange of left) exchange.turnAway();
      return left.length;
    },
    close() {
      clearInterval(sweep);
      listening = null;
      app.close();
    },
  };
}

function secureApp({ certFile, keyFile }: NonNullable<ServerOptions['tls']>): TemplatedApp {
  try {
    return uWS.SSLApp({ cert_file_name: certFile, key_file_name: keyFile });
  } catch (error) {
    throw new Error(`${certFile} and ${keyFile} are not a certificate and its key, in PEM.`, { cause: error });
  }
}

/**
 * Exclusive: by default the library lets a second process share the port in silence. Both the option and this form of
 * `listen` are there at run time only, not in the types.
 */
function listenAt(
  app: TemplatedApp,
  host: string,
  port: number,
  heard: (socket: us_listen_socket | false) => void,
): void {
  const { LIBUS_LISTEN_EXCLUSIVE_PORT: exclusive } = uWS as unknown as { LIBUS_LISTEN_EXCLUSIVE_PORT: number };
  (app as unknown as { listen(host: string, port: number, options: number, heard: unknown): void }).listen(
    host,
    port,
    exclusive,
    heard,
  );
}
