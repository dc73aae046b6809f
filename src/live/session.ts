// One subscriber's connection: its caller, its channels and its limits. It knows a socket of eight members and nothing of
// the library behind it.
import type { CLOSE } from '../../protocol/wire/close-codes.ts';
import type { DownFrame } from '../../protocol/wire/down.ts';
import type { Channel } from '../../protocol/wire/ids.ts';
import type { Ref, Since } from '../../protocol/wire/up.ts';
import type { Caller } from '../auth/caller.ts';
import type { Counters } from '../ops/counters.ts';
import type { Allowance } from './frame-allowance.ts';
import type { LiveChannel } from './channel.ts';

export type CloseCode = (typeof CLOSE)[keyof typeof CLOSE];

/** After it is closed every member does nothing. */
export type Socket = {
  /** The peer's address as text. */
  readonly address: string;
  /** False when the socket is full and the frame was dropped. */
  send(frame: string): boolean;
  subscribe(channel: Channel): void;
  unsubscribe(channel: Channel): void;
  /** Bytes not yet taken. */
  buffered(): number;
  ping(): void;
  /** Sends a close frame. */
  end(code: CloseCode, reason: string): void;
  /** Cuts a connection that takes nothing. */
  kill(): void;
};

export type SessionState =
  | { readonly phase: 'waiting'; readonly timer: NodeJS.Timeout }
  | { readonly phase: 'open'; readonly caller: Caller }
  | { readonly phase: 'closed' };

/** A full socket: nothing is sent to it until it drains. */
export type Blocked = {
  /** On the clock of `performance.now()`. */
  readonly at: number;
  readonly timer: NodeJS.Timeout;
  /** Snapshots to send after the drain in any case, with the `ref` of the subscribe that each answers. */
  readonly owed: Map<Channel, Ref | undefined>;
};

export type Session = {
  readonly id: string;
  readonly socket: Socket;
  state: SessionState;
  readonly channels: Map<Channel, LiveChannel>;
  blocked: Blocked | null;
  /** When the peer last sent anything, on the clock of `performance.now()`. */
  heardAt: number;
  pinged: boolean;
  allowance: Allowance;
  /** Subscriptions refused on top of the allowance. */
  refusedSubscriptions: number;
  /** Work on earlier frames that is not finished: later frames wait for it. */
  tail: Promise<void> | null;
  /** The counters of the node. */
  readonly counts: Counters;
};

export function send(session: Session, frame: DownFrame): void {
  session.socket.send(JSON.stringify(frame));
}

export type ErrorCode = Extract<DownFrame, { type: 'error' }>['code'];

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
 * synchronous block, so that no delta falls between the two.
 */
export function join(session: Session, channel: LiveChannel, ref: Ref | undefined, since: Since | undefined): void {
  const { counts } = session;
  if (!session.channels.has(channel.name)) {
    session.channels.set(channel.name, channel);
    channel.joined();
  }
  if (session.blocked) {
    session.blocked.owed.set(channel.name, ref);
    return;
  }
  session.socket.subscribe(channel.name);
  const missed = since === undefined ? null : channel.resume(since, ref);
  if (missed) counts.resumes += 1;
  else counts.snapshots[since === undefined ? 'subscribe' : 'gap'] += 1;
  for (const frame of missed ?? [channel.snapshot(ref)]) session.socket.send(frame);
}

export function leave(session: Session, name: Channel): void {
  const channel = session.channels.get(name);
  if (!channel) return;
  session.channels.delete(name);
  session.blocked?.owed.delete(name);
  session.socket.unsubscribe(name);
  channel.left();
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
export function heard(session: Session): void {
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

export function malformedChannel(
  session: Session,
  frame: { channel: string; ref?: string | number | undefined },
): void {
  sendError(session, 'invalid', 'Malformed channel name.', {
    ref: frame.ref,
    channel: frame.channel,
    hint: 'A channel is game:ID, match:ID, club:SLUG or tournament:SLUG.',
  });
}
