// Refuses a `subscribe` beyond the limits of a connection (P39, rule LIMIT-14).
import { CLOSE } from '../../protocol/wire/close-codes.ts';
import type { AnyChannel } from '../../protocol/wire/ids.ts';
import { SUBSCRIPTIONS_MAX } from '../../protocol/wire/subscriptions.ts';
import type { Ref } from '../../protocol/wire/up.ts';
import { mayAnswer } from './answer-allowance.ts';
import { closeFor, sendError, type Session } from './session.ts';

/**
 * Refuses a `subscribe` beyond the limits, before anything is looked up, and returns whether it did. After more refusals than
 * subscriptions are allowed, the connection is closed.
 */
export function refuseBeyondLimits(session: Session, channel: AnyChannel, ref: Ref | undefined): boolean {
  const { channels, answers, heardAt } = session;
  const isFull = !channels.has(channel) && channels.size >= SUBSCRIPTIONS_MAX;
  if (!isFull && mayAnswer(answers, channel, heardAt)) return false;
  session.refusedSubscriptions += 1;
  if (session.refusedSubscriptions > SUBSCRIPTIONS_MAX) closeFor(session, 'policy', CLOSE.policy);
  else if (isFull) {
    const hint = 'Unsubscribe from a channel, use a club or tournament channel, or open another connection.';
    sendError(session, 'limit', `A connection may hold ${SUBSCRIPTIONS_MAX} subscriptions.`, { ref, channel, hint });
  } else {
    const hint =
      'Subscribe once: changes come by themselves. Subscribe again after a gap only, and wait a few seconds now.';
    sendError(session, 'limit', 'This connection subscribes again too often.', { ref, channel, hint });
  }
  return true;
}
