// All connections of this node: sends the welcome, answers frames, and closes connections after a loss of rights, for slow
// readers, and at a shutdown.
import { randomUUID } from 'node:crypto';
import { CLOSE } from '../../protocol/wire/close-codes.ts';
import { type AnyChannel, parseAnyChannel } from '../../protocol/wire/ids.ts';
import { FRAME_MAX_BYTES, type UpFrame } from '../../protocol/wire/up.ts';
import { LIVE_PROTOCOL } from '../../protocol/wire/version.ts';
import type { Caller } from '../auth/caller.ts';
import type { Counters } from '../ops/counters.ts';
import { Problem } from '../ops/problem.ts';
import { eachInTurns } from '../ops/turns.ts';
import { countFrame, FRAMES_PER_SECOND, freshAllowance } from './frame-allowance.ts';
import type { LiveEmitter } from './events.ts';
import { openFrameTurns, type Received } from './frame-turns.ts';
import { type Malformed, parseFrame, refOf } from './frame.ts';
import { block, drained } from './backpressure.ts';
import { joinInTurns, refuseInTurns } from './join-in-turns.ts';
import { type ChannelSources, readableChannel } from './readable-channel.ts';
import { recheckRights, type RightsDeps, stillReads } from './recheck-rights.ts';
import {
  closeFor,
  endWithoutAuth,
  markAlive,
  leave,
  malformedChannel,
  refuseAuth,
  release,
  send,
  sendError,
  type Session,
  type Socket,
} from './session.ts';
import { countAnswer, freshAnswers } from './answer-allowance.ts';
import { refuseBeyondLimits } from './subscription-limits.ts';
import type { Timing } from './timing.ts';

/** Reconnects are spread over 1 ms per subscriber (a fifth of the rate that a node can take), but over at least 1 second. */
const [RETURN_MS, SPREAD_MIN_MS] = [1, 1_000];

export type SessionsDeps = RightsDeps &
  ChannelSources & {
    /** The caller of a token that came from this network. Throws Problem 401, 429 or 503. */
    readonly identify: (token: string, network: string) => Promise<Caller>;
    /** Who spends the allowance of this caller (rule LIMIT-1). */
    readonly spenderKey: (caller: Caller) => string;
    /** Gets the event `credentialUsed`. */
    readonly events: Pick<LiveEmitter, 'emit'>;
    readonly timing: Timing;
    readonly counts: Counters;
  };

export type Sessions = ReturnType<typeof openSessions>;

export function openSessions(deps: SessionsDeps) {
  const { timing, counts } = deps;
  const sessions = new Set<Session>();
  const turns = openFrameTurns(handle);
  let rounds = 0;

  /** Opens a session for a new connection. Without a caller the client must send an `auth` frame in time. */
  function open(socket: Socket, caller: Caller | null): Session {
    const now = performance.now();
    const session: Session = {
      id: randomUUID(),
      socket,
      state: { phase: 'closed' },
      channels: new Map(),
      blocked: null,
      heardAt: now,
      pingedAt: null,
      pingPhase: Math.random(),
      allowance: freshAllowance(now),
      answers: freshAnswers(now),
      rightsRound: 0,
      refusedSubscriptions: 0,
      tail: null,
      counts,
    };
    sessions.add(session);
    counts.connectionsOpened += 1;
    if (caller) welcome(session, caller);
    else {
      const timer = setTimeout(() => {
        session.state = { phase: 'waiting', timer, isOver: true };
        // After a long turn, an auth frame that came in time may be unread, or wait for its turn.
        setImmediate(() => void eachInTurns([session], endIfSilent, socket.network));
      }, timing.authMs);
      session.state = { phase: 'waiting', timer, isOver: false };
    }
    return session;
  }

  /** The time for an `auth` frame is over. One that is being checked is answered first. */
  function endIfSilent(session: Session): void {
    if (session.state.phase === 'waiting' && session.tail === null) endWithoutAuth(session, timing.authMs);
  }

  function welcome(session: Session, caller: Caller): void {
    session.state = { phase: 'open', caller, owner: deps.spenderKey(caller) };
    deps.events.emit('credentialUsed', { caller, address: () => session.socket.address });
    const server_time = Date.now();
    const heartbeat_ms = timing.heartbeatMs;
    send(session, { type: 'welcome', protocol: LIVE_PROTOCOL, server_time, heartbeat_ms, session: session.id });
  }

  /** Takes a text frame of the client. Beyond twice the allowance, closes the connection. */
  function receive(session: Session, message: ArrayBuffer): void {
    markAlive(session);
    if (message.byteLength > FRAME_MAX_BYTES) {
      session.socket.end(CLOSE.tooBig, 'a frame may have 4 KiB');
      return;
    }
    const { is, allowance } = countFrame(session.allowance, session.heardAt);
    session.allowance = allowance;
    // Twice over the allowance, or one too many of those that wait.
    const isTaken = is !== 'closed' && turns.put(session, message, is === 'refused');
    if (!isTaken) closeFor(session, 'policy', CLOSE.policy);
  }

  /** Never rejects. Undefined when the frame was answered at once. */
  function handle(session: Session, { text, isRefused }: Received): Promise<void> | undefined {
    if (session.state.phase === 'closed') return undefined;
    if (isRefused) {
      const hint = `Send at most ${FRAMES_PER_SECOND} frames a second; this one was ignored.`;
      sendError(session, 'limit', 'Too many frames.', { ref: refOf(text), hint });
      return undefined;
    }
    // Frames are answered in their order: those after a slow subscribe wait for it. A ping does not wait.
    const frame = parseFrame(text);
    if (frame.type === 'ping' && session.state.phase === 'open') {
      answer(session, frame);
      return undefined;
    }
    const work = session.tail ? session.tail.then(() => take(session, frame)) : take(session, frame);
    if (!work) return undefined;
    const tail: Promise<void> = work.then(() => {
      if (session.tail === tail) session.tail = null;
    });
    session.tail = tail;
    return tail;
  }

  /** Never rejects. Undefined when the frame was answered at once. */
  function take(session: Session, frame: UpFrame | Malformed): Promise<void> | undefined {
    const { state } = session;
    if (state.phase === 'closed') return undefined;
    if (state.phase === 'waiting') {
      if (frame.type === 'auth') return authenticate(session, frame);
      const first = 'Send {"type":"auth","token":"…"} first.';
      const hint = frame.type === 'malformed' ? `${frame.why} ${first}` : first;
      sendError(session, 'unauthorized', 'Not signed in.', { ref: 'ref' in frame ? frame.ref : undefined, hint });
      return undefined;
    }
    if (frame.type === 'malformed') {
      sendError(session, 'invalid', 'Not a frame of this protocol.', { ref: frame.ref, hint: frame.why });
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
      const parsed = parseAnyChannel(frame.channel);
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
      const caller = await deps.identify(token, session.socket.network);
      if (session.state.phase !== 'waiting') return;
      clearTimeout(session.state.timer);
      session.socket.identified();
      welcome(session, caller);
    } catch (error) {
      refuseAuth(session, asProblem(error), ref);
    }
  }

  async function subscribe(session: Session, frame: Extract<UpFrame, { type: 'subscribe' }>): Promise<void> {
    const { ref, since } = frame;
    const parsed = parseAnyChannel(frame.channel);
    if (!parsed) {
      malformedChannel(session, frame);
      return;
    }
    const name = parsed.channel;
    if (refuseBeyondLimits(session, name, ref)) return;
    try {
      const channel = await readableChannel(deps, () => callerOf(session), parsed, since ?? undefined);
      const wanted = { ref, since: since ?? undefined, mayJoin: () => mayRead(session, name) };
      const isJoined = channel !== null && (await joinInTurns(session, channel, wanted));
      if (isJoined || session.state.phase !== 'open') return;
      session.answers = countAnswer(session.answers, name, null, session.heardAt);
      const hint = 'The token may not read it, or there is no such channel.';
      await refuseInTurns(session, 'forbidden', 'This channel cannot be read with this token.', {
        ref,
        channel: name,
        hint,
      });
    } catch (error) {
      const hint = asProblem(error).hint ?? 'Subscribe again in a few seconds.';
      await refuseInTurns(session, 'unavailable', 'The channel cannot be served now.', { ref, channel: name, hint });
    }
  }

  const callerOf = ({ state }: Session): Caller | null => (state.phase === 'open' ? state.caller : null);

  /** Whether an open session may read a channel that is in memory. */
  function mayRead(session: Session, name: AnyChannel): boolean {
    const caller = callerOf(session);
    return caller !== null && stillReads(caller, name, deps);
  }

  function asProblem(error: unknown): Problem {
    if (error instanceof Problem) return error;
    deps.logger.error({ err: error }, 'a frame could not be answered');
    return new Problem(500, 'The server failed on this.');
  }

  function closed(session: Session): void {
    sessions.delete(session);
    release(session);
  }

  return {
    open,
    receive,
    /** Subscribes an open session, as its `subscribe` frame does. Never rejects. */
    subscribe,
    closed,
    /** Checks the rights of all open sessions, at once or over this time. */
    recheck(overMs = 0): Promise<void> {
      rounds += 1;
      return recheckRights(sessions, { round: rounds, overMs }, deps);
    },
    dropped: (session: Session): void => {
      counts.drops += 1;
      block(session, timing);
    },
    drained,
    markAlive,
    all: (): Iterable<Session> => sessions,
    /** The callers with open connections, and their addresses. */
    *connected(): Iterable<{ readonly caller: Caller; readonly address: string }> {
      for (const { state, socket } of sessions) {
        if (state.phase === 'open') yield { caller: state.caller, address: socket.address };
      }
    },
    count: (): number => sessions.size,
    /** Sockets that are full now, and the bytes that wait for them. */
    async blocked(): Promise<{ readonly sockets: number; readonly bytes: number }> {
      const full = { sockets: 0, bytes: 0 };
      await eachInTurns(sessions, ({ blocked, socket }) => {
        if (blocked === null) return;
        full.sockets += 1;
        full.bytes += socket.buffered();
      });
      return full;
    },
    /**
     * Tells all subscribers when to reconnect, evenly spread over a time that depends on their number, and closes their
     * connections. Returns their number.
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
