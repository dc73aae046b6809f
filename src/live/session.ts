// One subscriber's connection: its caller, its channels and its limits. It uses a small socket interface and does not know the
// library behind it.
import { CLOSE } from '../../protocol/wire/close-codes.ts';
import type { DownFrame } from '../../protocol/wire/down.ts';
import type { AnyChannel } from '../../protocol/wire/ids.ts';
import type { Ref, Since } from '../../protocol/wire/up.ts';
import type { Caller } from '../auth/caller.ts';
import type { Counters } from '../ops/counters.ts';
import { isStoreAway, type Problem } from '../ops/problem.ts';
import type { Allowance } from './frame-allowance.ts';
import type { Frame, LiveChannel } from './channel.ts';
import type { AnswerAllowance } from './answer-allowance.ts';

export type CloseCode = (typeof CLOSE)[keyof typeof CLOSE];

/** After the close, calls of its members have no effect. */
export type Socket = {
  /** The client's address as text. */
  readonly address: string;
  /** The client's network, which the limits count by (`networkOf`). */
  readonly network: string;
  /** The peer has shown a credential. */
  identified(): void;
  /** False when the socket is full and the frame was dropped. */
  send(frame: Frame): boolean;
  subscribe(channel: AnyChannel): void;
  unsubscribe(channel: AnyChannel): void;
  /** Bytes not yet taken. */
  buffered(): number;
  ping(): void;
  /** Sends a close frame. */
  end(code: CloseCode, reason: string): void;
  /** Cuts a connection that takes no data, without a close frame. */
  kill(): void;
};

type SessionState =
  /** `isOver`: the time for the `auth` frame has passed. One that came in time is still being checked. */
  | { readonly phase: 'waiting'; readonly timer: NodeJS.Timeout; readonly isOver: boolean }
  /** `owner`: who spends the allowance. */
  | { readonly phase: 'open'; readonly caller: Caller; readonly owner: string }
  | { readonly phase: 'closed' };

/** The socket is full: the session sends no frames until it drains. */
type BlockedSocket = {
  /** On the clock of `performance.now()`. */
  readonly at: number;
  readonly timer: NodeJS.Timeout;
  /** Snapshots to send after the drain in any case, with the `ref` of the subscribe that each answers. */
  readonly owed: Map<AnyChannel, Ref | undefined>;
  /** Channels whose loss the subscriber was not told. */
  readonly lost: Set<AnyChannel>;
};

export type Session = {
  readonly id: string;
  readonly socket: Socket;
  state: SessionState;
  readonly channels: Map<AnyChannel, LiveChannel>;
  blocked: BlockedSocket | null;
  /** Time of the peer's last sign of life, on the clock of `performance.now()`. */
  heardAt: number;
  /** Time of the ping that it has not answered yet, on the same clock. */
  pingedAt: number | null;
  /** When pings to it fall within their interval, from 0 to 1. Peers that came at once have different ones. */
  readonly pingPhase: number;
  allowance: Allowance;
  /** The remaining allowance for answers to `subscribe`. */
  answers: AnswerAllowance;
  /** The latest check of rights that settled this session. */
  rightsRound: number;
  /** Subscriptions refused on top of the allowance. */
  refusedSubscriptions: number;
  /** Unfinished work on earlier frames: later frames wait for it. */
  tail: Promise<void> | null;
  /** The counters of the node. */
  readonly counts: Counters;
};

export function send(session: Session, frame: DownFrame): void {
  session.socket.send(JSON.stringify(frame));
}

type ErrorCode = Extract<DownFrame, { type: 'error' }>['code'];

export function sendError(
  session: Session,
  code: ErrorCode,
  error: string,
  more: { ref?: Ref | undefined; channel?: string | undefined; hint?: string | undefined } = {},
): void {
  const { ref, channel, hint } = more;
  send(session, {
    type: 'error',
    ...(ref === undefined ? {} : { ref }),
    ...(channel === undefined ? {} : { channel }),
    code,
    error,
    ...(hint === undefined ? {} : { hint }),
  });
}

/**
 * Subscribes to a channel and answers with its state, or with the deltas after `since` where they are kept. All in one
 * synchronous block, so that no delta is missed in between. Returns the frames that it sent, or will send when the socket
 * drains. If the socket takes only some of them, it gets a snapshot when it drains.
 */
export function join(
  session: Session,
  channel: LiveChannel,
  ref: Ref | undefined,
  since: Since | undefined,
): readonly Frame[] {
  const { counts } = session;
  const before = session.channels.get(channel.name);
  // Another one under its name: its match was deleted and made again.
  if (before !== channel) {
    before?.left();
    session.channels.set(channel.name, channel);
    channel.joined();
  }
  if (session.blocked) {
    session.blocked.owed.set(channel.name, ref);
    return [channel.snapshot(ref)];
  }
  session.socket.subscribe(channel.name);
  const missed = since === undefined ? null : channel.resume(since, ref);
  if (missed) counts.resumes += 1;
  else counts.snapshots[since === undefined ? 'subscribe' : 'gap'] += 1;
  const frames = missed ?? [channel.snapshot(ref)];
  const lost = frames.findIndex((frame) => !session.socket.send(frame));
  const blocked = session.blocked as Session['blocked'];
  // The `ref` of the answer goes with its first frame.
  if (lost >= 0) blocked?.owed.set(channel.name, lost === 0 ? ref : undefined);
  return frames;
}

/** Whose works take turns with those of others (`inTurns`). */
export const ownerOf = ({ state }: Session): string | undefined => (state.phase === 'open' ? state.owner : undefined);

export function leave(session: Session, name: AnyChannel): void {
  const channel = session.channels.get(name);
  if (!channel) return;
  session.channels.delete(name);
  session.blocked?.owed.delete(name);
  session.socket.unsubscribe(name);
  channel.left();
}

/** Leaves a channel that the caller may no longer read, and says so: at once, or when the socket drains. */
export function forbid(session: Session, name: AnyChannel): void {
  leave(session, name);
  const frame: DownFrame = { type: 'unsubscribed', channel: name, reason: 'forbidden' };
  if (!session.socket.send(JSON.stringify(frame))) session.blocked?.lost.add(name);
}

/** Leaves all channels and stops all timers. */
export function release(session: Session): void {
  if (session.state.phase === 'waiting') clearTimeout(session.state.timer);
  if (session.blocked) clearTimeout(session.blocked.timer);
  session.blocked = null;
  session.state = { phase: 'closed' };
  for (const channel of session.channels.values()) channel.left();
  session.channels.clear();
}

/** The peer sent something. */
export function markAlive(session: Session): void {
  session.heardAt = performance.now();
  session.pingedAt = null;
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

export function malformedChannel(
  session: Session,
  frame: { channel: string; ref?: string | number | undefined },
): void {
  sendError(session, 'invalid', 'Malformed channel name.', {
    ref: frame.ref,
    channel: frame.channel,
    hint: 'A channel is game:ID, match:ID, club:SLUG or tournament:SLUG, or air: before a game or match.',
  });
}

/** Closes a connection that sent no `auth` frame in its time. */
export function endWithoutAuth(session: Session, authMs: number): void {
  sendError(session, 'unauthorized', 'No auth frame in time.', {
    hint: `Send {"type":"auth","token":"…"} within ${authMs / 1_000} seconds of connecting.`,
  });
  session.socket.end(CLOSE.authTimeout, 'auth timeout');
}

/** Answers a refused `auth` frame. If the store is away, the client may try again on this connection until its time is over. */
export function refuseAuth(session: Session, problem: Problem, ref: Ref | undefined): void {
  const refuse = (code: ErrorCode, close: CloseCode | null): void => {
    sendError(session, code, problem.message, { ref, hint: problem.hint });
    if (close !== null) session.socket.end(close, 'bad credential');
  };
  if (problem.code === 'rate_limited') refuse('limit', CLOSE.policy);
  else if (!isStoreAway(problem)) refuse('unauthorized', CLOSE.unauthorized);
  else {
    const { state } = session;
    refuse('unavailable', state.phase === 'waiting' && state.isOver ? CLOSE.authTimeout : null);
  }
}
