// The WebSocket endpoint: the upgrade with its credential, and the adapter between the library's sockets and live sessions.
import uWS, {
  type HttpRequest,
  type HttpResponse,
  type TemplatedApp,
  type us_socket_context_t,
  type WebSocket,
} from 'uWebSockets.js';
import { CLOSE } from '../../protocol/wire/close-codes.ts';
import { LIVE_PROTOCOL } from '../../protocol/wire/version.ts';
import { bearerIn } from '../auth/bearer.ts';
import type { Caller } from '../auth/caller.ts';
import { type Counters, countOne } from '../ops/counters.ts';
import type { Publish } from '../live/channel.ts';
import type { Session, Socket } from '../live/session.ts';
import type { Sessions } from '../live/sessions.ts';
import type { Logger } from '../ops/logger.ts';
import { Problem } from '../ops/problem.ts';
import { statusLine } from './core/answer.ts';

type UserData = { readonly caller: Caller | null; session: Session | null };

/** Up to this size we answer 1009 ourselves. The library cuts longer messages without a close frame. */
const MESSAGE_MAX = 256 * 1_024;
/** Bytes that may wait for a slow reader. Beyond that, frames for it are dropped. */
export const BACKPRESSURE_MAX = 64 * 1_024;

export type SocketDeps = {
  readonly identify: (token: string) => Promise<Caller>;
  readonly sessions: Sessions;
  readonly isDraining: () => boolean;
  /** Connections at once; more are answered 503 before the upgrade. */
  readonly maxConnections: number;
  readonly counts: Counters;
  readonly log: Logger;
};

/** How the live layer publishes: on the topics of the app. */
export function publishOn(app: TemplatedApp, counts: Counters): Publish {
  return function publish(channel, frame, kind) {
    const subscribers = app.numSubscribers(channel);
    counts.framesOut += subscribers;
    counts.bytesOut += subscribers * Buffer.byteLength(frame);
    // Only the start of a new sequence publishes a snapshot.
    if (kind === 'snapshot') counts.snapshots.restart += subscribers;
    app.publish(channel, frame);
  };
}

/** Serves `GET {api_root}/live` as WebSocket (P1 to P9). */
export function mountLive(app: TemplatedApp, path: string, deps: SocketDeps): void {
  const { sessions, log } = deps;
  /** Handshakes whose credential is being checked: each becomes a connection. */
  let pending = 0;
  const admission: Admission = {
    refusedBecause() {
      if (deps.isDraining()) return DRAINING;
      return sessions.count() + pending < deps.maxConnections ? null : FULL;
    },
    async identify(token) {
      pending += 1;
      try {
        return await deps.identify(token);
      } finally {
        pending -= 1;
      }
    },
    counts: deps.counts.refusals,
    log,
  };
  app.ws<UserData>(path, {
    compression: uWS.DISABLED,
    maxPayloadLength: MESSAGE_MAX,
    maxBackpressure: BACKPRESSURE_MAX,
    // live/heartbeat.ts sends pings and closes idle peers: a blocked socket must not be cut for a ping it cannot answer.
    idleTimeout: 0,
    sendPingsAutomatically: false,
    upgrade: (res, req, context) => {
      upgrade(res, req, context, admission);
    },
    open: (ws) => {
      const data = ws.getUserData();
      data.session = sessions.open(adapt(ws, deps.counts), data.caller);
    },
    message: (ws, message, isBinary) => {
      const { session } = ws.getUserData();
      if (!session) return;
      if (isBinary) session.socket.end(CLOSE.unsupported, 'text frames only');
      else sessions.receive(session, Buffer.from(message).toString('utf8'), message.byteLength);
    },
    dropped: (ws) => {
      const { session } = ws.getUserData();
      if (session) sessions.dropped(session);
    },
    drain: (ws) => {
      const { session } = ws.getUserData();
      if (session) sessions.drained(session);
    },
    ping: hear,
    pong: hear,
    close: (ws, code) => {
      const { session } = ws.getUserData();
      if (!session) return;
      (session.socket as Adapted).closed();
      sessions.closed(session);
      log.trace({ session: session.id, code }, 'subscriber left');
    },
  });

  function hear(ws: WebSocket<UserData>): void {
    const { session } = ws.getUserData();
    if (session) sessions.heard(session);
  }
}

/** The close code that a peer sees when it is cut without a close frame. */
const CUT = 1006;

type Adapted = Socket & { closed(): void };

/** A library socket as live sessions know it: after the close every member does nothing. */
function adapt(ws: WebSocket<UserData>, counts: Counters): Adapted {
  let isOpen = true;
  return {
    address: Buffer.from(ws.getRemoteAddressAsText()).toString('latin1'),
    send: (frame) => {
      if (!isOpen) return false;
      counts.framesOut += 1;
      counts.bytesOut += Buffer.byteLength(frame);
      return ws.send(frame) !== 2;
    },
    subscribe: (channel) => {
      if (isOpen) ws.subscribe(channel);
    },
    unsubscribe: (channel) => {
      if (isOpen) ws.unsubscribe(channel);
    },
    buffered: () => (isOpen ? ws.getBufferedAmount() : 0),
    ping: () => {
      if (isOpen) ws.ping();
    },
    end: (code, reason) => {
      if (!isOpen) return;
      countOne(counts.closes, code);
      ws.end(code, reason);
    },
    kill: () => {
      if (!isOpen) return;
      countOne(counts.closes, CUT);
      ws.close();
    },
    closed: () => {
      isOpen = false;
    },
  };
}

type Admission = {
  /** Why no connection is accepted now; null when one is. */
  refusedBecause(): Problem | null;
  identify(token: string): Promise<Caller>;
  /** Refusals by status. */
  readonly counts: Map<number, number>;
  readonly log: Logger;
};

const DRAINING = new Problem(503, 'The server is shutting down.', {
  hint: 'Connect again after Retry-After seconds.',
  headers: { 'retry-after': '1' },
});
const FULL = new Problem(503, 'This server has as many live connections as it takes.', {
  hint: 'Connect again after Retry-After seconds, or poll GET /api/v1/live/{channel}.',
  headers: { 'retry-after': '5' },
});

/** Checks the handshake and the credential, then upgrades. The request is read before the first wait. */
function upgrade(res: HttpResponse, req: HttpRequest, context: us_socket_context_t, admission: Admission): void {
  let aborted = false;
  res.onAborted(() => {
    aborted = true;
  });
  const key = req.getHeader('sec-websocket-key');
  const offered = req.getHeader('sec-websocket-protocol');
  const extensions = req.getHeader('sec-websocket-extensions');
  const isWebSocket = req.getHeader('upgrade').toLowerCase() === 'websocket';
  const version = req.getHeader('sec-websocket-version');
  const authorization = req.getHeader('authorization');
  const query = req.getQuery('token');

  const refuse = (problem: Problem): void => {
    if (aborted) return;
    countOne(admission.counts, problem.status);
    res.cork(() => {
      res.writeStatus(statusLine(problem.status));
      res.writeHeader('content-type', 'application/json; charset=utf-8').writeHeader('cache-control', 'no-store');
      for (const [name, value] of Object.entries(problem.headers)) res.writeHeader(name, value);
      res.end(JSON.stringify(problem.body()), true);
    });
  };
  const accept = (caller: Caller | null): void => {
    if (aborted) return;
    // A shutdown may have begun, or the node may be full, since the credential check began.
    const lateReason = admission.refusedBecause();
    if (lateReason) {
      refuse(lateReason);
      return;
    }
    const protocol = offered.split(',').some((name) => name.trim() === LIVE_PROTOCOL) ? LIVE_PROTOCOL : '';
    const data: UserData = { caller, session: null };
    // Not inside a cork: before uWebSockets.js 20.79 its end may take the new WebSocket for the old response and close it.
    // Without a cork the library only writes a warning to standard error.
    res.upgrade(data, key, protocol, extensions, context);
  };

  if (!isWebSocket || version !== '13') {
    refuse(new Problem(400, 'Not a WebSocket handshake.', { hint: 'Use a WebSocket client of version 13.' }));
    return;
  }
  const reason = admission.refusedBecause();
  if (reason) {
    refuse(reason);
    return;
  }
  // The header counts before the query parameter.
  const bearer = authorization === '' ? null : (bearerIn(authorization) ?? '');
  const token = bearer ?? query ?? null;
  if (token === null) {
    accept(null);
    return;
  }
  admission.identify(token).then(accept, (error: unknown) => {
    if (error instanceof Problem) refuse(error);
    else {
      admission.log.error({ err: error }, 'a handshake failed');
      refuse(new Problem(500, 'The server failed on this request.'));
    }
  });
}
