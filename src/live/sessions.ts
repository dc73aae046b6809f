// All connections of this node: they are welcomed, their frames are answered, and they end when rights, slow readers or a
// shutdown end them.
import { randomUUID } from 'node:crypto';
import { CLOSE } from '../../protocol/wire/close-codes.ts';
import { type FeedRef, type MatchRef, parseChannel, type ParsedChannel } from '../../protocol/wire/ids.ts';
import type { UpFrame } from '../../protocol/wire/up.ts';
import { LIVE_PROTOCOL } from '../../protocol/wire/version.ts';
import type { Caller } from '../auth/caller.ts';
import type { Counters } from '../ops/counters.ts';
import type { Match } from '../match/match.ts';
import { Problem } from '../ops/problem.ts';
import { countFrame, FRAMES_PER_SECOND, freshAllowance } from './frame-allowance.ts';
import type { LiveChannel } from './channel.ts';
import type { LiveEmitter } from './events.ts';
import { type Malformed, parseFrame } from './frame.ts';
import { block, drained } from './backpressure.ts';
import { recheckRights, type RightsDeps } from './recheck-rights.ts';
import {
  closeFor,
  heard,
  join,
  leave,
  malformedChannel,
  release,
  send,
  sendError,
  type Session,
  type Socket,
} from './session.ts';
import type { Timing } from './timing.ts';

/** Client frames over this many bytes close with 1009. */
export const FRAME_MAX_BYTES = 4_096;
/** Subscriptions of one connection. */
export const SUBSCRIPTIONS_MAX = 200;
/** Returns after a restart are spread: one ms for each subscriber, a fifth of what a node can take. */
const RETURN_MS = 1;
const SPREAD_MIN_MS = 1_000;

export type SessionsDeps = RightsDeps & {
  /** The caller of a token. Throws Problem 401 or 503. */
  readonly identify: (token: string) => Promise<Caller>;
  readonly matchChannel: (
    ref: MatchRef,
    seq?: number,
  ) => Promise<{ readonly channel: LiveChannel; readonly match: Match } | null>;
  readonly feedChannel: (ref: FeedRef) => Promise<LiveChannel | null>;
  /** Hears of each credential that opens a connection. */
  readonly events: Pick<LiveEmitter, 'emit'>;
  readonly timing: Timing;
  readonly counts: Counters;
};

export type Sessions = ReturnType<typeof openSessions>;

export function openSessions(deps: SessionsDeps) {
  const { timing, counts } = deps;
  const sessions = new Set<Session>();

  /** A new connection. Without a caller it has to send an `auth` frame in time. */
  function open(socket: Socket, caller: Caller | null): Session {
    const now = performance.now();
    const session: Session = {
      id: randomUUID(),
      socket,
      state: { phase: 'closed' },
      channels: new Map(),
      blocked: null,
      heardAt: now,
      pinged: false,
      allowance: freshAllowance(now),
      refusedSubscriptions: 0,
      tail: null,
      counts,
    };
    sessions.add(session);
    counts.connectionsOpened += 1;
    if (caller) welcome(session, caller);
    else {
      const timer = setTimeout(() => {
        sendError(session, 'unauthorized', 'No auth frame in time.', {
          hint: `Send {"type":"auth","token":"…"} within ${timing.authMs / 1_000} seconds of connecting.`,
        });
        socket.end(CLOSE.authTimeout, 'auth timeout');
      }, timing.authMs);
      session.state = { phase: 'waiting', timer };
    }
    return session;
  }

  function welcome(session: Session, caller: Caller): void {
    session.state = { phase: 'open', caller };
    deps.events.emit('credentialUsed', { caller, address: () => session.socket.address });
    const server_time = Date.now();
    const heartbeat_ms = timing.heartbeatMs;
    send(session, { type: 'welcome', protocol: LIVE_PROTOCOL, server_time, heartbeat_ms, session: session.id });
  }

  /** A text frame came in. */
  function receive(session: Session, text: string, bytes: number): void {
    heard(session);
    if (bytes > FRAME_MAX_BYTES) {
      session.socket.end(CLOSE.tooBig, 'a frame may have 4 KiB');
      return;
    }
    if (!isAllowed(session)) return;
    // Frames are answered in their order: those after a slow subscribe wait for it. A ping does not wait.
    const frame = parseFrame(text);
    if (frame.type === 'ping' && session.state.phase === 'open') answer(session, frame);
    else if (session.tail) session.tail = session.tail.then(() => take(session, frame));
    else {
      const work = take(session, frame);
      if (!work) return;
      const tail: Promise<void> = work.then(() => {
        if (session.tail === tail) session.tail = null;
      });
      session.tail = tail;
    }
  }

  /** Counts a frame against the allowance; says so, then closes, when it is exceeded. */
  function isAllowed(session: Session): boolean {
    const verdict = countFrame(session.allowance, session.heardAt);
    session.allowance = verdict.allowance;
    if (verdict.is === 'closed') closeFor(session, 'policy', CLOSE.policy);
    else if (verdict.is === 'refused') {
      const hint = `Send at most ${FRAMES_PER_SECOND} frames a second; this one was ignored.`;
      sendError(session, 'limit', 'Too many frames.', { hint });
    }
    return verdict.is === 'allowed';
  }

  /** Never rejects. Undefined when the frame was answered at once. */
  function take(session: Session, frame: UpFrame | Malformed): Promise<void> | undefined {
    const { state } = session;
    if (state.phase === 'closed') return undefined;
    if (state.phase === 'waiting') {
      if (frame.type === 'auth') return authenticate(session, frame);
      sendError(session, 'unauthorized', 'Not signed in.', {
        ref: 'ref' in frame ? frame.ref : undefined,
        hint: 'Send {"type":"auth","token":"…"} first.',
      });
      return undefined;
    }
    if (frame.type === 'malformed') {
      sendError(session, 'invalid', 'Not a frame of this protocol.', {
        ref: frame.ref,
        hint: 'Frames are JSON objects with a type of auth, subscribe, unsubscribe or ping and the fields of the protocol.',
      });
      return undefined;
    }
    if (frame.type === 'subscribe') return subscribe(session, frame);
    answer(session, frame);
    return undefined;
  }

  /** Frames that need no waiting. */
  function answer(session: Session, frame: Exclude<UpFrame, { type: 'subscribe' }>): void {
    if (frame.type === 'ping') {
      const { t, ref } = frame;
      const server_time = Date.now();
      send(session, {
        type: 'pong',
        ...(t === undefined ? {} : { t }),
        ...(ref === undefined ? {} : { ref }),
        server_time,
      });
    } else if (frame.type === 'auth') {
      sendError(session, 'invalid', 'Already signed in.', {
        ref: frame.ref,
        hint: 'Open another connection for another credential.',
      });
    } else {
      const parsed = parseChannel(frame.channel);
      if (!parsed) malformedChannel(session, frame);
      else {
        leave(session, parsed.channel);
        const { ref, channel } = frame;
        send(session, { type: 'unsubscribed', channel, ...(ref === undefined ? {} : { ref }) });
      }
    }
  }

  async function authenticate(session: Session, { token, ref }: Extract<UpFrame, { type: 'auth' }>): Promise<void> {
    try {
      const caller = await deps.identify(token);
      if (session.state.phase !== 'waiting') return;
      clearTimeout(session.state.timer);
      welcome(session, caller);
    } catch (error) {
      const problem = asProblem(error);
      const isAway = problem.status === 503;
      sendError(session, isAway ? 'unavailable' : 'unauthorized', problem.message, { ref, hint: problem.hint });
      if (!isAway) session.socket.end(CLOSE.unauthorized, 'bad credential');
    }
  }

  async function subscribe(session: Session, frame: Extract<UpFrame, { type: 'subscribe' }>): Promise<void> {
    const { ref, since } = frame;
    const parsed = parseChannel(frame.channel);
    if (!parsed) {
      malformedChannel(session, frame);
      return;
    }
    const name = parsed.channel;
    if (!session.channels.has(name) && session.channels.size >= SUBSCRIPTIONS_MAX) {
      session.refusedSubscriptions += 1;
      if (session.refusedSubscriptions > SUBSCRIPTIONS_MAX) closeFor(session, 'policy', CLOSE.policy);
      else {
        const hint = 'Unsubscribe from a channel, use a club or tournament channel, or open another connection.';
        sendError(session, 'limit', `A connection may hold ${SUBSCRIPTIONS_MAX} subscriptions.`, {
          ref,
          channel: name,
          hint,
        });
      }
      return;
    }
    try {
      const channel = await find(session, parsed, since?.seq);
      if (session.state.phase !== 'open') return;
      if (!channel) {
        const hint = 'The token may not read it, or there is no such channel.';
        sendError(session, 'forbidden', 'This channel cannot be read with this token.', { ref, channel: name, hint });
        return;
      }
      // One synchronous block: gathered deltas leave first, then the socket joins and gets the state.
      channel.flush();
      join(session, channel, ref, since ?? undefined);
    } catch (error) {
      const problem = asProblem(error);
      const hint = problem.hint ?? 'Subscribe again in a few seconds.';
      sendError(session, 'unavailable', 'The channel cannot be served now.', { ref, channel: name, hint });
    }
  }

  /** The channel, when there is one and the session may read it. A feed is loaded only after its right is checked. */
  async function find(session: Session, parsed: ParsedChannel, seq?: number): Promise<LiveChannel | null> {
    if ('slug' in parsed) {
      return mayRead(session, parsed, null) ? deps.feedChannel(parsed.channel) : null;
    }
    const found = await deps.matchChannel(parsed.channel, seq);
    return found && mayRead(session, parsed, found.match) ? found.channel : null;
  }

  const mayRead = (session: Session, parsed: ParsedChannel, match: Match | null): boolean =>
    session.state.phase === 'open' && deps.mayRead(session.state.caller, parsed, match);

  function asProblem(error: unknown): Problem {
    if (error instanceof Problem) return error;
    deps.log.error({ err: error }, 'a frame could not be answered');
    return new Problem(500, 'The server failed on this.');
  }

  function closed(session: Session): void {
    sessions.delete(session);
    release(session);
  }

  return {
    open,
    receive,
    closed,
    recheck: (): Promise<void> => recheckRights(sessions, deps),
    dropped: (session: Session): void => {
      counts.drops += 1;
      block(session, timing);
    },
    drained,
    heard,
    all: (): Iterable<Session> => sessions,
    /** The callers with open connections, and their addresses. */
    *connected(): Iterable<{ readonly caller: Caller; readonly address: string }> {
      for (const { state, socket } of sessions) {
        if (state.phase === 'open') yield { caller: state.caller, address: socket.address };
      }
    },
    count: (): number => sessions.size,
    /** Sockets that are full now, and the bytes that wait for them. */
    blocked(): { readonly sockets: number; readonly bytes: number } {
      const full = [...sessions].filter(({ blocked }) => blocked !== null).map(({ socket }) => socket.buffered());
      return { sockets: full.length, bytes: full.reduce((sum, bytes) => sum + bytes, 0) };
    },
    /**
     * Tells all subscribers when to come back, spread evenly over a time that suits their number, and closes their
     * connections. Answers how many there were.
     */
    drain(): number {
      const going = [...sessions];
      const spreadMs = Math.max(SPREAD_MIN_MS, going.length * RETURN_MS);
      for (const [index, session] of going.entries()) {
        const retry_after_ms = Math.round(((index + Math.random()) / going.length) * spreadMs);
        send(session, { type: 'closing', reason: 'shutdown', retry_after_ms });
        session.socket.end(CLOSE.restart, 'shutdown');
      }
      return going.length;
    },
  };
}
