// Answers to `subscribe` in turns: what all of them take of a turn of the event loop is bounded (rule OPS-18). A thousand clients that
// come back at once wait for each other; no other client waits for them.
import type { Ref, Since } from '../../protocol/wire/up.ts';
import { eachInTurns, inTurns } from '../ops/turns.ts';
import { countAnswer } from './answer-allowance.ts';
import type { LiveChannel } from './channel.ts';
import { join, ownerOf, sendError, type Session } from './session.ts';

/** What an error says, as `sendError` takes it. */
type ErrorArguments = Parameters<typeof sendError> extends [Session, ...infer More] ? More : never;

type Wanted = {
  readonly ref: Ref | undefined;
  readonly since: Since | undefined;
  /** Whether the session is open and may read the channel, now. */
  readonly mayJoin: () => boolean;
};

/** Subscribes a session to a channel and counts the answer. Returns false if it may not join when its turn comes. */
export async function joinInTurns(session: Session, channel: LiveChannel, wanted: Wanted): Promise<boolean> {
  // A channel without subscribers may be closed meanwhile.
  channel.joined();
  try {
    return await inTurns(joining(session, channel, wanted), ownerOf(session));
  } finally {
    channel.left();
  }
}

/** Sends an error instead. The errors of one network take turns with the errors of other networks. */
export const refuseInTurns = (session: Session, ...error: ErrorArguments): Promise<void> =>
  eachInTurns(
    [error],
    (one) => {
      sendError(session, ...one);
    },
    session.socket.network,
  );

function* joining(session: Session, channel: LiveChannel, { ref, since, mayJoin }: Wanted): Generator<void, boolean> {
  yield* channel.prepare(since);
  if (!mayJoin()) return false;
  // One synchronous block: sends the waiting deltas first, then subscribes the socket and sends the state.
  channel.flush();
  const sent = join(session, channel, ref, since);
  session.answers = countAnswer(session.answers, channel.name, sent, session.heardAt);
  return true;
}
