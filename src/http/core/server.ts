// The listening socket and everything that arrives on it over HTTP.
import uWS, { type HttpResponse, type TemplatedApp, type us_listen_socket } from 'uWebSockets.js';
import type { Logger } from '../../ops/logger.ts';
import { openArrivals } from '../../ops/arrivals.ts';
import { Exchange, type ExchangeContext, SLOW_MS } from './exchange.ts';
import { type IsTrusted, trustNone } from '../../ops/address.ts';
import { cannotListen } from '../../ops/cannot-listen.ts';
import { openLookout } from '../../ops/lookout.ts';
import { openRepeats } from '../../ops/repeats.ts';
import type { Tracing } from '../../ops/tracing.ts';
import { noBytes } from './request-body.ts';
import { peerOf } from './request-head.ts';
import { buildRouter, type Gates, type RendererOf, type RouteSpec } from './router.ts';
import { openSilentPeers } from './silent-peers.ts';
import { openTurn } from './turn.ts';
import { openWaitingAnswers } from './waiting-answers.ts';

type ServerOptions = {
  readonly host: string;
  /** 0: a free one. */
  readonly port: number;
  readonly tls?: { readonly certFile: string; readonly keyFile: string } | null | undefined;
  readonly logger: Logger;
  /** Other processes listen on the same port (SO_REUSEPORT). */
  readonly isShared?: boolean;
  /** Proxies that may name the client (rule ACCESS-17). Default: none. */
  readonly isTrusted?: IsTrusted | undefined;
  readonly observe?: ExchangeContext['observe'];
  readonly tracing?: Pick<Tracing, 'begin'> | null;
  /** Whether the public address is https: then every answer tells browsers to use https only (`HSTS`). */
  readonly isHttps?: boolean;
};

export type Server = {
  /** For the WebSocket routes. */
  readonly app: TemplatedApp;
  /** Call it for each handshake: it counts as a request of its address (silent-peers.ts). */
  readonly requested: (res: HttpResponse) => void;
  /**
   * Serves these routes, and answers 404 or 405 to all other requests. Call it once. `outsideApi` renders problems outside of
   * the API; default: the Error object.
   */
  mount(routes: readonly RouteSpec[], gates: Gates, outsideApi?: RendererOf): void;
  /** Throws when the port is taken, or the address does not belong to this machine. */
  listen(): Promise<{ readonly port: number }>;
  /** No new connections; those that are open are asked to close with their next answer. */
  stopListening(): void;
  /** Number of requests that are not answered yet. */
  inFlight(): number;
  /** Resolves when no request is in flight. */
  idle(): Promise<void>;
  /** Answers 503 to every request in flight. Returns how many there were. */
  rejectInFlight(): number;
  /** Cuts the connections that are left. */
  close(): void;
};

/** Interval of the check for hanging requests, ms. */
const SWEEP_MS = 250;

export function createServer(options: ServerOptions): Server {
  const {
    host,
    port,
    tls,
    logger,
    observe,
    isTrusted = trustNone,
    isHttps = false,
    isShared = false,
    tracing,
  } = options;
  const app = tls ? secureApp(tls) : uWS.App();
  const open = openArrivals<Exchange>();
  const writing = openWaitingAnswers<Exchange>((exchange, reason) => {
    exchange.cut(reason);
  }, SLOW_MS);
  const waiting: (() => void)[] = [];
  const silentPeers = openSilentPeers(logger, Boolean(tls));
  let listening: us_listen_socket | null = null;
  let context: ExchangeContext | null = null;

  const sweep = openLookout(SWEEP_MS, () => {
    const now = performance.now();
    for (const exchange of open.values()) exchange.checkTime(now);
    writing.cutSlow(now);
    return open.size() + writing.size > 0;
  });

  app.filter((res, count) => {
    // The address of a connection that ends is not known any more.
    if (count === 1) silentPeers.opened(peerOf(res));
  });
  const requested = (res: HttpResponse): void => {
    silentPeers.requested(() => peerOf(res));
  };

  function settled(): void {
    if (open.size() === 0) for (const resolve of waiting.splice(0)) resolve();
  }

  return {
    app,
    requested,
    mount(routes, gates, outsideApi) {
      if (context) throw new Error('A server has one set of routes.');
      const shared: ExchangeContext = {
        find: buildRouter(routes, gates, outsideApi),
        logger,
        observe,
        open,
        settled,
        writing,
        isTrusted,
        isHttps,
        answered: gates.answered,
        received: gates.received,
        recheck: gates.recheck,
        logRepeats: openRepeats(logger),
        bodyBytes: noBytes(),
        turn: openTurn(),
        isTls: Boolean(tls),
        isDraining: false,
      };
      context = shared;
      app.any('/*', function request(res, req) {
        sweep.begin();
        requested(res);
        const span = tracing?.begin(req.getMethod(), req.getUrl(), req.getHeader('traceparent')) ?? null;
        if (span === null) Exchange.serve(shared, res, req, null);
        else
          span.run(() => {
            Exchange.serve(shared, res, req, span);
          });
      });
    },
    listen() {
      return new Promise((resolve, reject) => {
        listenAt(app, host, port, isShared, (socket) => {
          if (!socket) {
            reject(cannotListen(host, port));
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
    inFlight: open.size,
    idle: () => (open.size() === 0 ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve))),
    rejectInFlight() {
      const left = open.values();
      for (const exchange of left) exchange.rejectForShutdown();
      return left.length;
    },
    close() {
      sweep.end();
      silentPeers.end();
      listening = null;
      app.close();
    },
  };
}

function secureApp({ certFile, keyFile }: NonNullable<ServerOptions['tls']>): TemplatedApp {
  try {
    return uWS.SSLApp({ cert_file_name: certFile, key_file_name: keyFile });
  } catch (error) {
    const problem = `must be a certificate and its key, in PEM and without a passphrase; ${certFile} and ${keyFile} are not.`;
    throw new Error(`TLS_CERT_FILE and TLS_KEY_FILE ${problem}`, { cause: error });
  }
}

/**
 * Exclusive, unless shared: by default the library lets a second process share the port in silence. Both the option and this form of
 * `listen` are there at run time only, not in the types.
 */
function listenAt(
  app: TemplatedApp,
  host: string,
  port: number,
  isShared: boolean,
  listening: (socket: us_listen_socket | false) => void,
): void {
  const { LIBUS_LISTEN_EXCLUSIVE_PORT: exclusive } = uWS as unknown as { LIBUS_LISTEN_EXCLUSIVE_PORT: number };
  (app as unknown as { listen(host: string, port: number, options: number, listening: unknown): void }).listen(
    host,
    port,
    isShared ? 0 : exclusive,
    listening,
  );
}
