// The WebSocket endpoint: the adapter between the library's sockets and live sessions.
import uWS, { type HttpRequest, type TemplatedApp, type WebSocket, type WebSocketBehavior } from 'uWebSockets.js';
import { CLOSE } from '../../protocol/wire/close-codes.ts';
import type { Counters } from '../ops/counters.ts';
import { openRareWarning } from '../ops/logger.ts';
import type { Publish } from '../live/channel.ts';
import { countFrame } from '../live/frame-allowance.ts';
import { closeFor } from '../live/session.ts';
import type { Sessions } from '../live/sessions.ts';
import type { Timing } from '../live/timing.ts';
import { type AdmissionDeps, openAdmission } from './admission.ts';
import type { Server } from './core/server.ts';
import { utf8 } from './core/utf8.ts';
import { type EventStreams, openEventStreams } from './event-streams.ts';
import { OpenSocket } from './open-socket.ts';
import type { StreamTopics } from './stream-topics.ts';
import { hasCredential, upgrade, type UpgradeDeps, type UserData } from './upgrade.ts';

/**
 * Up to this size we answer 1009 ourselves. The library cuts longer messages without a close frame. It keeps a message until
 * it is whole, so a connection whose handshake had no credential gets less (rule LIMIT-10).
 */
const MESSAGE_MAX = 256 * 1_024;
const MESSAGE_MAX_UNIDENTIFIED = 64 * 1_024;
/** Bytes that may wait for a slow reader. Beyond that, frames for it are dropped. */
export const BACKPRESSURE_MAX = 64 * 1_024;

type SocketDeps = AdmissionDeps &
  Omit<UpgradeDeps, 'admission' | 'rejectedHandshakes' | 'warnRarely'> & {
    readonly sessions: Sessions;
    readonly streamTopics: StreamTopics;
    readonly counts: Counters;
    readonly timing: Timing;
  };

/** Publishes frames of the live layer on the topics of uWebSockets.js, and to the event streams. */
export function publishOn(app: TemplatedApp, topics: StreamTopics, counts: Counters): Publish {
  return function publish(channel, frame, kind) {
    const subscribers = app.numSubscribers(channel);
    counts.framesOut += subscribers;
    counts.bytesOut += subscribers * Buffer.byteLength(frame);
    // A published snapshot always starts a new sequence.
    if (kind === 'snapshot') counts.snapshots.restart += subscribers;
    app.publish(channel, utf8(frame));
    topics.publish(channel, frame);
  };
}

/** Serves `GET {api_root}/live` as WebSocket (P1 to P9). Returns the event streams, which share its limits. */
export function mountLive(
  { app, requested }: Pick<Server, 'app' | 'requested'>,
  path: string,
  socketDeps: SocketDeps,
): EventStreams {
  const { sessions, counts, logger } = socketDeps;
  const admission = openAdmission(socketDeps);
  const { rejectedHandshakes } = counts;
  const deps: UpgradeDeps = { ...socketDeps, admission, rejectedHandshakes, warnRarely: openRareWarning(logger) };
  const behavior = (maxPayloadLength: number, isMine: (req: HttpRequest) => boolean): WebSocketBehavior<UserData> => ({
    compression: uWS.DISABLED,
    maxPayloadLength,
    maxBackpressure: BACKPRESSURE_MAX,
    // live/heartbeat.ts sends pings and closes idle peers: a blocked socket must not be cut for a ping it cannot answer.
    idleTimeout: 0,
    sendPingsAutomatically: false,
    upgrade: (res, req, context) => {
      requested(res);
      if (isMine(req)) upgrade(res, req, context, deps);
      else req.setYield(true);
    },
    open: (ws) => {
      const data = ws.getUserData();
      data.session = sessions.open(new OpenSocket(ws, data, counts), data.caller);
    },
    message: (ws, message, isBinary) => {
      const { session } = ws.getUserData();
      if (!session) return;
      if (isBinary) session.socket.end(CLOSE.unsupported, 'text frames only');
      else sessions.receive(session, message);
    },
    dropped: (ws) => {
      const { session } = ws.getUserData();
      if (session) sessions.dropped(session);
    },
    drain: (ws) => {
      const { session } = ws.getUserData();
      if (session) sessions.drained(session);
    },
    ping: onControl,
    pong: onControl,
    close: (ws, code) => {
      const { session, slot } = ws.getUserData();
      slot.release();
      if (!session) return;
      (session.socket as OpenSocket).closed();
      sessions.closed(session);
      logger.trace({ session: session.id, code }, 'subscriber left');
    },
  });
  // A trailing slash changes nothing (REQ-5). The library limits the size of messages by route. The first route passes handshakes with a
  // credential on to the second one, whose pattern is wider because the library keeps only one route for each pattern.
  for (const end of ['', '/']) {
    app.ws<UserData>(
      path + end,
      behavior(MESSAGE_MAX_UNIDENTIFIED, (req) => !hasCredential(req)),
    );
    app.ws<UserData>(
      `${path.slice(0, path.lastIndexOf('/'))}/:live${end}`,
      behavior(MESSAGE_MAX, (req) => req.getUrl() === path + end),
    );
  }

  return openEventStreams({ ...socketDeps, admission, waitingMax: BACKPRESSURE_MAX });

  /** A ping or a pong of the WebSocket. They have an allowance of their own, as large as the one of text frames (P40). */
  function onControl(ws: WebSocket<UserData>): void {
    const data = ws.getUserData();
    const { session } = data;
    if (!session) return;
    const { is, allowance } = countFrame(data.control, performance.now());
    data.control = allowance;
    if (is === 'closed') closeFor(session, 'policy', CLOSE.policy);
    else sessions.markAlive(session);
  }
}
