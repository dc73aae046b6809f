// All connections of this node: what their frames ask for, and what becomes of them when rights, readers or the process
// change.
import { randomUUID } from 'node:crypto';
import { CLOSE } from '../../protocol/close.ts';
import { type Channel, parseChannel, type ParsedChannel } from '../../protocol/ids.ts';
import { type Ref, refSchema, type UpFrame, upFrameSchema } from '../../protocol/up.ts';
import { LIVE_PROTOCOL } from '../../protocol/version.ts';
import type { Caller } from '../auth/caller.ts';
import type { Log } from '../log.ts';
import type { Match } from '../match/match.ts';
import { Problem } from '../problem.ts';
import type { LiveChannel } from './channel.ts';
import { block, drained } from './pace.ts';
import { join, leave, release, send, sendError, type Session, type Socket } from './session.ts';
import type { Timing } from './timing.ts';

/** Client frames over this many bytes close with 1009. */
export const FRAME_MAX_BYTES = 4_096;
/** Subscriptions of one connection. */
export const SUBSCRIPTIONS_MAX = 200;
/** Client frames a second, and in a burst; twice that on top of it closes with 1008. */
export const FRAMES_PER_SECOND = 50;
export const FRAMES_BURST = 200;

export type SessionsDeps = {
  /** The caller of a token. Throws Problem 401 or 503. */
  readonly identify: (token: string) => Promise<Caller>;
  readonly recheck: (caller: Caller) => Promise<Caller | 'revoked' | 'expired'>;
  /** `match` is the loaded match for a match channel. */
  readonly mayRead: (caller: Caller, channel: ParsedChannel, match: Match | null) => boolean;
  readonly matchChannel: (
    ref: `game:${number}` | `match:${number}`,
    seq?: number,
  ) => Promise<{ readonly channel: LiveChannel; readonly match: Match } | null>;
  readonly feedChannel: (ref: `club:${string}` | `tournament:${string}`) => Promise<LiveChannel | null>;
  readonly peekMatch: (ref: `game:${number}` | `match:${number}`) => Match | null;
  readonly timing: Timing;
  readonly log: Log;
};

export type Sessions = ReturnType<typeof openSessions>;

export function openSessions(deps: SessionsDeps) {
  const { timing } = deps;
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
      allowance: { frames: FRAMES_BURST, at: now },
      refusals: { frames: 0, subscriptions: 0 },
      tail: null,
    };
    sessions.add(session);
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
    // Frames are taken in their order: what is asked after a slow subscribe is answered after it. A ping is not held up.
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
    const { frames, at } = session.allowance;
    const now = session.heardAt;
    const refilled = Math.min(FRAMES_BURST, frames + ((now - at) * FRAMES_PER_SECOND) / 1_000);
    if (refilled >= 1) {
      session.allowance = { frames: refilled - 1, at: now };
      if (refilled > FRAMES_BURST / 2) session.refusals = { ...session.refusals, frames: 0 };
      return true;
    }
    session.allowance = { frames: refilled, at: now };
    session.refusals = { ...session.refusals, frames: session.refusals.frames + 1 };
    if (session.refusals.frames > FRAMES_BURST) closeFor(session, 'policy', CLOSE.policy);
    else {
      const hint = `Send at most ${FRAMES_PER_SECOND} frames a second; this one was not looked at.`;
      sendError(session, 'limit', 'Too many frames.', { hint });
    }
    return false;
  }

  /** Never rejects. Undefined when the frame was dealt with at once. */
  function take(session: Session, frame: UpFrame | Malformed): Promise<void> | undefined {
    const { state } = session;
    if (state.phase === 'closed') return undefined;
    if (state.phase === 'waiting') {
      if (frame.type === 'auth') return authenticate(session, frame.token);
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
      sendError(session, 'invalid', 'Already signed in.', { hint: 'Open another connection for another credential.' });
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

  async function authenticate(session: Session, token: string): Promise<void> {
    try {
      const caller = await deps.identify(token);
      if (session.state.phase !== 'waiting') return;
      clearTimeout(session.state.timer);
      welcome(session, caller);
    } catch (error) {
      const problem = asProblem(error);
      const isAway = problem.status === 503;
      sendError(session, isAway ? 'unavailable' : 'unauthorized', problem.message, { hint: problem.hint });
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
      session.refusals = { ...session.refusals, subscriptions: session.refusals.subscriptions + 1 };
      if (session.refusals.subscriptions > SUBSCRIPTIONS_MAX) closeFor(session, 'policy', CLOSE.policy);
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
      // One synchronous block: what was gathered goes out first, then the socket joins and is told the state.
      channel.flush();
      join(session, channel, ref, since && !session.blocked ? channel.resume(since, ref) : null);
    } catch (error) {
      const problem = asProblem(error);
      const hint = problem.hint ?? 'Subscribe again in a few seconds.';
      sendError(session, 'unavailable', 'The channel cannot be served now.', { ref, channel: name, hint });
    }
  }

  /** The channel, when it is there and the session may read it. Rights are looked at before anything is loaded. */
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

  /** Looks at everybody's rights again: who lost the credential is closed, who lost a channel leaves it. */
  async function recheck(): Promise<void> {
    const verdicts = new Map<Caller, Promise<Caller | 'revoked' | 'expired'>>();
    for (const session of [...sessions]) {
      if (session.state.phase !== 'open') continue;
      const { caller } = session.state;
      const verdict = verdicts.get(caller) ?? deps.recheck(caller);
      verdicts.set(caller, verdict);
      try {
        settleRights(session, await verdict);
      } catch (error) {
        // The store is away: what was verified stands (decision 48).
        deps.log.debug({ err: error }, 'rights could not be looked at');
      }
    }
  }

  function settleRights(session: Session, verdict: Caller | 'revoked' | 'expired'): void {
    if (session.state.phase !== 'open') return;
    if (typeof verdict === 'string') {
      closeFor(session, verdict, CLOSE.unauthorized);
      return;
    }
    session.state = { phase: 'open', caller: verdict };
    for (const name of [...session.channels.keys()]) {
      if (stillReads(session, name)) continue;
      leave(session, name);
      send(session, { type: 'unsubscribed', channel: name, reason: 'forbidden' });
    }
  }

  function stillReads(session: Session, name: Channel): boolean {
    const parsed = parseChannel(name);
    if (!parsed) return false;
    if ('slug' in parsed) return mayRead(session, parsed, null);
    return mayRead(session, parsed, deps.peekMatch(parsed.channel));
  }

  return {
    open,
    receive,
    closed,
    recheck,
    dropped: (session: Session): void => {
      block(session, timing);
    },
    drained,
    heard,
    all: (): Iterable<Session> => sessions,
    count: (): number => sessions.size,
    /** Tells everybody to come back, spread over the time that suits their number, and closes them. */
    drain(): void {
      const spreadMs = Math.max(1_000, sessions.size);
      for (const session of [...sessions]) {
        send(session, { type: 'closing', reason: 'shutdown', retry_after_ms: Math.round(Math.random() * spreadMs) });
        session.socket.end(CLOSE.restart, 'shutdown');
      }
    },
  };
}

function heard(session: Session): void {
  session.heardAt = performance.now();
  session.pinged = false;
}

/** Says why, then closes. */
export function closeFor(
  session: Session,
  reason: 'revoked' | 'expired' | 'idle' | 'policy',
  code: (typeof CLOSE)['unauthorized' | 'idle' | 'policy'],
): void {
  send(session, { type: 'closing', reason });
  session.socket.end(code, reason);
}

function malformedChannel(session: Session, frame: { channel: string; ref?: string | number | undefined }): void {
  sendError(session, 'invalid', 'Malformed channel name.', {
    ref: frame.ref,
    channel: frame.channel,
    hint: 'A channel is game:ID, match:ID, club:SLUG or tournament:SLUG.',
  });
}

/** What came is no frame of the protocol; its `ref`, where it has one, is answered all the same. */
type Malformed = { readonly type: 'malformed'; readonly ref?: Ref };

function parseFrame(text: string): UpFrame | Malformed {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { type: 'malformed' };
  }
  const parsed = upFrameSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const ref = refSchema.safeParse((value as { ref?: unknown } | null)?.ref);
  return ref.success ? { type: 'malformed', ref: ref.data } : { type: 'malformed' };
}
