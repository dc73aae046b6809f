// Frames of clients wait for their turn when many come at once: networks take turns, and then the connections of one (rule LIMIT-22).
import { inTurns } from '../ops/turns.ts';
import type { Session } from './session.ts';

/** While this much of one network is not answered, a connection of it may have few such frames. */
const NETWORK_BYTES = 8 * 1_024 * 1_024;
const FEW = 4;
/** Cost of a frame besides its text. */
const FRAME_BYTES = 128;

/** `isRefused`: it is beyond the allowance of its connection, and only its error is sent. */
export type Received = { readonly text: string; readonly isRefused: boolean };

/** The frames of a connection that are not handled, and the number of those that are not answered. */
type Inbox = { readonly frames: Received[]; unanswered: number; isWorking: boolean };

/** `handle` does the work on one frame. It answers it at once, or when its promise resolves. It must neither throw nor reject. */
export function openFrameTurns(handle: (session: Session, frame: Received) => Promise<void> | undefined) {
  /** Of the connections with unanswered frames. */
  const inboxes = new Map<Session, Inbox>();
  /** The bytes of unanswered frames, by network. */
  const bytes = new Map<string, number>();

  function count(network: string, change: number): void {
    const now = (bytes.get(network) ?? 0) + change;
    if (now > 0) bytes.set(network, now);
    else bytes.delete(network);
  }

  function* handleAll(session: Session, inbox: Inbox): Generator<void, void> {
    for (let frame = inbox.frames.shift(); frame !== undefined; frame = inbox.frames.shift()) {
      const cost = costOf(frame);
      const answered = (): void => {
        inbox.unanswered -= 1;
        count(session.socket.network, -cost);
        if (inbox.unanswered === 0) inboxes.delete(session);
      };
      const answer = handle(session, frame);
      if (answer) void answer.then(answered);
      else answered();
      yield;
    }
    inbox.isWorking = false;
  }

  return {
    /** Handles a frame: at once if nothing waits before it. Returns false if it is one too many; then it is dropped unread. */
    put(session: Session, message: ArrayBuffer, isRefused: boolean): boolean {
      const { network } = session.socket;
      const inbox = inboxes.get(session) ?? { frames: [], unanswered: 0, isWorking: false };
      if (inbox.unanswered >= FEW && (bytes.get(network) ?? 0) > NETWORK_BYTES) return false;
      const frame = { text: Buffer.from(message).toString('utf8'), isRefused };
      count(network, costOf(frame));
      inbox.frames.push(frame);
      inbox.unanswered += 1;
      inboxes.set(session, inbox);
      if (!inbox.isWorking) {
        inbox.isWorking = true;
        void inTurns(handleAll(session, inbox), network);
      }
      return true;
    },
  };
}

const costOf = ({ text }: Received): number => text.length + FRAME_BYTES;
